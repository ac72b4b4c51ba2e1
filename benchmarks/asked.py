"""What every benchmark answers before it measures: its help, a wrong argument, a package that is missing."""

from __future__ import annotations

import argparse
import sys
from types import TracebackType

OWN = ("benchmarks", "sapper", "tests")


def parser(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose help is what the module says of itself."""
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )


class Wanted:
    """A context for imports of what need not be installed: without it a sentence, or the help if that is wanted."""

    def __init__(self, doc: str | None) -> None:
        """For the module that says this of itself."""
        self._doc = doc

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not isinstance(error, ModuleNotFoundError):
            return
        name = (error.name or "").partition(".")[0]
        if name in OWN:
            return
        if {"-h", "--help"} & set(sys.argv[1:]):
            print(self._doc)
            raise SystemExit(0)
        raise SystemExit(f"{name} is not installed, and is wanted here (pip install {name.replace('_', '-')})")
