"""The operations on a column of a table, the same for every host of tables.

A host is whatever holds tables and does the work: a stream of Arrow batches (``tables.py``), Spark,
Dask. It says how one operation is done with it, and gets all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    _Errors = Literal["raise", "null", "column"]

__all__ = ["Operations"]


class Answer(Protocol):
    """How a host does an operation: the table, with the columns of the answers added."""

    def __call__(
        self,
        operation: str,
        settings: dict[str, Any],
        table: Any,
        column: str,
        threads: int | None,
        errors: _Errors,
    ) -> Any: ...


class Operations:
    """What a host can do with a column of puzzles. To add one: a method here.

    Each adds columns to a table and passes the others through. The columns, their settings and
    ``errors`` are those of the function of the same name in ``ninefold``.
    """

    def __init__(self, answer: Answer, threads: int | None = None) -> None:
        self._answer = answer
        self._threads = threads

    def solve(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add ``solution`` and ``n_solutions``: 0, 1, or 2 for two or more."""
        return self._add("solve", {}, table, column, threads, errors)

    def check(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add ``verdict``: ``unique``, ``multiple``, ``none``, or ``invalid`` if givens clash."""
        return self._add("check", {}, table, column, threads, errors)

    def count(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        limit: int | None = None,
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add ``n_solutions``, counted up to ``limit`` if there is one."""
        return self._add("count", {"limit": limit}, table, column, threads, errors)

    def rate(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        scale: str = "hodoku",
        timeout: float | None = None,
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add ``rating``, ``number`` and ``hardest``; ``timeout`` is in seconds for each puzzle."""
        settings = {"scale": scale, "timeout": timeout}
        return self._add("rate", settings, table, column, threads, errors)

    def canonical(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        form: Literal["minlex", "solution"] = "minlex",
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add ``canonical``, the one isomorph that stands for all."""
        return self._add("canonical", {"form": form}, table, column, threads, errors)

    def convert(
        self,
        table: Any,
        column: str = "puzzle",
        *,
        to: str,
        threads: int | None = None,
        errors: _Errors = "column",
    ) -> Any:
        """Add the puzzle in another format."""
        return self._add("convert", {"to": to}, table, column, threads, errors)

    def _add(
        self,
        operation: str,
        settings: dict[str, Any],
        table: Any,
        column: str,
        threads: int | None,
        errors: _Errors,
    ) -> Any:
        threads = threads if threads is not None else self._threads
        return self._answer(operation, settings, table, column, threads, errors)
