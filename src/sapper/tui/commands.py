"""The command palette: every action of the registry, found by its name in the player's language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from sapper.controls.actions import Action, Context, Group, Name, actions_in

if TYPE_CHECKING:
    from sapper.tui.app import SapperApp

_LEFT_OUT = {Name.COMMANDS}


class RegistryProvider(Provider):
    """The actions that make sense without a cell under a finger."""

    @property
    def _sapper(self) -> SapperApp:
        return cast("SapperApp", self.app)

    def _actions(self) -> Iterator[tuple[Action, str, str]]:
        translate = self._sapper.translator.gettext
        for action in actions_in(Context.BOARD):
            if action.group is not Group.MOVE and action.name not in _LEFT_OUT | self._sapper.left_out:
                key = self._sapper.key(action.name)
                yield (
                    action,
                    translate(action.label),
                    f"{key}  {translate(action.help)}".strip(),
                )

    async def discover(self) -> Hits:
        """Everything, before a letter is typed."""
        for action, label, help_text in self._actions():
            yield DiscoveryHit(
                label,
                partial(self._sapper.play_screen.perform, action.name),
                help=help_text,
            )

    async def search(self, query: str) -> Hits:
        """What matches, by its label or by its name in the settings."""
        matcher = self.matcher(query)
        for action, label, help_text in self._actions():
            score = max(
                matcher.match(label),
                matcher.match(action.name),
                matcher.match(help_text) / 2,
            )
            if score > 0:
                run = partial(self._sapper.play_screen.perform, action.name)
                yield Hit(score, matcher.highlight(label), run, help=help_text)


class Palette(CommandPalette):
    """The palette, which survives what is typed and clicked while it closes, and a window without room for its list."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Closes it, if it is not closed already: Textual 8.2.8 would take the screen under it away too."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


def open_palette(app: SapperApp) -> None:
    """Opens the palette over the game."""
    placeholder = app.translator.gettext("Type a command")
    app.push_screen(Palette(providers=[RegistryProvider], placeholder=placeholder))
