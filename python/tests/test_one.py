"""One puzzle, in any format and size."""

from __future__ import annotations

import pickle

import pytest

import ninefold
from judge import is_solution

FAIR = "620507100090010080501800006000000800070020030009000000300008901080030070007201048"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_a_text_of_any_size_and_format_is_solved() -> None:
    solved = ninefold.solve(HARD)
    assert solved.n_solutions == 1 and is_solution(HARD, solved.solution)
    assert ninefold.solve("\n".join(HARD[k:k + 9] for k in range(0, 81, 9))).solution == solved.solution
    assert ninefold.solve("12.. .... .... ..21").n_solutions == 2
    assert str(ninefold.solve("11" + "." * 79)) == "no solution"
    sixteen = ninefold.solve("." * 256)
    assert sixteen.n_solutions == 2 and len(sixteen.solution) == 256


def test_a_solved_is_a_value() -> None:
    solved = ninefold.solve(HARD)
    assert solved == ninefold.solve(HARD) and hash(solved) == hash(ninefold.solve(HARD))
    assert solved != ninefold.solve("." * 81) and solved != 5
    assert pickle.loads(pickle.dumps(solved)) == solved
    assert repr(solved).startswith("Solved(solution='812753649")


def test_an_error_has_its_place_and_a_hint() -> None:
    with pytest.raises(ninefold.ParseError, match="expected") as caught:
        ninefold.solve("12x4 4.21 2143 341Q")
    assert (caught.value.line, caught.value.column, caught.value.row) == (1, 19, None)
    with pytest.raises(ninefold.ParseError) as caught:
        ninefold.solve(HARD + "\n" + HARD)
    assert caught.value.hint
    for call in (ninefold.check, ninefold.count, ninefold.rate, ninefold.canonical,
                 ninefold.explain, ninefold.hint, ninefold.doctor, ninefold.inspect,
                 lambda text: ninefold.why(text, "r1c1=1"),
                 lambda text: ninefold.convert(text, to="line")):
        with pytest.raises(ninefold.ParseError):
            call("no puzzle")


def test_verdicts_and_counts() -> None:
    assert ninefold.check("12.. .... .... ..21") == "multiple"
    assert ninefold.check("123. ...4 .... ....") == "none"
    assert ninefold.check("11.. .... .... ....") == "invalid"
    assert ninefold.count("." * 16, limit=100) == 100


def test_ratings_and_forms() -> None:
    assert str(ninefold.rate(FAIR, scale="se")) == "6.6/1.2/1.2"
    assert ninefold.rate(FAIR).hardest == ninefold.rate([FAIR])[0].hardest
    assert ninefold.rate("1234 3412 21.. 4...", scale="look-ahead").number == 0
    with pytest.raises(ninefold.AnswerError, match="9x9"):
        ninefold.rate("1234 3412 21.. 4...", scale="se")
    with pytest.raises(ninefold.AnswerError, match="several"):
        ninefold.canonical("." * 81, form="solution")


def test_steps_say_what_and_why() -> None:
    step = ninefold.hint("1234341221434.2.")
    assert step.placements == [("r4c2", "3")] and not step.eliminations
    assert step.technique == "Full House" and "3" in step.text
    steps = ninefold.explain(FAIR)
    assert len(steps) > 30 and any(step.eliminations for step in steps)
    assert ninefold.hint("1234341221434321") is None
    with pytest.raises(ninefold.AnswerError, match="no solution"):
        ninefold.hint("123. ...4 .... ....")


ALMOST = "1234341221434.2."
MISTAKEN = "[Puzzle]\n1234\n3412\n2143\n4.2.\n[State]\n1234\n3412\n2143\n412.\n"


def test_why_proves_and_gives_nothing_away() -> None:
    assert ninefold.why(ALMOST, "R4C2 = 3").status == "must"
    hidden, shown = (ninefold.why(ALMOST, "r4c2<>3", spoil=spoil) for spoil in (False, True))
    assert hidden.status == "possible" and not hidden.steps
    assert shown.status == "must" and shown.steps[0].picture.svg.startswith("<svg")
    assert ninefold.why("1... .... .... ....", "r2c3=1").status == "open"
    solution = ninefold.solve(FAIR).solution
    proofs = set()
    for column in range(1, 10):
        for digit in "123456789":
            reply = ninefold.why(FAIR, f"r4c{column}={digit}")
            assert reply.status == ("must" if solution[26 + column] == digit else "cannot"), reply
            assert not (reply.steps and reply.suppositions)
            proofs.add("steps" if reply.steps else "sentences" if reply.suppositions else "seen")
    assert proofs == {"steps", "sentences", "seen"}


