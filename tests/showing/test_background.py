"""Work in a process of its own: answers, errors, progress; cancelled in any call, and never left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from sapper.core.notation import parse_view
from sapper.errors import NotationError
from sapper.showing.background import Background
from sapper.showing.worker import WorkError

LONG = "(a+)+$", "a" * 60 + "b"
"""With `re.match` a single call that takes years and lets no other thread run."""

SOURCE = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture
def background() -> Iterator[Background]:
    made = Background()
    yield made
    made.close()


def reporting(first: int, *, progress: Callable[[int], None]) -> int:
    for number in range(first, first + 3):
        progress(number)
    return first + 3


def ending() -> None:
    os._exit(1)


def is_there(pid: int) -> bool:
    """Whether a process still runs; one that is over but that nobody has asked for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Callable[[], bool]) -> None:
    """Waits for something that happens soon; how soon is not tested."""
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def busy(background: Background) -> int:
    """The process once it is in the midst of a call."""
    until(lambda: background._current is not None)
    pid = background.pid
    assert pid is not None
    return pid


def test_answers_come_from_one_other_process(background: Background) -> None:
    first, second = background.submit(os.getpid), background.submit(os.getpid)
    assert first.result() == second.result() == background.pid != os.getpid()


def test_errors_that_are_meant_arrive_as_they_are_and_others_as_a_sentence(background: Background) -> None:
    with pytest.raises(NotationError) as caught:
        background.submit(parse_view, "x").result()
    assert caught.value.reasons[0].values["found"] == "'x'"
    assert caught.value.place == "1:1"
    with pytest.raises(WorkError, match="ValueError: invalid literal"):
        background.submit(int, "x").result()
    assert background.submit(int, "1").result() == 1


def test_what_is_printed_does_not_get_between_the_answers(background: Background) -> None:
    background.submit(print, "x" * 100_000).result()
    assert background.submit(len, "four").result() == 4


def test_cancelled_in_the_midst_of_a_call_that_lets_nobody_else_run_it_is_gone(background: Background) -> None:
    future = background.submit(re.match, *LONG)
    waiting = background.submit(len, "four")
    pid = busy(background)
    assert future.cancel()
    assert waiting.result() == 4
    assert background.pid != pid
    until(lambda: not is_there(pid))


def test_cancelled_before_its_turn_it_costs_nothing(background: Background) -> None:
    blocking = background.submit(time.sleep, 0.3)
    pid = busy(background)
    stale = [background.submit(os._exit, 1) for _ in range(5)]
    last = background.submit(os.getpid)
    assert all(future.cancel() for future in stale)
    assert last.result() == pid
    assert blocking.done()


def test_a_process_that_ends_loses_its_work_only(background: Background) -> None:
    with pytest.raises(WorkError, match="without an answer"):
        background.submit(os._exit, 1).result()
    assert background.submit(len, "four").result() == 4
    pid = background.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: not is_there(pid))
    assert background.submit(len, "four").result() == 4


def test_without_a_process_there_is_a_sentence(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkError):
        background.submit(len, "four").result()


def test_closed_it_ends_and_takes_nothing_more() -> None:
    background = Background()
    future, waiting = background.submit(re.match, *LONG), background.submit(len, "four")
    pid = busy(background)
    background.close()
    for given_up in (future, waiting, background.submit(len, "four")):
        with pytest.raises(CancelledError):
            given_up.result()
    assert not is_there(pid)
    background.close()
    Background().close()


def test_it_may_be_asked_from_many_threads(background: Background) -> None:
    answers: list[int] = []

    def ask(number: int) -> None:
        answers.append(background.submit(abs, -number).result())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == list(range(20))


_PROGRAM = """
import re, sys, time
from sapper.showing.background import Background
background = Background()
background.submit(len, "four").result()
if sys.argv[1] == "busy":
    background.submit(re.match, "(a+)+$", "a" * 60 + "b")
    while background._current is None:
        time.sleep(0.01)
    time.sleep(0.1)
print(background.pid, flush=True)
if sys.argv[2] == "killed":
    time.sleep(1000)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="whether a process is there is read from /proc")
@pytest.mark.parametrize("doing", ["idle", "busy"])
@pytest.mark.parametrize("end", ["killed", "ended"])
def test_however_the_program_ends_nothing_stays(doing: str, end: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", _PROGRAM, doing, end]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        if end == "killed":
            assert is_there(pid)
            program.kill()
        program.wait()
        until(lambda: not is_there(pid))


def test_cancelled_at_any_moment_it_does_no_harm_to_what_comes_next(background: Background) -> None:
    for turn in range(60):
        stale = background.submit(time.sleep, 0.002)
        following = background.submit(abs, -turn)
        time.sleep(turn % 6 / 1000)
        stale.cancel()
        assert following.result() == turn
