"""What keys and pointers mean, for every front end: actions, keys, gestures, cursor. Pure: it draws nothing."""
