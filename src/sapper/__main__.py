"""The `sapper` command and `python -m sapper`: an interruption is one from the start, while modules load too."""


def main() -> int:
    """Runs the command line; returns the exit status."""
    try:
        from sapper.cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
