"""Other threads, other processes, signals and interpreters."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import ninefold

PUZZLES = ninefold.generate(2000, seed=3)
SOLVED = ninefold.solve(PUZZLES)


def part(start: int) -> list:
    return ninefold.solve(PUZZLES[start:start + 500], threads=2)


def test_an_import_brings_nothing_that_takes_longer_than_ninefold() -> None:
    # `typing` takes longer than all the rest; say `if TYPE_CHECKING:`, as `__init__.py` does.
    slow = {"typing", "dataclasses", "inspect", "re", "numpy", "pandas", "polars", "pyarrow"}
    script = "import sys; before = set(sys.modules); import ninefold; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not slow & set(run.stdout.split())


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_give_the_same_answers(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    with multiprocessing.get_context(method).Pool(2) as pool:
        parts = pool.map(part, range(0, 2000, 500))
    assert sum(parts, []) == SOLVED


def test_an_exception_comes_back_from_another_process_with_its_row() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(ninefold.ParseError) as caught:
            pool.apply(ninefold.solve, ([PUZZLES[0], "no puzzle"],))
    assert caught.value.row == 1


def test_threads_give_the_same_answers() -> None:
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(part, range(0, 2000, 500)))
    assert sum(parts, []) == SOLVED


def test_the_gil_is_released() -> None:
    turns = 0
    is_done = threading.Event()

    def turn() -> None:
        nonlocal turns
        while not is_done.is_set():
            turns += 1

    other = threading.Thread(target=turn)
    other.start()
    before = turns
    ninefold.rate(PUZZLES[:300], threads=1)
    seen = turns - before
    is_done.set()
    other.join()
    assert seen > 1000, "another thread turned meanwhile"


INTERRUPTED = """
import ninefold, sys
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
@pytest.mark.parametrize("call", [
    'ninefold.count("." * 81)',
    'ninefold.count(["." * 81] * 3, threads=2)',
    "ninefold.generate(10**9, seed=1)",
])
def test_ctrl_c_interrupts(call: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(call=call)],
                             stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    deadline = time.monotonic() + 60
    while child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
    assert child.wait(timeout=1) == 7


def test_a_sub_interpreter_is_refused_politely() -> None:
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    script = f"""
import ninefold, {name} as interpreters
other = interpreters.create()
try:
    failure = interpreters.run_string(other, "import ninefold")
except Exception as error:
    failure = error
print("refused" if "interpreter" in str(failure) else f"not refused: {{failure}}")
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert out.stdout.strip() == "refused", out.stderr


def test_the_program_runs_or_says_how_to_get_it(tmp_path) -> None:
    command = [sys.executable, "-m", "ninefold", "--version"]
    none = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)})
    assert none.returncode == 2 and "cargo install" in none.stderr
    program = tmp_path / "ninefold"
    program.write_text("#!/bin/sh\necho program $1\nexit 3\n")
    program.chmod(0o755)
    path = {"PATH": f"{tmp_path}:/bin:/usr/bin"}
    found = subprocess.run(command, capture_output=True, text=True, env=path)
    assert (found.returncode, found.stdout) == (3, "program --version\n")


def test_nothing_else_is_imported() -> None:
    script = "import sys, ninefold; print([m for m in ('numpy','pandas','polars','pyarrow') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
