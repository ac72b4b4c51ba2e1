"""Minesweeper for the terminal: rules, dealing, solving, replays and the game itself.

Importing this package loads nothing but this file.
"""

__version__ = "0.1.0"
