"""Ninefold: a Sudoku workbench. Solve, rate, explain and make puzzles, one or a billion.

>>> import ninefold
>>> print(ninefold.solve("12.4 4.21 2143 3412"))
1234432121433412

Every function takes one puzzle, a ``str`` in any format and size, or a column of classic 9x9
puzzles: a list, a numpy array, a pandas or Polars Series, or anything that speaks Arrow. It gives
back the same kind. ``threads`` is as many as the process may use, or ``NINEFOLD_THREADS``; say 1
inside an engine that has its own parallelism. The GIL is released meanwhile, and Ctrl-C works.

``errors`` says what to do about rows of a column without an answer. ``"raise"``: the first of
them raises a ``NinefoldError`` with its row. ``"null"``: their answers are null. ``"column"``:
likewise, and a column ``error`` says why; in a list the error stands in the place of the answer.
A null row has null answers, and is no error.
"""

from __future__ import annotations

from collections import namedtuple

from . import _ninefold
from ._errors import AnswerError, NinefoldError, ParseError
from ._kinds import ARROW, KINDS, kind_of
from ._ninefold import Answers, Picture, Solved, Stream, __version__, result_versions
from ._threads import n_threads

# For checkers alone: half of the time of an import would be that of ``typing``.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

__all__ = [
    "AnswerError",
    "Answers",
    "NinefoldError",
    "ParseError",
    "Picture",
    "Rating",
    "Solved",
    "Step",
    "Stream",
    "Why",
    "canonical",
    "check",
    "convert",
    "count",
    "doctor",
    "explain",
    "generate",
    "hint",
    "inspect",
    "rate",
    "result_versions",
    "show",
    "solve",
    "solve_table",
    "why",
]


_Rating = namedtuple("_Rating", ["text", "number", "hardest"])


class Rating(_Rating):
    """How hard a puzzle is.

    ``text`` is what players exchange, ``number`` the one number that stands for it, and
    ``hardest`` what the scale calls the hardest step, or None if there is no step.
    """

    __slots__ = ()

    text: str
    number: float
    hardest: str | None

    def __str__(self) -> str:
        return self.text


_Step = namedtuple(
    "_Step", ["technique", "notation", "text", "placements", "eliminations", "picture"]
)


class Step(_Step):
    """One deduction: what is placed or rubbed out, and why.

    ``placements`` and ``eliminations`` are pairs of a cell and a digit: ``("r4c7", "5")``.
    ``picture`` shows the board with the step on it; a notebook draws it.
    """

    __slots__ = ()

    technique: str
    notation: str
    text: str
    placements: list[tuple[str, str]]
    eliminations: list[tuple[str, str]]
    picture: Picture

    def __str__(self) -> str:
        return self.notation

    def _repr_svg_(self) -> str:
        return self.picture.svg


_Why = namedtuple("_Why", ["status", "text", "steps", "suppositions"])


class Why(_Why):
    """Why a digit must, or cannot, stand in a cell.

    ``status`` is ``must``, ``cannot``, ``open`` (there are solutions either way) or ``possible``
    (nothing is given away), and ``text`` says so in a sentence. The proof is a list of ``steps``,
    or of ``suppositions`` that break down, each a list of sentences; both lists are empty where
    the board shows the answer, or there is none.
    """

    __slots__ = ()

    status: str
    text: str
    steps: list[Step]
    suppositions: list[list[str]]

    def __str__(self) -> str:
        return self.text


