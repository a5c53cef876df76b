"""The operations on Dask DataFrames.

::

    import dask.dataframe as dd
    import ninefold.dask as nf
    nf.solve(dd.read_parquet("puzzles/"), "puzzle").to_parquet("solved/")

Each function adds its columns to a DataFrame and passes the others through, one thread to a task.
The package must be on the workers. The answer to a row depends on nothing but the row, so that Dask
may do any part again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _columns
from . import generate as _generate
from ._hosts import Operations

if TYPE_CHECKING:
    from dask.dataframe import DataFrame as _DataFrame

    from ._hosts import _Errors

__all__ = ["canonical", "check", "convert", "count", "generate", "rate", "solve"]


def _answer(
    operation: str,
    settings: dict[str, Any],
    table: Any,
    column: str,
    threads: int | None,
    errors: _Errors,
) -> _DataFrame:
    def run(part: Any) -> Any:
        answers = _columns(operation, settings, part[column], threads, errors)
        for name in answers.columns:
            if name in part.columns:
                raise ValueError(f"the table has a column {name!r} already; rename it")
        return part.assign(**{name: answers[name].array for name in answers.columns})

    if column not in table.columns:
        message = f"expected a column, one of {list(table.columns)}, found {column!r}"
        raise ValueError(message)
    # A part without rows has the columns of the answers, and finds what is wrong before the job.
    return table.map_partitions(run, meta=run(table._meta))


# Dask has one task to a core already.
_operations = Operations(_answer, threads=1)
solve = _operations.solve
check = _operations.check
count = _operations.count
rate = _operations.rate
canonical = _operations.canonical
convert = _operations.convert


def generate(
    n: int,
    *,
    seed: int,
    clues: int | tuple[int, int] | None = None,
    symmetry: str | None = None,
    rows: int = 100_000,
) -> _DataFrame:
    """The puzzles that tries 0 to ``n`` of a seed make, as ``ninefold.generate`` documents them.

    The columns are ``index``, ``puzzle`` and ``solution``. A partition is made of ``rows`` tries;
    whatever their number, the rows are the same.
    """
    import dask.dataframe as dd

    def run(start: int) -> Any:
        return _generate(
            min(rows, n - start),
            seed=seed,
            start=start,
            clues=clues,
            symmetry=symmetry,
            threads=1,
            into="pandas",
        )

    meta = _generate(0, seed=seed, into="pandas")
    return dd.from_map(run, range(0, max(n, 1), rows), meta=meta)
