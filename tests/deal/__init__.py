"""Tests of `sapper.deal`."""
