"""Tables that stream Arrow, with columns of answers added, in constant memory.

>>> import pyarrow as pa
>>> import ninefold.tables as nf
>>> puzzles = pa.table({"id": [7], "puzzle": ["." * 80 + "1"]})
>>> pa.table(nf.check(puzzles)).to_pylist()
[{'id': 7, 'puzzle': '................................................................................1', 'verdict': 'multiple', 'error': None}]

A table is anything with ``__arrow_c_stream__``: of pyarrow, Polars, DuckDB, DataFusion and others.
The result has it, too, and can be read once: batches are answered as they are pulled. Other
columns pass through without a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _ninefold
from ._hosts import Operations
from ._ninefold import Stream
from ._threads import n_threads

if TYPE_CHECKING:
    from ._hosts import _Errors

__all__ = ["canonical", "check", "convert", "count", "rate", "solve"]


def answer(
    operation: str,
    settings: dict[str, Any],
    table: Any,
    column: str,
    threads: int | None,
    errors: _Errors,
) -> Stream:
    """Any operation by its name: how a stream of batches does it."""
    return _ninefold.stream(operation, settings, table, column, n_threads(threads), errors)


_operations = Operations(answer)
solve = _operations.solve
check = _operations.check
count = _operations.count
rate = _operations.rate
canonical = _operations.canonical
convert = _operations.convert
