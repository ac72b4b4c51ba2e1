"""Text forms: what is written is read back, and no text at all can crash a reader."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind, parse_move
from sapper.core.notation import (
    MAX_SEED,
    GameId,
    format_board,
    looks_like_game_id,
    parse_board,
    parse_game_id,
    parse_view,
)
from sapper.core.params import Params, Policy
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.core.view import CLOSED, FLAGGED, QUESTIONED, View, view
from sapper.errors import NotationError, SapperError
from tests.strategies import layouts, moves

boardish = st.text(alphabet="*.#F0128 ;x/9\n\r\t:vé\ufeff", max_size=200)


@given(layouts())
def test_boards_round_trip(layout: Layout) -> None:
    text = format_board(layout)
    assert parse_board(text) == layout
    assert parse_board("\n; a comment\n" + "\n".join(text.splitlines()[1:])) == layout
    assert parse_board("\ufeff" + text.replace("\n", "\r\n")) == layout


@given(layouts(), st.data())
def test_positions_round_trip(layout: Layout, data: st.DataObject) -> None:
    position = Position(layout.params)
    for move in data.draw(st.lists(moves(layout), max_size=8)):
        after = apply(position, layout, move).position
        position = after if not after.is_over else position
    seen = view(position, layout)
    unquestioned = View(seen.params, seen.cells.replace(bytes([QUESTIONED]), bytes([CLOSED])))
    letters = {CLOSED: "#", FLAGGED: "F", QUESTIONED: "#"}
    width = seen.params.width
    text = "".join(letters.get(code, str(code)) for code in seen.cells)
    rows = "".join(f"{text[start : start + width]}\n" for start in range(0, len(text), width))
    assert parse_view(f"{seen.params}\n{rows}") == unquestioned
    assert parse_view(rows, mines=layout.params.mines) == unquestioned


@given(
    st.builds(
        GameId,
        st.builds(Params, st.just(30), st.just(16), st.integers(0, 479)),
        st.sampled_from(Policy),
        st.integers(0, MAX_SEED),
        st.none() | st.tuples(st.integers(0, 29), st.integers(0, 15)),
    )
)
def test_game_ids_round_trip(game: GameId) -> None:
    assert looks_like_game_id(str(game))
    assert parse_game_id(str(game)) == game


@given(st.builds(Move, st.sampled_from(MoveKind), st.integers(0, 999), st.integers(0, 999)))
def test_moves_round_trip(move: Move) -> None:
    assert parse_move(str(move)) == move


@given(boardish | st.text())
@example("9x9/10")
@example("1x1/" + "9" * 5000)
@example("*" * 1001)
@example("*")
@example("9x9/10:opening:" + "9" * 5000)
@example("9x9/10:opening:1:" + "9" * 5000 + ",0")
def test_no_text_crashes_a_reader(text: str) -> None:
    for reader in (parse_board, parse_view, parse_game_id, parse_move):
        said = "nothing"
        try:
            reader(text)
        except SapperError as error:
            said = str(error)
        assert 0 < len(said) < 400


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("..\n.?\n", 2, 2, "'?'"),
        ("..\n...\n", 2, None, "3 cells"),
        ("2x1/1\n..\n", 1, None, "2x1/0"),
        ("2x1/9\n*.\n", 1, None, "at most 1 mine,"),
        ("", None, None, "no board"),
        ("; nothing\n\n", None, None, "no board"),
        (".\n" * 1001, 1001, None, "1000"),
        ("**\n", None, None, "at most 1 mine, not 2"),
    ],
)
def test_a_fault_of_a_board_is_named_with_its_place(text: str, line: int | None, column: int | None, says: str) -> None:
    with pytest.raises(SapperError, match=says.replace("?", r"\?")) as caught:
        parse_board(text)
    if isinstance(caught.value, NotationError):
        assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("9x9/10:often:1", "there are any, safe, opening, no-guess"),
        ("9x9/10:safe:18446744073709551616", "at most 18446744073709551615"),
        ("9x9/10:safe:1:9,0", "outside the 9x9 board"),
        ("9x9/10:safe:1:v2", "version 1, not version 2"),
        ("9x9/10:safe", "not a game ID"),
        ("9x9/81:safe:1", "at most 80 mines"),
    ],
)
def test_a_fault_of_a_game_id_is_named(text: str, says: str) -> None:
    with pytest.raises(SapperError, match=says):
        parse_game_id(text)


def test_the_version_of_this_dealer_may_be_named() -> None:
    assert parse_game_id("9x9/10:safe:1:v1") == GameId(Params(9, 9, 10), Policy.SAFE, 1)


@pytest.mark.parametrize(("digits", "seed"), [("0" * 50 + "5", 5), ("0" * 50, 0), ("0" * 30 + str(MAX_SEED), MAX_SEED)])
def test_a_seed_is_its_value_however_it_is_written(digits: str, seed: int) -> None:
    assert parse_game_id(f"9x9/10:safe:{digits}").seed == seed


def test_a_position_needs_its_mines() -> None:
    with pytest.raises(NotationError, match="--mines"):
        parse_view("1#\n")
    assert parse_view("1#F\n", mines=1).cells == bytes([1, CLOSED, FLAGGED])
    assert parse_view("3x1/2\n1#F\n", mines=1).params.mines == 1
