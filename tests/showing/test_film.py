"""A film shows at every moment what playing up to that moment gives, forwards, backwards and after jumps."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sapper.core.layout import Layout
from sapper.core.moves import parse_move
from sapper.replay.events import Events
from sapper.replay.measure import official_time
from sapper.replay.player import Player, play
from sapper.replay.record import Claims, Record
from sapper.session import Entry, Game, Note
from sapper.showing import film as film_module
from sapper.showing.film import LEFT, MIDDLE, RIGHT, Film, film_of_game, film_of_play
from sapper.showing.reel import Reel
from sapper.testing import FakeClock
from tests.replay.builders import LAYOUT, WON, clicks


def film_of(record: Record) -> Film:
    played = play(record)
    return film_of_play(played, time_ms=official_time(played))


def test_every_event_shows_the_position_that_playing_to_it_gives() -> None:
    record = Record(LAYOUT, WON)
    film = film_of(record)
    player = Player(record)
    expected = []
    for index in range(len(WON)):
        player.event(index)
        played = player.play()
        counts = played.clicks
        expected.append((player.position, (counts.left, counts.right, counts.chord)))
    order = list(range(len(film)))
    Random(1).shuffle(order)
    for index in [*range(len(film)), *reversed(range(len(film))), *order]:
        stop = film.stop_at(index)
        assert (film.position(stop), film.clicks(stop)) == expected[index]


def test_few_positions_are_kept_of_many_and_all_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    right = film_of(Record(LAYOUT, WON))
    monkeypatch.setattr(film_module, "_MOST_KEPT", 4)
    film = film_of(Record(LAYOUT, WON))
    for stop in [*range(len(film.stops)), *reversed(range(len(film.stops)))]:
        assert film.position(stop) == right.position(stop)
    assert len(film._positions._kept) <= 4


def game_log() -> tuple[Game, list[Entry]]:
    """A game with everything in it that a log can have: moves that do nothing, undos, hints."""
    game = Game(LAYOUT.params, clock=FakeClock(), layout=LAYOUT)
    words = ("f3,0", "u3,0", "f3,0", "o0,0", "undo", "o0,0", "hint", "o3,0", "c4,1", "undo", "undo", "f5,0", "o7,0")
    entries = []
    for number, word in enumerate((*words, "look", "o0,4", "o3,3", "o4,4")):
        action = Note(word) if word in tuple(Note) else parse_move(word)
        entries.append(Entry(max(number - 3, 0) * 700, action))
    return game, entries


def test_a_game_of_our_own_shows_what_rebuilding_it_gives() -> None:
    game, entries = game_log()
    film = film_of_game(game, entries)
    shown = []
    for count in range(1, len(entries) + 1):
        rebuilt, _ = game_log()
        rebuilt.rebuild(entries[:count])
        if entries[count - 1].action in (Note.HINT, Note.LOOK):
            continue
        counts = rebuilt.counts
        shown.append((rebuilt.position, (counts.left, counts.right, counts.chord), entries[count - 1].ms))
    assert len(film.stops) == len(shown)
    for stop in [*range(len(shown)), *reversed(range(len(shown)))]:
        assert (film.position(stop), film.clicks(stop), film.times[stop]) == shown[stop]
    assert film.pointer(0) == (3, 0)
    assert film.pointer(4) is None, "an undo has no place"


def test_a_log_that_does_not_fit_ends_where_it_does_not() -> None:
    game, entries = game_log()
    film = film_of_game(game, [*entries[:4], Entry(9000, parse_move("o99,0")), *entries[4:]])
    assert len(film) == 4


def test_buttons_are_down_where_they_were() -> None:
    steps = ("mv 1,1", "lc 1,1", "rc 1,1", "lr 1,1", "rr 2,1", "mc 2,2", "mr 2,2", "sc 2,2", "lr 2,2")
    film = film_of(Record(LAYOUT, clicks(*steps)))
    masks = [film.held(index, index) for index in range(len(steps))]
    assert masks == [0, LEFT, LEFT | RIGHT, RIGHT, 0, MIDDLE, 0, LEFT, 0]
    assert film.held(-1, len(steps) - 1) == LEFT | RIGHT | MIDDLE
    assert film.held(-1, -1) == 0


def test_the_trail_leads_back_over_every_cell_between() -> None:
    film = film_of(Record(LAYOUT, clicks("mv 0,0", "mv 3,0", "mv 3,2", "lc 3,2", gap=50)))
    assert film.trail(3) == [(3, 2), (3, 1), (3, 0), (2, 0), (1, 0), (0, 0)]
    assert film.trail(0) == [(0, 0)]
    assert film.trail(-1) == []
    slow = film_of(Record(LAYOUT, clicks("mv 0,0", "mv 3,0", gap=60_000)))
    assert slow.trail(1) == [(3, 0)]


def test_outside_the_board_there_is_no_pointer() -> None:
    film = film_of(Record(LAYOUT, clicks("mv -1,0", "mv 8,0", "mv 7,7", "mv 7,8")))
    assert [film.pointer(index) for index in range(4)] == [None, None, (7, 7), None]
    assert film.trail(3) == [(7, 7)]


def test_the_clock_starts_with_the_first_opening_and_ends_with_the_official_time() -> None:
    film = film_of(Record(LAYOUT, WON))
    start = WON[1].ms
    assert [film.clock(ms) for ms in (0, start, start + 500, film.length_ms, 10**9)] == [
        *(0, 0, 500),
        *(WON[-1].ms - start,) * 2,
    ]
    claimed = film_of(Record(LAYOUT, WON, claims=Claims(time_ms=WON[-1].ms)))
    assert claimed.clock(500) == 500, "a clock that began at the file's zero"
    wrong = film_of(Record(LAYOUT, WON, claims=Claims(time_ms=5)))
    assert wrong.end_ms == wrong.clock(10**9) == WON[-1].ms - start


def test_times_before_the_start_and_clocks_that_go_back() -> None:
    events = [(ms, kind, x, y) for ms, (_, kind, x, y) in zip((-500, -20, 0, 300, 100), WON, strict=False)]
    film = film_of(Record(LAYOUT, Events.of(events)))
    assert list(film.times) == [0, 480, 500, 800, 800]


def test_stepping_seeking_and_playing() -> None:
    film = film_of(Record(LAYOUT, WON))
    reel = Reel(film)
    assert reel.frame.position.opened == 0
    seen = []
    while not reel.is_at_end:
        reel.step(1)
        seen.append(reel.event)
    assert seen == [stop.event for stop in film.stops]
    assert reel.frame.held == LEFT, "the last click's button is seen"
    reel.step(1)
    assert reel.is_at_end
    back = []
    while reel.event >= 0:
        back.append(reel.event)
        reel.step(-1)
    assert back == seen[::-1]
    reel.seek(film.times[seen[1]] + 1)
    reel.step(-1)
    assert reel.event == seen[1], "from between two clicks one step back leads to the one before"
    reel.seek(-5)
    assert (reel.ms, reel.event) == (0, 0)
    reel.seek(10**9)
    assert reel.event == len(film) - 1
    reel.seek_start()
    held = 0
    while reel.ms < film.length_ms:
        reel.advance(1000)
        held |= reel.frame.held
    assert held == LEFT | RIGHT, "no press is missed, however fast it plays"


def test_an_empty_film_stands_still() -> None:
    reel = Reel(film_of_game(Game(LAYOUT.params, clock=FakeClock(), layout=LAYOUT), []))
    for act in (reel.seek_end, reel.seek_start, lambda: reel.step(1), lambda: reel.step(-1), lambda: reel.advance(99)):
        act()
        assert reel.is_at_end
        assert reel.frame.position.opened == 0


def test_moves_after_the_end_of_the_game_are_cut_off() -> None:
    lost = clicks("lc 0,0", "lr 0,0", "lc 3,0", "lr 3,0", "mv 4,4", "mv 5,5")
    film = film_of(replace(Record(LAYOUT, lost)))
    assert len(film) == 4


def test_a_large_board_needs_little_memory() -> None:
    layout = Layout.of_mines(1000, 1000, [(x, x) for x in range(1000)])
    entries = [Entry(number, parse_move(f"f{number % 1000},{number // 1000}")) for number in range(400)]
    film = film_of_game(Game(layout.params, clock=FakeClock(), layout=layout), entries)
    film.position(len(film.stops) - 1)
    assert len(film._positions._kept) < 100
    assert film.position(200).flagged.bit_count() == 201
