"""Dask on two workers of this machine, one of which is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import dask
import dask.dataframe as dd
import pandas as pd
import pytest
from distributed import Client, LocalCluster

import ninefold
import ninefold.dask as nf
from deaths import is_alive, kill, until
from judge import is_whole

PARTS = 24


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    settings = {"distributed.worker.daemon": True}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_each_operation_adds_its_columns(client: Client, puzzles: pd.DataFrame) -> None:
    part = puzzles[:200]
    frame = dd.from_pandas(part, npartitions=3)
    for operation, settings in [
        ("solve", {}),
        ("check", {}),
        ("count", {"limit": 5}),
        ("rate", {"scale": "look-ahead"}),
        ("canonical", {"form": "solution"}),
        ("convert", {"to": "line"}),
    ]:
        answers = getattr(nf, operation)(frame, **settings)
        expected = getattr(ninefold, operation)(part["puzzle"], errors="column", **settings)
        got = answers.compute()
        assert list(answers.columns) == list(got.columns)
        pd.testing.assert_frame_equal(
            got[expected.columns], expected, check_dtype=False, check_names=False
        )


def test_what_is_wrong_with_a_table_is_known_before_the_job(puzzles: pd.DataFrame) -> None:
    frame = dd.from_pandas(puzzles[:9], npartitions=1)
    with pytest.raises(ValueError, match=r"expected a column, one of .*, found 'sudoku'"):
        nf.solve(frame, "sudoku")
    with pytest.raises(ValueError, match="has a column 'error' already"):
        nf.rate(nf.solve(frame))
    with pytest.raises(ValueError, match="expected a scale"):
        nf.rate(frame, scale="xx")


def test_puzzles_are_the_same_however_they_are_shared_out(client: Client) -> None:
    parts = nf.generate(100, seed=5, rows=30)
    assert parts.npartitions == 4
    assert parts.compute()["puzzle"].tolist() == ninefold.generate(100, seed=5)


def test_a_killed_worker_costs_no_row(
    client: Client, puzzles: pd.DataFrame, tmp_path: Path
) -> None:
    frame = dd.from_pandas(puzzles, npartitions=PARTS)
    answers = nf.rate(nf.solve(frame), errors="null")
    writing = client.compute(answers.to_parquet(tmp_path, write_index=False, compute=False))
    n_done = lambda: len(list(tmp_path.glob("part.*.parquet")))  # noqa: E731
    until("some parts", lambda: n_done() >= 4 or writing.done())
    victim, _ = client.run(os.getpid).values()
    assert is_alive(victim)
    kill(victim)
    assert n_done() < PARTS and not writing.done(), "nothing was left to do"
    writing.result()
    written = pd.read_parquet(tmp_path)
    assert is_whole(puzzles, written, without=[100, 101, 102])
    assert sorted(written["id"][written["error"].notna()]) == [100, 102]
    ratings = written.sort_values("id")["rating"].tolist()
    assert ratings[:100] == ninefold.rate(puzzles["puzzle"][:100])["rating"].tolist()
