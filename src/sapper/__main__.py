"""`python -m sapper`: the command line, and nothing else."""

import sys

from sapper.cli import main

sys.exit(main())
