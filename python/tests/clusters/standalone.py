"""A Spark cluster on this machine: a master and workers, on loopback."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pyspark

from deaths import until

HOST = "127.0.0.1"
LAUNCHER = Path(pyspark.__file__).parent / "bin" / "spark-class"


class Cluster:
    """A master and two workers with one core each, that listen on loopback only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.master = self._start("master", "Master", "--port", "0")
        self.address = self._said("master", rf"Starting Spark master at (spark://{HOST}:\d+)")
        self.workers = [self._worker(f"worker{k}") for k in range(2)]
        for k in range(2):
            self._said(f"worker{k}", r"(Successfully registered with master)")

    def _worker(self, name: str) -> subprocess.Popen[bytes]:
        limits = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / name)]
        return self._start(name, "Worker", *limits, self.address)

    def _start(self, name: str, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [LAUNCHER, f"org.apache.spark.deploy.{kind.lower()}.{kind}"]
        command += ["--host", HOST, "--webui-port", "0", *arguments]
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def _said(self, name: str, pattern: str) -> str:
        """What a process wrote to its log, once it is there."""
        log = self.folder / f"{name}.log"
        until(f"{name} to say {pattern}", lambda: re.search(pattern, log.read_text()) is not None)
        found = re.search(pattern, log.read_text())
        assert found is not None
        return found[1]

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait(60)
