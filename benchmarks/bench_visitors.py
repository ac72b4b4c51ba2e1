"""Visitors who play in the browser's stead: is every click answered, what memory does each take, what is left behind?

A click is answered when the game has drawn what it must change: for a flag the counter with its new number, for an
opened cell the cells, for a hint its sentence. Run as `python -m benchmarks.bench_visitors [VISITORS] [SECONDS]`, with
the extra `web`; reads /proc, so on Linux only.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.asked import Wanted, parser
from benchmarks.processes import descendants, own_mb, resident_mb

with Wanted(__doc__):
    from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

COLUMNS, ROWS = 80, 24
SIDE, MINES = 9, 10
PAUSE_S = 0.4
PATIENCE_S, START_S = 10.0, 60.0
_FLAG_DRAWN = re.compile(r"\x1b\[(\d+);(\d+)H[^H]*?⚑")
_OPENED = re.compile(r"\x1b\[[0-9;]*m ? ?[1-8]")
"""A number as it is drawn."""


class Visitor:
    """One browser's worth of clicks."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.clicks = 0
        self.waits_ms: list[float] = []
        self._seen = ""
        self._drawn = asyncio.Event()
        self._corner = (0, 0)

    async def play(self, base: str, seconds: float, *, ready: asyncio.Barrier) -> None:
        """Games one after another: flags set and taken away, a cell opened, a hint asked for."""
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            async with session.get(base) as page:
                await page.read()
            address = f"{base}ws?width={COLUMNS}&height={ROWS}"
            async with session.ws_connect(address, headers={"Origin": base.rstrip("/")}) as socket:
                reader = asyncio.create_task(self._read(socket))
                assert await self._shows(socket, "", "Welcome", patience=START_S)
                assert await self._shows(socket, "q", "OPEN", patience=START_S)
                await self._find_board(socket)
                await ready.wait()
                until = time.monotonic() + seconds
                while time.monotonic() < until:
                    await self._game(socket, until)
                await socket.close()
                await reader

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                self._seen += message.data.decode("utf-8", "replace")
                self._drawn.set()

    async def _shows(
        self,
        socket: ClientWebSocketResponse,
        typed: str,
        wanted: str | re.Pattern[str],
        *,
        patience: float = PATIENCE_S,
    ) -> bool:
        """Whether something is drawn after something was typed."""
        self._seen = self._seen if not typed else ""
        if typed:
            await socket.send_json(["stdin", typed])
        pattern = re.compile(re.escape(wanted)) if isinstance(wanted, str) else wanted
        try:
            async with asyncio.timeout(patience):
                while not pattern.search(self._seen):
                    self._drawn.clear()
                    await self._drawn.wait()
        except TimeoutError:
            return False
        return True

    async def _find_board(self, socket: ClientWebSocketResponse) -> None:
        """The screen's column and row of the first cell, from where a flag on the middle one is drawn."""
        assert await self._shows(socket, "f", _counter(MINES - 1), patience=START_S)
        await asyncio.sleep(1)
        places = [(int(row), int(column)) for row, column in _FLAG_DRAWN.findall(self._seen)]
        row, column = max(places)  # the counter, which has a flag too, is higher up
        self._corner = column - 2 * (SIDE // 2), row - SIDE // 2
        assert await self._shows(socket, "f", _counter(MINES), patience=START_S)

    async def _click(self, socket: ClientWebSocketResponse, text: str, wanted: str | re.Pattern[str]) -> None:
        self.clicks += 1
        started = time.monotonic()
        if await self._shows(socket, text, wanted):
            self.waits_ms.append((time.monotonic() - started) * 1000)
        await asyncio.sleep(PAUSE_S * self._random.uniform(0.5, 1.5))

    async def _game(self, socket: ClientWebSocketResponse, until: float) -> None:
        cells = [(x, y) for x in range(SIDE) for y in range(SIDE) if (x, y) != (4, 4)]
        flagged: list[str] = []
        for x, y in self._random.sample(cells, 5):
            flagged.append(self._at(2, x, y))
            await self._click(socket, flagged[-1], _counter(MINES - len(flagged)))
        while flagged and time.monotonic() < until:
            await self._click(socket, flagged.pop(), _counter(MINES - len(flagged)))
        await self._click(socket, self._at(0, 4, 4), _OPENED)
        # The same board may be won by its first click.
        await self._click(socket, "i", re.compile("Look|Nothing|mines left|\x1b"))
        # A second press gives a game of ten seconds up.
        await socket.send_json(["stdin", "rr"])
        await asyncio.sleep(PAUSE_S)

    def _at(self, button: int, x: int, y: int) -> str:
        return _click(button, self._corner[0] + 2 * x, self._corner[1] + y)


def _click(button: int, column: int, row: int) -> str:
    return f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m"


def _counter(number: int) -> str:
    return f"⚑ {number:>3} "


async def main(visitors: int, seconds: float, *, as_json: bool) -> None:
    """Plays, and prints a table."""
    with tempfile.TemporaryDirectory() as place:
        env = os.environ | {"TMPDIR": place, "SAPPER_PROFILE": str(Path(place) / "owner")}
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--sessions", str(visitors)]
        server = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE)
        assert server.stdout is not None
        base = (await server.stdout.readline()).decode().strip()
        players = [Visitor(seed) for seed in range(visitors)]
        ready = asyncio.Barrier(visitors + 1)
        playing = asyncio.gather(*(player.play(base, seconds, ready=ready) for player in players))
        await ready.wait()
        await asyncio.sleep(seconds * 0.9)
        found = descendants(server.pid)
        games = [pid for pid, parent in found.items() if parent == server.pid]
        helpers = [pid for pid, parent in found.items() if parent in games]
        memory, own = [resident_mb(pid) for pid in games], [own_mb(pid) for pid in games]
        thinking = [resident_mb(pid) for pid in helpers]
        served = resident_mb(server.pid)
        await playing
        deadline = time.monotonic() + PATIENCE_S
        while (left := [pid for pid in found if Path(f"/proc/{pid}").exists()]) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        server.send_signal(signal.SIGTERM)
        status = await server.wait()
        behind = [path.name for path in Path(place).glob("sapper-web-*")]
    waits = sorted(wait for player in players for wait in player.waits_ms)
    clicks = sum(player.clicks for player in players)
    rows = {
        "visitors, games, processes that think": f"{visitors}, {len(games)}, {len(helpers)}",
        "clicks, answered": f"{clicks}, {len(waits)}",
        "answer, ms: median, 99 %": f"{statistics.median(waits):.0f}, {waits[int(len(waits) * 0.99)]:.0f}",
        "memory a game, MB: mean, most": f"{statistics.mean(memory):.0f}, {max(memory):.0f}",
        "of it shared with none, MB: mean": f"{statistics.mean(own):.0f}",
        "memory of what thinks, MB: mean": f"{statistics.mean(thinking or [0]):.0f}",
        "memory of the server, MB": f"{served:.0f}",
        "left: processes, directories, status": f"{len(left)}, {len(behind)}, {status}",
    }
    print(json.dumps(rows, indent=1) if as_json else "\n".join(f"{k:<38} {v}" for k, v in rows.items()))


if __name__ == "__main__":
    asked = parser(__doc__)
    asked.add_argument("visitors", metavar="VISITORS", type=int, nargs="?", default=8)
    asked.add_argument("seconds", metavar="SECONDS", type=float, nargs="?", default=60.0)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    asyncio.run(main(given.visitors, given.seconds, as_json=given.json))
