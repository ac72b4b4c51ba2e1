"""However the games are shared, and however often a simulation is interrupted, the sums are the same."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sapper.core.params import LEVELS, Params, Policy
from sapper.sim.executors import ExecutorError, Here, cluster, local
from sapper.sim.games import play_chunk
from sapper.sim.journal import Journal, JournalError, seed_in
from sapper.sim.plan import Plan, make_plan
from sapper.sim.result import Result
from sapper.sim.run import WorkerError, run
from tests.e2e.program import COMMAND, environment

GAMES = 300


def plan(**changes: Any) -> Plan:
    wanted: dict[str, Any] = {"player": "lowest-risk", "against": "logic", "seed": 11, "games": GAMES}
    return make_plan(LEVELS["beginner"], Policy.SAFE, **{**wanted, **changes})


@pytest.fixture(scope="module")
def whole() -> Result:
    """All games in one stretch."""
    result = Result(plan())
    result.add(play_chunk(plan(), 0, GAMES))
    return result


def sums(result: Result) -> tuple[object, ...]:
    return result.games, result.tallies, result.pairs


def test_this_process_and_threads(whole: Result) -> None:
    assert sums(run(plan(), Here())) == sums(whole)
    with ThreadPoolExecutor(3) as threads:
        assert sums(run(plan(), threads, workers=3)) == sums(whole)


@pytest.mark.slow
def test_two_processes(whole: Result) -> None:
    with local(2) as executor:
        assert sums(run(plan(), executor, workers=2)) == sums(whole)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # the peer's own, of ports and of loops
def test_a_cluster(whole: Result) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            processes=False,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address=":0",
        ) as made,
        cluster(made.scheduler_address) as (executor, workers),
    ):
        assert workers == 2
        assert sums(run(plan(), executor, workers=workers)) == sums(whole)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr("sapper.sim.executors.PATIENCE_S", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(ExecutorError, match=f"no Dask scheduler answers at {address}"), cluster(address):
            pass
    for address in ("127.0.0.1", "tcp://127.0.0.1", "somewhere"):
        with pytest.raises(ExecutorError, match=f"like tcp://127.0.0.1:8786, not {address}$"), cluster(address):
            pass


def test_without_dask_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExecutorError, match="pip install 'sapper"), cluster("tcp://127.0.0.1:9"):
        pass


class Failing(Executor):
    """Loses its workers after some pieces of work, in one way or another."""

    def __init__(self, pieces: int, error: Exception | None) -> None:
        self.pieces = pieces
        self.error = error

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.pieces -= 1
        if self.pieces >= 0:
            return Here().submit(fn, *args)
        if self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self.error)
        return future


@pytest.mark.parametrize(
    "error", [None, BrokenExecutor("gone"), RuntimeError("no\nmodule"), ConnectionError()], ids=repr
)
def test_lost_workers_are_one_sentence_and_lose_nothing(error: Exception | None, whole: Result, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with (
        Journal(path, plan()) as journal,
        pytest.raises(WorkerError, match=r"^a worker failed \(\w+(: .*)?\); with") as told,
    ):
        run(plan(), Failing(2, error), journal=journal)
    assert "\n" not in str(told.value)
    with Journal(path, plan()) as journal:
        assert journal.result.games >= 32
        assert sums(run(plan(), Here(), journal=journal)) == sums(whole)


@pytest.mark.slow
def test_a_killed_worker_is_one_sentence() -> None:
    many = plan(games=10**9)

    def kill(result: Result) -> None:
        if result.games:
            for process in multiprocessing.active_children():
                process.kill()

    with pytest.raises(WorkerError, match=r"^a worker failed \(BrokenProcessPool: "), local(2) as executor:
        run(many, executor, workers=2, progress=kill)


class Shuffled(Executor):
    """Does the newest piece of work first."""

    def __init__(self) -> None:
        self.stack: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.stack.append((future, (fn, args)))
        if len(self.stack) == 6:
            while self.stack:
                waiting, (work, given) = self.stack.pop()
                waiting.set_result(work(*given))
        return future


def test_the_order_does_not_matter(whole: Result, tmp_path: Path) -> None:
    games = plan(games=16 * 6)
    expected = Result(games)
    expected.add(play_chunk(games, 0, 96))
    with Journal(tmp_path / "journal", games) as journal:
        assert sums(run(games, Shuffled(), workers=3, journal=journal)) == sums(expected)
    with Journal(tmp_path / "journal", games) as journal:
        assert sums(journal.result) == sums(expected)
        assert journal.left == []


class Interrupted(Executor):
    """Is interrupted after some pieces of work."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.pieces == 0:
            raise KeyboardInterrupt
        self.pieces -= 1
        return Here().submit(fn, *args)


