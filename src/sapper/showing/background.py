"""Runs long calculations in a process of its own, so that no screen waits for them. It knows nothing of what they are.

A thread would not do: one call into compiled code can keep every other thread waiting for seconds. The process is
started when the first work comes, kept warm for the next, killed when work is cancelled in its midst, and ends with the
program, however that ends.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from sapper.errors import N_
from sapper.showing.worker import DONE, FAILED, PROGRESS, READY, WorkError

T = TypeVar("T")

_ROOT = str(Path(__file__).resolve().parents[2])
# Isolated and without site-packages: it needs this package and nothing else, and starts the sooner.
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from sapper.showing.worker import serve; serve()"


class _Job(NamedTuple):
    message: bytes
    future: Future[Any]
    progress: Callable[[Any], None] | None


class Background:
    """One process for long calculations; one after another, in the order in which they came."""

    _COMMAND: ClassVar[tuple[str, ...]] = ("-I", "-S", "-c", _PROGRAM, _ROOT)

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._killed: subprocess.Popen[bytes] | None = None
        self._current: _Job | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process's number while there is one."""
        process = self._process
        return None if process is None else process.pid

    def submit(
        self, work: Callable[..., T], *arguments: object, progress: Callable[[Any], None] | None = None
    ) -> Future[T]:
        """Has a function called in the process.

        Cancelling the future ends the work at once, wherever it stands. The future ends, and `progress` is called, in
        a thread of this object's own.

        Args:
            work: a function of a module, with arguments and an answer that can be pickled; called with a keyword
                argument `progress` if one is given here.
            arguments: for it.
            progress: is given what the work reports meanwhile.

        Returns:
            What the function returned; or else a `SapperError` that it raised, or a `WorkError`.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.cancel()
                return future
            message = pickle.dumps((work, arguments, progress is not None), pickle.HIGHEST_PROTOCOL)
            job = _Job(message, future, progress)
            self._jobs.put(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
        future.add_done_callback(lambda _: self._give_up(job))
        return future

    def close(self) -> None:
        """Ends the process and cancels what it was to do; nothing is taken any more."""
        with self._lock:
            self._closed = True
            current, self._current = self._current, None
            if self._process is not None:
                self._process.kill()
        if current is not None:
            current.future.cancel()
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                job.future.cancel()
        self._jobs.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _give_up(self, job: _Job) -> None:
        """Work that was cancelled in its midst takes its process with it: there is no gentler way that always works."""
        with self._lock:
            if job.future.cancelled() and self._current is job:
                self._current = None
                assert self._process is not None
                # It may look alive for a moment.
                self._killed = self._process
                self._process.kill()

    # In the thread

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.future.cancelled():
                self._do(job)
        self._end()

    def _do(self, job: _Job) -> None:
        try:
            process = self._started()
            assert process.stdin is not None
            with self._lock:
                # Cancelled before it began, it does no harm to a process that was about to begin.
                if job.future.cancelled():
                    return
                self._current = job
            process.stdin.write(job.message)
            process.stdin.flush()
            kind, content = self._answer(process, job)
        except (OSError, EOFError, pickle.UnpicklingError):
            with self._lock:
                self._current = None
            self._end()
            kind, content = FAILED, WorkError(N_("the calculation ended without an answer; the game goes on"))
        with self._lock:
            self._current = None
        # Cancelled meanwhile, there is nobody to be told.
        with contextlib.suppress(InvalidStateError):
            if kind == DONE:
                job.future.set_result(content)
            else:
                job.future.set_exception(content)

    def _started(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is not None and process is not self._killed and process.poll() is None:
            return process
        self._end()
        process = subprocess.Popen(
            [sys.executable, *self._COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Keys that interrupt or suspend the program are not meant for it.
            start_new_session=True,
        )
        with self._lock:
            self._process = process
            if self._closed:
                process.kill()
        kind, _ = _read(process)
        if kind != READY:
            raise EOFError
        return process

    def _answer(self, process: subprocess.Popen[bytes], job: _Job) -> tuple[int, Any]:
        while True:
            kind, content = _read(process)
            if kind != PROGRESS:
                return kind, content
            if job.progress is not None and not job.future.cancelled():
                job.progress(content)

    def _end(self) -> None:
        """Ends the process, if there is one."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            # What was not written any more cannot be written now.
            with contextlib.suppress(OSError):
                process.communicate()


def _read(process: subprocess.Popen[bytes]) -> tuple[int, Any]:
    assert process.stdout is not None
    kind, content = pickle.load(process.stdout)  # what this package's own process wrote
    return kind, content
