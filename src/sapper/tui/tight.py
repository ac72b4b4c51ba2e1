"""A drawing order for Textual that writes no column left of what changed.

Textual 8.2.8 cuts a changed stretch of a line on its right side only: it writes from the left edge of the widget on, so
that one cell far right on a wide board costs its whole row. This reaches into Textual's private parts, which is one
reason why exactly that version is required. It knows no game.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class TightUpdate(ChopsUpdate):
    """Stretches of lines, cut on both sides."""

    def render_segments(self, console: Console) -> str:
        """The escape sequences that draw them."""
        sequences: list[str] = []
        for y, start, end in self.spans:
            for chop_end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, start), min(chop_end, end)
                if strip is None or left >= right:
                    continue
                whole = left == x and right == chop_end
                sequences.append(Control.move_to(left, y).segment.text)
                sequences.append((strip if whole else strip.crop(left - x, right - x)).render(console))
        return "".join(sequences)


class TightCompositor(Compositor):
    """A compositor that draws so."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """What is to be drawn again, if anything."""
        update = super().render_partial_update()
        return None if update is None else TightUpdate(update.chops, update.spans, update.chop_ends)
