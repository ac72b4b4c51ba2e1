"""The tutorials' own methods in plain Python, and a plain flood fill in C: what the core is measured against."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

Board = list[list[bool]]


def neighbours(board: Board, row: int, column: int) -> int:
    """Counts the mines around a square, square by square."""
    count = 0
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            if (r != row or c != column) and 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c]:
                count += 1
    return count


def count_all(board: Board) -> list[list[int]]:
    """The numbers of a whole board."""
    return [[neighbours(board, row, column) for column in range(len(board[0]))] for row in range(len(board))]


def flood_by_rescan(board: Board, row: int, column: int) -> list[list[bool]]:
    """Opens around zeros by scanning the whole board again until nothing changes."""
    rows, columns = len(board), len(board[0])
    opened = [[False] * columns for _ in range(rows)]
    opened[row][column] = True
    changed = True
    while changed:
        changed = False
        for r in range(rows):
            for c in range(columns):
                if opened[r][c] and neighbours(board, r, c) == 0:
                    for a in range(max(r - 1, 0), min(r + 2, rows)):
                        for b in range(max(c - 1, 0), min(c + 2, columns)):
                            if not opened[a][b]:
                                opened[a][b] = changed = True
    return opened


def flood_by_recursion(board: Board, row: int, column: int) -> list[list[bool]]:
    """Opens around zeros by calling itself for every neighbour.

    Raises:
        RecursionError: the opening is deeper than the interpreter allows.
    """
    rows, columns = len(board), len(board[0])
    opened = [[False] * columns for _ in range(rows)]

    def open_square(r: int, c: int) -> None:
        if not (0 <= r < rows and 0 <= c < columns) or opened[r][c]:
            return
        opened[r][c] = True
        if neighbours(board, r, c) == 0:
            for a in (r - 1, r, r + 1):
                for b in (c - 1, c, c + 1):
                    open_square(a, b)

    open_square(row, column)
    return opened


_C_SOURCE = r"""
#include <stdlib.h>
#include <string.h>
/* numbers: a byte a cell; opened: zeroed; stack: room for every cell. Returns the cells opened. */
long flood(const unsigned char *numbers, unsigned char *opened, int *stack, int width, int height, int start) {
    long top = 0, count = 1;
    memset(opened, 0, (size_t)width * height);
    stack[top++] = start;
    opened[start] = 1;
    while (top) {
        int cell = stack[--top], x = cell % width, y = cell / width;
        if (numbers[cell]) continue;
        for (int b = y - 1; b <= y + 1; b++)
            for (int a = x - 1; a <= x + 1; a++)
                if (a >= 0 && b >= 0 && a < width && b < height) {
                    int other = b * width + a;
                    if (!opened[other]) { opened[other] = 1; count++; stack[top++] = other; }
                }
    }
    return count;
}
"""


class CFlood:
    """The flood fill compiled with the system's C compiler, on a board's numbers.

    Raises:
        RuntimeError: there is no C compiler.
    """

    def __init__(self, numbers: bytes, width: int, height: int) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise RuntimeError("no C compiler")
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder, "flood.c"), Path(folder, "flood.so")
            source.write_text(_C_SOURCE)
            subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
            self._flood = ctypes.CDLL(str(library)).flood
        self._flood.restype = ctypes.c_long
        self._numbers, self._width, self._height = numbers, width, height
        self._opened = ctypes.create_string_buffer(len(numbers))
        self._stack = (ctypes.c_int * len(numbers))()

    def __call__(self, start: int) -> int:
        """Floods from a cell and returns how many cells opened."""
        opened: int = self._flood(self._numbers, self._opened, self._stack, self._width, self._height, start)
        return opened
