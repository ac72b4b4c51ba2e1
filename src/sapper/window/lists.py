"""Tables to choose a row from, in the colours of a theme. Knows nothing of what is in them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import font, ttk
from typing import Any, NamedTuple

from sapper.showing.palettes import Palette


class Column(NamedTuple):
    """A column: its heading, and the side on which its values stand, `w` or `e`."""

    heading: str
    anchor: Any = "w"


class Rows(tk.Frame):
    """A table that scrolls.

    Attributes:
        table: the table itself, which takes the keys.
    """

    def __init__(
        self,
        parent: tk.Misc,
        columns: Sequence[Column],
        rows: Sequence[tuple[str, Sequence[str]]],
        *,
        palette: Palette,
        most: int = 16,
    ) -> None:
        """Fills a table.

        Args:
            parent: where it goes.
            columns: its columns.
            rows: of each the name of its colour, and a text a column.
            palette: the theme.
            most: so many rows are in sight.
        """
        super().__init__(parent, background=palette.ground, borderwidth=0)
        style = ttk.Style(self)
        # The one theme of Tk's own whose every colour can be set.
        style.theme_use("clam")
        face = font.nametofont("TkDefaultFont", root=self)
        height = face.metrics("linespace") + 6
        edges = dict.fromkeys(("bordercolor", "lightcolor", "darkcolor"), palette.panel)
        style.configure("Treeview", background=palette.panel, fieldbackground=palette.panel, rowheight=height, **edges)
        style.map("Treeview", background=[("selected", palette.accent)], foreground=[("selected", palette.ground)])
        style.configure("Treeview.Heading", background=palette.closed, foreground=palette.text, **edges)
        style.map("Treeview.Heading", background=[("active", palette.closed)])
        bar = tk.Scrollbar(self, orient="vertical", width=14, background=palette.closed, troughcolor=palette.panel)
        bar.configure(activebackground=palette.closed, borderwidth=0, highlightthickness=0, elementborderwidth=1)
        names = [str(number) for number in range(len(columns))]
        shown = min(max(len(rows), 2), most)
        self.table = ttk.Treeview(self, columns=names, show="headings", height=shown, selectmode="browse")
        self.table.configure(yscrollcommand=bar.set)
        bar.configure(command=self.table.yview)
        for number, (name, column) in enumerate(zip(names, columns, strict=True)):
            widest = max(map(face.measure, (column.heading, *(texts[number] for _, texts in rows))))
            self.table.heading(name, text=f"{column.heading} ", anchor=column.anchor)
            self.table.column(name, width=widest + 20, anchor=column.anchor, stretch=False)
        for name in dict.fromkeys(name for name, _ in rows):
            self.table.tag_configure(name, foreground=getattr(palette, name))
        for number, (name, texts) in enumerate(rows):
            # A blank keeps what stands on the right of its column off the next.
            values = [f"{text} " if column.anchor == "e" else text for text, column in zip(texts, columns, strict=True)]
            self.table.insert("", "end", iid=str(number), values=values, tags=(name,))
        self.table.pack(side="left", fill="both", expand=True)
        if len(rows) > shown:
            bar.pack(side="right", fill="y")

    @property
    def at(self) -> int:
        """The row that is chosen, from 0; -1 for none."""
        chosen = self.table.selection()
        return int(chosen[0]) if chosen else -1

    def choose(self, number: int) -> None:
        """Chooses a row and has it in sight."""
        self.table.selection_set(str(number))
        self.table.focus(str(number))
        self.table.see(str(number))

    def on(self, events: Mapping[str, Callable[[], None]]) -> None:
        """Has things done at events of the table."""
        for event, action in events.items():
            self.table.bind(event, lambda _, action=action: action())  # type: ignore[misc]  # mypy infers no lambda here
