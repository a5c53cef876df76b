"""What the guide shows of Spark and Dask does what it says."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from pyspark.sql import SparkSession

import documents
from judge import is_solution


@pytest.mark.parametrize("kind", ["python spark", "python dask"])
def test_the_examples_of_the_guide_run(
    kind: str, spark: SparkSession, tmp_path: Path
) -> None:
    documents.run("GUIDE.md", kind, tmp_path, spark=spark)
    written = pd.read_parquet(tmp_path / "solved")
    assert len(written) == 100
    assert all(map(is_solution, written["puzzle"], written["solution"]))
