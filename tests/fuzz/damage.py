"""Damages files the ways that disks, networks and people do: cut short, bits turned, pieces doubled or lost."""

from __future__ import annotations

from random import Random


def damaged(data: bytes, random: Random) -> bytes:
    """A copy with one kind of damage."""
    match random.randrange(6):
        case 0:
            return data[: random.randrange(len(data) + 1)]
        case 1 | 2:
            copy = bytearray(data)
            for _ in range(random.choice((1, 1, 2, 8, 32))):
                if copy:
                    copy[random.randrange(len(copy))] ^= 1 << random.randrange(8)
            return bytes(copy)
        case 3:
            copy = bytearray(data)
            # Headers are where the sizes are.
            for _ in range(random.choice((1, 2, 4))):
                if copy:
                    copy[random.randrange(min(len(copy), 64))] = random.choice(
                        (0, 1, 127, 128, 254, 255, random.randrange(256))
                    )
            return bytes(copy)
        case 4:
            start = random.randrange(len(data) + 1)
            return data[:start] + data[start + random.choice((1, 2, 3, 8, 100)) :]
        case _:
            start = random.randrange(len(data) + 1)
            piece = data[start : start + random.choice((1, 4, 8, 9, 500))]
            return data[:start] + piece * random.choice((1, 2, 50)) + data[start:]
