"""Replays: the event record, playing it, what is counted and measured on it; `formats` reads and writes the files."""
