"""The contract of a column: every kind in, the same kind out, and no row lost."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import ninefold
from judge import is_solution

PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MANY = "1" + "." * 80
NONE = "11" + "." * 79
ROWS: list[str | None] = [PROPER, MANY, NONE, None, "53..7", "x" * 81, "a" * 81, PROPER]
COUNTS = [1, 2, 0, None, None, 2, None, 1]
ERRORS = [
    None,
    None,
    None,
    None,
    "expected 81 characters, found 5",
    None,
    "expected a digit or a blank, found 'a' at 1",
    None,
]


def solutions() -> list[str | None]:
    """The solutions of the rows, each judged without Ninefold."""
    solved = [None if row is None or n is None else ninefold.solve(row).solution
              for row, n in zip(ROWS, COUNTS)]
    for row, n, solution in zip(ROWS, COUNTS, solved):
        assert (solution is not None) == bool(n)
        assert solution is None or is_solution(row, solution)
    return solved


def as_column(kind: str, rows: list[str | None]) -> object:
    fixed = [None if row is None or len(row) != 81 else row.encode() for row in rows]
    return {
        "string": lambda: pa.array(rows, pa.string()),
        "large_string": lambda: pa.array(rows, pa.large_string()),
        "string_view": lambda: pa.array(rows, pa.string_view()),
        "binary": lambda: pa.array([row and row.encode() for row in rows], pa.binary()),
        "fixed": lambda: pa.array(fixed, pa.binary(81)),
        "sliced": lambda: pa.array(["no", None, *rows, "no"])[2:-1],
        "chunked": lambda: pa.chunked_array([rows[:3], [], rows[3:]], pa.string()),
        "polars": lambda: pl.Series("puzzle", rows, dtype=pl.String),
        "pandas": lambda: pd.Series(rows, index=range(10, 10 + len(rows)), dtype="str"),
        "pandas nullable": lambda: pd.Series(rows, dtype="string"),
        "pandas object": lambda: pd.Series(rows, dtype=object),
        "numpy texts": lambda: np.array(rows, dtype=object),
        "list": lambda: rows,
        "tuple": lambda: tuple(rows),
        "iterator": lambda: iter(rows),
    }[kind]()


KINDS = ["string", "large_string", "string_view", "binary", "fixed", "sliced", "chunked", "polars",
         "pandas", "pandas nullable", "pandas object", "numpy texts", "list", "tuple", "iterator"]


def rows_of(kind: str, answers: object) -> list[tuple]:
    """The answers as rows of solution, count and error, whatever kind they are."""
    if isinstance(answers, list):
        def row(answer):
            if isinstance(answer, ninefold.NinefoldError):
                return None, None, answer.message
            return (answer.solution, answer.n_solutions, None) if answer else (None, None, None)
        return [row(answer) for answer in answers]
    if isinstance(answers, tuple):
        solutions, counts, errors = answers
        return [(s, None if n == -1 else n, e) for s, n, e in zip(solutions, counts, errors)]
    if isinstance(answers, pd.DataFrame):
        assert str(answers["n_solutions"].dtype) == "Int8"
        records = answers.astype(object).where(answers.notna(), None).to_dict("records")
    elif isinstance(answers, pl.DataFrame):
        assert answers.schema["n_solutions"] == pl.Int8
        records = answers.to_dicts()
    else:
        assert answers.type.field("n_solutions").type == pa.int8()
        assert answers.type.field("solution").type == pa.string()
        answers.validate(full=True)
        records = answers.to_pylist()
    return [(r["solution"], r["n_solutions"], r["error"]) for r in records]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_the_same_answers(kind: str) -> None:
    answers = ninefold.solve(as_column(kind, ROWS), errors="column")
    errors = list(ERRORS)
    if kind == "fixed":
        errors[4] = None  # A column of fixed width has no short row; it is null there.
    assert rows_of(kind, answers) == list(zip(solutions(), COUNTS, errors))


def test_the_kind_that_comes_out_is_the_kind_that_went_in() -> None:
    for kind, expected in [("string", pa.StructArray), ("chunked", pa.ChunkedArray),
                           ("polars", pl.DataFrame), ("pandas", pd.DataFrame), ("list", list)]:
        assert isinstance(ninefold.solve(as_column(kind, ROWS), errors="null"), expected)
    frame = ninefold.solve(as_column("pandas", ROWS), errors="null")
    assert list(frame.index) == list(range(10, 18)), "rows keep their names"
    assert list(frame.columns) == ["solution", "n_solutions"]


def test_numpy_digits_give_digits() -> None:
    board = np.array([[0 if c == "." else int(c) for c in PROPER], [0] * 81], dtype=np.uint8)
    board[1, :2] = 1
    for dtype in (np.uint8, np.int64):
        solved, counts = ninefold.solve(board.astype(dtype))
        assert solved.shape == (2, 81) and counts.dtype == np.int8
        assert "".join(map(str, solved[0])) == ninefold.solve(PROPER).solution
        assert not solved[1].any() and list(counts) == [1, 0]
    fortran = np.asfortranarray(board)
    assert (ninefold.solve(fortran)[0] == solved).all()
    board[0, 5] = 12
    with pytest.raises(ninefold.ParseError, match="found 12") as caught:
        ninefold.solve(board)
    assert (caught.value.row, caught.value.column) == (0, 6)
    with pytest.raises(ninefold.ParseError, match="found -1"):
        ninefold.solve(np.full((1, 81), -1))


@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_row_raises_with_its_number(kind: str) -> None:
    with pytest.raises(ninefold.ParseError) as caught:
        ninefold.solve(as_column(kind, ROWS))
    error = caught.value
    assert error.row == (6 if kind == "fixed" else 4)
    assert error.hint and str(error).startswith(f"row {error.row}")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.row, type(again)) == (str(error), error.row, type(error))


@pytest.mark.parametrize("column", [
    pa.array([1, 2]), pa.array(["a"]).dictionary_encode(), pa.array([{"a": 1}]),
    pa.chunked_array([], pa.int64()), pl.Series([1.5]), np.zeros((2, 80), np.uint8),
    np.zeros((2, 81)), np.zeros(81, np.uint8), [1, 2], 5, b"5" * 81, None,
    pd.DataFrame({"a": ["x"]}),
])
def test_what_is_no_column_of_puzzles_is_refused(column: object) -> None:
    with pytest.raises(TypeError, match="expected"):
        ninefold.solve(column)


@pytest.mark.parametrize("column", [
    pa.array([], pa.string()), pa.chunked_array([], pa.string()), pl.Series([], dtype=pl.String),
    pd.Series([], dtype="str"), [], np.zeros((0, 81), np.uint8),
])
def test_no_rows_are_no_answers(column: object) -> None:
    for operation in (ninefold.solve, ninefold.check, ninefold.rate, ninefold.canonical):
        answers = operation(column)
        assert len(answers[0] if isinstance(answers, tuple) else answers) == 0


def test_settings_that_do_not_exist_are_refused_with_those_that_do() -> None:
    for call, words in [
        (lambda: ninefold.solve([], errors="ignore"), "raise"),
        (lambda: ninefold.rate([], scale="nope"), "hodoku"),
        (lambda: ninefold.canonical([], form="nope"), "minlex"),
        (lambda: ninefold.convert([], to="nope"), "nope"),
        (lambda: ninefold.solve([], threads=0), "thread"),
        (lambda: ninefold.generate(1, seed=1, symmetry="nope"), "symmetry"),
        (lambda: ninefold.generate(1, seed=1, into="nope"), "pyarrow"),
        (lambda: ninefold.rate([PROPER], timeout=-1), "timeout"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()


def test_cuts_orders_and_threads_change_nothing() -> None:
    rng = random.Random(3)
    rows = []
    for puzzle in ninefold.generate(1500, seed=5):
        cells = list(puzzle)
        for cell in rng.sample([k for k in range(81) if cells[k] != "."], rng.randrange(9)):
            cells[cell] = "."
        rows.append("".join(cells))
    whole = ninefold.solve(pa.array(rows), threads=1).to_pylist()
    assert sum(row["n_solutions"] == 2 for row in whole) > 500
    for row, answer in zip(rows, whole):
        assert is_solution(row, answer["solution"])
    order = list(range(len(rows)))
    rng.shuffle(order)
    for size in (1500, 700, 7):
        for start in range(0, len(rows), size):
            part = order[start:start + size]
            answers = ninefold.solve(pa.array([rows[k] for k in part]), threads=3).to_pylist()
            assert answers == [whole[k] for k in part]


def test_a_table_keeps_its_columns_and_gets_two_or_three_more() -> None:
    ids = list(range(len(ROWS)))
    nested = [{"a": [k]} for k in ids]
    table = pa.table({"id": ids, "puzzle": ROWS, "nested": nested})
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=3))
    answered = pa.table(ninefold.solve_table(batches))
    answered.validate(full=True)
    assert answered.column_names == ["id", "puzzle", "nested", "solution", "n_solutions", "error"]
    assert answered["id"].to_pylist() == ids and answered["nested"].to_pylist() == nested
    assert answered["n_solutions"].to_pylist() == COUNTS
    assert answered["solution"].to_pylist() == solutions()
    assert answered["error"].to_pylist() == ERRORS
    assert answered.schema.field("id") == table.schema.field("id")
    sliced = pa.table(ninefold.solve_table(table.slice(2, 5), errors="null"))
    sliced.validate(full=True)
    assert sliced["n_solutions"].to_pylist() == COUNTS[2:7]
    assert sliced["id"].to_pylist() == ids[2:7]
    frame = pl.DataFrame(ninefold.solve_table(pl.from_arrow(table)))
    assert frame["n_solutions"].to_list() == COUNTS


def test_a_table_is_lazy_and_read_once() -> None:
    pulled = []

    def batches():
        for number in range(4):
            pulled.append(number)
            yield pa.record_batch({"puzzle": [PROPER] * 2})

    schema = pa.schema({"puzzle": pa.string()})
    source = pa.RecordBatchReader.from_batches(schema, batches())
    stream = ninefold.solve_table(source)
    reader = pa.RecordBatchReader.from_stream(stream)
    assert reader.read_next_batch().num_rows == 2 and len(pulled) == 1
    with pytest.raises(ValueError, match="already"):
        stream.__arrow_c_stream__()
    assert sum(batch.num_rows for batch in reader) == 6


def test_a_table_without_the_column_or_with_another_of_the_name_is_refused() -> None:
    table = pa.table({"puzzle": [PROPER], "solution": ["?"]})
    for call, words in [
        (lambda: ninefold.solve_table(table), "already"),
        (lambda: ninefold.solve_table(table, "nope"), "puzzle"),
        (lambda: ninefold.solve_table(pa.table({"puzzle": [1]})), "text"),
        (lambda: ninefold.solve_table(5), "table"),
        (lambda: ninefold.solve_table(pa.chunked_array([["a"]])), "column"),
        (lambda: pa.table(ninefold.solve_table(pa.table({"puzzle": ["5"]}), errors="raise")),
         "row 0: expected 81"),
    ]:
        with pytest.raises((ValueError, TypeError), match=words):
            call()


def test_every_operation_takes_every_kind() -> None:
    proper = [PROPER, None]
    for operation, name in [(ninefold.check, "verdict"), (ninefold.count, "n_solutions"),
                            (ninefold.canonical, "canonical"), (ninefold.rate, "rating")]:
        listed = operation(proper)
        first = listed[0].text if name == "rating" else listed[0]
        assert listed[1] is None
        assert operation(pa.array(proper)).field(name).to_pylist() == [first, None]
        assert operation(pl.Series(proper))[name].to_list() == [first, None]
        assert operation(pd.Series(proper, dtype="str"))[name][0] == first
    texts = ninefold.convert(["12.4 4.21 2143 3412", PROPER], to="line")
    assert texts == ["12.44.2121433412", PROPER]
    with pytest.raises(ninefold.AnswerError, match="several solutions") as caught:
        ninefold.rate([PROPER, MANY])
    assert caught.value.row == 1
    late = ninefold.rate([PROPER], timeout=0, errors="column")
    assert "longer than 0 s" in str(late[0])


def test_generated_puzzles_depend_on_seed_and_number_alone() -> None:
    whole = ninefold.generate(300, seed=9, threads=2)
    assert whole[100:140] == ninefold.generate(40, seed=9, start=100, threads=1)
    assert whole != ninefold.generate(300, seed=10)
    assert set(ninefold.check(whole)) == {"unique"}
    frame = ninefold.generate(50, seed=9, clues=(24, 26), symmetry="half-turn", into="polars")
    assert 0 < len(frame) < 50 and frame.columns == ["index", "puzzle", "solution"]
    for puzzle, solution in zip(frame["puzzle"], frame["solution"]):
        assert is_solution(puzzle, solution)
        assert 24 <= sum(c != "." for c in puzzle) <= 26
    for into in ("numpy", "pandas", "pyarrow", "arrow"):
        made = ninefold.generate(5, seed=9, into=into)
        assert len(made[0] if into == "numpy" else made) == 5
    with pytest.raises(ninefold.AnswerError, match="17"):
        ninefold.generate(1, seed=1, clues=16)


def test_ten_million_rows_in_one_batch_are_all_answered() -> None:
    n = 10_000_000
    puzzle = ninefold.generate(1, seed=1)[0]
    full = ninefold.solve(puzzle).solution
    data = pa.py_buffer(full.encode() * n)
    ends = pa.py_buffer(np.arange(0, 81 * n + 1, 81, dtype=np.int32))
    column = pa.Array.from_buffers(pa.string(), n, [None, ends, data])
    answers = ninefold.solve(column)
    assert len(answers) == n and answers.null_count == 0
    counts = np.frombuffer(answers.field("n_solutions").buffers()[1], np.int8)[:n]
    assert (counts == 1).all()
    assert answers.field("solution")[n - 1].as_py() == full
