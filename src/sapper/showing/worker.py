"""The process behind `background`: takes work, does it, writes what came of it. It does not know what the work is."""

from __future__ import annotations

import os
import pickle
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from sapper.errors import N_, SapperError

READY, PROGRESS, DONE, FAILED = range(4)
"""The kinds of message that it writes."""


class WorkError(SapperError):
    """Work that came to no answer: its process could not be started, or ended, or met what it did not expect."""


_SIGIO = getattr(signal, "SIGIO", None)


def serve() -> None:
    """Works until nobody is there to ask."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever prints or reads by mistake must not get between the messages.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    _send(answers, READY, None)
    try:
        while True:
            work, arguments, reports = pickle.load(requests)
            with _ending_with_the_asker(requests):
                kind, content = _do(work, arguments, answers if reports else None)
            _send(answers, kind, content)
    except (EOFError, BrokenPipeError):
        # Not through the interpreter's own end, which would flush into the broken pipe.
        os._exit(0)


def _do(work: Any, arguments: tuple[Any, ...], reports: BinaryIO | None) -> tuple[int, Any]:
    try:
        if reports is None:
            return DONE, work(*arguments)
        return DONE, work(*arguments, progress=lambda content: _send(reports, PROGRESS, content))
    except SapperError as error:
        return FAILED, error
    except BrokenPipeError:
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return FAILED, WorkError(N_("the calculation failed ({why}); the game goes on"), why=why)


def _send(answers: BinaryIO, kind: int, content: Any) -> None:
    pickle.dump((kind, content), answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()


@contextmanager
def _ending_with_the_asker(requests: BinaryIO) -> Iterator[None]:
    """While work is done, the end of the asking program ends this one too, at once and within any call.

    Nothing is asked meanwhile, so anything that happens on the pipe is its end; the system then sends a signal that
    nobody handles. Where there is no such signal, the end is noticed with the next message.
    """
    if _SIGIO is None or not hasattr(os, "O_ASYNC"):
        yield
        return
    import fcntl

    number = requests.fileno()
    plain = fcntl.fcntl(number, fcntl.F_GETFL)
    fcntl.fcntl(number, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(number, fcntl.F_SETFL, plain | os.O_ASYNC)
    # It may have ended just before.
    if select.select([number], [], [], 0)[0]:
        os._exit(0)
    try:
        yield
    finally:
        fcntl.fcntl(number, fcntl.F_SETFL, plain)
