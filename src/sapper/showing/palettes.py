"""The colours of each theme, as values; nothing relies on a colour alone. Knows no widgets."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """All colours of a theme, as `#rrggbb`.

    Args:
        name: as the settings call it.
        dark: whether it is light on dark.
        ground: behind everything.
        panel: behind lines and lists.
        text: ordinary text.
        muted: what matters less.
        accent: what can be chosen, and the frame of what has the focus.
        good: won, right.
        bad: lost, wrong.
        warning: what needs attention.
        opened: behind open cells.
        closed: behind closed cells.
        tile: the closed cell's own glyph.
        numbers: for 1 to 8.
        flag: the flag.
        mine: a mine that was missed.
        cursor: behind the cell under the cursor.
        on_cursor: its glyph.
        on_bad: the glyph of the exploded mine.
    """

    name: str
    dark: bool
    ground: str
    panel: str
    text: str
    muted: str
    accent: str
    good: str
    bad: str
    warning: str
    opened: str
    closed: str
    tile: str
    numbers: tuple[str, str, str, str, str, str, str, str]
    flag: str
    mine: str
    cursor: str
    on_cursor: str
    on_bad: str


DARK = Palette(
    name="dark",
    dark=True,
    ground="#14171c",
    panel="#1d222a",
    text="#d5dae2",
    muted="#7f8a9a",
    accent="#7aa2f7",
    good="#7fd88f",
    bad="#f7768e",
    warning="#e5b567",
    opened="#191d23",
    closed="#333c4a",
    tile="#4f5b6e",
    numbers=(
        "#6ca8ff",
        "#6bd08a",
        "#ff7a85",
        "#b79bff",
        "#ff9d5c",
        "#4fd6cf",
        "#f0f3f8",
        "#9aa5b4",
    ),
    flag="#ff9e64",
    mine="#e6e9ef",
    cursor="#ffd866",
    on_cursor="#14171c",
    on_bad="#14171c",
)
LIGHT = Palette(
    name="light",
    dark=False,
    ground="#f3f1ec",
    panel="#e6e3db",
    text="#2b2f36",
    muted="#6c7078",
    accent="#2357b8",
    good="#1d7a3c",
    bad="#c22a3a",
    warning="#8f5a00",
    opened="#fbfaf7",
    closed="#cdd2da",
    tile="#a3abb8",
    numbers=(
        "#1a4fd0",
        "#1c7c32",
        "#c9252d",
        "#5a23a8",
        "#93400d",
        "#0b7378",
        "#1c1c1c",
        "#6b6b6b",
    ),
    flag="#c2410c",
    mine="#22252b",
    cursor="#2357b8",
    on_cursor="#ffffff",
    on_bad="#ffffff",
)
CLASSIC = Palette(
    name="classic",
    dark=False,
    ground="#a9a9a9",
    panel="#c0c0c0",
    text="#000000",
    muted="#404040",
    accent="#000080",
    good="#005a00",
    bad="#b00000",
    warning="#5c3b00",
    opened="#e4e4e4",
    closed="#a0a0a0",
    tile="#f4f4f4",
    numbers=(
        "#0000ff",
        "#008000",
        "#ff0000",
        "#000080",
        "#800000",
        "#006f6f",
        "#000000",
        "#606060",
    ),
    flag="#c00000",
    mine="#000000",
    cursor="#000080",
    on_cursor="#ffffff",
    on_bad="#ffffff",
)
HIGH_CONTRAST = Palette(
    name="high-contrast",
    dark=True,
    ground="#000000",
    panel="#000000",
    text="#ffffff",
    muted="#d0d0d0",
    accent="#00ffff",
    good="#00ff00",
    bad="#ff4040",
    warning="#ffff00",
    opened="#000000",
    closed="#3c3c3c",
    tile="#c8c8c8",
    numbers=(
        "#66ccff",
        "#66ff66",
        "#ff8080",
        "#d0a0ff",
        "#ffb060",
        "#40ffff",
        "#ffffff",
        "#e0e0e0",
    ),
    flag="#ffff00",
    mine="#ffffff",
    cursor="#ffffff",
    on_cursor="#000000",
    on_bad="#000000",
)
COLOUR_BLIND = Palette(
    name="colour-blind",
    dark=True,
    ground="#12151a",
    panel="#1c2128",
    text="#e2e6ec",
    muted="#8d97a5",
    accent="#56b4e9",
    good="#56b4e9",
    bad="#e69f00",
    warning="#f0e442",
    opened="#171b21",
    closed="#3a4350",
    tile="#647081",
    # After Okabe and Ito's palette, ordered so that neighbours differ in lightness too.
    numbers=(
        "#56b4e9",
        "#e69f00",
        "#f0e442",
        "#cc79a7",
        "#1fae84",
        "#d55e00",
        "#ffffff",
        "#9fa8b5",
    ),
    flag="#f0e442",
    mine="#ffffff",
    cursor="#ffffff",
    on_cursor="#12151a",
    on_bad="#12151a",
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, CLASSIC, HIGH_CONTRAST, COLOUR_BLIND)}
"""The themes by name, in the order in which the theme key goes through them."""
