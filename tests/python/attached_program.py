# SPDX-License-Identifier: Apache-2.0
"""Runs a Python program as proton-collect attach does, with a stub in the place of the preloaded library."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "collector" / "python"
STUB = os.environ.get("PSTUDIO_STUB_LIBRARY", "")


class Outcome:
    def __init__(self, result, calls):
        self.code, self.output, self.errors = result.returncode, result.stdout, result.stderr
        self.calls = calls

    def named(self, name):
        """The arguments of the calls of one function."""
        return [call[1:] for call in self.calls if call[0] == name]


class AttachedTestCase(unittest.TestCase):
    """A test with a folder of its own, in which it writes packages and programs."""

    def setUp(self):
        self.assertTrue(STUB, "PSTUDIO_STUB_LIBRARY names no library")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_program(self, text, *, attached=True, preload=True, options=(), path=(), **variables):
        """Runs the text as a program. Folders of `path` stand on PYTHONPATH after that of the package."""
        program = self.write("program.py", text)
        log = self.folder / "calls"
        log.unlink(missing_ok=True)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("PYTHON", "PSTUDIO_")) and name != "LD_PRELOAD"}
        folders = ([str(SOURCES)] if attached else []) + [str(self.folder / name) for name in path]
        environment = {**kept, "PYTHONPATH": os.pathsep.join(folders), "PSTUDIO_STUB_LOG": str(log), "PYTHONDONTWRITEBYTECODE": "1",
                       **variables}
        if attached:
            environment.setdefault("PSTUDIO_ATTACH", "socket")
        if preload:
            environment["LD_PRELOAD"] = STUB
        result = subprocess.run([sys.executable, *options, str(program)], env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return Outcome(result, [line.split("\t") for line in lines])

    def assert_ran(self, outcome):
        self.assertEqual((outcome.code, outcome.errors), (0, ""))
