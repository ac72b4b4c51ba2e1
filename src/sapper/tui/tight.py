"""A drawing order for Textual that asks only the lines that changed, and writes only the columns that did.

Textual 8.2.8 has every widget of the screen draw all its lines whenever one cell changes, and then writes from the left
edge of the changed widget on: one cell far right on a wide board costs its whole row. This reaches into Textual's
private parts, which is one reason why exactly that version is required. It knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_Stretches = dict[int, list[tuple[int, int]]]
"""By line of the screen: the first column and the one after the last of what is to be drawn there."""


class TightUpdate(ChopsUpdate):
    """Stretches of lines."""

    def __init__(self, pieces: list[tuple[int, int, Strip]]) -> None:
        """Takes column and line of each piece with what is to be seen there."""
        super().__init__([], [], [])
        self._pieces = pieces

    def render_segments(self, console: Console) -> str:
        """The escape sequences that draw them."""
        return "".join(f"{Control.move_to(x, y).segment.text}{strip.render(console)}" for x, y, strip in self._pieces)


class TightCompositor(Compositor):
    """A compositor that draws so."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What is to be drawn again, if anything."""
        if not self._dirty_regions:
            return None
        screen = self.size.region
        spans = list(self._regions_to_spans(region.intersection(screen) for region in self._dirty_regions))
        self._dirty_regions.clear()
        pieces: list[tuple[int, int, Strip]] = []
        for widget, (region, stretches) in self._seen(spans).items():
            for y, strip in _lines(widget, region, sorted(stretches)):
                pieces += ((start, y, strip.crop(start - region.x, end - region.x)) for start, end in stretches[y])
        return TightUpdate(pieces)

    def _seen(self, spans: list[tuple[int, int, int]]) -> dict[Widget, tuple[Region, _Stretches]]:
        """The widgets of which some of these spans is seen, each with its region and what is seen of it there."""
        found: dict[Widget, tuple[Region, _Stretches]] = {}
        for y, *span in spans:
            covered = [(span[0], span[1])]
            for widget, shown, region in self.layers_visible[y]:
                beneath: list[tuple[int, int]] = []
                for start, end in covered:
                    left, right = max(start, shown.x), min(end, shown.right)
                    if left < right:
                        found.setdefault(widget, (region, {}))[1].setdefault(y, []).append((left, right))
                        beneath += (part for part in ((start, left), (right, end)) if part[0] < part[1])
                    else:
                        beneath.append((start, end))
                covered = beneath
                if not covered:
                    break
        return found


def _lines(widget: Widget, region: Region, ys: list[int]) -> Iterator[tuple[int, Strip]]:
    """The lines of a widget in these lines of the screen, those that follow each other drawn in one go."""
    for _, run in groupby(enumerate(ys), lambda line: line[1] - line[0]):
        together = [y for _, y in run]
        asked = Region(0, together[0] - region.y, region.width, len(together))
        yield from zip(together, widget.render_lines(asked), strict=True)
