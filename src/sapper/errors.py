"""The kinds of error that sapper raises on purpose; it must not know who will show them, nor in which language.

A reason is an English sentence with named placeholders and stands as its own translation key; the values
that fill it travel beside it, so that a front end can say the same thing in another language.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType


def plain(value: object) -> object:
    """A value as it may stand in a sentence.

    Of texts and paths, what would break the line or command a terminal is written as an escape.
    """
    if not isinstance(value, str) and not hasattr(value, "__fspath__"):
        return value
    text = str(value)
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


class Plural(str):
    """A sentence that counts something: the text itself is the form for several.

    Attributes:
        one: the form for one.
        by: the name of the value that counts.
    """

    one: str
    by: str

    def __new__(cls, many: str, one: str = "", by: str = "") -> Plural:
        """Made by `NN_`."""
        found = super().__new__(cls, many)
        found.one, found.by = one, by
        return found


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong: an English `template` with named placeholders and the `values` for them."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        template = self.template
        if isinstance(template, Plural) and self.values.get(template.by) == 1:
            template = template.one
        return template.format(**{name: plain(value) for name, value in self.values.items()})


def N_(template: str) -> str:
    """Marks a sentence for the translators, where it is written down but not yet translated."""
    return template


def NN_(one: str, many: str, by: str) -> Plural:
    """Marks a sentence that counts something, in its forms for one and for several.

    Args:
        one: the form for one.
        many: the form for several.
        by: the name of the value that counts.
    """
    return Plural(many, one, by)


class SapperError(Exception):
    """Base of all deliberate errors.

    Attributes:
        reasons: what is wrong, one `Reason` each, in the order in which it was found.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        self.reasons: tuple[Reason, ...] = (Reason(template, values),)
        super().__init__(template)

    def __str__(self) -> str:
        return "; ".join(map(str, self.reasons))

    def __reduce__(self) -> tuple[object, ...]:
        # Errors come from other processes too, and several kinds are not made of what they hold.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[SapperError], arguments: tuple[object, ...], attributes: dict[str, object]) -> SapperError:
    """An error as it was."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class UsageError(SapperError):
    """What was asked for makes no sense: a name that nothing has, words that contradict each other."""


class ParamsError(SapperError):
    """A size and mine count that no board can have; `reasons` names every fault."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__(reasons[0].template)
        self.reasons = reasons


class NotationError(SapperError):
    """Text or bytes that do not say what they should.

    Attributes:
        line: the line of the fault, from 1, or None where lines mean nothing.
        column: the column of the fault, from 1, or None.
    """

    def __init__(self, template: str, /, *, line: int | None = None, column: int | None = None, **values: object):
        super().__init__(template, **values)
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """Where the fault is, as `line:column`, `line`, or the empty string."""
        return ":".join(str(part) for part in (self.line, self.column) if part is not None)

    def __str__(self) -> str:
        place = self.place
        return f"{place}: {super().__str__()}" if place else super().__str__()


_SYSTEM = {
    errno.EACCES: N_("Permission denied"),
    errno.EEXIST: N_("File exists"),
    errno.EINVAL: N_("Invalid argument"),
    errno.EIO: N_("Input/output error"),
    errno.EISDIR: N_("Is a directory"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
    errno.EMFILE: N_("Too many open files"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EROFS: N_("Read-only file system"),
    errno.EADDRINUSE: N_("Address already in use"),
    errno.EADDRNOTAVAIL: N_("Cannot assign requested address"),
    errno.EPIPE: N_("Broken pipe"),
    errno.EFBIG: N_("File too large"),
    errno.EDQUOT: N_("Disk quota exceeded"),
    errno.EBADF: N_("Bad file descriptor"),
}
"""What the system says of its usual refusals, which it says in English whatever the player speaks."""


def system_reason(error: OSError) -> Reason:
    """Why the system refused something, without the name of what it refused."""
    known = _SYSTEM.get(error.errno) if error.errno is not None else None
    return Reason("{fault}", {"fault": error.strerror or str(error)}) if known is None else Reason(known)


def brief(error: BaseException) -> str:
    """An error on one line: its kind, unless it is one of sapper's own, and what it says."""
    kind = "" if isinstance(error, SapperError) else type(error).__name__
    return ": ".join(filter(None, [kind, " ".join(str(error).split())[:200]]))


class FileError(SapperError):
    """Something is wrong with a file, or with what is in it; says which file."""

    def __init__(self, name: object, fault: SapperError | OSError) -> None:
        """Of the file of this name."""
        why = system_reason(fault) if isinstance(fault, OSError) else fault
        super().__init__(N_("{name}: {fault}"), name=name, fault=why)


class naming:
    """A context that gives the errors of what is done with a file the file's name: all become `FileError`."""

    def __init__(self, name: object | None) -> None:
        """Of the file of this name; None for one that has none, whose errors stay as they are."""
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._name is not None and isinstance(error, SapperError | OSError):
            raise FileError(self._name, error) from None


class DealError(SapperError):
    """A layout that was asked for cannot be dealt."""


class PositionError(SapperError):
    """A position that no layout fits.

    Attributes:
        cells: the numbers that cannot be true together, as `x, y`; empty where the mine count alone is wrong.
    """

    def __init__(self, template: str, /, *, cells: tuple[tuple[int, int], ...] = (), **values: object):
        super().__init__(template, **values)
        self.cells = cells


class EffortError(SapperError):
    """An answer that would take more time or memory than allowed, or was told to stop."""
