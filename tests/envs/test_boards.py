"""Many boards on arrays are dealt and played as the dealer and the rules do it, move by move."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.core.geometry import cells_of
from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import MAX_SEED, GameId
from sapper.core.params import LEVELS, Params, Policy
from sapper.core.position import Outcome, Position
from sapper.core.rules import apply, next_mark
from sapper.core.view import CLOSED, look, reveal
from sapper.deal import deal
from sapper.deal.seeds import SEED_SHIFT
from sapper.deal.stream import GAMMA, MASK64, Stream, mix64

np = pytest.importorskip("numpy", reason="the extra gym is not installed")
pytest.importorskip("gymnasium", reason="the extra gym is not installed")

from sapper.envs.boards import MINE, Boards, neighbour_counts  # noqa: E402 - after it is known to be there
from sapper.envs.dealing import Dealer, started  # noqa: E402
from sapper.envs.dealing import mix64 as mix_all  # noqa: E402

pytestmark = pytest.mark.kernel

UNIFORM = (Policy.ANY, Policy.SAFE, Policy.OPENING)
SIZES = [*LEVELS.values(), *map(Params, (1, 1, 7, 3, 5, 9), (1, 6, 1, 3, 4, 2), (0, 3, 0, 8, 14, 1))]


@st.composite
def sizes(draw: st.DrawFn) -> Params:
    width, height = draw(st.integers(1, 11)), draw(st.integers(1, 8))
    few = st.integers(0, max(width * height // 5, 0))
    return Params(width, height, min(draw(few | st.integers(0, width * height - 1)), width * height - 1))


@given(st.lists(st.integers(0, MAX_SEED), min_size=1, max_size=20))
def test_words_are_those_of_the_stream(seeds: list[int]) -> None:
    words = np.array(seeds, np.uint64)
    assert mix_all(words).tolist() == [mix64(seed) for seed in seeds]
    assert started(words).tolist() == [Stream(seed).state for seed in seeds]


@pytest.mark.parametrize("policy", UNIFORM)
@pytest.mark.parametrize("params", SIZES, ids=str)
def test_layouts_are_those_of_the_dealer(params: Params, policy: Policy) -> None:
    firsts = np.arange(min(params.cells, 40)) * (params.cells // min(params.cells, 40))
    seeds = mix_all(firsts.astype(np.uint64))
    mined = Dealer(params, policy).deal(seeds, firsts)
    for row, (seed, first) in enumerate(zip(seeds.tolist(), firsts.tolist(), strict=True)):
        layout = deal(GameId(params, policy, seed, (first % params.width, first // params.width)))
        assert np.flatnonzero(mined[row]).tolist() == cells_of(layout.mined)


def test_a_rejected_draw_is_drawn_again_as_the_stream_does() -> None:
    # One draw in some hundred millions is rejected: these are the seeds whose first words are the smallest.
    params, policy = Params(7, 7, 3), Policy.ANY
    seeds = [seed_of(word) for word in range(20)]
    assert [Stream(seed).word() for seed in seeds] == list(range(20))
    assert 2**32 % (params.cells - params.mines + 1) > 0
    mined = Dealer(params, policy).deal(np.array(seeds, np.uint64), np.zeros(len(seeds), np.int64))
    for row, seed in enumerate(seeds):
        assert np.flatnonzero(mined[row]).tolist() == cells_of(deal(GameId(params, policy, seed, (0, 0))).mined)


def seed_of(word: int) -> int:
    """The seed whose stream begins with this word."""
    return unmixed((unmixed(word) - GAMMA) & MASK64) ^ GAMMA


def unmixed(word: int) -> int:
    """The word that `mix64` makes this one of."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, 2**64) & MASK64
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK64
    return word ^ word >> 30 ^ word >> 60


def test_a_no_guess_board_is_the_dealers() -> None:
    params = Params(9, 9, 10)
    mined = Dealer(params, Policy.NO_GUESS).deal(np.array([5, 6], np.uint64), np.array([40, 0]))
    for row, (seed, first) in enumerate([(5, (4, 4)), (6, (0, 0))]):
        layout = deal(GameId(params, Policy.NO_GUESS, seed, first))
        assert np.flatnonzero(mined[row]).tolist() == cells_of(layout.mined)


