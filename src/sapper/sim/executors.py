"""Executors for simulations: this process, processes of this machine, a Dask cluster. Knows nothing of games."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, ParamSpec, TypeVar, cast

from sapper.errors import N_, SapperError, UsageError

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_S = 10
"""How long to wait for a cluster."""


class ExecutorError(SapperError):
    """Workers that cannot be had."""


class AddressError(ExecutorError, UsageError):
    """What is no address of a scheduler."""


class Here(Executor):
    """Does the work at once, in this thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Calls the function."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def local(jobs: int) -> Iterator[Executor]:
    """So many processes of this machine; for one job, this process itself."""
    if jobs == 1:
        yield Here()
        return
    executor = _Processes(jobs)
    before = set(multiprocessing.active_children())
    try:
        yield executor
    except BaseException:
        manager = getattr(executor, "_executor_manager_thread", None)  # which is forgotten where it is not waited for
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()  # what they are at is not wanted any more
        if manager is not None:
            manager.join()  # it looks at the executor until it has put everything away
        raise
    # Where only cancelled work is left, Python 3.11.2 for one waits for it for ever, unless told this.
    executor.shutdown(cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    """Starts its processes and threads as work comes in, each whole and deaf to an interruption from the first."""

    def __init__(self, jobs: int) -> None:
        with _uninterrupted():
            # Not fork: threads may be running, such as those of a progress bar.
            super().__init__(jobs, multiprocessing.get_context("spawn"), _settle_in)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _uninterrupted():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Puts an interruption off, and keeps the processes and threads that are started meanwhile from any."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came: list[int] = []
    heard = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))  # another thread may catch it
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # which what is started inherits
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, heard)
        if came:
            signal.raise_signal(signal.SIGINT)


def _settle_in() -> None:
    """In a worker: leaves interruptions to the parent, and ends when the parent ends, however it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask scheduler, and how many threads they have; needs the extra `cluster`.

    Dask unpickles what it receives: whoever can send to the scheduler can run code there.

    Raises:
        AddressError: this is no address.
        ExecutorError: Dask is not installed, nobody answers at the address, or there are no workers.
    """
    if re.match("(?!tcp:|tls:)[a-z]+://", address) is None and re.search(":[0-9]+$", address) is None:
        # Dask says so too, and then waits long for what it has not begun.
        raise AddressError(N_("a scheduler's address is like tcp://127.0.0.1:8786, not {address}"), address=address)
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "distributed":
            raise
        template = N_("a scheduler needs Dask (pip install 'sapper[cluster]'); without it there is --jobs")
        raise ExecutorError(template) from None
    for name in ("distributed", "distributed.client", "distributed.core"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # it logs what it raises as well, with a traceback
    try:
        client: Any = cast("Any", Client)(address, timeout=PATIENCE_S, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError) as error:
        template = N_("no Dask scheduler answers at {address}: {fault}")
        raise ExecutorError(template, address=address, fault=" ".join(str(error).split())[:200]) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
        except TimeoutError:
            raise ExecutorError(N_("the scheduler at {address} has no workers"), address=address) from None
        yield client.get_executor(pure=False), sum(client.nthreads().values())
