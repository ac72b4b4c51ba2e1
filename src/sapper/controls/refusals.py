"""Why an action can do nothing in a game just now, for a player who asked for it and would see nothing happen."""

from __future__ import annotations

from sapper.controls.actions import Name
from sapper.errors import N_, Reason
from sapper.session import Game


def why_not(name: Name, game: Game) -> Reason | None:
    """The sentence that answers an action which can do nothing; None where it may do something."""
    if game.position.is_over:
        return _AFTER.get(name)
    if name is Name.VERDICT:
        return _NO_VERDICT
    return _MEANWHILE if game.is_paused and name in _NOT_IN_A_PAUSE else None


_OVER = Reason(N_("The game is over."))
_NO_HELP = Reason(N_("The game is over: there is no more help."))
_AFTER = {
    Name.OPEN: _OVER,
    Name.FLAG: _OVER,
    Name.CHORD: _OVER,
    Name.PAUSE: _OVER,
    Name.HINT: _NO_HELP,
    Name.RISKS: _NO_HELP,
}
_NO_VERDICT = Reason(N_("The verdict comes at the end."))
_MEANWHILE = Reason(N_("The game is paused."))
_NOT_IN_A_PAUSE = (Name.UNDO, Name.HINT, Name.RISKS)
