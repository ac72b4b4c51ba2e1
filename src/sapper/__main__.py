"""Lets `python -m sapper` do what the `sapper` command does."""

from sapper.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
