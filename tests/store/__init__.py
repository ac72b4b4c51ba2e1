"""Tests of `sapper.core`."""
