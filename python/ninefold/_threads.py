"""How many threads to use."""

from __future__ import annotations

import os


def n_threads(threads: int | None) -> int:
    """The number of threads to use: as asked for, else ``NINEFOLD_THREADS``, else all CPUs."""
    if threads is None:
        wanted = os.environ.get("NINEFOLD_THREADS")
        threads = int(wanted) if wanted else _available()
    if threads < 1:
        raise ValueError(f"expected at least 1 thread, found {threads}")
    return threads


def _available() -> int:
    """The CPUs that the process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
