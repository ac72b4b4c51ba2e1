"""Tests of `sapper.cli`."""
