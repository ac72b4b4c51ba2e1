"""Tests of `sapper.consoles`."""
