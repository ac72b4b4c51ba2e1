"""The moments that decided a judged game: what they are, what is said of each, what it marks. Knows no screen."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.analysis.judgement import Grade, Judgement
from sapper.errors import N_, Reason
from sapper.showing.advice import percent
from sapper.showing.figures import exact
from sapper.showing.rows import Mark
from sapper.showing.words import Translate, share, timed

GRADE_WORDS = {
    Grade.FIRST: N_("first click"),
    Grade.SAFE: N_("safe"),
    Grade.FORCED: N_("forced guess"),
    Grade.WORSE_GUESS: N_("worse guess"),
    Grade.UNFORCED: N_("needless risk"),
    Grade.UNKNOWN: N_("not known"),
}
"""What a click was, in a word or two."""

_RISKY = frozenset({Grade.FORCED, Grade.WORSE_GUESS, Grade.UNFORCED})

_SENTENCES = {
    Grade.FORCED: N_("Nothing was safe, and {risk} % was the least risk."),
    Grade.WORSE_GUESS: N_("Nothing was safe; this risked {risk} %, another cell {least} %."),
    Grade.UNFORCED: N_("This risked {risk} %, though there were safe cells: {count}."),
}


def moments(judgements: Sequence[Judgement]) -> list[Judgement]:
    """The clicks worth a look: those that took a risk, and the one that lost."""
    return [each for each in judgements if each.exploded or each.grade in _RISKY]


def moment_words(judgement: Judgement) -> Reason:
    """What is said of a click."""
    if judgement.risk is None:
        return Reason(GRADE_WORDS[judgement.grade])
    least = judgement.least_risk or 0.0
    values = {
        "risk": ("" if judgement.exact else "≤") + percent(judgement.risk),
        "least": percent(least),
        "count": len(judgement.better),
    }
    return Reason(_SENTENCES.get(judgement.grade, GRADE_WORDS[judgement.grade]), values)


def moment_marks(judgement: Judgement) -> dict[int, Mark]:
    """The cells to point out on the board before a click: what it opened, and what would have been better."""
    better = Mark.SAFE if judgement.least_risk == 0.0 else Mark.BEST
    return {**dict.fromkeys(judgement.better, better), **dict.fromkeys(judgement.targets, Mark.CLICKED)}


def moment_columns(judgement: Judgement, *, translate: Translate) -> tuple[str, str, str]:
    """A click as columns of a list: when, what it was (to be translated), its risk."""
    risk = "" if judgement.risk is None else share(percent(judgement.risk), translate=translate)
    return timed(exact(judgement.ms), translate=translate), GRADE_WORDS[judgement.grade], risk
