"""Measurements, side by side in one run; run one with `python -m benchmarks.NAME`. Nothing here is asserted."""
