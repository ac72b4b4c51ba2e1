"""Text laid out in the columns of a terminal. Knows no words."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size


def padded(text: str, width: int) -> str:
    """A text filled with blanks to so many columns of a terminal, by at least one."""
    return text + " " * max(width - cell_len(text), 1)


def aligned(text: str, width: int) -> str:
    """A text at the right end of so many columns of a terminal."""
    return " " * (width - cell_len(text)) + text


def cut_in_two(text: str, width: int) -> tuple[str, str]:
    """The start of a text that fits into so many columns, and the rest: cut at a blank, or beside a wide character."""
    if cell_len(text) <= width:
        return text, ""
    fitting = set_cell_size(text, width).rstrip()
    at = next(
        (
            place
            for place in range(len(fitting), 0, -1)
            if text[place : place + 1] == " " or (cell_len(text[place - 1]) > 1 and text[place] not in _CLOSING)
        ),
        len(fitting),
    )
    return text[:at].rstrip(), text[at:].lstrip()


def cut_to_lines(text: str, width: int, *, most: int) -> list[str]:
    """A text in lines of so many columns, at most so many; what the last has no room for stays at its end."""
    lines: list[str] = []
    while text and len(lines) < most - 1:
        line, text = cut_in_two(text, width)
        lines.append(line)
    return [*lines, text] if text else lines


_CLOSING = "，。；：！？、）%"
"""What no line begins with."""
