"""The kinds of columns: how each is handed to the compiled half, and how answers come back.

A kind is a line in the table ``KINDS``. A package is imported only when one of its objects came
in, so that ``import ninefold`` needs none of them.
"""

from __future__ import annotations

from collections import namedtuple

from ._errors import ParseError
from ._ninefold import Answers

# See ``__init__.py``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The columns of answers that hold boards, which numpy has as digits.
_LINES = ("solution", "canonical", "puzzle")


def _number_types(answers: Answers) -> dict[str, str]:
    """The columns that hold numbers, and their types."""
    # `solve` counts up to two, `count` as far as it is asked to.
    counts = "int64" if answers.names[0] == "n_solutions" else "int8"
    return {"n_solutions": counts, "index": "int64", "number": "float64"}


_Kind = namedtuple("_Kind", ["column", "answers"])


class Kind(_Kind):
    """How a column goes in, and how its answers come back."""

    __slots__ = ()

    column: Callable[[Any], Any]
    answers: Callable[[Answers, Any], Any]


def _same(column: Any) -> Any:
    return column


def _from_numpy(array: Any) -> Any:
    import numpy as np

    if array.ndim == 1 and array.dtype.kind in "UO":
        return array.tolist()
    if array.dtype.kind not in "iu":
        raise TypeError(f"expected numbers from 0 to 9, found dtype {array.dtype}")
    if array.ndim != 2 or array.shape[1] != 81:
        raise TypeError(f"expected an array of shape (n, 81), found {array.shape}")
    if array.dtype != np.uint8:
        bad = (array < 0) | (array > 9)
        if bad.any():
            row, cell = (int(place) for place in np.argwhere(bad)[0])
            found = array[row, cell]
            message = f"expected a number from 0 to 9, found {found}"
            raise ParseError(message, row=row, column=cell + 1, hint="0 is a blank")
    return np.ascontiguousarray(array, dtype=np.uint8)


def _to_numpy(answers: Answers, array: Any) -> Any:
    import numpy as np

    types = _number_types(answers)
    holds_texts = array is not None and array.ndim == 1

    def column(name: str) -> Any:
        if name in _LINES and not holds_texts:
            return np.frombuffer(answers.digits(name), dtype=np.uint8).reshape(-1, 81)
        if name in types:
            return np.frombuffer(answers.numbers(name), dtype=types[name])
        return np.array(answers.column(name), dtype=object)

    columns = tuple(column(name) for name in answers.names)
    return columns if len(columns) > 1 else columns[0]


def _from_pandas(series: Any) -> Any:
    if series.ndim != 1:
        raise TypeError("expected a Series, found a DataFrame; take one of its columns")
    # Absent values are None, NaN or NA, by the type of the Series.
    return [None if absent else value for value, absent in zip(series.tolist(), series.isna())]


def _to_pandas(answers: Answers, series: Any) -> Any:
    import pandas as pd

    types = {name: kind.capitalize() for name, kind in _number_types(answers).items()}
    index = getattr(series, "index", None)
    columns = {
        name: pd.Series(answers.column(name), index=index, dtype=types.get(name, "str"))
        for name in answers.names
    }
    return pd.DataFrame(columns)


def _to_polars(answers: Answers, series: Any) -> Any:
    import polars as pl

    return pl.DataFrame(answers)


def _to_pyarrow(answers: Answers, column: Any) -> Any:
    import pyarrow as pa

    if hasattr(column, "__arrow_c_stream__"):
        return pa.chunked_array(answers)
    return pa.array(answers)


# One line for each package whose objects are columns, by the name of the package.
KINDS: dict[str, Kind] = {
    "numpy": Kind(_from_numpy, _to_numpy),
    "pandas": Kind(_from_pandas, _to_pandas),
    "polars": Kind(_same, _to_polars),
    "pyarrow": Kind(_same, _to_pyarrow),
}

# Anything else that speaks Arrow gets answers that speak Arrow, too.
ARROW = Kind(_same, lambda answers, column: answers)


def kind_of(column: Any) -> Kind:
    """The kind of a column."""
    package = type(column).__module__.partition(".")[0]
    return KINDS.get(package, ARROW)
