"""Prints what an environment was made from as one short word, so that a script can tell whether it is stale.

Usage: `python fingerprint.py CHECKOUT INGREDIENT...`: this Python, where the checkout is, and each ingredient: a path
below the checkout (a directory counts with everything in it but caches and compiled files), or a NAME=VALUE as it is.
"""

import hashlib
import sys
from pathlib import Path


def main() -> None:
    """Print the fingerprint."""
    root = Path(sys.argv[1])
    digest = hashlib.sha256()
    settings = [word for word in sys.argv[2:] if "=" in word]
    digest.update(repr((sys.version, sys.base_prefix, str(root), settings)).encode())
    for path in (root / word for word in sys.argv[2:] if "=" not in word):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in {".pyc", ".so", ".pyd", ".c"} or not file.is_file():
                continue
            digest.update(f"\0{file.relative_to(root).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    print(digest.hexdigest()[:16])


if __name__ == "__main__":
    main()
