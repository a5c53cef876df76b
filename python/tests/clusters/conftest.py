"""What the tests of Spark and Dask share: puzzles, and a cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pandas as pd
import pytest
from pyspark.sql import SparkSession

import ninefold
from standalone import HOST, Cluster

ROWS = 24_000


@pytest.fixture(scope="session")
def puzzles() -> pd.DataFrame:
    """Proper puzzles, and a few rows that are no puzzles, with an id for each."""
    texts = ninefold.generate(ROWS - 3, seed=11)
    rows = [*texts[:100], "53..7", None, "a" * 81, *texts[100:]]
    return pd.DataFrame({"id": range(ROWS), "puzzle": pd.Series(rows, dtype="str")})


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    os.environ.update(SPARK_LOCAL_IP=HOST, SPARK_PUBLIC_DNS=HOST, PYSPARK_PYTHON=sys.executable)
    cluster = Cluster(tmp_path_factory.mktemp("spark"))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def spark(cluster: Cluster) -> Iterator[SparkSession]:
    builder = SparkSession.builder.master(cluster.address).appName("ninefold")
    for name, value in {
        "spark.driver.host": HOST,
        "spark.driver.bindAddress": HOST,
        "spark.ui.enabled": "false",
        "spark.executor.memory": "512m",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