@given(st.data(), sizes(), st.integers(1, 5))
def test_neighbours_are_counted_on_every_board_for_itself(data: st.DataObject, params: Params, count: int) -> None:
    marked = [data.draw(st.sets(st.integers(0, params.cells - 1))) for _ in range(count)]
    marks = np.zeros((count, params.cells), np.bool_)
    for row, cells in enumerate(marked):
        marks[row, list(cells)] = True
    counts = neighbour_counts(marks, params)
    board = Position(params).geometry
    for row, cells in enumerate(marked):
        around = [len(cells.intersection([cell, *board.neighbours(cell)])) for cell in range(params.cells)]
        assert counts[row].tolist() == around


class Reference:
    """One of the boards, played by the rules."""

    def __init__(self, params: Params, policy: Policy, seed: int) -> None:
        self.key = GameId(params, policy, seed)
        self.layout: Layout | None = None
        self.position = Position(params)

    def play(self, kind: MoveKind, cell: int) -> tuple[int, bool]:
        """How many safe cells it opened, and whether it changed anything."""
        x, y = self.position.geometry.xy(cell)
        before = self.position
        if kind is MoveKind.FLAG:
            kind = next_mark(before, cell)
        if kind is MoveKind.OPEN and self.layout is None and not before.is_flagged(cell):
            self.layout = deal(self.key.at(x, y))
        applied = apply(before, self.layout, Move(kind, x, y))
        self.position = applied.position
        return (self.position.opened ^ before.opened).bit_count(), applied.changed != 0

    def chords(self) -> list[bool]:
        """Where a chord would change something."""
        where = [self.position.geometry.xy(cell) for cell in range(self.position.params.cells)]
        return [apply(self.position, self.layout, Move(MoveKind.CHORD, x, y)).changed != 0 for x, y in where]


@settings(deadline=None)
@given(st.data(), sizes(), st.sampled_from(UNIFORM), st.integers(1, 4), st.booleans())
def test_every_move_does_what_the_rules_say(
    data: st.DataObject, params: Params, policy: Policy, count: int, compiled_way: bool
) -> None:
    boards = Boards(count, params, policy, kernel=compiled_way)
    seeds = [data.draw(st.integers(0, 2**48)) for _ in range(count)]
    boards.restart(np.arange(count), np.array(seeds, np.uint64))
    references = [Reference(params, policy, seed) for seed in seeds]
    cell = st.integers(0, params.cells - 1)
    for _ in range(data.draw(st.integers(1, 12))):
        kind = data.draw(st.sampled_from([MoveKind.OPEN, MoveKind.OPEN, MoveKind.FLAG, MoveKind.CHORD]))
        rows = sorted(data.draw(st.sets(st.integers(0, count - 1), min_size=1)))
        if kind is MoveKind.FLAG and data.draw(st.booleans()):  # so that some chords do something
            cells = [mine_of(references[row], data.draw(cell)) for row in rows]
        else:
            cells = [data.draw(cell) for _ in rows]
        play = {MoveKind.OPEN: boards.open, MoveKind.FLAG: boards.flag, MoveKind.CHORD: boards.chord}[kind]
        opened, acted = play(np.array(rows), np.array(cells))
        expected = {row: references[row].play(kind, each) for row, each in zip(rows, cells, strict=True)}
        assert opened.tolist() == [expected.get(row, (0, False))[0] for row in range(count)]
        assert acted.tolist() == [expected.get(row, (0, False))[1] for row in range(count)]
        chords = boards.chords()
        for row, reference in enumerate(references):
            same(boards, row, reference)
            assert chords[row].tolist() == reference.chords()


def mine_of(reference: Reference, cell: int) -> int:
    """A mine near this cell's number in the list of mines, where the board is dealt; else the cell."""
    if reference.layout is None or not reference.layout.mined:
        return cell
    mines = cells_of(reference.layout.mined)
    return mines[cell % len(mines)]


def same(boards: Boards, row: int, reference: Reference) -> None:
    """Asserts that a board stands as the rules say."""
    position, layout = reference.position, reference.layout
    assert boards.seen[row].tobytes() == look(position, layout)
    assert boards.over[row] == position.is_over
    assert boards.won[row] == (position.outcome is Outcome.WON)
    assert boards.left[row] == position.params.safe_cells - position.opened.bit_count()
    if layout is None:
        assert boards.firsts[row] == -1
        assert not boards.mines[row].any()
    else:
        assert boards.revealed(row) == reveal(position, layout)
        assert np.flatnonzero(boards.mines[row]).tolist() == cells_of(layout.mined)


