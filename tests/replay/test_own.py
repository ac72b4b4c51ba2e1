"""Games of this program as recordings, and out into other programs' formats."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind, parse_move
from sapper.core.params import Policy
from sapper.core.position import Position
from sapper.core.rules import Switches, apply
from sapper.replay.own import record_of_moves
from sapper.replay.player import play
from sapper.replay.reading import read_contents
from sapper.replay.report import report
from sapper.replay.writing import REPLAYS, write_replay
from tests.strategies import layouts, moves

ANY = Switches(policy=Policy.ANY, question_marks=True)


@given(layouts(), st.data())
def test_a_recording_plays_the_same_game(layout: Layout, data: st.DataObject) -> None:
    played = [(100 * number, move) for number, move in enumerate(data.draw(st.lists(moves(layout), max_size=12)))]
    position = Position(layout.params)
    for _, move in played:
        position = apply(position, layout, move, switches=ANY).position
    found = report(record_of_moves(layout, played))
    assert found.play.position == position
    if len(found.play.record.events):
        for format in REPLAYS:
            (again,) = read_contents(write_replay(found.play, found.measures, format)).records
            assert play(again).position == position


def test_clicks_of_a_recording() -> None:
    layout = Layout.of_mines(3, 2, [(2, 0)])
    log = [(0, "o1,0"), (500, "f2,0"), (900, "c1,0"), (1500, "o0,0")]
    record = record_of_moves(layout, [(ms, parse_move(move)) for ms, move in log], started_us=1_700_000_000_000_000)
    found = report(record)
    assert (found.play.clicks.left, found.play.clicks.right, found.play.clicks.chord) == (1, 1, 1)
    assert (found.measures.time_ms, str(found.play.result)) == (900, "won")
    evf = write_replay(found.play, found.measures, "evf")
    assert b"sapper" in evf
    assert not evf[1] & (64 | 32 | 8)  # neither official nor fair nor converted
    assert evf[1] & 128
    assert read_contents(evf).records[0].source.started == "1700000000000000"


def test_marks_that_need_two_clicks() -> None:
    layout = Layout.of_mines(3, 2, [(2, 0)])
    log = [(0, Move(MoveKind.QUESTION, 2, 0)), (10, Move(MoveKind.UNMARK, 2, 0)), (20, Move(MoveKind.UNMARK, 2, 0))]
    kinds = [event.kind.word for event in record_of_moves(layout, log).events]
    assert kinds == ["mv", "rc", "rr", "rc", "rr", "rc", "rr"]
