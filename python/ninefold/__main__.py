"""``python -m ninefold``: the program, if it is installed.

The program is not part of the wheel: it would double it, and its pool of threads and its handler
for Ctrl-C have no place in a library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> int:
    """Runs the program with the same arguments, and returns its exit code."""
    program = shutil.which("ninefold")
    if program is None:
        print(
            "error: expected the program `ninefold` on the path, found none\n"
            "   = hint: in a clone of Ninefold, cargo install --path crates/ninefold-cli",
            file=sys.stderr,
        )
        return 2
    arguments = [program, *sys.argv[1:]]
    if os.name == "posix":
        os.execv(program, arguments)
    return subprocess.call(arguments)


if __name__ == "__main__":
    sys.exit(main())
