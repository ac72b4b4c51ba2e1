"""The full-screen game: the only place that knows textual."""
