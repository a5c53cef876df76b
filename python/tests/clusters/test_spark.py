"""Spark with a master and two workers on this machine, one of which is killed in mid-job."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pyspark.sql import SparkSession

import ninefold
import ninefold.spark as nf
from deaths import children, is_alive, kill, until
from judge import is_whole
from standalone import Cluster

PARTS = 24


def frame_of(spark: SparkSession, puzzles: pd.DataFrame, parts: int) -> Any:
    rows = [(k, None if text != text else text) for k, text in puzzles.itertuples(index=False)]
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, parts), "id int, puzzle string")


def test_each_operation_adds_its_columns(spark: SparkSession, puzzles: pd.DataFrame) -> None:
    part = puzzles[:200]
    frame = frame_of(spark, part, 3)
    for operation, settings in [
        ("solve", {}),
        ("check", {}),
        ("count", {"limit": 5}),
        ("rate", {"scale": "look-ahead"}),
        ("canonical", {"form": "solution"}),
        ("convert", {"to": "line"}),
    ]:
        got = getattr(nf, operation)(frame, **settings).orderBy("id").toPandas()
        expected = getattr(ninefold, operation)(part["puzzle"], errors="column", **settings)
        pd.testing.assert_frame_equal(
            got[expected.columns].convert_dtypes(), expected.convert_dtypes(), check_dtype=False
        )


def test_what_is_wrong_with_a_table_is_known_before_the_job(
    spark: SparkSession, puzzles: pd.DataFrame
) -> None:
    frame = frame_of(spark, puzzles[:9], 1)
    with pytest.raises(ValueError, match=r"expected a column, one of .*, found \"sudoku\""):
        nf.solve(frame, "sudoku")
    with pytest.raises(ValueError, match="has a column \"error\" already"):
        nf.rate(nf.solve(frame))
    with pytest.raises(TypeError, match="expected a column of text"):
        nf.solve(frame, "id")
    with pytest.raises(ValueError, match="expected a scale"):
        nf.rate(frame, scale="xx")


def test_puzzles_are_the_same_however_they_are_shared_out(spark: SparkSession) -> None:
    made = nf.generate(spark, 100, seed=5, partitions=3).orderBy("index").toPandas()
    assert made["puzzle"].tolist() == ninefold.generate(100, seed=5)


def test_a_killed_worker_costs_no_row(
    spark: SparkSession, cluster: Cluster, puzzles: pd.DataFrame, tmp_path: Path
) -> None:
    answers = nf.rate(nf.solve(frame_of(spark, puzzles, PARTS)), errors="null")
    context = spark.sparkContext
    failures: list[BaseException] = []

    def write() -> None:
        context.setJobGroup("writing", "the job that loses a worker")
        try:
            answers.write.parquet(str(tmp_path / "rated"))
        except BaseException as error:
            failures.append(error)

    def n_done() -> int:
        tracker = context.statusTracker()
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup("writing")]
        stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
        return sum(stage.numCompletedTasks for stage in stages if stage)

    job = threading.Thread(target=write)
    job.start()
    until("some tasks", lambda: n_done() >= 4 or bool(failures))
    worker = cluster.workers[0].pid
    executors = children(worker)
    assert executors, "the worker has no executor"
    # The worker first, or it would report the end of its executor.
    for process in [worker, *executors]:
        kill(process)
    assert not any(is_alive(process) for process in [worker, *executors])
    assert n_done() < PARTS and job.is_alive(), "nothing was left to do"
    job.join(300)
    assert not job.is_alive() and not failures, failures
    written = pd.read_parquet(tmp_path / "rated")
    assert is_whole(puzzles, written, without=[100, 101, 102])
    assert sorted(written["id"][written["error"].notna()]) == [100, 102]
    ratings = written.sort_values("id")["rating"].tolist()
    assert ratings[:100] == ninefold.rate(puzzles["puzzle"][:100])["rating"].tolist()
