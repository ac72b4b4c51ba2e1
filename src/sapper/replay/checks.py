"""Compares what a file says about its game with the game that its events play. Judges; changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sapper.errors import N_, NN_, Reason
from sapper.replay.measure import Measures, agrees_with_events
from sapper.replay.player import Play
from sapper.replay.record import OWN_RULES, Result


def warnings_of(play: Play, measures: Measures) -> tuple[Reason, ...]:
    """What is odd about a replay: what its reader noticed, and where its header contradicts its events."""
    return (*play.record.warnings, *_of_events(play), *_of_claims(play, measures))


def _of_events(play: Play) -> Iterator[Reason]:
    record = play.record
    if not len(record.events):
        yield Reason(N_("the replay has no events"))
    elif play.start is None:
        yield Reason(N_("no cell is opened in the replay"))
    backward = record.events.first_backward_step()
    if backward is not None:
        yield Reason(N_("the clock goes back at event {number}"), {"number": backward + 1})
    if record.mode in OWN_RULES:
        yield Reason(
            N_("the mode {mode} has rules of its own; the game is played by the ordinary ones"),
            {"mode": str(record.mode)},
        )


def _of_claims(play: Play, measures: Measures) -> Iterator[Reason]:
    claims = play.record.claims
    if claims.time_ms is not None and not agrees_with_events(play, claims.time_ms):
        values = {"said": _seconds(claims.time_ms), "found": _seconds(play.span_ms)}
        yield Reason(N_("the file says that the game took {said} s, its events take {found} s"), values)
    result = play.result
    if claims.result is not None and claims.result is not result:
        values = {"said": str(claims.result), "found": str(result)}
        yield Reason(N_("the file says that the game was {said}, its events say {found}"), values)
    # Some programs write 0 for the 3BV of a game that was not won.
    if claims.bbbv is not None and claims.bbbv != measures.board.bbbv and (claims.bbbv or result is Result.WON):
        numbers = {"said": claims.bbbv, "found": measures.board.bbbv}
        yield Reason(N_("the file says that the 3BV is {said}, that of its board is {found}"), numbers)
    if claims.solved_bbbv is not None and claims.solved_bbbv != measures.solved_bbbv:
        numbers = {"said": claims.solved_bbbv, "found": measures.solved_bbbv}
        yield Reason(N_("the file says that {said} of the 3BV are solved, its events solve {found}"), numbers)
    for said, found in ((claims.left, play.clicks.left), (claims.chord, play.clicks.chord)):
        if said is not None and said != found:
            numbers = {"said": said, "found": found}
            yield Reason(
                NN_(
                    "the file counts {said} click of a kind of which its events have {found}",
                    "the file counts {said} clicks of a kind of which its events have {found}",
                    "said",
                ),
                numbers,
            )
    if claims.opened is not None and claims.opened != play.position.opened:
        count = (claims.opened ^ play.position.opened).bit_count()
        yield Reason(
            NN_(
                "{count} cell ends otherwise than the file's own account of it says",
                "{count} cells end otherwise than the file's own account of them says",
                "count",
            ),
            {"count": count},
        )


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.3f}"
