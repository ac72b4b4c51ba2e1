"""What can go wrong with the database, as one kind of error with a sentence; it must not know what was being stored."""

from __future__ import annotations

import errno
import sqlite3
from enum import StrEnum
from pathlib import Path

from sapper.errors import N_, SapperError, system_reason


class Fault(StrEnum):
    """Why games cannot be kept or read, as far as it matters for what to do about it."""

    READ_ONLY = "read-only"
    FULL = "full"
    BUSY = "busy"
    """Another program held the database for long; trying again later may help."""
    DAMAGED = "damaged"
    NEWER = "newer"
    """It was written by a newer program and was left alone."""
    FOREIGN = "foreign"
    """It is a database of something else and was left alone."""
    CLOSED = "closed"
    FAILED = "failed"
    """Anything else that the system says."""


class StoreError(SapperError):
    """The store could not do what was asked; what had been stored before is not touched.

    Attributes:
        fault: its kind.
    """

    def __init__(self, fault: Fault, template: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.fault = fault


# The reason comes before the path: of a sentence that is too long for a line the end is cut.
_SENTENCES = {
    Fault.READ_ONLY: N_("games cannot be saved: no right to write {path}"),
    Fault.FULL: N_("games cannot be saved: the disk is full: {path}"),
    Fault.BUSY: N_("games cannot be saved just now: another program holds {path}"),
    Fault.DAMAGED: N_(
        "the games in {path} are damaged; start sapper again to set them aside and recover what is readable"
    ),
    Fault.CLOSED: N_("games cannot be saved: already closed: {path}"),
    Fault.FAILED: N_("games cannot be saved: {why}: {path}"),
}

_READING = {
    Fault.READ_ONLY: N_("the games in {path} cannot be read: you have no right to"),
    Fault.BUSY: N_("the games in {path} cannot be read just now: another program holds them"),
    Fault.DAMAGED: N_(
        "the games in {path} are damaged; the game itself (sapper without a command) sets them aside and recovers "
        "what is readable"
    ),
    Fault.FAILED: N_("games cannot be read: {why}: {path}"),
}
"""Where they are only read, other words are right."""

_KINDS = {
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_PERM: Fault.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Fault.READ_ONLY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
}

_SYSTEM = {
    errno.EACCES: Fault.READ_ONLY,
    errno.EPERM: Fault.READ_ONLY,
    errno.EROFS: Fault.READ_ONLY,
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EFBIG: Fault.FULL,
}


def fault_of(error: sqlite3.Error | OSError) -> Fault:
    """The kind of an error of SQLite or of the system."""
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, Fault.FAILED)
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return Fault.CLOSED
    code = getattr(error, "sqlite_errorcode", None)
    return Fault.FAILED if code is None else _KINDS.get(code & 0xFF, Fault.FAILED)


def store_error(error: sqlite3.Error | OSError, path: Path, *, reading: bool = False) -> StoreError:
    """The error of the store that says this.

    Args:
        error: of SQLite or of the system.
        path: the database.
        reading: whether games are only to be read.
    """
    fault = fault_of(error)
    sentence = (_READING if reading and fault in _READING else _SENTENCES)[fault]
    if fault is Fault.FAILED:
        return StoreError(fault, sentence, path=path, why=system_reason(error) if isinstance(error, OSError) else error)
    return StoreError(fault, sentence, path=path)
