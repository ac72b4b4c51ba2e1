"""Every public sample gives the values that independent programs gave."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict
from typing import Any

import pytest

from sapper.core.layout import Layout
from sapper.core.metrics import board_metrics
from sapper.core.notation import board_rows
from sapper.core.zini import zini_both
from sapper.errors import NotationError, SapperError
from sapper.replay.formats.link import Button, LinkClick, read_link, write_link
from sapper.replay.formats.tatham import read_tatham, write_tatham
from sapper.replay.reading import read_contents
from sapper.replay.report import describe, report
from sapper.replay.text_counts import text_counts
from sapper.replay.writing import BOARDS, REPLAYS, write_board, write_replay
from tests.replay import samples

Entry = dict[str, Any]

BOARD_VALUES = ("bbbv", "openings", "islands", "zini_greedy", "zini_human")
REFUSED = {
    "split_cell": "another game",
    "three_per_cell": "several mines",
}


FAULTS = {
    "text_file.avf": "its level is 105",
    "empty.avf": "the file is empty",
    "truncated_events.avf": "ends inside the events",
    "mine_outside.avf": "the mine at 1,8 lies outside the 8x8 board",
    "duplicate_mine.avf": "the mine at 2,1 is named twice",
    "truncated_header.rmv": "ends inside the header",
    "bad_magic.rmv": r"does not begin with \*rmv",
    "version_9.rmv": "RMV version 9",
    "invalid_utf8_v2.rmv": "not the UTF-8",
    "version_9.evf": "EVF version 9",
    "truncated.evf": "ends inside the events",
    "mine_count_mismatch.evf": "says 11 mines, its board has 10",
    "truncated.mvf": "ends inside the events",
    "odd_length.mbf": "10 mines has 24 bytes, this one has 23",
    "mine_outside.mbf": "the mine at 5,1 lies outside the 3x3 board",
    "unknown_event.rawvf": "^10: '0.100 ll 1 1 .* is no event",
    "time_goes_back.rawvf": "the clock goes back at event 3",
    "no_board.rawvf": "there is no board",
    "short_row.rawvf": "^6: this row has 2 cells",
}
"""What is said of each malformed sample."""


def only(entry: Entry, *formats: str) -> None:
    if entry["format"] not in formats:
        pytest.skip("not of these formats")


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_board(entry: Entry) -> None:
    for stem, reason in REFUSED.items():
        if stem in entry["file"]:
            with pytest.raises(NotationError, match=reason):
                read_contents(samples.data(entry), entry["file"])
            return
    contents = read_contents(samples.data(entry), entry["file"])
    assert contents.format == entry["format"]
    assert board_rows(contents.layout) == entry["board"]["layout"]
    metrics, (zini, hzini) = board_metrics(contents.layout), (None, None)
    if entry["zini_greedy"] is not None:
        zini, hzini = zini_both(contents.layout)
    assert (metrics.bbbv, metrics.openings, metrics.islands, zini, hzini) == tuple(entry[key] for key in BOARD_VALUES)


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_game(entry: Entry) -> None:
    only(entry, *samples.REPLAYS)
    # Without its name, so that only the content tells the format.
    (record,) = read_contents(samples.data(entry)).records
    found = report(record)
    told = describe(found)
    for key in ("result", "time_ms", "solved_bbbv", *BOARD_VALUES):
        assert told[key] == entry[key], key
    if entry["clicks"] is not None:
        assert (told["clicks"], told["effective"]) == (entry["clicks"], entry["effective"])
    assert asdict(text_counts(found.play)) == entry["clicks_text_model"]
    if "path_px_toolbox" in entry:
        assert round(found.measures.path, 3) == entry["path_px_toolbox"]
    wrong_header = "wrong_header" in entry["file"]
    assert [str(warning) for warning in found.warnings] == (
        ["the file says that the game took 2.610 s, its events take 14.520 s"] if wrong_header else []
    )


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_events_and_header(entry: Entry) -> None:
    only(entry, *samples.REPLAYS)
    (record,) = read_contents(samples.data(entry)).records
    events = list(record.events)
    assert len(events) == entry["events"]["total"]
    assert Counter(event.kind.word for event in events) == entry["events"]["by_type"]
    for event, wanted in ((events[0], entry["events"]["first"]), (events[-1], entry["events"]["last"])):
        assert [event.ms, event.kind.word, event.x, event.y] == wanted
    assert record.cell_size == entry["cell_px"]
    assert record.marks == bool(entry["marks"])
    assert record.source.version == entry["format_version"]
    assert record.source.program == entry["program"]
    player = entry["player"]
    assert record.source.player == (player if isinstance(player, str) else player[0])
    assert str(record.mode).replace("-", "_") == (entry["mode"] or "unknown")
    if entry["format"] != "rawvf":
        assert (record.claims.time_ms, record.claims.bbbv) == (entry["header_time_ms"], entry["header_bbbv"])
    if record.claims.opened is not None:
        assert record.claims.opened == report(record).play.position.opened


@pytest.mark.parametrize("entry", samples.expected("malformed"))
def test_a_fault_is_named(entry: Entry) -> None:
    try:
        contents = read_contents(samples.data(entry), entry["file"])
    except SapperError as error:
        sentences = [str(error)]
    else:
        sentences = [str(warning) for warning in report(contents.records[0]).warnings]
    assert any(re.search(FAULTS[entry["file"].partition("/")[2]], sentence) for sentence in sentences)
    assert not any("\n" in sentence for sentence in sentences)


@pytest.mark.parametrize("entry", samples.expected("files"))
def test_round_trips(entry: Entry) -> None:
    if any(stem in entry["file"] for stem in REFUSED):
        pytest.skip("not a board for this program")
    contents = read_contents(samples.data(entry), entry["file"])
    for format in BOARDS:
        assert read_contents(write_board(contents.layout, format)).layout == contents.layout
    for record in contents.records:
        before = report(record)
        for format in REPLAYS:
            if format == "evf" and "all_event_kinds" in entry["file"]:
                with pytest.raises(NotationError, match="question marks"):
                    write_replay(before.play, before.measures, format)
                continue
            (again,) = read_contents(write_replay(before.play, before.measures, format)).records
            after = report(again)
            for value in ("clicks", "position", "result"):
                assert getattr(after.play, value) == getattr(before.play, value), value
            assert after.measures.time_ms == before.measures.time_ms
            assert text_counts(after.play) == text_counts(before.play)
            assert after.warnings == ()


@pytest.mark.parametrize("entry", samples.identifiers("tatham"))
def test_tatham_ids(entry: Entry) -> None:
    game = read_tatham(entry["id"])
    assert board_rows(game.layout) == entry["layout"]
    assert game.first == tuple(entry["first"])
    assert write_tatham(game) == entry["id"]
    assert read_tatham(entry["unmasked_id"]) == game
    assert write_tatham(game, masked=False) == entry["unmasked_id"]
    x, y = entry["first"]
    assert game.layout.numbers[game.layout.geometry.cell(x, y)] == 0


@pytest.mark.parametrize("entry", samples.identifiers("ptt"))
def test_links(entry: Entry) -> None:
    layout = read_link(f"https://example.org/#/game/?b={entry['b']}&m={entry['m']}").layout
    assert board_rows(layout) == entry["layout"]
    assert write_link(layout).endswith(f"&m={entry['m']}")
    assert read_link(write_link(layout)).layout == layout
    assert zini_both(layout) == (entry["zini_greedy"], entry["zini_human"])


@pytest.mark.parametrize("entry", samples.identifiers("click_path"))
def test_click_lists(entry: Entry) -> None:
    layout = Layout.of_mines(entry["cols"], entry["rows"], [(1, 1)])
    wanted = tuple(LinkClick(Button(button), x, y) for button, x, y in entry["clicks"])
    link = write_link(layout, wanted)
    assert link.endswith(f"&c={entry['c']}")
    assert read_link(link).clicks == wanted
