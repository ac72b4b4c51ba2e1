"""The journal of a simulation: a line for every stretch of games played, so that an interruption loses little.

JSON lines: first the key of the plan, then the stretches in the order in which they came in. A last line that was cut
off by the interruption is dropped; any other damage is an error. It must not know who plays.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from sapper.errors import N_, Reason, SapperError, naming
from sapper.sim.plan import Plan
from sapper.sim.result import Chunk, Result
from sapper.store.lease import alone

FORMAT = 1
LONGEST = 1 << 24
"""No line that this program writes has so many bytes."""


class JournalError(SapperError):
    """A journal that cannot be gone on with."""


class Journal:
    """A journal that this process alone writes; a context manager.

    Attributes:
        result: the sums of the games in it.
        left: the plan's other games, each stretch as its start and its end.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        """Opens the journal of a plan, or begins it.

        Raises:
            JournalError: another process writes it, it belongs to another plan or is none, or is damaged.
            FileError: it cannot be written.
            OSError: it cannot be read.
        """
        self.result = Result(plan)
        self._path = path
        self._held = ExitStack()
        try:
            path.touch()
            if not self._held.enter_context(alone(_lock_of(path), patience_s=0)):
                raise JournalError(N_("another simulation writes the journal {path}; each needs its own"), path=path)
            self._file: BinaryIO = self._held.enter_context(path.open("r+b"))
            self.left = self._read(path, plan)
        except BaseException:
            self._held.close()
            raise

    def add(self, chunk: Chunk) -> None:
        """Writes a stretch down, safe from a crash of the program or of the machine."""
        self._write(chunk.as_json())

    def _write(self, document: dict[str, object]) -> None:
        with naming(self._path):
            self._file.write(_line(document))
            self._file.flush()
            os.fsync(self._file.fileno())

    def _read(self, path: Path, plan: Plan) -> list[tuple[int, int]]:
        header: dict[str, object] = {"journal": FORMAT, "plan": plan.key()}
        line = self._file.readline(LONGEST)
        if _line(header).startswith(line) and not line.endswith(b"\n"):  # nothing yet, or cut off at once
            self._file.seek(0)
            self._file.truncate()
            self._write(header)
            return [(0, plan.games)]
        _check_header(_document(line), path, plan)
        spans = []
        number, good = 1, self._file.tell()
        while (line := self._file.readline(LONGEST)).endswith(b"\n"):
            number, good = number + 1, self._file.tell()
            try:
                chunk = Chunk.from_json(_document(line), players=len(plan.players))
            except (ValueError, TypeError):
                template = N_("the journal {path} is damaged at line {line}; without that line it can be gone on with")
                raise JournalError(template, path=path, line=number) from None
            self.result.add(chunk)
            spans.append((chunk.start, chunk.start + chunk.games))
        left = _gaps(sorted(spans), path, plan)
        self._file.seek(good)
        self._file.truncate()
        return left

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()


def seed_in(path: Path) -> int | None:
    """The seed of the plan whose journal this is, or None where it is not to be had."""
    try:
        with path.open("rb") as file:
            plan = _document(file.readline(LONGEST)).get("plan")
    except OSError:
        return None
    seed = plan.get("seed") if isinstance(plan, dict) else None
    return seed if isinstance(seed, int) else None


def _lock_of(path: Path) -> Path:
    # Where a lock also keeps its holder from reading, it goes beside.
    return path if os.name == "posix" else path.with_name(path.name + ".lock")


_NAMES = {"params": N_("the board")}
"""What to call what no option is named after."""


def _check_header(header: dict[str, Any], path: Path, plan: Plan) -> None:
    if header.get("journal") != FORMAT or not isinstance(header.get("plan"), dict):
        raise JournalError(N_("{path} is no journal of a simulation"), path=path)
    for name, wanted in plan.key().items():
        if (found := header["plan"].get(name)) != wanted:
            template = N_("the journal {path} belongs to another simulation: {name} is {found} there, not {wanted}")
            shown = Reason(_NAMES[name]) if name in _NAMES else name
            raise JournalError(template, path=path, name=shown, found=_brief(found), wanted=_brief(wanted))


def _gaps(spans: list[tuple[int, int]], path: Path, plan: Plan) -> list[tuple[int, int]]:
    """The stretches of a plan's games that are not among these ascending ones."""
    left, at = [], 0
    for start, end in spans:
        if start < at:
            raise JournalError(N_("the journal {path} counts game {game} twice"), path=path, game=start)
        if start > at:
            left.append((at, start))
        at = end
    if at > plan.games:
        template = N_("the journal {path} has games up to number {end}: ask for as many at least, not {games}")
        raise JournalError(template, path=path, end=at, games=plan.games)
    return [*left, (at, plan.games)] if at < plan.games else left


def _document(line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _line(document: dict[str, object]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode("ascii") + b"\n"


def _brief(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else text[:39] + "…"
