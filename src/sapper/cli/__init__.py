"""The command line: reads arguments and starts what they ask for. Must not know how any of it works."""

import argparse
import sys

from sapper import __version__


def main() -> int:
    """Run the command line; the return value is the exit status."""
    parser = argparse.ArgumentParser(prog="sapper")
    parser.add_argument("--version", action="version", version=f"sapper {__version__}")
    parser.parse_args()
    parser.print_help(sys.stderr)
    return 2
