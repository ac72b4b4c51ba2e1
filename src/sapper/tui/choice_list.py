"""Textual's list to choose from, for windows that leave it no room. Knows nothing of what is in it."""

from __future__ import annotations

from typing import Literal

from textual.widgets import OptionList


class ChoiceList(OptionList):
    """A list.

    Textual 8.2.8 counts its lines only where there is room for some, and looks for one of them wherever a page is
    turned.
    """

    def _move_page(self, direction: Literal[-1, 1]) -> None:
        if self.scrollable_content_region:
            super()._move_page(direction)
