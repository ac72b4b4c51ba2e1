"""What the benchmarks ask about running processes: which belong together, what memory they have. Reads /proc: Linux."""

from __future__ import annotations

from pathlib import Path


def descendants(pid: int) -> dict[int, int]:
    """The processes below a process, each with its parent."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found: dict[int, int] = {}
    while more := {child: parent for child, parent in parents.items() if parent in found or parent == pid}:
        if more.keys() <= found.keys():
            break
        found |= more
    return found


def resident_mb(pid: int) -> float:
    """What a process has in memory, shared pages too."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def own_mb(pid: int) -> float:
    """What a process has in memory and shares with none."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
