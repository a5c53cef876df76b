"""The operations on Spark DataFrames.

::

    import ninefold.spark as nf
    df = spark.read.parquet("puzzles/")
    nf.solve(df, "puzzle").write.parquet("solved/")

Each function adds its columns to a DataFrame and passes the others through. It works on batches of
Arrow, one thread to a task; ``spark.sql.execution.arrow.maxRecordsPerBatch`` of 65536 suits it. The
package and pyarrow must be on the workers. The answer to a row depends on nothing but the row, so
that Spark may do any part again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from . import generate as _generate
from ._hosts import Operations
from .tables import answer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame as _DataFrame
    from pyspark.sql import SparkSession as _SparkSession

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
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
    from pyspark.sql.types import StructType

    def answered(batches: Any) -> pa.RecordBatchReader:
        stream = answer(operation, settings, batches, column, threads, errors)
        return pa.RecordBatchReader.from_stream(stream)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        batches = iter(batches)
        first = next(batches, None)
        if first is not None:
            reader = pa.RecordBatchReader.from_batches(first.schema, chain([first], batches))
            yield from answered(reader)

    # A table without rows has the columns of the answers, and finds what is wrong before the job.
    columns = answered(to_arrow_schema(table.schema).empty_table()).schema
    added = pa.schema(list(columns)[len(table.columns) :])
    fields = [*table.schema.fields, *from_arrow_schema(added).fields]
    return table.mapInArrow(run, StructType(fields))


# Spark has one task to a core already.
_operations = Operations(_answer, threads=1)
solve = _operations.solve
check = _operations.check
count = _operations.count
rate = _operations.rate
canonical = _operations.canonical
convert = _operations.convert


def generate(
    session: _SparkSession,
    n: int,
    *,
    seed: int,
    clues: int | tuple[int, int] | None = None,
    symmetry: str | None = None,
    partitions: int | None = None,
) -> _DataFrame:
    """The puzzles that tries 0 to ``n`` of a seed make, as ``ninefold.generate`` documents them.

    The columns are ``index``, ``puzzle`` and ``solution``. However many partitions there are, the
    rows are the same.
    """
    import pyarrow as pa

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            numbers = batch.column(0)
            if len(numbers) == 0:
                continue
            made = _generate(
                len(numbers),
                seed=seed,
                start=numbers[0].as_py(),
                clues=clues,
                symmetry=symmetry,
                threads=1,
                into="pyarrow",
            )
            yield pa.RecordBatch.from_struct_array(made)

    numbers = session.range(0, n, 1, partitions)
    return numbers.mapInArrow(run, "index bigint, puzzle string, solution string")
