"""Glyphs, colours, rows and places: what is drawn, as values."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, FLAGGED, MISSED, look
from sapper.showing.palettes import DARK, PALETTES, Palette
from sapper.showing.rows import MARKED, RISK, Mark, Ring, Rows, Scene
from sapper.tui.charts import bar, line
from sapper.tui.columns import cut_to_lines
from sapper.tui.glyphs import CODES, GLYPH_SETS, UNICODE, GlyphSet
from sapper.tui.line import Look, Part, arrange
from sapper.tui.painter import Painter, marked_style, risk_style, styles
from sapper.tui.plan import LEAST_HEIGHT, LEAST_WIDTH, make_plan
from tests.strategies import layouts
from tests.tui.play import playing

CODES_SHOWN = [*range(CODES), *(code + MARKED * mark for mark in Mark if mark for code in range(CODES))]
RISKS_SHOWN = [RISK + percent for percent in range(101)]


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
@pytest.mark.parametrize("columns", [1, 2])
def test_every_glyph_has_its_width_and_its_own_shape(glyphs: GlyphSet, columns: int) -> None:
    texts = {code: glyphs.text(code, columns) for code in (*CODES_SHOWN, *RISKS_SHOWN)}
    assert len({texts[code] for code in range(CODES)}) == CODES
    for code, text in texts.items():
        pointed = glyphs.under_cursor(code, columns)
        assert cell_len(text) == cell_len(pointed) == columns
        assert "\ufe0f" not in text + pointed
        assert text[-1] in pointed


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
@pytest.mark.parametrize("columns", [1, 2])
def test_without_colour_a_mark_can_still_be_seen(glyphs: GlyphSet, columns: int) -> None:
    def shape(code: int) -> tuple[str, bool]:
        mark, plain = divmod(code, MARKED)
        style = marked_style(DARK, styles(DARK)[plain], Mark(mark)) if mark else styles(DARK)[plain]
        return glyphs.text(code, columns), bool(style.underline)

    for code in (0, 1, 8, CLOSED, FLAGGED):
        marks = (Mark.AREA, Mark.PROOF, Mark.CLICKED) if code < CLOSED else tuple(Mark)[1:]
        for mark in marks:
            assert shape(code + MARKED * mark) != shape(code)


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
@pytest.mark.parametrize("columns", [1, 2])
def test_no_risk_looks_like_an_open_cell_or_a_flag(glyphs: GlyphSet, columns: int) -> None:
    others = {glyphs.text(code, columns) for code in range(CODES) if code not in (MISSED, CLOSED)}
    assert not others & {glyphs.text(code, columns) for code in RISKS_SHOWN}
    if columns == 2:
        assert len({glyphs.text(code, columns) for code in RISKS_SHOWN}) == 101


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_every_code_has_both_colours_and_can_be_read(palette: Palette) -> None:
    found = styles(palette)
    assert len(found) == CODES
    for style in found[1:]:
        assert style.color is not None
        assert style.bgcolor is not None
    for code in range(CODES):
        for mark in tuple(Mark)[1:]:
            style = marked_style(palette, found[code], mark)
            assert style.color is not None
            assert style.bgcolor is not None
    for percent in range(1, 101):
        style = risk_style(palette, percent)
        assert style.color is not None
        assert style.bgcolor is not None
        ground = style.bgcolor.get_truecolor().hex
        assert _contrast(style.color.get_truecolor().hex, ground) >= 3, (percent, ground)
    for number in palette.numbers:
        assert _contrast(number, palette.opened) >= 3
    assert _contrast(palette.text, palette.ground) >= 7
    assert _contrast(palette.muted, palette.ground) >= 3
    assert _contrast(palette.on_cursor, palette.cursor) >= 4.5


def _contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2."""

    def luminance(colour: str) -> float:
        channels = [channel / 255 for channel in Color.parse(colour).get_truecolor()]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_runs_are_merged_and_the_cursor_stands_out() -> None:
    painter = Painter(UNICODE, DARK, 2)
    row = bytes([9] * 5 + [1, 1, 0])
    assert [segment.text for segment in painter.row(row)] == [" ■" * 5, " 1" * 2, "  "]
    assert [segment.text for segment in painter.row(row, cursor=5)] == [" ■" * 5, "▸1", " 1", "  "]


def test_without_colours_a_risk_runs_into_nothing_beside_it() -> None:
    row = bytes([1, RISK + 78, RISK + 34, RISK + 34, 9])
    segments = Painter(UNICODE, DARK, 2, colourless=True).row(row)
    assert [segment.text for segment in segments] == [" 1", "78", "34", "34", " ■"]
    looks = [
        (bool(segment.style and segment.style.underline), bool(segment.style and segment.style.reverse))
        for segment in segments
    ]
    assert looks == [(False, False), (False, True), (True, False), (False, True), (False, False)]


@pytest.mark.parametrize("without", [True, False])
async def test_without_colours_is_what_the_player_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without: bool
) -> None:
    if without:
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.delenv("NO_COLOR", raising=False)
    async with playing(tmp_path) as player:
        segment = player.app.play_screen.board.painter.row(bytes([RISK + 50]))[0]
        assert bool(segment.style and segment.style.underline) is without


