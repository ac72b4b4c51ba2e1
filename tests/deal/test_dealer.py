"""Dealing: pinned for ever, exactly uniform, and possible for every mine count."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations

import pytest

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.notation import GameId, board_rows, parse_game_id
from sapper.core.params import Params, Policy
from sapper.deal import deal
from sapper.deal.stream import Stream, mix64
from sapper.deal.uniform import choose, deal_uniform, with_safe_cell
from sapper.errors import DealError


def test_the_stream_is_pinned() -> None:
    """SplitMix64's published first outputs for the state 0, and ours for a few seeds."""
    stream = Stream(0)
    stream.state = 0
    assert [stream.word() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert mix64(0) == 0
    assert [Stream(seed).word() for seed in (0, 1, 2**64 - 1)] == WORDS
    bounded = Stream(42)
    assert [bounded.below(bound) for bound in (1, 2, 10, 480, 10**6, 2**32)] == BOUNDED


WORDS = [12035550249420947055, 6755974106381971767, 11977022717111315734]
BOUNDED = [0, 1, 4, 32, 676915, 289954712]


def test_bounded_draws_are_unbiased_at_the_edge() -> None:
    """A bound that does not divide 2**32 rejects the surplus; the draws of such a stream stay within it."""
    stream = Stream(7)
    bound = 3 * 2**30
    draws = [stream.below(bound) for _ in range(3000)]
    assert max(draws) < bound
    thirds = Counter(draw // 2**30 for draw in draws)
    assert all(abs(count - 1000) < 150 for count in thirds.values())


VECTORS = {
    "9x9/10:opening:1:4,4": "0f46f9ede89b7041",
    "9x9/10:safe:1:0,0": "af67c3cf1def780b",
    "9x9/10:any:1:0,0": "0cbb39f7209d62f5",
    "8x8/10:opening:18446744073709551615:7,7": "c22a28b3451e6f0f",
    "16x16/40:opening:2024:8,8": "448acf30033f291e",
    "30x16/99:opening:123456789:15,8": "0b29833716e4ace1",
    "30x16/470:opening:5:15,8": "f80b8323a733fdb9",
    "30x16/479:safe:5:0,15": "dbea7f9fd221e9dd",
    "1x1000/500:safe:3:0,999": "f3939f0854745cbc",
    "1000x1000/200000:opening:9:500,500": "a42fd3b42b8785f5",
    "1000x1000/900000:any:9:500,500": "f9d37c1f6f167e87",
}


@pytest.mark.parametrize("game", VECTORS)
def test_layouts_are_pinned(game: str) -> None:
    rows = "\n".join(board_rows(deal(parse_game_id(game))))
    assert hashlib.sha256(rows.encode("ascii")).hexdigest()[:16] == VECTORS[game]


def promised(layout: Layout, policy: Policy, first: tuple[int, int]) -> bool:
    """Whether a layout keeps the policy's promise, said as the rules say it."""
    board = layout.geometry
    cell = board.cell(*first)
    if policy is Policy.ANY:
        return True
    if layout.is_mine(cell):
        return False
    around = (layout.mined & board.neighbourhood(cell)).bit_count()
    outside = board.cells - 1 - len(board.neighbours(cell))
    return policy is Policy.SAFE or around == max(layout.params.mines - outside, 0)


@pytest.mark.parametrize("policy", [Policy.ANY, Policy.SAFE, Policy.OPENING])
@pytest.mark.parametrize("size", [(1, 1), (1, 7), (2, 2), (3, 3), (5, 4)])
def test_every_mine_count_can_be_dealt_at_every_first_cell(policy: Policy, size: tuple[int, int]) -> None:
    width, height = size
    for mines in range(width * height):
        for x in range(width):
            for y in range(height):
                layout = deal(GameId(Params(width, height, mines), policy, 11, (x, y)))
                assert promised(layout, policy, (x, y))


@pytest.mark.parametrize(
    ("width", "height", "mines", "policy", "first"),
    [
        (3, 3, 3, Policy.ANY, (0, 0)),
        (3, 3, 3, Policy.SAFE, (1, 1)),
        (3, 3, 6, Policy.SAFE, (0, 2)),
        (4, 3, 2, Policy.OPENING, (0, 0)),
        (4, 3, 3, Policy.OPENING, (1, 1)),
        (5, 2, 6, Policy.OPENING, (0, 0)),
    ],
)
def test_every_layout_that_keeps_the_promise_is_equally_likely(
    width: int, height: int, mines: int, policy: Policy, first: tuple[int, int]
) -> None:
    """Chi-square over all of them; the limit is five standard deviations above the mean of that distribution."""
    params = Params(width, height, mines)
    every = [
        layout
        for chosen in combinations(range(params.cells), mines)
        if promised(layout := Layout(params, sum(1 << cell for cell in chosen)), policy, first)
    ]
    expected = 200
    seen = Counter(deal(GameId(params, policy, seed, first)).mined for seed in range(expected * len(every)))
    assert set(seen) == {layout.mined for layout in every}
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    freedom = len(every) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_choosing_is_uniform_on_both_sides_of_half() -> None:
    for count in (2, 4):
        seen = Counter(bytes(choose(Stream(seed), 6, count)) for seed in range(15 * 300))
        assert len(seen) == 15
        assert sum((number - 300) ** 2 / 300 for number in seen.values()) < 14 + 5 * 28**0.5 + 10
    assert choose(Stream(1), 0, 0) == b""
    assert choose(Stream(1), 5, 5) == b"11111"
    assert choose(Stream(1), 5, 0) == b"00000"


def test_the_first_cell_matters_only_to_the_policies_that_promise_something() -> None:
    base = parse_game_id("9x9/10:any:77")
    assert len({deal(base.at(x, 0)).mined for x in range(9)}) == 1


def test_a_game_without_its_first_cell_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="first cell"):
        deal(parse_game_id("9x9/10:any:77"))


def test_an_unknown_dealer_is_refused() -> None:
    with pytest.raises(DealError, match="version 2"):
        deal(GameId(Params(9, 9, 10), Policy.ANY, 1, (0, 0), 2))


def test_moving_a_mine_keeps_all_else() -> None:
    layout = Layout.of_mines(3, 2, [(0, 0), (1, 0)])
    assert with_safe_cell(layout, 2, Stream(1)) is layout
    moved = Counter(with_safe_cell(layout, 0, Stream(seed)).mined for seed in range(4000))
    assert {tuple(cells_of(mined)) for mined in moved} == {(1, 2), (1, 3), (1, 4), (1, 5)}
    assert all(abs(count - 1000) < 150 for count in moved.values())


def test_streams_go_on_where_they_stand() -> None:
    stream = Stream(5)
    first = deal_uniform(Params(9, 9, 10), Policy.ANY, stream, (0, 0))
    second = deal_uniform(Params(9, 9, 10), Policy.ANY, stream, (0, 0))
    assert first != second
