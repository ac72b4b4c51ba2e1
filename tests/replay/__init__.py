"""Replays and boards: formats, playing, counting, measuring."""