@given(layouts(), st.data())
@settings(deadline=None)
def test_rows_after_a_move_are_those_made_afresh(layout: Layout, data: st.DataObject) -> None:
    width, height = layout.params.width, layout.params.height
    position = Position(layout.params)
    rows = Rows(Scene(position, layout))
    shown = [bytearray(rows.row(y)) for y in range(height)]
    for _ in range(4):
        kind = data.draw(st.sampled_from([MoveKind.OPEN, MoveKind.FLAG]))
        move = Move(kind, data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
        applied = apply(position, layout, move)
        position = applied.position
        for y, start, end in rows.advance(Scene(position, layout), applied.changed, top=0, bottom=height):
            shown[y][start:end] = rows.row(y)[start:end]
        assert b"".join(map(bytes, shown)) == look(position, layout)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 30), st.integers(0, 20))
def test_a_ring_covers_a_disc(x: int, y: int, radius: int, row: int) -> None:
    start, end = Ring(x, y, radius).columns(row, 21)
    covered = {column for column in range(21) if (column - x) ** 2 + (row - y) ** 2 <= radius**2}
    assert set(range(start, end)) == covered


@given(st.integers(1, 250), st.integers(1, 80), st.integers(1, 1000), st.integers(1, 1000))
def test_a_plan_fits_its_window(width: int, height: int, across: int, down: int) -> None:
    plan = make_plan((width, height), (across, down))
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        assert plan is None
        return
    assert plan is not None
    assert plan.width + 2 * plan.frame <= width
    assert 2 + plan.height + 2 * plan.frame + plan.info + plan.footer <= height
    assert min(plan.width, plan.height) >= 1
    if not plan.scrolls:
        assert (plan.width, plan.height) == (across * plan.columns, down)


def test_expert_takes_two_columns_a_cell_in_80_and_one_in_40() -> None:
    wide, narrow = make_plan((80, 24), (30, 16)), make_plan((40, 24), (30, 16))
    assert wide is not None
    assert narrow is not None
    assert (wide.columns, wide.frame, wide.info, wide.footer, wide.scrolls) == (2, True, 3, True, False)
    assert (narrow.columns, narrow.scrolls) == (1, False)


PARTS = st.lists(st.builds(Part, st.text("ab中", max_size=12)), max_size=4)


@given(st.integers(1, 60), PARTS, PARTS, PARTS)
def test_parts_of_a_line_never_overlap(width: int, left: list[Part], centre: list[Part], right: list[Part]) -> None:
    at = 0
    for placed in sorted(arrange(width, left, centre, right), key=lambda placed: placed.x):
        if placed.width:
            assert placed.x >= at
            assert placed.width == cell_len(placed.part.text)
            at = placed.x + placed.width
    assert at <= width


@given(st.integers(1, 60), PARTS, PARTS, PARTS)
def test_what_is_in_the_middle_of_a_line_stands_apart(
    width: int, left: list[Part], centre: list[Part], right: list[Part]
) -> None:
    sides = [
        [Part(part.text, look) for part in parts if part.text] for parts, look in ((left, Look.BAD), (right, Look.GOOD))
    ]
    middle = [part._replace(look=Look.PLAIN) for part in centre]
    placed = [each for each in arrange(width, sides[0], middle, sides[1]) if each.width]
    covered = {column: each.part.look for each in placed for column in range(each.x, each.x + each.width)}
    for column in range(width - 1):
        neighbours = {covered.get(column), covered.get(column + 1)}
        assert None in neighbours or Look.PLAIN not in neighbours or len(neighbours) == 1


def test_charts_grow_with_their_values() -> None:
    bars = [cell_len(bar(value, 10, width=20, glyphs=UNICODE)) for value in range(11)]
    assert bars == sorted(bars)
    assert (bars[0], bars[10]) == (0, 20)
    assert line([1, 2, 3], glyphs=UNICODE) == "▁▅█"
    assert line([], glyphs=UNICODE) == ""


@pytest.mark.parametrize(
    ("text", "width", "most", "lines"),
    [
        ("one two three", 20, 3, ["one two three"]),
        ("one two three", 8, 3, ["one two", "three"]),
        ("one two three", 3, 2, ["one", "two three"]),
        ("unbreakable", 4, 3, ["unbr", "eaka", "ble"]),
        ("标出的数字，安全。", 10, 3, ["标出的数", "字，安全。"]),
        ("", 5, 2, []),
    ],
)
def test_a_sentence_is_cut_between_words(text: str, width: int, most: int, lines: list[str]) -> None:
    assert cut_to_lines(text, width, most=most) == lines


@given(st.text(alphabet="ab c,标。", max_size=40), st.integers(2, 12), st.integers(1, 5))
@settings(deadline=None)
def test_no_sentence_loses_a_word(text: str, width: int, most: int) -> None:
    lines = cut_to_lines(text, width, most=most)
    assert len(lines) <= most
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines[:-1])
