"""What a recorded game shows: risks taken, safe cells missed, luck and skill, and where it was decided."""
