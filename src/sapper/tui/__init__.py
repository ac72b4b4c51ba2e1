"""The full-screen game: the only place that knows textual.

Values here and in `controls` are named tuples: they are made at every start, and a frozen dataclass with slots takes
eight times as long to make.
"""
