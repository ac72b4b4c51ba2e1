"""The full-screen game's screens, a module each; imported only when they are opened."""
