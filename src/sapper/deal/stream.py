"""The pinned random stream: the same numbers on every platform, in every Python, interpreted or compiled.

SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), whose state is one
64-bit word, with unbiased bounded draws after Lemire (Fast Random Integer Generation in an Interval, 2019). Nothing
here may change without a new dealer version.
"""

from __future__ import annotations

MASK64 = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
LOW_HALF, HALF = 0xFFFFFFFF, 1 << 32
"""Of a product the part that is not the number drawn, and how many values that has."""


def mix64(word: int) -> int:
    """SplitMix64's finalizer: a bijection of 64-bit words that spreads every bit."""
    word = (word ^ word >> 30) * FIRST_FACTOR & MASK64
    word = (word ^ word >> 27) * SECOND_FACTOR & MASK64
    return word ^ word >> 31


class Stream:
    """A stream of random numbers.

    Attributes:
        state: the word it stands at; a copy of it goes on from there.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Starts the stream of a seed, 0 to 2**64 - 1."""
        self.state = mix64((seed ^ GAMMA) & MASK64)

    def word(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GAMMA) & MASK64
        return mix64(self.state)

    def below(self, bound: int) -> int:
        """The next number from 0 up to before `bound`, each equally likely; 1 <= bound <= 2**32."""
        product = (self.word() >> 32) * bound
        if product & LOW_HALF < bound:
            threshold = HALF % bound
            while product & LOW_HALF < threshold:
                product = (self.word() >> 32) * bound
        return product >> 32
