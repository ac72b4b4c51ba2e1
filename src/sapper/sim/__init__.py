"""Many games by machine players: planned, shared among processes or machines, counted. Prints nothing."""
