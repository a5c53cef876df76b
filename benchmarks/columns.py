"""The CPU time of the Python wheel for each puzzle, by kind of column, in one thread.

    target/python/venv/bin/python benchmarks/columns.py puzzles.txt

The file has a puzzle of 81 characters on each line; its puzzles are repeated up to a million.
Kinds take turns, and the best of the rounds counts.
"""

import subprocess
import sys
import time

import numpy as np
import polars as pl
import pyarrow as pa

import ninefold

ROUNDS = 7


def cpu(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    with open(sys.argv[1]) as file:
        lines = [line[:81] for line in file if len(line) > 81]
    rows = (lines * (1_000_000 // len(lines) + 1))[:1_000_000]
    arrow = pa.array(rows)
    table = np.frombuffer("".join(rows).encode(), np.uint8).reshape(-1, 81)
    digits = np.where(table > 48, table - 48, 0).astype(np.uint8)
    digits[table < 48] = 0
    view, series, few = arrow.cast(pa.string_view()), pl.Series(rows), rows[:50_000]
    work = {
        "Arrow string": (len(rows), lambda: ninefold.solve(arrow, threads=1)),
        "the same in batches of 10,000": (len(rows), lambda: [
            ninefold.solve(arrow[k:k + 10_000], threads=1) for k in range(0, len(rows), 10_000)]),
        "Arrow string_view": (len(rows), lambda: ninefold.solve(view, threads=1)),
        "Polars Series": (len(rows), lambda: ninefold.solve(series, threads=1)),
        "numpy (n, 81)": (len(rows), lambda: ninefold.solve(digits, threads=1)),
        "list of str": (len(rows), lambda: ninefold.solve(rows, threads=1)),
        "one str": (len(few), lambda: [ninefold.solve(row) for row in few]),
    }
    best = {name: float("inf") for name in work}
    for _ in range(ROUNDS):
        for name, (n, call) in work.items():
            best[name] = min(best[name], cpu(call) / n)
    for name, seconds in best.items():
        print(f"{name:32}{1e6 * seconds:6.3f} µs")
    script = "import time; t = time.process_time(); import ninefold; print(time.process_time() - t)"
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
            for _ in range(9)]
    print(f"{'import':32}{1e3 * min(float(run.stdout) for run in runs):6.1f} ms")


if __name__ == "__main__":
    main()
