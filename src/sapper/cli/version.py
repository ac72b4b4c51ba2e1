"""`sapper --version`: what runs here and where the data lives."""

from __future__ import annotations

import importlib.util
import platform
import sys

from sapper import __version__


def show_version() -> int:
    """Prints the version, the Python, whether the kernels are compiled, and where the games are."""
    from sapper.cli.speech import translator
    from sapper.config import ConfigError, places

    print(f"sapper {__version__}")
    print(f"Python {platform.python_version()} ({sys.executable})")
    speaker = translator()
    _ = speaker.gettext
    print(_("kernel: compiled") if kernel_is_compiled() else _("kernel: pure Python"))
    try:
        games = str(places().games_file)
    except ConfigError as error:
        games = speaker.explain(error)
    print(_("games: {place}").format(place=games))
    return 0


def kernel_is_compiled() -> bool:
    """Whether the import system would take a compiled kernel."""
    spec = importlib.util.find_spec("sapper.solver.kernel") if importlib.util.find_spec("sapper.solver") else None
    return spec is not None and not str(spec.origin).endswith(".py")
