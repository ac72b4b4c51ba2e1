"""The keys that a bottom line names, each with what it does, to be clicked. Knows no screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sapper.controls.actions import ACTIONS, Name
from sapper.tui.line import Look, Part

if TYPE_CHECKING:
    from sapper.tui.app import SapperApp


def key_parts(app: SapperApp, names: Iterable[Name], *, labels: Mapping[Name, str] | None = None) -> list[Part]:
    """The best key and the label of each action; those without a key are left out.

    Args:
        app: keys, signs and language.
        names: the actions, the most useful first.
        labels: what to call an action in place of its own label, to be translated.
    """
    parts: list[Part] = []
    for name in names:
        if key := app.key(name):
            label = (labels or {}).get(name, ACTIONS[name].label)
            parts.append(Part(f" {key} ", Look.ACCENT, name))
            parts.append(Part(f"{app.translator.gettext(label)} ", Look.MUTED, name))
    return parts
