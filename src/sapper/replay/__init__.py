"""Replays: the event record, playing it, what can be counted and measured on it; `formats` reads and writes the files."""
