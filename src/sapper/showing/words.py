"""The words for levels, policies and reasons, to be translated where they are shown. Knows no screen."""

from __future__ import annotations

from collections.abc import Callable

from sapper.core.params import Params, Policy, level_name
from sapper.errors import N_
from sapper.session import Unranked

Translate = Callable[[str], str]

LEVEL_WORDS = {
    "beginner": N_("Beginner"),
    "intermediate": N_("Intermediate"),
    "expert": N_("Expert"),
    "ranked-beginner": N_("Ranked beginner"),
    "custom": N_("Custom"),
}
"""What the levels are called."""

POLICY_WORDS = {
    Policy.ANY: N_("any: it may be a mine"),
    Policy.SAFE: N_("safe: it is no mine"),
    Policy.OPENING: N_("opening: it opens an area"),
    Policy.NO_GUESS: N_("no-guess: and logic alone suffices"),
}
"""What the first-click policies promise."""

SHORT_POLICIES = {
    Policy.ANY: N_("any first click"),
    Policy.SAFE: N_("safe first click"),
    Policy.OPENING: N_("opening first"),
    Policy.NO_GUESS: N_("no guessing"),
}
"""The first-click policies in a word or two."""

GIVEN = N_("given board")
"""Said in place of a policy where the layout was there before the first click."""

UNRANKED_WORDS = {
    Unranked.HINT: N_("a hint"),
    Unranked.UNDO: N_("an undo"),
    Unranked.LOOK: N_("a look at the risks"),
    Unranked.AGAIN: N_("a board seen before"),
    Unranked.IMPORTED: N_("a board from outside"),
}
"""Why a game does not count."""


def size_words(params: Params, *, times: str = "×") -> str:
    """A size as `30×16/99`."""
    return f"{params.width}{times}{params.height}/{params.mines}"


def board_words(params: Params, *, translate: Translate, times: str = "×") -> str:
    """A board as `Expert 30×16/99`."""
    return f"{translate(LEVEL_WORDS[level_name(params)])} {size_words(params, times=times)}"


def timed(seconds: str, *, translate: Translate) -> str:
    """A number of seconds with its unit, as the language writes it."""
    return translate(N_("{seconds} s")).format(seconds=seconds)


def share(percent: str, *, translate: Translate) -> str:
    """A number of percent with its sign, as the language writes it."""
    return translate(N_("{percent} %")).format(percent=percent)


def after(sentence: str, other: str, *, translate: Translate) -> str:
    """Two sentences, one after the other."""
    return translate(N_("{sentence} {other}")).format(sentence=sentence, other=other)


def unranked_words(reasons: set[Unranked], *, translate: Translate) -> str:
    """Why a game is unranked, as a list."""
    return translate(N_(", ")).join(translate(UNRANKED_WORDS[reason]) for reason in sorted(reasons))
