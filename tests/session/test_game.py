"""One game with its clock, log, undo and counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind, parse_move
from sapper.core.notation import parse_board, parse_game_id
from sapper.core.params import Params
from sapper.core.position import Outcome, Position
from sapper.core.rules import Switches
from sapper.errors import NotationError, SapperError
from sapper.session import Counts, Entry, Game, Note, Unranked, parse_entry
from sapper.testing import FakeClock
from tests.strategies import layouts, moves

BOARD = parse_board("....\n....\n...*\n....\n")


def new_game(clock: FakeClock | None = None, layout: Layout | None = BOARD) -> Game:
    return Game(layout.params if layout else Params(9, 9, 10), clock=clock or FakeClock(), seed=3, layout=layout)


def play(game: Game, *texts: str) -> None:
    for text in texts:
        game.play(parse_move(text))


def test_the_clock_runs_from_the_first_open_to_the_last() -> None:
    clock = FakeClock(5000)
    game = new_game(clock)
    clock.advance(100)
    play(game, "f3,2")
    clock.advance(1000)
    assert (game.elapsed_ms, game.is_running) == (0, False)
    play(game, "o0,0")
    clock.advance(1234)
    assert (game.elapsed_ms, game.is_running) == (1234, True)
    play(game, "o3,3")
    clock.advance(9999)
    assert (game.position.outcome, game.elapsed_ms, game.is_running) == (Outcome.WON, 1234, False)
    assert [str(entry) for entry in game.log] == ["0 f3,2", "0 o0,0", "1234 o3,3"]


def test_a_pause_stops_the_clock_and_takes_no_moves() -> None:
    clock = FakeClock()
    game = new_game(clock)
    play(game, "o0,0")
    clock.advance(500)
    game.pause()
    clock.advance(60_000)
    assert game.play(parse_move("o3,3")).changed == 0
    assert not game.undo()
    assert (game.elapsed_ms, game.is_paused, game.counts.left) == (500, True, 1)
    game.resume()
    clock.advance(250)
    assert game.elapsed_ms == 750


def test_an_undo_that_a_pause_refuses_takes_nothing_back() -> None:
    game = new_game()
    play(game, "f3,2", "f0,3")
    flagged = game.position
    play(game, "o0,0")
    game.pause()
    assert not game.undo()
    game.resume()
    assert game.undo()
    assert game.position == flagged


def test_a_pause_before_the_first_open_does_not_start_the_clock() -> None:
    clock = FakeClock()
    game = new_game(clock)
    game.pause()
    game.resume()
    clock.advance(100)
    assert (game.elapsed_ms, game.is_running) == (0, False)


def test_a_clock_set_back_does_not_take_time_away() -> None:
    clock = FakeClock(10_000)
    game = new_game(clock)
    play(game, "o0,0")
    clock.ms = 4000
    assert game.elapsed_ms == 0


def test_the_first_open_deals_and_completes_the_id() -> None:
    game = new_game(layout=None)
    play(game, "f0,0", "c1,1")
    # A flag protects the first cell too.
    play(game, "o0,0")
    assert (game.layout, str(game.id)) == (None, "9x9/10:opening:3")
    play(game, "o4,4")
    assert str(game.id) == "9x9/10:opening:3:4,4"
    assert game.position.opened.bit_count() > 1


@pytest.mark.parametrize("text", ["o9,0", "o0,9"])
def test_a_first_open_outside_the_board_deals_nothing(text: str) -> None:
    game = new_game(layout=None)
    with pytest.raises(ValueError, match="outside"):
        play(game, text)
    assert (game.layout, str(game.id), game.log) == (None, "9x9/10:opening:3", [])


def test_a_layout_may_be_dealt_elsewhere() -> None:
    game = new_game(layout=None)
    move = parse_move("o4,4")
    assert game.needs_layout(move)
    first = parse_game_id("9x9/10:opening:3:4,4")
    with pytest.raises(ValueError, match="does not fit"):
        game.supply(BOARD, first)
    game.supply(Layout.of_mines(9, 9, [(x, 0) for x in range(9)] + [(0, 8)]), first)
    assert not game.needs_layout(move)


def test_early_flags_count_once_the_mines_are_known() -> None:
    game = new_game(layout=None)
    play(game, "f0,0", "f1,0", "o4,8")
    assert game.layout is not None
    right = sum(game.layout.is_mine(cell) for cell in (0, 1))
    assert game.counts.effective_right == right


def test_undo_takes_moves_back_and_unranks() -> None:
    game = new_game()
    assert not game.undo()
    play(game, "o0,3", "o3,2")
    assert game.position.outcome is Outcome.LOST
    assert game.undo()
    assert (game.position.outcome, game.position.exploded, game.is_running) == (Outcome.PLAYING, 0, True)
    assert game.undo()
    assert game.position == Position(BOARD.params)
    assert not game.undo()
    assert Unranked.UNDO in game.unranked


@pytest.mark.parametrize("nothing", ["u1,0", "f3,2", "o3,2", "c0,0", "f0,0", "o0,0"])
def test_undo_passes_over_moves_that_changed_nothing(nothing: str) -> None:
    game = new_game()
    play(game, "f3,2", "o0,0", nothing, nothing)
    assert game.undo()
    assert (game.position.opened, game.position.flagged.bit_count()) == (0, 1)
    assert game.undo()
    assert not game.undo()


def test_undo_reaches_beyond_the_positions_kept() -> None:
    game = new_game(layout=Layout.of_mines(1000, 1000, [(0, 0)]))
    for x in range(300):
        game.play(Move(MoveKind.FLAG, x, 5))
    for _ in range(300):
        assert game.undo()
    assert game.position == Position(game.params)


def test_counts_by_kind() -> None:
    game = new_game()
    play(game, "f3,2", "f3,2", "u3,2", "f3,2", "f0,3", "o3,3", "o3,3", "c3,3", "c3,3")
    assert game.counts == Counts(left=2, right=5, chord=2, effective_left=1, effective_right=1, effective_chord=1)
    assert (game.counts.total, game.counts.clicks.effective) == (9, 3)


def test_what_makes_a_game_unranked() -> None:
    game = new_game(layout=None)
    assert not game.unranked
    game.note(Note.HINT)
    game.note(Note.LOOK)
    assert game.unranked == {Unranked.HINT, Unranked.LOOK}
    with pytest.raises(ValueError, match="undo"):
        game.note(Note.UNDO)
    assert not new_game(layout=None).again().unranked
    play(game, "o4,4")
    again = game.again()
    assert (again.layout, again.id, again.unranked) == (game.layout, game.id, {Unranked.AGAIN})
    assert new_game().unranked == {Unranked.IMPORTED}
    assert new_game().again().unranked == {Unranked.IMPORTED}
    named = Game.of_id(parse_game_id("9x9/10:safe:5"), clock=FakeClock())
    assert named.again().unranked == {Unranked.IMPORTED}
    typed = Game.of_id(parse_game_id("9x9/10:safe:5:1,1"), clock=FakeClock())
    assert (typed.unranked, typed.layout is None) == ({Unranked.IMPORTED}, False)
    assert not Game.of_id(parse_game_id("9x9/10:safe:5"), clock=FakeClock(), ranked=True).unranked


def test_a_policy_promises_nothing_of_a_layout_that_was_there_before() -> None:
    game = new_game(layout=None)
    assert not game.is_given
    play(game, "f0,0", "o4,4")
    assert not game.is_given
    assert game.undo()
    assert not game.is_given
    assert game.again().is_given
    assert new_game().is_given
    named = Game.of_id(parse_game_id("9x9/10:opening:5:4,4"), clock=FakeClock())
    assert named.is_given
    play(named, "o0,0")
    assert named.is_given
    assert not Game.of_id(parse_game_id("9x9/10:opening:5"), clock=FakeClock()).is_given


@given(layouts(most_cells=30), st.data())
def test_a_game_is_rebuilt_from_its_log(layout: Layout, data: st.DataObject) -> None:
    clock = FakeClock(77)
    game = Game(layout.params, clock=clock, layout=layout, switches=Switches(question_marks=True))
    for _ in range(data.draw(st.integers(0, 12))):
        clock.advance(data.draw(st.integers(0, 3000)))
        match data.draw(st.sampled_from(["move", "move", "move", "undo", "hint", "pause"])):
            case "move":
                game.play(data.draw(moves(layout)))
            case "undo":
                game.undo()
            case "hint":
                game.note(Note.HINT)
            case _:
                game.pause()
                clock.advance(10_000)
                game.resume()
    elapsed = game.elapsed_ms
    later = FakeClock(1_000_000)
    rebuilt = Game(layout.params, clock=later, layout=layout, switches=game.switches)
    rebuilt.rebuild([parse_entry(str(entry)) for entry in game.log], elapsed_ms=elapsed)
    assert rebuilt.position == game.position
    assert (rebuilt.log, rebuilt.counts, rebuilt.unranked) == (game.log, game.counts, game.unranked)
    assert rebuilt.elapsed_ms == elapsed
    rebuilt.resume()
    later.advance(40)
    clock.advance(40)
    assert rebuilt.elapsed_ms == game.elapsed_ms


@pytest.mark.parametrize("text", ["", "5", "x o1,1", "-1 o1,1", "5 z1,1", "5 o1,1 more", "5  o1,1", "٥ o1,1"])
def test_what_is_no_log_entry(text: str) -> None:
    with pytest.raises(NotationError):
        parse_entry(text)


@given(st.text(max_size=40))
def test_any_text_is_an_entry_or_an_error_of_ours(text: str) -> None:
    try:
        entry = parse_entry(text)
    except SapperError:
        return
    assert parse_entry(str(entry)) == entry


def test_a_log_of_another_board_is_refused() -> None:
    with pytest.raises(NotationError, match="outside the 4x4/1 board"):
        new_game().rebuild([Entry(0, parse_move("o4,0"))])


def test_memory_stays_flat_without_a_log() -> None:
    game = Game(BOARD.params, clock=FakeClock(), layout=BOARD, keeps_log=False)
    for _ in range(100):
        play(game, "f0,0", "u0,0")
    assert not game.log
    assert not game.undo()
