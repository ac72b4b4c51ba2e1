"""The rules of Minesweeper as pure functions and immutable values: no clock, file, locale or random source."""
