"""The game on the table: begun, played, kept after every move, left for another. It draws nothing and reads no keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from sapper.config import Settings
from sapper.core.layout import Layout
from sapper.core.moves import Move
from sapper.core.notation import GameId
from sapper.core.params import LEVELS, Params, Policy, parse_level
from sapper.core.rules import Applied, Switches
from sapper.deal.seeds import fresh_seed
from sapper.errors import SapperError
from sapper.session import Clock, Dealer, Game, Note, Unranked

if TYPE_CHECKING:
    from sapper.profile import Kept, Profile


_AT_ONCE = 40_000
"""A board of at most so many cells is dealt while the player waits, unless it is to need no guess."""


def monotonic_ms() -> int:
    """Milliseconds on a clock that never runs backwards."""
    return time.monotonic_ns() // 1_000_000


class Standing(NamedTuple):
    """What is told beside a game of one kind: nothing where there is nothing yet.

    Args:
        best_ms: the best time of its level and policy.
        streak: how many ranked games were won in a row.
    """

    best_ms: int | None = None
    streak: int = 0


class Table:
    """What one player plays on."""

    def __init__(
        self,
        opener: Callable[[], Profile],
        settings: Settings,
        *,
        dealer: Dealer,
        clock: Clock = monotonic_ms,
    ) -> None:
        """Prepares a table with a game as the settings have it, before anything is resumed.

        Args:
            opener: opens what keeps the games; asked when it is first needed, so that the board is there sooner.
            settings: what the player has set.
            dealer: deals layouts.
            clock: tells the time.
        """
        self._opener = opener
        self._profile: Profile | None = None
        self._settings = settings
        self._dealer = dealer
        self._clock = clock
        self._kept: Kept | None = None
        self._game = self._new(*chosen(settings))
        self._on_trouble: Callable[[SapperError], None] | None = None
        self._told: str | None = None
        self._closed = False

    @property
    def profile(self) -> Profile:
        """What keeps the games."""
        if self._profile is None:
            self._profile = self._opener()
        return self._profile

    @property
    def is_open(self) -> bool:
        """Whether what keeps the games has been opened."""
        return self._profile is not None

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._game

    @property
    def day(self) -> date | None:
        """The date of a daily game."""
        return None if self._kept is None else self._kept.day

    @property
    def kept(self) -> Kept | None:
        """The game as it is kept; None until something has happened in it."""
        return self._kept

    @property
    def has_something_to_lose(self) -> bool:
        """Whether leaving the game for another would abandon more than a moment's play, or the day's counted one."""
        game = self._game
        counts = self.day is not None and Unranked.AGAIN not in game.unranked
        return game.has_started and not game.position.is_over and (counts or game.elapsed_ms >= 10_000)

    @property
    def unsaved(self) -> SapperError | None:
        """Why something of what was played is not kept; None when all of it is."""
        if self._kept is not None and self._kept.trouble is not None:
            return self._kept.trouble
        return self._profile.trouble if self._profile is not None and self._profile.owes else None

    def warn_with(self, on_trouble: Callable[[SapperError], None]) -> None:
        """Says whom to tell when the game cannot be kept; each trouble is told once."""
        self._on_trouble = on_trouble

    def follow(self, settings: Settings) -> None:
        """Takes changed settings; of the running game's rules only question marks follow, being a matter of taste."""
        self._settings = settings
        self._game.switches = replace(self._game.switches, question_marks=settings.question_marks)

    def standing(self) -> Standing:
        """What is told beside a game of this kind."""
        store = self.profile.store
        if store is None:
            return Standing()
        try:
            return Standing(*store.standing(self._game.params, self._game.switches.policy))
        except SapperError:
            # Told already, or soon: the next save says what is wrong.
            return Standing()

    # Games

    def resume(self) -> bool:
        """Takes up the game that was left last, if there is one."""
        kept = self.profile.resume(clock=self._clock, dealer=self._dealer)
        if kept is None:
            return False
        self._kept, self._game = kept, kept.game
        return True

    def start(
        self,
        params: Params | None = None,
        policy: Policy | None = None,
        *,
        seed: int | None = None,
    ) -> None:
        """Leaves the game for a new one; of the same kind unless another is named."""
        kind = params or self._game.params, policy or self._game.switches.policy
        self._put(self._new(*kind, seed=seed))

    def start_id(self, game: GameId) -> None:
        """Leaves the game for the one that an ID names; unranked, since the ID may have been seen before.

        Raises:
            DealError: the layout cannot be dealt.
        """
        self._put(
            Game.of_id(
                game,
                clock=self._clock,
                dealer=self._dealer,
                switches=self._switches(game.policy),
            )
        )

    def start_layout(self, layout: Layout) -> None:
        """Leaves the game for a board from outside."""
        switches = self._switches(Policy.ANY)
        self._put(
            Game(
                layout.params,
                clock=self._clock,
                layout=layout,
                switches=switches,
                dealer=self._dealer,
            )
        )

    def start_again(self) -> None:
        """Leaves the game for the same board again."""
        self._put(self._game.again())

    def start_daily(self, day: date | None = None) -> None:
        """Leaves the game for the board of a date, today's (UTC) by default, with its first cell opened.

        Raises:
            DealError: the layout cannot be dealt.
        """
        from sapper.daily import opening_move

        day = day or datetime.now(UTC).date()
        if self.day == day and not self._game.position.is_over:
            return
        self._abandon()
        self._kept = self.profile.begin_daily(day, clock=self._clock, dealer=self._dealer)
        self._game = self._kept.game
        if not self._game.has_started and not self._game.is_paused:
            self.play(opening_move())

    def play(self, move: Move) -> Applied:
        """Plays a move and keeps it.

        Raises:
            DealError: the layout cannot be dealt.
        """
        before = len(self._game.log)
        applied = self._game.play(move)
        if len(self._game.log) != before:
            self.save()
        return applied

    def to_deal(self, move: Move) -> GameId | None:
        """The key of the layout that a move needs and that takes too long to wait for; None where there is none."""
        game = self._game
        takes_long = game.switches.policy is Policy.NO_GUESS or game.params.cells > _AT_ONCE
        return game.id.at(move.x, move.y) if takes_long and game.id is not None and game.needs_layout(move) else None

    def supply(self, key: GameId, mined: int, move: Move) -> bool:
        """Takes a layout that was dealt elsewhere for a move, which is then to be played.

        Args:
            key: what `to_deal` answered.
            mined: the plane of the mines.
            move: the first one.

        Returns:
            False where it is of no use any more: the game was paused meanwhile, or the cell flagged. Nothing is taken
            then, since another first cell needs another layout.
        """
        wanted = self._game.needs_layout(move) and not self._game.is_paused
        if wanted:
            self._game.supply(Layout(self._game.params, mined), key)
        return wanted

    def undo(self) -> bool:
        """Takes back the last move."""
        done = self._game.undo()
        if done:
            self.save()
        return done

    def helped(self, note: Note) -> None:
        """The player was helped: the game is unranked, which is kept at once; noted once a game."""
        if Unranked(note) not in self._game.unranked and not self._game.position.is_over:
            self._game.note(note)
            self.save()

    def toggle_pause(self) -> bool:
        """Pauses the game, or goes on with it; False when it is over."""
        if self._game.position.is_over:
            return False
        if self._game.is_paused:
            self._game.resume()
        else:
            self._game.pause()
            self.save()
        return True

    def save(self) -> None:
        """Keeps the game as it stands; what does not work is told, and the game goes on."""
        if self._kept is None:
            self._kept = self.profile.begin(self._game, save_now=False)
        self._kept.save()
        self._tell()

    def close(self) -> None:
        """Keeps the game and lets it go; more calls do nothing."""
        if self._closed:
            return
        self._closed = True
        if self._kept is not None:
            self._kept.leave()
        if self._profile is not None:
            self._profile.close()

    def _new(self, params: Params, policy: Policy, *, seed: int | None = None) -> Game:
        switches = self._switches(policy)
        if seed is not None:
            key = GameId(params, policy, seed)
            return Game.of_id(key, clock=self._clock, dealer=self._dealer, switches=switches)
        return Game(
            params,
            clock=self._clock,
            seed=fresh_seed(),
            switches=switches,
            dealer=self._dealer,
        )

    def _switches(self, policy: Policy) -> Switches:
        return Switches(policy, question_marks=self._settings.question_marks)

    def _put(self, game: Game) -> None:
        self._abandon()
        self._game, self._kept = game, None

    def _abandon(self) -> None:
        if self._kept is not None and not self._game.position.is_over:
            self._kept.abandon()
            self._tell()

    def _tell(self) -> None:
        trouble = None if self._kept is None else self._kept.trouble
        text = None if trouble is None else str(trouble)
        if trouble is not None and text != self._told and self._on_trouble is not None:
            self._on_trouble(trouble)
        self._told = text


def chosen(settings: Settings) -> tuple[Params, Policy]:
    """The kind of game that the settings ask for; beginner where they ask for what no board can have."""
    try:
        return parse_level(settings.level), Policy(settings.policy)
    except (SapperError, ValueError):
        return LEVELS["beginner"], Policy.OPENING