def test_interrupted_again_and_again(whole: Result, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for pieces in (0, 1, 3, 0):
        with Journal(path, plan()) as journal, pytest.raises(KeyboardInterrupt):
            run(plan(), Interrupted(pieces), journal=journal)
        with path.open("ab") as file:
            file.write(b'{"start":77,"games":1')  # what a crash leaves
    assert seed_in(path) == 11
    with Journal(path, plan()) as journal:
        assert 0 < journal.result.games < GAMES
        assert sums(run(plan(), Here(), journal=journal)) == sums(whole)
    assert all(json.loads(line) for line in path.read_bytes().splitlines())


def test_more_games_later(whole: Result, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, plan(games=100)) as journal:
        run(plan(games=100), Here(), journal=journal)
    with Journal(path, plan()) as journal:
        assert sums(run(plan(), Here(), journal=journal)) == sums(whole)
    with pytest.raises(JournalError, match="has games up to number 300: ask for as many at least, not 299"):
        Journal(path, plan(games=299))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A finished journal."""
    path = tmp_path / "journal"
    with Journal(path, plan()) as journal:
        run(plan(), Here(), journal=journal)
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"player": "random"},
        {"against": None},
        {"against": "random"},
        {"seed": 12},
        {"first": (1, 1)},
    ],
    ids=str,
)
def test_another_plan_is_refused(changes: dict[str, Any], kept: Path) -> None:
    before = kept.read_bytes()
    name = next(iter(changes))
    with pytest.raises(JournalError, match=f"belongs to another simulation: {name} is"):
        Journal(kept, plan(**changes))
    assert kept.read_bytes() == before


@pytest.mark.parametrize("params", [Params(9, 9, 11), LEVELS["expert"]], ids=str)
def test_another_board_or_policy_is_refused(params: Params, kept: Path) -> None:
    for other in (
        make_plan(params, Policy.SAFE, player="lowest-risk", against="logic", seed=11, games=GAMES),
        make_plan(LEVELS["beginner"], Policy.ANY, player="lowest-risk", against="logic", seed=11, games=GAMES),
    ):
        with pytest.raises(JournalError, match=r"belongs to another simulation: (the board|policy) is"):
            Journal(kept, other)


@pytest.mark.parametrize(
    "contents",
    [
        b"dear diary\n",
        b"dear diary",
        b"{}\n",
        b"[]\n",
        b"\xff\xfe\x00",
        b'{"journal":2,"plan":{}}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_a_file_that_is_no_journal_is_left_alone(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_bytes(contents)
    with pytest.raises(JournalError, match="is no journal of a simulation"):
        Journal(path, plan())
    assert path.read_bytes() == contents
    assert seed_in(path) is None


@pytest.mark.parametrize("length", [0, 1, 40, -1])
def test_a_header_cut_off_is_begun_again(length: int, kept: Path) -> None:
    header = kept.read_bytes().splitlines(keepends=True)[0]
    kept.write_bytes(header[:length])
    with Journal(kept, plan()) as journal:
        assert journal.left == [(0, GAMES)]
    assert kept.read_bytes() == header


def damages(line: bytes) -> Iterator[bytes]:
    yield line[:-2]
    yield b""
    yield b"null"
    yield b"\x00" * 20
    yield line.replace(b'"wins":', b'"wins":1')
    yield line.replace(b'"games":', b'"games":-', 1)
    yield line.replace(b'"pairs":[', b'"pairs":[9')
    yield line.replace(b'"pairs":[', b'"pairs":null,"x":[')
    yield line.replace(b'"tallies":[', b'"tallies":[{},')
    yield line.replace(b'"tallies":[', b'"tallies":["x",')
    yield line.replace(b'"tallies":[', b'"tallies":{"x":1},"x":[')
    yield line.replace(b'"tallies":[', b'"tallies":7,"x":[')
    yield line.replace(b'"seconds":', b'"seconds":NaN,":":')
    yield line.replace(b'"seconds":', b'"seconds":-')
    yield line.replace(b'"seconds":', b'"seconds":1' + b"0" * 400 + b',":":')
    yield line.replace(b'"by_guesses":[[', b'"by_guesses":[["a",1,1],[')
    yield line.replace(b'"seconds":', b'"seconds":"1",":":')
    yield b'{"start":' + b"9" * 5000 + b"}"


@pytest.mark.parametrize("kind", range(18))
def test_a_damaged_line_is_named(kind: int, kept: Path) -> None:
    lines = kept.read_bytes().split(b"\n")
    lines[2] = list(damages(lines[2]))[kind]
    kept.write_bytes(b"\n".join(lines))
    with pytest.raises(JournalError, match="is damaged at line 3; without that line it can be gone on with"):
        Journal(kept, plan())
    kept.write_bytes(b"\n".join(lines[:2] + lines[3:]))
    with Journal(kept, plan()) as journal:
        assert len(journal.left) == 1


def test_games_counted_twice_are_noticed(kept: Path) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(JournalError, match=r"counts game \d+ twice"):
        Journal(kept, plan())


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, plan()):
        with pytest.raises(JournalError, match="another simulation writes the journal"):
            Journal(path, plan())
        inside = "from tests.sim.test_run import *\nJournal(Path(sys.argv[1]), plan())"
        other = [sys.executable, "-c", inside, str(path)]
        ended = subprocess.run(other, env=environment(), capture_output=True, text=True, check=False)
        assert "another simulation writes the journal" in ended.stderr
    Journal(path, plan()).__exit__()


def alive(group: int) -> list[str]:
    """The processes of a group that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, pgrp = path.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(pgrp) == group and state != "Z":
            found.append(path.parent.name)
    return found


def begun(*wish: str, **variables: str) -> subprocess.Popen[str]:
    """The command in a group of processes of its own, as a shell starts it."""
    return subprocess.Popen(
        [*COMMAND, *wish],
        env=environment(LC_ALL="C.UTF-8", **variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A test run in the background of a shell would hand on that Ctrl-C is to be ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("processes", [2, 4, 10, 16, 18])
@pytest.mark.parametrize("command", ["simulate expert", "generate expert --policy no-guess"])
def test_interrupted_while_many_workers_start(command: str, processes: int) -> None:
    with begun(*command.split(), "-n", "100000000", "--jobs", "16") as running:
        while len(alive(running.pid)) < processes:
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    stopped = "Stopped after 0 of 100000000 games; with --journal FILE they would have been kept."
    assert err.strip() in ("", stopped)
    while alive(running.pid):
        time.sleep(0.05)


MANY = 1500
"""So many that they are not over before they are interrupted."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(("jobs", "ended"), [("1", signal.SIGKILL), ("2", signal.SIGKILL), ("2", signal.SIGINT)])
def test_killed_in_the_middle_and_resumed(jobs: str, ended: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    wish = ["simulate", "intermediate", "-n", str(MANY), "--policy", "safe", "--seed", "5", "--against", "logic"]
    profile = str(tmp_path / "profile")
    with begun(*wish, "--journal", str(path), "--jobs", jobs, SAPPER_PROFILE=profile) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
            time.sleep(0.02)
        if ended is signal.SIGINT:
            os.killpg(running.pid, ended)  # as a terminal does
        else:
            running.send_signal(ended)
        out, err = running.communicate(timeout=60)
    while alive(running.pid):
        time.sleep(0.05)
    assert not out
    if ended is signal.SIGINT:
        assert running.returncode == 130
        stopped = f"Stopped after {kept_games(path)} of {MANY} games"
        assert err.strip() == f"{stopped}; the same command goes on from {path}."
    else:
        assert "Traceback" not in err
    games = make_plan(LEVELS["intermediate"], Policy.SAFE, player="lowest-risk", against="logic", seed=5, games=MANY)
    with Journal(path, games) as journal:
        assert 0 < journal.result.games < MANY
        resumed = run(games, Here(), journal=journal)
    straight = Result(games)
    straight.add(play_chunk(games, 0, MANY))
    assert sums(resumed) == sums(straight)


def kept_games(path: Path) -> int:
    return sum(json.loads(line)["games"] for line in path.read_bytes().splitlines()[1:])


LEFT_TO_CANCEL = """
import time
from sapper.sim.executors import local
for _ in range(5):
    with local(2) as executor:
        executor.submit(int).result()
        time.sleep(0.05)
        executor.submit(int).cancel()
print("left")
"""


@pytest.mark.slow
def test_processes_are_left_where_the_last_work_was_cancelled() -> None:
    """Which hung on Python 3.11.2."""
    command = [sys.executable, "-c", LEFT_TO_CANCEL]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "left\n", "")
