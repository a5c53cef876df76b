"""The example notebook runs from top to bottom, and its pictures are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbformat

from documents import ROOT

SVG = "image/svg+xml"


def test_the_notebook_runs_and_draws(tmp_path: Path) -> None:
    notebook = nbformat.read(ROOT / "python/example.ipynb", as_version=4)
    nbformat.validate(notebook)
    stored = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(stored), "the notebook is kept without its outputs"
    resources = {"metadata": {"path": str(tmp_path)}}
    # A cell that raises raises here.
    nbclient.NotebookClient(notebook, timeout=120, resources=resources).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    last: list[Any] = [cell.outputs[-1].data for cell in cells if cell.outputs]
    assert len(last) == len(cells)
    pictures = [data[SVG] for data in last if SVG in data]
    assert len(pictures) == 3
    assert all(picture.startswith("<svg ") for picture in pictures)
    assert "Hard 578" in last[3]["text/plain"]
    assert "Easy" in last[4]["text/plain"]