def solve(
    puzzles: Any,
    *,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """Solve one puzzle or many.

    A ``str`` gives a ``Solved`` with ``solution`` and ``n_solutions``: 0, 1, or 2 for two or
    more. A list gives a list of them; a numpy array ``(n, 81)`` gives ``(solutions,
    n_solutions)``, with -1 for rows that are no puzzle; a Series gives a frame of both columns,
    and an Arrow array a struct array.

    >>> solved = solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    >>> solved.solution[:9], solved.n_solutions
    ('812753649', 1)
    >>> solve("123. ...4 .... ....").solution is None
    True
    """
    if isinstance(puzzles, str):
        return _ninefold.solve_one(puzzles)
    if (listed := _listed(puzzles)) is not None:
        answers = _ninefold.answers("solve", {}, listed, n_threads(threads), errors)
        return _with_errors(answers, answers.solved(listed))
    return _columns("solve", {}, puzzles, threads, errors)


def check(
    puzzles: Any,
    *,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """The verdict: ``unique``, ``multiple``, ``none``, or ``invalid`` if givens clash.

    >>> check("12.4 4.21 2143 3412")
    'unique'
    >>> check(["." * 81, "11" + "." * 79])
    ['multiple', 'invalid']
    """
    if isinstance(puzzles, str):
        return _ninefold.check_one(puzzles)
    return _columns("check", {}, puzzles, threads, errors)


def count(
    puzzles: Any,
    *,
    limit: int | None = None,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """The number of solutions, up to ``limit`` if there is one.

    Without a limit this may take long: an empty 9x9 board has 6670903752021072936960 solutions.

    >>> count("." * 16)
    288
    >>> count(["." * 81], limit=1000)
    [1000]
    """
    if isinstance(puzzles, str):
        return _ninefold.count_one(puzzles, limit)
    return _columns("count", {"limit": limit}, puzzles, threads, errors)


def rate(
    puzzles: Any,
    *,
    scale: str = "hodoku",
    timeout: float | None = None,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """How hard a puzzle is, on the scale ``hodoku``, ``se``, ``sukaku`` or ``look-ahead``.

    A ``str`` gives a ``Rating``, a list a list of them, a column the columns ``rating``,
    ``number`` and ``hardest``. ``timeout`` is in seconds for each puzzle; a puzzle that takes
    longer is an error. So is one without exactly one solution, on most scales.

    >>> rating = rate("620507100090010080501800006000000800070020030009000000300008901080030070007201048")
    >>> str(rating), rating.number
    ('Hard 578', 578.0)
    """
    settings = {"scale": scale, "timeout": timeout}
    if isinstance(puzzles, str):
        return Rating(*_ninefold.rate_one(puzzles, settings))
    if (listed := _listed(puzzles)) is not None:
        answers = _ninefold.answers("rate", settings, listed, n_threads(threads), errors)
        columns = zip(*(answers.column(name) for name in ("rating", "number", "hardest")))
        ratings = [None if row[0] is None else Rating(*row) for row in columns]
        return _with_errors(answers, ratings)
    return _columns("rate", settings, puzzles, threads, errors)


def canonical(
    puzzles: Any,
    *,
    form: Literal["minlex", "solution"] = "minlex",
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """The one isomorph that stands for a puzzle and all its isomorphs, for counting and joining.

    >>> canonical("1..2 .... .... .34.") == canonical(".12. .... .... 3..4")
    True
    """
    settings = {"form": form}
    if isinstance(puzzles, str):
        return _ninefold.canonical_one(puzzles, settings)
    return _columns("canonical", settings, puzzles, threads, errors)


def convert(
    puzzles: Any,
    to: str,
    *,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "raise",
) -> Any:
    """A puzzle in another format. Rows of a column may be of any format and size, too.

    >>> print(convert("12.4 4.21 2143 3412", to="sdk"))
    [Puzzle]
    12.4
    4.21
    2143
    3412
    """
    settings = {"to": to}
    if isinstance(puzzles, str):
        return _ninefold.convert_one(puzzles, settings)
    return _columns("convert", settings, puzzles, threads, errors)


def explain(puzzle: str) -> list[Step]:
    """The way to the solution by logic, as far as logic goes.

    >>> steps = explain("1234 3412 21.. 4...")
    >>> steps[0].technique, len(steps)
    ('Full House', 5)
    """
    steps, _ = _ninefold.explain_one(puzzle)
    return [Step(*step) for step in steps]


def hint(puzzle: str) -> Step | None:
    """The next step by logic, from the player's own position; None if there is none.

    A mistake on the board is an ``AnswerError`` that says where.

    >>> print(hint("1234341221434.2."))
    Full House: r4c2=3
    """
    step = _ninefold.hint_one(puzzle)
    return None if step is None else Step(*step)


def why(puzzle: str, claim: str, *, spoil: bool = False) -> Why:
    """Why a digit must, or cannot, stand in a cell, from the player's own position.

    ``r4c7=5`` asks why r4c7 is 5, or cannot be. ``r4c7<>5`` asks why it is not; if it is, the
    answer gives nothing away unless ``spoil`` is true. A mistake on the board is an
    ``AnswerError`` that says where, and a claim that fits no board a ``ValueError``.

    >>> reply = why("1234341221434.2.", "r4c2=3")
    >>> print(reply)
    r4c2 must be 3.
    >>> [step.notation for step in reply.steps]
    ['Full House: r4c2=3']
    >>> print(why("1234341221434.2.", "r4c2<>3"))
    Nothing speaks against 3 in r4c2.
    """
    status, text, steps, suppositions = _ninefold.why_one(puzzle, claim, spoil)
    return Why(status, text, [Step(*step) for step in steps], suppositions)


def doctor(puzzle: str) -> dict[str, Any]:
    """Why a puzzle is broken, and what was probably meant: what ``ninefold doctor --json`` prints.

    ``sentence`` says what is wrong, ``status`` is the verdict, and ``repairs`` has the proper
    puzzles that one slip, or two, may have changed into this one, the likeliest first. Without a
    solution, ``conflict`` has a few givens that cannot stand together; with several, ``additions``
    has clues that decide between them. ``errors`` has what is wrong in which cells, a player's
    mistakes too. A text is read even if a character is lost, too many or illegible; if it is no
    puzzle at all, that is a ``ParseError``.

    >>> found = doctor(
    ...     "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31"
    ... )
    >>> found["sentence"]
    'no solution: r1c8=7, r4c7=7, r7c9=8, r8c9=9 and r9c5=7 leave no place for 7 in box 9'
    >>> [repair["sentence"] for repair in found["repairs"]]
    ['`7 5` in row 4 one cell to the left: r4c6 7, r4c7 5']
    >>> doctor("123434122143432")["sentence"]
    '15 cells, one is missing'
    """
    import json

    found: dict[str, Any] = json.loads(_ninefold.doctor_one(puzzle))
    return found


def inspect(puzzle: str, *, seed: int = 0) -> dict[str, Any]:
    """All about a puzzle, for those who make puzzles: what ``ninefold inspect --json`` prints.

    ``solutions`` has the number of solutions, counted up to a million and beyond that estimated
    from ``seed``; ``candidates`` the digits of each cell that occur in some solution;
    ``redundant`` the clues of which each could be left out, and ``spare`` some that can go
    together; ``completing`` the clues of which each would make the puzzle proper. Then come
    ``minimal``, ``symmetry``, ``canonical``, ``id``, ``automorphisms`` and ``backdoor``; ratings
    are left to ``rate``. A puzzle whose clues clash is an ``AnswerError``.

    >>> card = inspect("12.. 34.. .1.. ....")
    >>> card["solutions"], card["symmetry"]
    ({'count': 6, 'exact': True}, 'none')
    >>> card["completing"]["clues"]
    ['r3c3=2', 'r3c4=2', 'r4c3=4', 'r4c4=4']
    """
    import json

    card: dict[str, Any] = json.loads(_ninefold.inspect_one(puzzle, seed))
    return card


def show(puzzle: str, *, theme: Literal["light", "dark"] = "light") -> Picture:
    """The picture of a puzzle, as far as a player has come with it.

    A notebook draws it; ``svg`` is its text, for a file.

    >>> show("12.4 4.21 2143 3412").svg[:4]
    '<svg'
    """
    return _ninefold.show_one(puzzle, theme)


def generate(
    n: int,
    *,
    seed: int,
    start: int = 0,
    clues: int | tuple[int, int] | None = None,
    symmetry: str | None = None,
    threads: int | None = None,
    into: Literal["list", "numpy", "pandas", "polars", "pyarrow", "arrow"] = "list",
) -> Any:
    """Make classic puzzles with one solution: what tries ``start`` to ``start + n`` of a seed make.

    A try depends on ``(seed, number)`` only, so ranges can be made anywhere, in any order. With
    ``clues``, a number or a pair of the least and the most, tries may fail, and there are fewer
    than ``n`` puzzles; otherwise every try makes a minimal one. ``into`` a list gives the
    puzzles; the others have the columns ``index``, ``puzzle`` and ``solution``.

    >>> generate(5, seed=7)[3:] == generate(2, seed=7, start=3)
    True
    """
    bounds = (clues, clues) if isinstance(clues, int) else clues
    answers = _ninefold.generate(n, seed, start, bounds, symmetry, n_threads(threads))
    if into == "list":
        return answers.column("puzzle")
    if into == "arrow":
        return answers
    if into not in KINDS:
        raise ValueError(f"expected into= one of {['list', 'arrow', *KINDS]}, found {into!r}")
    return KINDS[into].answers(answers, None)


def solve_table(
    table: Any,
    column: str = "puzzle",
    *,
    threads: int | None = None,
    errors: Literal["raise", "null", "column"] = "column",
) -> Stream:
    """Add ``solution`` and ``n_solutions`` to anything with ``__arrow_c_stream__``.

    Lazy: batches are solved as they are pulled, so memory does not grow with the table. Other
    columns pass through without a copy. The result speaks Arrow, too, and can be read once. The
    other operations on tables are in ``ninefold.tables``.
    """
    from . import tables

    stream: Stream = tables.solve(table, column, threads=threads, errors=errors)
    return stream


def _columns(
    operation: str, settings: dict[str, Any], puzzles: Any, threads: int | None, errors: str
) -> Any:
    """The answers to a column, of the same kind as the column."""
    if (listed := _listed(puzzles)) is not None:
        answers = _ninefold.answers(operation, settings, listed, n_threads(threads), errors)
        return _with_errors(answers, answers.column(answers.names[0]))
    kind = kind_of(puzzles)
    column = kind.column(puzzles)
    answers = _ninefold.answers(operation, settings, column, n_threads(threads), errors)
    return kind.answers(answers, puzzles)


def _listed(puzzles: Any) -> list[Any] | None:
    """The puzzles as a list, if they are one or anything else that is no column."""
    if isinstance(puzzles, list):
        return puzzles
    if isinstance(puzzles, (bytes, bytearray)):
        raise TypeError("expected a str or a column, found bytes; decode them")
    speaks_arrow = hasattr(puzzles, "__arrow_c_array__") or hasattr(puzzles, "__arrow_c_stream__")
    if kind_of(puzzles) is ARROW and hasattr(puzzles, "__iter__") and not speaks_arrow:
        return list(puzzles)
    return None


def _with_errors(answers: Answers, values: list[Any]) -> list[Any]:
    """The values of a list, with errors in their places if they were asked for."""
    if "error" not in answers.names:
        return values
    faults = enumerate(answers.column("error"))
    errors = {row: NinefoldError(why, row=row) for row, why in faults if why is not None}
    return [errors.get(row, value) for row, value in enumerate(values)]
