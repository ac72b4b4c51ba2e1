"""The consoles as processes: locales, closed pipes, signals, floods of input, and what they load."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.e2e.program import COMMAND, environment, sapper

CONSOLES = ("menu", "quick", "chinese")


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "de_DE.ISO-8859-1"}, {"PYTHONIOENCODING": "latin-1"}]
)
def test_chinese_is_utf8_whatever_the_locale(locale: dict[str, str]) -> None:
    ended = sapper("console", "chinese", stdin="1\n5 5\n你好\n".encode("gbk"), env=environment(**locale))
    assert "游戏开始！" in ended.stdout.decode("utf-8")
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("name", CONSOLES)
def test_a_closed_output_pipe_ends_a_console_silently(name: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, "console", name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        bufsize=0,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(b"1\n" * 20_000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize("name", CONSOLES)
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_stream_closed_from_the_start_is_no_accident(name: str, closed: int) -> None:
    shell = f'exec "$@" {closed}>&-'
    command = ["sh", "-c", shell, "sh", *COMMAND, "console", name]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, env=environment(), timeout=60, check=False
    )
    said = b"sapper: standard output is closed: there is nowhere to write the answer\n" if closed == 1 else b""
    assert (ended.returncode, ended.stderr) == (int(closed == 1), said)


def in_terminal(*arguments: str) -> tuple[subprocess.Popen[bytes], int]:
    """Starts the command in a terminal of its own, and returns that terminal's other end."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm"),
        start_new_session=True,
        preexec_fn=take_terminal,
    )
    os.close(theirs)
    return process, ours


