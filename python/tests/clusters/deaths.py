"""Processes that are killed, and what is waited for."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

# As long as anything may take: the machine may be shared and busy.
PATIENCE = 300.0


def until(what: str, holds: Callable[[], bool]) -> None:
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        time.sleep(0.01)


def kill(process: int) -> None:
    """Kills a process at once, and returns when it is dead."""
    os.kill(process, signal.SIGKILL)
    until(f"process {process} to be dead", lambda: not is_alive(process))


def is_alive(process: int) -> bool:
    """Whether a process runs: one that only waits to be buried does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]
