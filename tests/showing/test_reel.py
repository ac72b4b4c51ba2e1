"""A recorded game played again: stepped, sought, at several speeds; and a lost one whose mines spread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.position import Outcome
from sapper.session import Game
from sapper.showing.film import film_of_game
from sapper.showing.reel import Projector, Reel
from sapper.showing.spread import Spread
from sapper.testing import FakeClock

LAYOUT = Layout.of_mines(5, 4, [(4, 0), (0, 3)])


def reel(*done: tuple[int, Move | None]) -> Reel:
    """A game of these moves, each after so many milliseconds; None takes one back."""
    clock = FakeClock()
    game = Game(LAYOUT.params, clock=clock, layout=LAYOUT)
    for ms, move in done:
        clock.advance(ms)
        if move is None:
            game.undo()
        else:
            game.play(move)
    return Reel(film_of_game(Game(LAYOUT.params, clock=FakeClock(), layout=LAYOUT), game.log))


def lost_game() -> Reel:
    return reel(
        (0, Move(MoveKind.OPEN, 4, 1)),
        (1000, Move(MoveKind.FLAG, 0, 3)),
        (1000, None),
        (2000, Move(MoveKind.OPEN, 3, 0)),
        (4000, Move(MoveKind.OPEN, 4, 0)),
    )


def test_the_mines_are_shown_only_where_the_game_is_lost() -> None:
    shown = lost_game()
    truths = []
    for _ in range(len(shown.film) + 1):
        truths.append(bool(shown.scene.truth))
        shown.step(1)
    assert truths == [False] * 5 + [True]
    assert shown.scene.position.outcome is Outcome.LOST


def test_seeking_goes_to_the_last_moment_at_or_before_a_time() -> None:
    shown = lost_game()
    assert shown.length_ms == 8000
    for ms, index in ((-5, 1), (0, 1), (999, 1), (1000, 2), (7999, 4), (9999, 5)):
        shown.seek(ms)
        assert (shown.event + 1, shown.ms) == (index, min(max(ms, 0), 8000))
    shown.seek_start()
    assert (shown.event, shown.part) == (-1, 0.0)


def test_it_plays_at_its_speed_stops_at_the_end_and_begins_anew() -> None:
    projector = Projector(lost_game())
    projector.play(10.0)
    projector.tick(11.5)
    assert projector.reel.ms == 1500
    projector.change_speed(1)
    projector.tick(12.5)
    assert projector.reel.ms == 3500
    projector.stop()
    projector.tick(20.0)
    assert projector.reel.ms == 3500
    projector.play(30.0)
    projector.tick(40.0)
    assert projector.reel.is_at_end
    assert not projector.is_playing
    projector.play(50.0)
    assert projector.reel.event == -1


@given(st.lists(st.sampled_from(["step", "back", "tenth", "tenth back", "start", "faster", "slower", "play", "tick"])))
def test_whatever_is_pressed_a_moment_of_the_game_is_shown(pressed: list[str]) -> None:
    projector, now = Projector(lost_game()), 0.0
    film = projector.reel.film
    moments = {film.position(stop) for stop in range(-1, len(film.stops))}
    for key in pressed:
        match key:
            case "step" | "back":
                projector.step(1 if key == "step" else -1)
            case "tenth" | "tenth back":
                projector.seek_tenth(1 if key == "tenth" else -1)
            case "start":
                projector.reel.seek_start()
            case "faster" | "slower":
                projector.change_speed(1 if key == "faster" else -1)
            case "play":
                projector.play(now)
            case _:
                now += 0.7
                projector.tick(now)
        assert projector.reel.frame.position in moments
        assert 0 <= projector.reel.part <= 1
        assert 0.125 <= projector.speed <= 16


def test_a_game_of_no_length_is_over_at_once() -> None:
    shown = reel()
    assert shown.part == 1.0
    assert shown.is_at_end
    shown.advance(100)
    shown.step(-1)
    assert shown.ms == 0


@pytest.mark.parametrize("window", [(1, 1), (5, 4), (200, 100)])
def test_the_truth_spreads_from_the_exploded_mine_until_the_window_is_full(window: tuple[int, int]) -> None:
    shown = lost_game()
    shown.seek_end()
    position = shown.frame.position
    spread = Spread()
    spread.begin(position, window=window)
    assert spread.ring is not None
    assert position.geometry.cell(spread.ring.x, spread.ring.y) == cells_of(position.exploded)[0]
    radii = [spread.ring.radius]
    while spread.step():
        radii.append(spread.ring.radius)
    assert radii == sorted(set(radii))
    assert len(radii) <= 60
    assert not spread.step()
