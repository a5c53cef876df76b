"""A judge that knows the rules of Sudoku, and nothing of Ninefold."""

from __future__ import annotations

import pandas as pd


def is_solution(puzzle: str, solution: str) -> bool:
    """Whether a solution obeys rows, columns, boxes and the givens of a puzzle."""
    rows = [solution[9 * k:9 * k + 9] for k in range(9)]
    columns = [solution[k::9] for k in range(9)]
    boxes = ["".join(rows[r + k][c:c + 3] for k in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
    keeps = all(given == digit for given, digit in zip(puzzle, solution) if given in "123456789")
    return keeps and all(sorted(house) == list("123456789") for house in rows + columns + boxes)


def is_whole(puzzles: pd.DataFrame, answers: pd.DataFrame, without: list[int]) -> bool:
    """Whether every row is there exactly once, and solved but for the rows without an answer."""
    answers = answers.sort_values("id").reset_index(drop=True)
    if answers["id"].tolist() != puzzles["id"].tolist():
        return False
    if answers.index[answers["solution"].isna()].tolist() != without:
        return False
    puzzles, answers = puzzles.drop(index=without), answers.drop(index=without)
    return all(map(is_solution, puzzles["puzzle"], answers["solution"]))
