"""The Python of the documents: blocks of code that tests run as a reader would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import ninefold

ROOT = Path(__file__).parent.parent.parent


def run(document: str, kind: str, folder: Path, **names: Any) -> dict[str, Any]:
    """Runs the blocks of a document that open with ```` ```KIND ````, one after the other.

    ``puzzles/`` and what they write, ``solved``, is in the folder; they see the names that are given.
    """
    text = (ROOT / document).read_text()
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks, f"{document} has no {kind}"
    (folder / "puzzles").mkdir()
    for part in range(2):
        table = pa.table({"id": range(50), "puzzle": ninefold.generate(50, seed=part)})
        pq.write_table(table, folder / "puzzles" / f"{part}.parquet")
    for block in blocks:
        block = re.sub(r"(?<=[\"'])(?=puzzles/|solved)", f"{folder}/", block)
        exec(compile(block, document, "exec"), names)
    return names
