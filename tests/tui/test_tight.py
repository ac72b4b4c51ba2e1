"""What is drawn again after a change is what differs, and what is on the screen then is what drawing it whole gives."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from sapper.tui.base import SapperScreen
from sapper.tui.tight import TightCompositor, TightUpdate
from tests.tui.play import EXPERT, Player, playing

KEYS = [*"hjklHJKLfgGmpi?noT", "space", "escape", "tab", "pagedown", "5", "u", "b", "x", "y", "t"]


class Glass:
    """The screen as it is after all that was drawn on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Strip] = []
        glass, whole, part = self, SapperScreen._compositor_refresh, TightCompositor.render_partial_update

        def partial(compositor: TightCompositor) -> Any:
            update = part(compositor)
            if isinstance(update, TightUpdate):
                for x, y, strip in update._pieces:
                    line = glass.lines[y]
                    kept = line.crop(0, x), strip, line.crop(x + strip.cell_length)
                    glass.lines[y] = Strip.join(kept)
            return update

        def refresh(screen: SapperScreen) -> None:
            if screen._compositor.size.region in screen._compositor._dirty_regions:
                glass.lines = []
            whole(screen)
            if not glass.lines:
                glass.lines = screen._compositor.render_strips()

        monkeypatch.setattr(TightCompositor, "render_partial_update", partial)
        monkeypatch.setattr(SapperScreen, "_compositor_refresh", refresh)

    def differing(self, player: Player) -> list[str]:
        """The lines that do not show what they should."""
        wanted = player.app.screen._compositor.render_strips()
        return [
            f"{shown.text!r} for {true.text!r}"
            for shown, true in zip(self.lines, wanted, strict=True)
            if cells(shown) != cells(true)
        ]


def cells(line: Strip) -> list[Segment]:
    """A line without the cuts that nobody sees."""
    return list(Segment.simplify(segment for segment in line if segment.text))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_pieces_make_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]
) -> None:
    glass = Glass(monkeypatch)
    async with playing(tmp_path, layout=EXPERT, size=size, language=language) as player:
        chance = random.Random(len(language) + size[0])
        player.app.screen.refresh()
        await player.press("l")
        for number in range(30):
            key = chance.choice(KEYS)
            await player.press(key)
            assert not glass.differing(player), (number, key)


async def test_only_what_changed_is_asked_to_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, layout=EXPERT, size=(120, 40)) as player:
        await player.press("g", "0", "f")
        asked: Counter[str | None] = Counter()
        render = Widget.render_lines

        def counted(widget: Widget, crop: Any) -> list[Strip]:
            asked[widget.id] += crop.height
            return render(widget, crop)

        columns: list[int] = []
        make = TightUpdate.__init__

        def measured(update: TightUpdate, pieces: list[tuple[int, int, Strip]]) -> None:
            columns.extend(strip.cell_length for _, _, strip in pieces)
            make(update, pieces)

        monkeypatch.setattr(Widget, "render_lines", counted)
        monkeypatch.setattr(TightUpdate, "__init__", measured)
        await player.press("l")
        assert asked == {"board": 1}
        assert columns == [4], "two cells of two columns"
        asked.clear()
        await player.press("f")
        assert asked == {"board": 1, "status": 1}
        asked.clear()
        await player.press("j")
        assert asked == {"board": 2}
        asked.clear()
        player.app.play_screen._tick()
        await player.press("G")
        assert asked == {"board": 2}