def test_a_claim_that_fits_no_board_and_a_mistake_are_errors() -> None:
    for claim in ("", "r4c7", "r5c1=1", "r1c1=5", "r12c1=1", "x" * 5000):
        with pytest.raises(ValueError, match="expected") as caught:
            ninefold.why(ALMOST, claim)
        assert not isinstance(caught.value, ninefold.NinefoldError)
    with pytest.raises(ninefold.AnswerError, match="no solution"):
        ninefold.why("123. ...4 .... ....", "r1c4=4")
    with pytest.raises(ninefold.AnswerError, match="column 2 has two 1s: r3c2 and r4c2"):
        ninefold.why(MISTAKEN, "r4c4=1")


def test_doctor_says_what_is_wrong_and_what_was_meant() -> None:
    found = ninefold.doctor("5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31")
    assert found["status"] == "none" and len(found["conflict"]["givens"]) == 5
    repair, = found["repairs"]
    assert repair["class"] == "shifted" and ninefold.check(repair["puzzle"]) == "unique"
    clash = ninefold.doctor("11" + "." * 14)
    assert clash["status"] == "invalid" and clash["errors"][0]["cells"] == ["r1c1", "r1c2"]
    fine = ninefold.doctor(FAIR)
    assert fine["sentence"] == "nothing wrong" and not fine["repairs"] and not fine["errors"]
    mistaken = ninefold.doctor(MISTAKEN)
    assert mistaken["status"] == "unique"
    assert mistaken["errors"] == [{"message": "the 1 in r4c2 is wrong", "cells": ["r4c2"]}]


def test_doctor_reads_a_text_that_is_almost_a_puzzle() -> None:
    found = ninefold.doctor(HARD[:-1])
    assert found["sentence"] == "80 cells, one is missing" and found["errors"][0]["line"] == 1
    assert HARD in [repair["puzzle"] for repair in found["repairs"]]


def test_inspect_measures_a_puzzle() -> None:
    card = ninefold.inspect("12.. 34.. .1.. ....")
    assert card["minimal"] is False and card["candidates"][0] == [1]
    minimal = ninefold.inspect(HARD)
    assert minimal["minimal"] is True and minimal["solution"] == ninefold.solve(HARD).solution
    with pytest.raises(ninefold.AnswerError, match="row 1 has two 1s"):
        ninefold.inspect("11.. .... .... ....")
    blank = ninefold.inspect("." * 81, seed=3)
    assert blank == ninefold.inspect("." * 81, seed=3) != ninefold.inspect("." * 81, seed=4)
    estimate = blank["solutions"]["estimate"]
    assert estimate["low"] < 6670903752021072936960 < estimate["high"]
    assert ninefold.inspect("123. ...4 .... ....")["solutions"] == {"count": 0, "exact": True}


def test_puzzles_solutions_and_steps_are_drawn() -> None:
    picture = ninefold.show(HARD)
    assert picture.svg == picture._repr_svg_() and picture.svg.count("<use ") == 21
    assert ninefold.show(HARD, theme="dark") != picture
    assert pickle.loads(pickle.dumps(picture)) == picture and hash(picture) == hash(ninefold.show(HARD))
    with pytest.raises(ValueError, match="theme"):
        ninefold.show(HARD, theme="blue")  # type: ignore[arg-type]
    assert ninefold.solve(HARD)._repr_svg_().count("<use ") == 81
    # Clashing givens have no solution, and are drawn all the same.
    assert ninefold.solve("11" + "." * 79)._repr_svg_().count("<use ") == 2
    # 36 x 36 is written in 0 to Z, and larger boards in numbers.
    letters = ninefold.solve("ABCD" + "." * 12)
    assert letters.solution.startswith("ABCD") and "ninefold-D" in letters._repr_svg_()
    for step in ninefold.explain(FAIR)[:20]:
        assert f"<title>{step.notation.replace('>', '&gt;').replace('<', '&lt;')}</title>" in step._repr_svg_()
    assert pickle.loads(pickle.dumps(step)) == step


def test_a_solved_of_a_list_is_the_same_as_of_a_text() -> None:
    rows = [HARD, FAIR, "11" + "." * 79, "." * 81]
    assert ninefold.solve(rows) == [ninefold.solve(row) for row in rows]
    assert [solved.n_solutions for solved in ninefold.solve(rows)] == [1, 1, 0, 2]


def test_results_have_versions() -> None:
    versions = ninefold.result_versions()
    assert versions["solve"] >= 1 and versions["generate"] >= 1
    assert ninefold.__version__.count(".") == 2
