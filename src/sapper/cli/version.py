"""`sapper --version`: what runs here and where the data lives."""

from __future__ import annotations

import importlib.util
import platform
import sys

from sapper import __version__


def show_version() -> int:
    """Prints the version, the Python, whether the kernels are compiled, and where the games are."""
    from sapper.config import ConfigError, places

    print(f"sapper {__version__}")
    print(f"Python {platform.python_version()} ({sys.executable})")
    print(f"kernel: {'compiled' if kernel_is_compiled() else 'pure Python'}")
    try:
        print(f"games: {places().games_file}")
    except ConfigError as error:
        print(f"games: {error}")
    return 0


def kernel_is_compiled() -> bool:
    """Whether the import system would take a compiled kernel."""
    spec = importlib.util.find_spec("sapper.solver.kernel") if importlib.util.find_spec("sapper.solver") else None
    return spec is not None and not str(spec.origin).endswith(".py")
