"""Visitors who play in the browser's stead: is every click answered, what memory does each take, what is left behind?

Run as `python -m benchmarks.bench_visitors [VISITORS] [SECONDS]`, with the extra `web`; reads /proc, so on Linux only.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

COLUMNS, ROWS = 80, 24
PAUSE_S = 0.4
PATIENCE_S = 10.0


class Visitor:
    """One browser's worth of clicks."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.clicks = 0
        self.waits_ms: list[float] = []
        self._drawn = asyncio.Event()

    async def play(self, base: str, until: float) -> None:
        """Clicks cells and, when nothing more changes, begins anew."""
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            async with session.get(base) as page:
                await page.read()
            address = f"{base}ws?width={COLUMNS}&height={ROWS}"
            async with session.ws_connect(address, headers={"Origin": base.rstrip("/")}) as socket:
                reader = asyncio.create_task(self._read(socket))
                await asyncio.sleep(3)
                await self._type(socket, "q")  # the welcome is read
                while time.monotonic() < until:
                    await self._step(socket)
                    await asyncio.sleep(PAUSE_S * self._random.uniform(0.5, 1.5))
                await socket.close()
                await reader

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                self._drawn.set()

    async def _type(self, socket: ClientWebSocketResponse, text: str) -> None:
        await socket.send_json(["stdin", text])
        await asyncio.sleep(0.5)

    async def _step(self, socket: ClientWebSocketResponse) -> None:
        """A flag on a cell and off again, or a cell opened: each changes what is drawn."""
        self.clicks += 1
        # A new game every few clicks, so that there are always cells to click; its answer is a whole board.
        if self.clicks % 8 == 0:
            await self._answered(socket, "rr")
            return
        x, y = self._random.randrange(9), self._random.randrange(9)
        column, row = (COLUMNS - 62) // 2 + 23 + 2 * x, 7 + y
        button = self._random.choice((0, 2, 2))
        await self._answered(socket, f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m")

    async def _answered(self, socket: ClientWebSocketResponse, text: str) -> None:
        self._drawn.clear()
        started = time.monotonic()
        await socket.send_json(["stdin", text])
        # A click on an open cell or after the end need not change anything; of these keys one always moves the cursor.
        await socket.send_json(["stdin", "hlh"])
        try:
            await asyncio.wait_for(self._drawn.wait(), PATIENCE_S)
            self.waits_ms.append((time.monotonic() - started) * 1000)
        except TimeoutError:
            pass


def games(server: int) -> list[int]:
    """The processes that a server has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == server:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def resident_mb(pid: int) -> float:
    """What a process has in memory, shared pages too."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def main(visitors: int, seconds: float) -> None:
    """Plays, and prints a table."""
    with tempfile.TemporaryDirectory() as place:
        env = os.environ | {"TMPDIR": place, "SAPPER_PROFILE": str(Path(place) / "owner")}
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--sessions", str(visitors)]
        server = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE)
        assert server.stdout is not None
        base = (await server.stdout.readline()).decode().strip()
        players = [Visitor(seed) for seed in range(visitors)]
        until = time.monotonic() + seconds
        playing = asyncio.gather(*(player.play(base, until) for player in players))
        await asyncio.sleep(seconds * 0.9)
        found = games(server.pid)
        memory = [resident_mb(pid) for pid in found]
        served = resident_mb(server.pid)
        await playing
        await asyncio.sleep(1)
        left = len(games(server.pid))
        server.send_signal(signal.SIGTERM)
        status = await server.wait()
        behind = [path.name for path in Path(place).glob("sapper-web-*")]
    waits = sorted(wait for player in players for wait in player.waits_ms)
    clicks = sum(player.clicks for player in players)
    rows = {
        "visitors, games": f"{visitors}, {len(found)}",
        "clicks, answered": f"{clicks}, {len(waits)}",
        "answer, ms: median, 99 %": f"{statistics.median(waits):.0f}, {waits[int(len(waits) * 0.99)]:.0f}",
        "memory a game, MB: mean, most": f"{statistics.mean(memory):.0f}, {max(memory):.0f}",
        "memory of the server, MB": f"{served:.0f}",
        "left: processes, directories, status": f"{left}, {len(behind)}, {status}",
    }
    print(json.dumps(rows, indent=1) if "--json" in sys.argv else "\n".join(f"{k:<38} {v}" for k, v in rows.items()))


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[1:] if not word.startswith("-")]
    asyncio.run(main(int(numbers[0]) if numbers else 8, numbers[1] if len(numbers) > 1 else 60.0))
