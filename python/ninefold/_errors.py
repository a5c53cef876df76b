"""The exceptions: what is wrong, where, and how to mend it."""

from __future__ import annotations


class NinefoldError(ValueError):
    """Something is wrong with a puzzle.

    ``row`` is its number in a list or column, from 0. ``line`` and ``column`` are the place in
    its text, from 1. ``hint`` says how to mend it. Each is None if there is none.
    """

    def __init__(
        self,
        message: str,
        *,
        row: int | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.line = line
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        places = [("row", self.row), ("line", self.line), ("column", self.column)]
        place = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions travel between processes, with their places.
        return (type(self), (self.message,), self.__dict__)


class ParseError(NinefoldError):
    """A text or a row is no puzzle."""


class AnswerError(NinefoldError):
    """A puzzle has no such answer: no rating, no canonical form, no hint."""
