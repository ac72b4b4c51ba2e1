"""One game being played: rules, clock, move log, undo and counts. It does no input or output and draws nothing.

Front ends turn input into moves and show positions; what a move does, what time it is and what counts is decided
here, so that every game can be rebuilt from its log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum

from sapper.core.layout import Layout
from sapper.core.moves import Move, MoveKind
from sapper.core.notation import GameId
from sapper.core.params import Params
from sapper.core.position import Position
from sapper.core.rules import STANDARD, Applied, Switches, apply
from sapper.deal import deal
from sapper.errors import N_, NotationError
from sapper.session.counts import Counts
from sapper.session.log import Entry, Note

Clock = Callable[[], int]
"""Tells the time in milliseconds from any zero; must not run backwards."""

Dealer = Callable[[GameId], Layout]
"""Deals the layout of a game whose first cell is known."""


class Unranked(StrEnum):
    """Why a game is kept out of records and streaks."""

    HINT = "hint"
    UNDO = "undo"
    LOOK = "look"
    AGAIN = "again"
    """The layout had been seen before."""
    IMPORTED = "imported"
    """The board came from outside."""


class Game:
    """A game from its first click or flag to its end.

    Attributes:
        params: size and mine count.
        switches: the rules in force.
        id: the game ID, with the first cell once it is dealt; None for a board that came from outside.
        layout: the mines, or None before the first open.
        position: where the game stands.
        log: all that was done, in order; empty where the game keeps none.
        counts: the clicks.
        unranked: why the game does not count for records; empty when it does.
    """

    def __init__(
        self,
        params: Params,
        *,
        clock: Clock,
        seed: int = 0,
        layout: Layout | None = None,
        switches: Switches = STANDARD,
        dealer: Dealer = deal,
        keeps_log: bool = True,
    ) -> None:
        """Starts a game.

        Args:
            params: size and mine count.
            clock: tells the time.
            seed: of the layout, dealt at the first open.
            layout: a board from outside to play instead.
            switches: the rules, with the first-click policy.
            dealer: deals the layout.
            keeps_log: False where nobody will undo or save, so that memory stays flat.
        """
        self.params = params
        self.switches = switches
        self.id = GameId(params, switches.policy, seed) if layout is None else None
        self.layout = layout
        self.position = Position(params)
        self.log: list[Entry] = []
        self.counts = Counts()
        self.unranked: set[Unranked] = set() if layout is None else {Unranked.IMPORTED}
        self._clock = clock
        self._dealer = dealer
        self._keeps_log = keeps_log
        self._elapsed = 0
        self._running_since: int | None = None
        self._started = False
        self._paused = False
        self._past: deque[Position] = deque(maxlen=max(_UNDO_BYTES // (params.cells // 2 + 256), 8))

    @classmethod
    def of_id(
        cls,
        game: GameId,
        *,
        clock: Clock,
        switches: Switches = STANDARD,
        dealer: Dealer = deal,
        ranked: bool = False,
        keeps_log: bool = True,
    ) -> Game:
        """The game that an ID names; where the ID has a first cell, on the layout that was dealt for it.

        Args:
            game: the ID.
            clock: tells the time.
            switches: the rules; the policy is the ID's.
            dealer: deals the layout.
            ranked: whether the player cannot have known this ID before.
            keeps_log: as for a new game.

        Raises:
            DealError: the layout cannot be dealt.
        """
        started = cls(
            game.params,
            clock=clock,
            seed=game.seed,
            switches=replace(switches, policy=game.policy),
            dealer=dealer,
            keeps_log=keeps_log,
        )
        if game.first is not None:
            started.supply(dealer(game), game)
        if not ranked:
            started.unranked.add(Unranked.IMPORTED)
        return started

    # Time

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds played: from the first open to the last, pauses left out."""
        if self._running_since is None:
            return self._elapsed
        return self._elapsed + max(self._clock() - self._running_since, 0)

    @property
    def is_running(self) -> bool:
        """Whether the clock runs."""
        return self._running_since is not None

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused: the clock stands and no move is taken."""
        return self._paused

    @property
    def has_started(self) -> bool:
        """Whether a cell has been opened, be it taken back since: the clock has run from then on."""
        return self._started

    @property
    def is_given(self) -> bool:
        """Whether the layout was there before the first click, so that the policy promises nothing of it."""
        if self.id is None or Unranked.AGAIN in self.unranked:
            return True
        actions = (entry.action for entry in self.log)
        opened = (action for action in actions if isinstance(action, Move) and action.kind is MoveKind.OPEN)
        first = next(((move.x, move.y) for move in opened), None)
        return self.layout is not None and first != self.id.first

    def pause(self) -> None:
        """Stops the clock and takes no moves until `resume`."""
        if not self.position.is_over:
            self._stop()
            self._paused = True

    def resume(self) -> None:
        """Goes on after a pause."""
        self._paused = False
        if self.has_started and not self.position.is_over:
            self._start()

    def _start(self) -> None:
        if self._running_since is None:
            self._running_since = self._clock()

    def _stop(self) -> None:
        self._elapsed = self.elapsed_ms
        self._running_since = None

    # Play

    def needs_layout(self, move: Move) -> bool:
        """Whether this move opens the first cell, so that a layout is dealt for it."""
        board = self.position.geometry
        return (
            self.layout is None
            and move.kind is MoveKind.OPEN
            and board.contains(move.x, move.y)
            and not self.position.is_flagged(board.cell(move.x, move.y))
        )

    def supply(self, layout: Layout, game: GameId) -> None:
        """Takes a layout that was dealt elsewhere (in a worker, say) for the game's first cell."""
        if layout.params != self.params:
            raise ValueError(f"a {layout.params} layout does not fit a {self.params} game")
        if self.layout is None:
            self.counts.learn(layout)
        self.layout, self.id = layout, game

    def play(self, move: Move) -> Applied:
        """Plays a move on the board and logs it; the first open deals the layout.

        During a pause and after the end nothing happens, and nothing is counted.

        Raises:
            ValueError: the move is outside the board.
            DealError: the layout cannot be dealt.
        """
        if self.position.is_over or self._paused:
            return Applied(self.position, 0)
        if self.needs_layout(move) and self.id is not None:
            first = self.id.at(move.x, move.y)
            self.supply(self._dealer(first), first)
        applied = apply(self.position, self.layout, move, switches=self.switches)
        ms = self.elapsed_ms
        self._record(move, ms)
        self.counts.count(move, applied, layout=self.layout)
        self._advance(applied, ms)
        return applied

    def _advance(self, applied: Applied, ms: int) -> None:
        if applied.position is self.position:
            return
        if self._keeps_log:
            self._past.append(self.position)
        self.position = applied.position
        self._started = self._started or bool(self.position.opened | self.position.exploded)
        if self.position.is_over:
            # Not looked at again: a game that is rebuilt from its log must end at the same time.
            self._elapsed, self._running_since = ms, None
        elif self.has_started:
            self._start()

    def undo(self) -> bool:
        """Takes back the last move that changed something; unranked from then on. False when there is none."""
        before = None if self._paused else self._before()
        if before is None:
            return False
        self._record(Note.UNDO, self.elapsed_ms)
        self.unranked.add(Unranked.UNDO)
        self.position = before
        if self.has_started:
            self._start()
        return True

    def _before(self) -> Position | None:
        """Takes the position before the present one off those kept; None when there is none."""
        if not self._past:
            # Those kept are bounded; what lies further back is played again from the log.
            self._past.extend(_positions(self)[:-1])
        return self._past.pop() if self._past else None

    def note(self, note: Note) -> None:
        """Records that the player was helped; unranked from then on."""
        if note is Note.UNDO:
            raise ValueError("undo is not a note to make: call undo()")
        self._record(note, self.elapsed_ms)
        self.unranked.add(Unranked(note))

    def again(self) -> Game:
        """A new game on the same layout; unranked if that was dealt before, or where this one came from outside."""
        game = Game(
            self.params,
            clock=self._clock,
            layout=self.layout,
            switches=self.switches,
            dealer=self._dealer,
            keeps_log=self._keeps_log,
        )
        if self.id is not None:
            game.id = self.id
            game.unranked = self.unranked & {Unranked.IMPORTED}
            if self.layout is not None:
                game.unranked.add(Unranked.AGAIN)
        return game

    def rebuild(self, log: Iterable[Entry], *, elapsed_ms: int | None = None) -> None:
        """Plays a log on this game, which must be new, as it was played then, and leaves it paused unless it is over.

        Args:
            log: what was done.
            elapsed_ms: the clock when the game was left; that of the last entry by default.

        Raises:
            NotationError: an entry does not fit the board.
            DealError: the layout cannot be dealt.
        """
        real, now = self._clock, 0
        self._clock = lambda: now
        try:
            for entry in log:
                # The clock starts at the first open, whose own entry says 0.
                now = entry.ms
                self._replay(entry)
        finally:
            self._stop()
            self._clock = real
        if elapsed_ms is not None and not self.position.is_over:
            self._elapsed = max(self._elapsed, elapsed_ms)
        self.pause()

    def _replay(self, entry: Entry) -> None:
        if isinstance(entry.action, Note):
            if entry.action is Note.UNDO:
                self.undo()
            else:
                self.note(entry.action)
            return
        if not self.position.geometry.contains(entry.action.x, entry.action.y):
            raise NotationError(N_("{move} is outside the {size} board"), move=entry.action, size=self.params)
        self.play(entry.action)

    # Bookkeeping

    def _record(self, action: Move | Note, ms: int) -> None:
        if self._keeps_log:
            self.log.append(Entry(ms, action))


_UNDO_BYTES = 64 * 2**20
"""How much memory the positions kept for undo may take, roughly."""


def _positions(game: Game) -> list[Position]:
    """The positions that led to the present one, oldest first, from the log alone."""
    past = [Position(game.params)]
    for entry in game.log:
        if entry.action is Note.UNDO:
            past.pop()
        elif isinstance(entry.action, Move):
            applied = apply(past[-1], game.layout, entry.action, switches=game.switches)
            if applied.position is not past[-1]:
                past.append(applied.position)
    return past
