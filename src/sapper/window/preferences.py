"""What the player has set, as the window wears it: settings, language, colours, keys. It shows nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sapper.config import Loaded, Settings, save_settings
from sapper.controls.actions import NOT_IN_A_WINDOW
from sapper.controls.keys import Keymap, read_keymap
from sapper.errors import Reason
from sapper.i18n import LANGUAGES, Translator
from sapper.showing.palettes import DARK, PALETTES, Palette
from sapper.showing.shades import Shades, shades_of


class Preferences:
    """Settings and what follows from them.

    Attributes:
        settings: what holds now.
        keymap: what the keys mean.
        faults: what was wrong with what was read, to be told.
        translator: the language of the moment.
        palette: the colours of the moment.
    """

    def __init__(self, loaded: Loaded, saved: Settings) -> None:
        """Takes what was loaded.

        Args:
            loaded: the settings, keys and what was wrong with them.
            saved: what the settings file says, where that differs from what holds this time.
        """
        self.settings = loaded.settings
        self.keymap: Keymap = read_keymap(loaded.keys).without(NOT_IN_A_WINDOW)
        self.faults: tuple[Reason, ...] = (*loaded.faults, *self.keymap.faults)
        self.translator = Translator(self.settings.language)
        self.palette: Palette = PALETTES.get(self.settings.theme, DARK)
        self._saved = saved

    @property
    def shades(self) -> Shades:
        """The colours of tiles."""
        return shades_of(self.palette)

    @property
    def next_language(self) -> str:
        """The language after this one."""
        codes = list(LANGUAGES)
        return codes[(codes.index(self.translator.language) + 1) % len(codes)]

    @property
    def next_theme(self) -> str:
        """The theme after this one."""
        names = list(PALETTES)
        return names[(names.index(self.palette.name) + 1) % len(names)]

    def change(self, **values: Any) -> None:
        """Changes settings, here and, by `save`, in the file."""
        self.settings = replace(self.settings, **values)
        self._saved = replace(self._saved, **values)
        self.palette = PALETTES.get(self.settings.theme, DARK)
        if "language" in values:
            self.translator = Translator(self.settings.language)

    def save(self) -> None:
        """Writes what was changed into the settings file.

        Raises:
            ConfigError: it cannot be written.
        """
        save_settings(self._saved)
