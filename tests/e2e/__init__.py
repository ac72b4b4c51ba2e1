"""Tests of the real program, from outside."""
