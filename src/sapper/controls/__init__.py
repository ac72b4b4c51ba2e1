"""What keys and pointers mean, for every front end that draws: actions, keys, gestures, cursor. Pure: it draws nothing."""
