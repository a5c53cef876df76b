"""What README and guide show does what they say."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import documents
from judge import is_solution


@pytest.mark.parametrize("document", ["README.md", "python/README.md"])
def test_the_examples_run(document: str, tmp_path: Path) -> None:
    documents.run(document, "python", tmp_path)


def test_the_examples_of_the_guide_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents.run("GUIDE.md", "python", tmp_path)
    printed = capsys.readouterr().out
    assert "812753649943682175675491283154237896369845721287169534521974368438526917796318452 1" in printed
    assert "Hard 578" in printed
    for file in ("solved.parquet", "solved-by-duckdb.parquet"):
        rows = pq.read_table(tmp_path / file).to_pylist()
        assert len(rows) == 100
        assert all(is_solution(row["puzzle"], row["solution"]) for row in rows)
