"""The tests of sapper; their folders mirror `src/sapper`."""
