"""A module a file format. Each turns bytes or text into values of `sapper.replay`, or back, and knows no other format."""