@pytest.mark.parametrize("kernel", [False, True])
@pytest.mark.parametrize("policy", UNIFORM)
@pytest.mark.parametrize("params", SIZES, ids=str)
def test_whole_games_on_many_boards_go_by_the_rules(params: Params, policy: Policy, kernel: bool) -> None:
    count = 30
    stream, boards = Stream(7), Boards(count, params, policy, kernel=kernel)
    seeds = [stream.below(1000) for _ in range(count)]
    boards.restart(np.arange(count), np.array(seeds, np.uint64))
    references = [Reference(params, policy, seed) for seed in seeds]
    for _ in range(60):
        cells = [stream.below(params.cells) for _ in range(count)]
        # Mines are passed over most of the time, so that games go on.
        for row, reference in enumerate(references):
            while reference.layout is not None and reference.layout.is_mine(cells[row]) and stream.below(8):
                cells[row] = stream.below(params.cells)
        opened, acted = boards.open(np.arange(count), np.array(cells))
        expected = [ref.play(MoveKind.OPEN, cell) for ref, cell in zip(references, cells, strict=True)]
        assert list(zip(opened.tolist(), acted.tolist(), strict=True)) == expected
        for row, reference in enumerate(references):
            same(boards, row, reference)


@pytest.mark.parametrize("kernel", [False, True])
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("params", [Params(5, 4, 3), Params(4, 3, 8), Params(1, 1, 0), Params(70, 2, 9)], ids=str)
def test_a_step_of_all_boards_passes_over_the_idle_ones_and_a_new_game_is_the_next_of_its_stream(
    params: Params, policy: Policy, kernel: bool
) -> None:
    if policy is Policy.NO_GUESS and params.mines > 3:
        pytest.skip("there are hardly any such boards")
    count, stream = 12, Stream(11)
    boards = Boards(count, params, policy, kernel=kernel)
    boards.streams[:] = started(np.arange(count, dtype=np.uint64))
    seeds = [Stream(row) for row in range(count)]
    references = [Reference(params, policy, 0) for _ in range(count)]
    marks = np.ones(count, np.bool_)
    for turn in range(25):
        boards.begin(marks)
        for row in np.flatnonzero(marks).tolist():
            references[row] = Reference(params, policy, seeds[row].word() >> SEED_SHIFT)
        cells = [stream.below(params.cells) for _ in range(count)]
        idle = np.array([stream.below(4) == 0 for _ in range(count)])
        if turn % 5 == 0:  # a flagged cell is not opened, the first one no more than others
            boards.flag(np.array([3]), np.array([cells[3]]))
            references[3].play(MoveKind.FLAG, cells[3])
        told = boards.step(np.array(cells), idle)
        expected = [
            (0, False) if idle[row] else references[row].play(MoveKind.OPEN, cells[row]) for row in range(count)
        ]
        assert list(zip(*told[:2].tolist(), strict=True)) == expected
        assert told[2].tolist() == [each.position.outcome is Outcome.WON for each in references]
        assert told[3].tolist() == [each.position.outcome is Outcome.LOST for each in references]
        observed, allowed = boards.show()
        assert allowed.dtype == np.int8
        for row, reference in enumerate(references):
            same(boards, row, reference)
            assert boards.seeds[row] == reference.key.seed
            assert observed[row].tobytes() == look(reference.position, reference.layout)
            assert allowed[row].tolist() == (
                [1] * params.cells if reference.position.is_over else (observed[row] == CLOSED).tolist()
            )
        observed[:], allowed[:] = 0, 0  # they are the caller's
        marks = np.array([each.position.is_over and stream.below(3) > 0 for each in references])


@pytest.mark.parametrize("kernel", [False, True])
def test_a_corridor_that_winds_through_the_board_is_opened_to_its_end(kernel: bool) -> None:
    width, height = 15, 23
    walls = [(x, y) for number, y in enumerate(range(3, height - 3, 4)) for x in corridor(number, width)]
    layout = Layout.of_mines(width, height, walls)
    boards = Boards(2, layout.params, Policy.ANY, kernel=kernel)
    numbers = np.frombuffer(layout.numbers, np.uint8).copy()
    numbers[cells_of(layout.mined)] = MINE
    boards.truth[:], boards.firsts[:] = numbers, 0
    opened, _ = boards.open(np.array([1]), np.array([0]))
    position = apply(Position(layout.params), layout, Move(MoveKind.OPEN, 0, 0)).position
    assert opened.tolist() == [0, position.opened.bit_count()]
    assert boards.seen[1].tobytes() == look(position, layout)


def corridor(number: int, width: int) -> range:
    return range(width - 3) if number % 2 else range(3, width)
