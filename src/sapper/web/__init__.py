"""The full-screen game in a browser, guarded. It starts the game as a command and knows nothing of what is in it."""
