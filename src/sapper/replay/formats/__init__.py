"""A module a file format: each turns bytes or text into values of `sapper.replay`, or back, and knows no other."""
