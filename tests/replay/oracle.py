"""Asks an independent program about a replay and prints its answer as JSON; run on its own, because these may abort.

python oracle.py ms_toollib|sweeping_view FILE
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def ask_ms_toollib(path: str) -> dict[str, Any]:
    """Clicks, board and times by ms-toollib."""
    toollib = importlib.import_module("ms_toollib")
    kind = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo"}[path.rpartition(".")[2]]
    video = getattr(toollib, kind)(path)
    video.parse()
    video.analyse()
    video.current_time = 1e9
    return {
        "clicks": [video.left, video.right, video.double],
        "effective": [video.lce, video.rce, video.dce],
        "board": [video.bbbv, video.op, video.isl, video.zini, video.hzini],
        "solved": video.bbbv_solved,
        "path": round(video.path, 1),
    }


def ask_sweeping_view(path: str) -> dict[str, Any]:
    """Mines and mouse events by sweeping-view."""
    ending = path.rpartition(".")[2]
    replay = getattr(importlib.import_module(f"sweeping_view.{ending}"), f"{ending.upper()}Replay").from_file(path)
    # It gives row and column, for Arbiter's files from 1 as they have it.
    origin = 1 if ending == "avf" else 0
    mines = [[column - origin, row - origin] for row, column in replay.mines]
    return {"size": [replay.cols, replay.rows], "mines": sorted(mines), "time": replay.timeth}


if __name__ == "__main__":
    ask = {"ms_toollib": ask_ms_toollib, "sweeping_view": ask_sweeping_view}[sys.argv[1]]
    sys.stdout.write(json.dumps(ask(sys.argv[2])))