def take_terminal() -> None:
    """Makes standard input the controlling terminal, so that its Ctrl-C reaches the program."""
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests started with & by a script inherit that it is ignored
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def read_until(terminal: int, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        seen += os.read(terminal, 65536)
    return seen


def read_to_end(terminal: int) -> bytes:
    seen = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            return seen
        if not more:
            return seen
        seen += more


PROMPTS = {"menu": b">>> ", "quick": b"<rows,cols>:", "chinese": "请选择:> ".encode()}


@pytest.mark.parametrize("name", CONSOLES)
@pytest.mark.parametrize(("key", "status"), [(b"\x03", 130), (b"\x04", 0)])
def test_keys_that_end_a_program(name: str, key: bytes, status: int) -> None:
    process, terminal = in_terminal("console", name)
    # Else Ctrl-C makes the terminal throw away what it has not shown yet, the last line if that was quick.
    modes = termios.tcgetattr(terminal)
    modes[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, modes)
    read_until(terminal, PROMPTS[name])
    os.write(terminal, key)
    rest = read_to_end(terminal)
    os.close(terminal)
    assert process.wait(60) == status
    assert b"Traceback" not in rest
    assert rest.endswith(b"\r\n")


def test_quick_clears_a_terminal_between_boards() -> None:
    process, terminal = in_terminal("console", "quick", "--seed", "4")
    read_until(terminal, PROMPTS["quick"])
    os.write(terminal, b"5 5\n")
    assert b"\x1b[H\x1b[2J" in read_until(terminal, PROMPTS["quick"])
    process.send_signal(signal.SIGINT)
    read_to_end(terminal)
    os.close(terminal)
    assert process.wait(60) == 130


PEAK = """
import resource, sys
from sapper.cli import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
raise SystemExit(status)
"""


def peak_kilobytes(name: str, script: bytes) -> int:
    command = [sys.executable, "-c", PEAK, "console", name, "--seed", "1"]
    process = subprocess.run(
        command,
        input=script,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
        timeout=300,
        check=True,
    )
    return int(process.stderr)


@pytest.mark.parametrize("name", ["menu", "quick", "chinese"])
def test_a_hundred_thousand_moves_take_no_more_memory_than_ten(name: str) -> None:
    start = {"menu": b"1\n1\n", "quick": b"5 5\n", "chinese": b"1\n5 5\n"}[name]
    turns = {"menu": b"1 1\n2\n\n1 1\n3\n\n", "quick": b"5 5\nx\n", "chinese": b"5 5\nx\n"}[name]
    few = peak_kilobytes(name, start + turns * 5)
    many = peak_kilobytes(name, start + turns * 50_000)
    assert many - few < 4096


@pytest.mark.parametrize("name", CONSOLES)
def test_a_console_loads_only_what_it_needs(name: str) -> None:
    code = (
        "import sys; from sapper.cli import main; main(sys.argv[1:]); "
        "heavy = {'textual', 'rich', 'numpy', 'sqlite3', 'asyncio', 'platformdirs', 'sapper.replay', 'json'}; "
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, "console", name], input=b"", capture_output=True, env=environment(), check=True
    )
    assert ended.stderr.strip() == b"[]"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--board", "no/such/file"], "neither a file nor a game ID"),
        (["--board", "/"], "/"),
        (["--board", "9x9/81:any:1"], "at most 80 mines"),
        (["--board", "9x9/10:no-guess:1"], ""),
    ],
)
def test_a_board_that_cannot_be_had_is_a_sentence(arguments: list[str], says: str) -> None:
    ended = sapper("console", "quick", *arguments, stdin=b"5 5\n")
    if says:
        assert ended.returncode == 1
        assert says in ended.stderr.decode()
        assert ended.stderr.count(b"\n") == 1
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["menu", "--size", "9x9/10"], "--size goes with quick and chinese"),
        (["quick", "--size", "9x9/10", "--board", "9x9/10:any:1"], "leave out --size"),
        (["quick", "--size", "0x9/10"], "width must be 1 to 1000"),
        (["quick", "--seed", "-1"], "a seed is a whole number"),
        (["quick", "--seed", "18446744073709551616"], "a seed is a whole number"),
        (["nothing"], "NAME is one of menu, quick, chinese, not 'nothing'"),
        ([], "NAME"),
    ],
)
def test_wrong_use_is_a_sentence_with_status_two(arguments: list[str], says: str) -> None:
    ended = sapper("console", *arguments)
    assert ended.returncode == 2
    assert says in ended.stderr.decode()
    assert ended.stderr.count(b"\n") == 1
    assert ended.stdout == b""


@pytest.mark.parametrize("name", CONSOLES)
def test_boards_from_files_and_ids(name: str, tmp_path: Path) -> None:
    generated = sapper("generate", "9x9/10", "--seed", "5", "--format", "mbf")
    (tmp_path / "board.mbf").write_bytes(generated.stdout)
    script = {"menu": b"1\n1 7\n1\n\n\n0\n", "quick": b"5 5\n1 7\n", "chinese": b"1\n5 5\n1 7\n0\n"}[name]
    outputs = {
        sapper("console", name, "--board", board, stdin=script).stdout
        for board in (str(tmp_path / "board.mbf"), "9x9/10:opening:5:4,4")
    }
    (output,) = outputs
    assert any(word in output.decode() for word in ("BOOOOM", "Game Over", "炸死"))


def test_time_is_not_spent_waiting() -> None:
    """A console at its prompt sleeps: it uses no processor time."""
    process, terminal = in_terminal("console", "menu")
    read_until(terminal, PROMPTS["menu"])
    status = Path(f"/proc/{process.pid}/stat")
    if not status.exists():
        process.kill()
        pytest.skip("no /proc here")
    before = ticks(status)
    time.sleep(0.5)
    after = ticks(status)
    os.write(terminal, b"0\n")
    read_to_end(terminal)
    os.close(terminal)
    assert process.wait(60) == 0
    assert after - before <= 1


def ticks(status: Path) -> int:
    """The processor time of a process so far, in clock ticks."""
    return sum(map(int, status.read_text().rsplit(")", 1)[1].split()[11:13]))
