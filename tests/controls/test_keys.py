"""The registry of actions, the keys over it, counts, the cursor, and help."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.controls.actions import ACTIONS, Context, Group, Name, actions_in
from sapper.controls.counts import MOST, NO_COUNT, Count
from sapper.controls.cursor import MOVES, moved
from sapper.controls.help import first_section, key_table, sections
from sapper.controls.intents import keyed
from sapper.controls.keys import default_keymap, is_key, read_keymap, shown
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.params import Params
from sapper.core.position import Position
from sapper.core.rules import apply
from sapper.i18n import LANGUAGES, Translator


def test_every_action_is_registered_once_with_keys_that_can_be_bound() -> None:
    assert set(ACTIONS) == set(Name)
    assert all(is_key(key) for action in ACTIONS.values() for key in action.keys)


@pytest.mark.parametrize("context", Context)
def test_no_default_key_means_two_things(context: Context) -> None:
    keys = [key for action in actions_in(context) for key in action.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_is_called_by_different_words(language: str) -> None:
    """One English word for two things would have one translation for both."""
    translate = Translator(language).gettext
    headings = [translate(group) for group in Group]
    assert len(headings) == len(set(headings))
    for context in Context:
        labels = [translate(action.label) for action in actions_in(context)]
        assert len(labels) == len(set(labels)), context


def test_words_of_two_meanings_are_two_texts() -> None:
    chinese = Translator("zh").gettext
    assert [chinese(ACTIONS[name].label) for name in (Name.PLAY, Name.SEEK_BACK, Name.SEEK_FORWARD, Name.BACK)] == [
        "播放",
        "快退",
        "快进",
        "返回",
    ]


def test_a_players_key_wins_over_a_default() -> None:
    keymap = read_keymap({"flag": ["x", "l"], "pause": []})
    assert keymap.faults == ()
    assert keymap.keys[Name.FLAG] == ("x", "l")
    assert keymap.keys[Name.RIGHT] == ("right", "d")
    action = keymap.action(Context.BOARD, "l")
    assert action is not None
    assert action.name is Name.FLAG
    assert keymap.action(Context.BOARD, "p") is None


def test_a_conflict_names_both_actions_and_the_key() -> None:
    keymap = read_keymap({"flag": "x", "open": ["x", "space"]})
    (fault,) = keymap.faults
    assert str(fault) == "keys: x is given to both flag and open; flag keeps it"
    assert keymap.keys[Name.OPEN] == ("space",)


def test_an_action_left_without_a_key_is_told() -> None:
    (fault,) = read_keymap({"open": "f"}).faults
    assert str(fault) == "keys: flag has no key left; taken: f (open)"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"jump": "x"}, "keys: no action is called 'jump'"),
        ({"flag": 3}, "keys: flag cannot be bound to 3; write a character, or a name such as left or ctrl+f"),
        (
            {"flag": "hello"},
            "keys: flag cannot be bound to 'hello'; write a character, or a name such as left or ctrl+f",
        ),
        ({"flag": "5"}, "keys: flag cannot be bound to '5'; write a character, or a name such as left or ctrl+f"),
    ],
)
def test_what_is_wrong_is_named_and_the_default_stays(table: dict[str, object], said: str) -> None:
    keymap = read_keymap(table)
    assert [str(fault) for fault in keymap.faults] == [said]
    assert keymap.keys == default_keymap().keys


@given(st.dictionaries(st.sampled_from(Name) | st.text(), st.recursive(st.text() | st.integers(), st.lists)))
def test_any_table_gives_a_keymap_without_double_meanings(table: dict[str, object]) -> None:
    keymap = read_keymap(table)
    for context in Context:
        keys = [key for action in actions_in(context) for key in keymap.keys[action.name]]
        assert len(keys) == len(set(keys))


def test_keys_are_shown_for_people() -> None:
    assert [shown(key) for key in ("left", "space", "f2", "G", "ctrl+f", "shift+tab")] == [
        "←",
        "Space",
        "F2",
        "G",
        "Ctrl+F",
        "Shift+Tab",
    ]


def test_a_count_gathers_digits_and_a_zero_only_after_one() -> None:
    assert not NO_COUNT.takes("0")
    assert not NO_COUNT.takes("f")
    count = NO_COUNT.pushed("1").pushed("0")
    assert count == Count(10)
    assert count.takes("0")
    assert Count(MOST).pushed("9") == Count(MOST)
    assert NO_COUNT.times == 1


PARAMS = Params(7, 5, 3)


@given(st.sampled_from(sorted(MOVES)), st.integers(0, 6), st.integers(0, 4), st.integers(0, MOST))
def test_the_cursor_stays_on_the_board(name: Name, x: int, y: int, count: int) -> None:
    at = moved(Position(PARAMS), (x, y), name=name, count=Count(count))
    assert Position(PARAMS).geometry.contains(*at)


def test_counts_move_so_far_and_name_rows() -> None:
    position = Position(PARAMS)
    assert moved(position, (0, 0), name=Name.RIGHT, count=Count(5)) == (5, 0)
    assert moved(position, (2, 0), name=Name.BOARD_END, count=NO_COUNT) == (2, 4)
    assert moved(position, (2, 0), name=Name.BOARD_END, count=Count(3)) == (2, 2)
    assert moved(position, (2, 3), name=Name.ROW_END, count=NO_COUNT) == (6, 3)


def test_next_closed_skips_open_and_flagged_cells_and_goes_round() -> None:
    layout = Layout.of_mines(4, 1, [(0, 0), (3, 0)])
    position = apply(Position(layout.params), layout, Move(MoveKind.OPEN, 1, 0)).position
    position = apply(position, layout, Move(MoveKind.FLAG, 3, 0)).position
    assert moved(position, (0, 0), name=Name.NEXT_CLOSED, count=NO_COUNT) == (2, 0)
    assert moved(position, (2, 0), name=Name.NEXT_CLOSED, count=NO_COUNT) == (0, 0)
    assert moved(position, (0, 0), name=Name.PREVIOUS_CLOSED, count=NO_COUNT) == (2, 0)


def test_a_key_on_a_cell_becomes_the_move_that_makes_sense_there() -> None:
    layout = Layout.of_mines(4, 1, [(0, 0), (3, 0)])
    position = apply(Position(layout.params), layout, Move(MoveKind.OPEN, 1, 0)).position
    flagged = apply(position, layout, Move(MoveKind.FLAG, 3, 0)).position
    assert str(keyed(MoveKind.OPEN, (2, 0), position=position)) == "o2,0"
    assert str(keyed(MoveKind.OPEN, (1, 0), position=position)) == "c1,0"
    assert keyed(MoveKind.OPEN, (3, 0), position=flagged) is None
    assert keyed(MoveKind.FLAG, (1, 0), position=position) is None
    assert str(keyed(MoveKind.FLAG, (3, 0), position=flagged)) == "u3,0"
    assert keyed(MoveKind.CHORD, (2, 0), position=position) is None


@pytest.mark.parametrize("context", Context)
def test_help_tells_every_action_that_has_a_key(context: Context) -> None:
    told = sections(default_keymap(), context)
    assert told
    assert all(row.keys and row.text for section in told for row in section.rows)
    fewer = sections(read_keymap({"help": [], "language": []}), context)
    assert sum(len(section.rows) for section in fewer) == sum(len(section.rows) for section in told) - 2


def test_the_first_help_is_short() -> None:
    assert len(first_section(default_keymap()).rows) <= 10


def test_the_documented_keys_are_those_of_the_registry() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
    assert key_table(default_keymap()) in page, "run scripts/playing.py"
