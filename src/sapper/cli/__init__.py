"""The command line: finds the command, imports only what it needs, and turns every ending into an exit status.

A command is a module of this package with `configure(parser)`, which adds its arguments, and `run(arguments)`, which
returns the exit status. Both are called only for the command that was typed.
"""

from __future__ import annotations

from sapper.cli.main import main as main

__all__ = ["main"]
