"""Prints what an environment was made from as one short word, so that a script can tell whether it is stale.

Usage: `python fingerprint.py CHECKOUT PATH...`: the Python, where the checkout is, SAPPER_COMPILE and CC, and the
contents of PATHs below the checkout (a directory counts with everything in it but caches and compiled files).
"""

import hashlib
import os
import sys
from pathlib import Path


def main() -> None:
    """Print the fingerprint."""
    root = Path(sys.argv[1])
    digest = hashlib.sha256()
    made_by = (sys.version, sys.base_prefix, str(root), os.environ.get("SAPPER_COMPILE"), os.environ.get("CC"))
    digest.update(repr(made_by).encode())
    for path in map(root.joinpath, sys.argv[2:]):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in {".pyc", ".so", ".pyd", ".c"} or not file.is_file():
                continue
            digest.update(f"\0{file.relative_to(root).as_posix()}\0".encode())
            digest.update(file.read_bytes())
    print(digest.hexdigest()[:16])


if __name__ == "__main__":
    main()
