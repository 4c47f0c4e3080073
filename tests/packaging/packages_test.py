#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the packages are made of: one version, equal archives of equal folders, complete folders, the Python package."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).parents[2]
VERSION = re.search(r"^project\(proton-studio VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)


def shell(commands: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs commands with the functions of the packaging scripts."""
    sources = "".join(f'source "{ROOT}/packaging/{name}.sh"\n' for name in ("functions", "portable"))
    return subprocess.run(["bash", "-c", f"set -euo pipefail\n{sources}{commands}"], text=True, capture_output=True, timeout=120,
                          env={"PATH": os.environ["PATH"], **environment})


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)


class Archives(Folder):
    def tree(self, name: str, names: list[str]) -> Path:
        place = self.folder / name / "thing"
        for file in names:
            (place / file).parent.mkdir(parents=True, exist_ok=True)
            (place / file).write_text(file)
        return place

    def test_equalFoldersGiveEqualArchives(self) -> None:
        one, two = self.tree("one", ["b", "a/x", "c"]), self.tree("two", ["c", "a/x", "b"])
        os.utime(two / "b", (1, 1))
        (two / "c").chmod(0o600)
        done = shell(f'pack "{one}" "{self.folder}/1.tar.xz"; pack "{two}" "{self.folder}/2.tar.xz"', SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.folder / "1.tar.xz").read_bytes(), (self.folder / "2.tar.xz").read_bytes())

    def test_anArchiveThatIsTooLargeIsRejected(self) -> None:
        (self.folder / "large").write_bytes(bytes(2 << 20))
        self.assertEqual(shell(f'check_size "{self.folder}/large" 3').returncode, 0)
        done = shell(f'check_size "{self.folder}/large" 2')
        self.assertEqual(done.returncode, 1)
        self.assertIn("more than 2 MiB", done.stderr)

    @unittest.skipUnless(shutil.which("objdump"), "objdump is not installed")
    def test_aFolderThatLacksALibraryIsRejected(self) -> None:
        (self.folder / "bin").mkdir()
        shutil.copy("/bin/ls", self.folder / "bin" / "ls")   # links libselinux
        done = shell(f'check_portable "{self.folder}"')
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"the bundle lacks lib\w+\.so")


class Release(Folder):
    def notes(self, changelog: str) -> str:
        file = self.folder / "CHANGELOG.md"
        file.write_text(changelog)
        return shell(f'release_notes 1.2.0 "{file}"').stdout

    def test_notesAreThePartOfTheVersion(self) -> None:
        self.assertEqual(self.notes("# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.0\n\n- now\n\n## 1.1.0\n\n- before\n"), "- now\n\n")

    def test_notesOfAVersionWithoutANameAreTheUnreleasedPart(self) -> None:
        self.assertEqual(self.notes("# Changelog\n\n## Unreleased\n\n- now\n\n## 1.1.0\n\n- before\n"), "- now\n\n")

    def test_everyScriptReadsTheSameVersion(self) -> None:
        self.assertEqual(shell("project_version").stdout.strip(), VERSION)

    def test_packedFilesHaveTheTimeOfTheEnvironment(self) -> None:
        self.assertEqual(shell("source_date", SOURCE_DATE_EPOCH="1700000000").stdout.strip(), "1700000000")


def python_with_pip() -> str:
    """A Python that can build a package without network: this one or the distribution's; empty if neither can."""
    script = "import sys; from importlib.util import find_spec as f; sys.exit(not all(map(f, ('pip', 'setuptools', 'wheel'))))"
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", script]).returncode == 0:
            return python
    return ""


@unittest.skipUnless(python_with_pip(), "python3-pip or python3-setuptools is not installed")
class PythonPackage(Folder):
    def test_pipInstallsThePackageWithoutNetworkFromAFolderThatStaysAsItIs(self) -> None:
        copy, site = self.folder / "source", self.folder / "site"
        source = copy / "collector" / "python"
        shutil.copytree(ROOT / "collector" / "python", source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        shutil.copy(ROOT / "CMakeLists.txt", copy)
        before = sorted(copy.rglob("*"))
        python = python_with_pip()
        done = subprocess.run([python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-index", "--no-deps",
                               "--disable-pip-version-check", "--root-user-action=ignore", "--target", str(site), str(source)],
                              text=True, capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(sorted(copy.rglob("*")), before)
        self.assertFalse((site / "sitecustomize.py").exists(), "Python would run it in every program")
        script = "import importlib.metadata as m, proton_studio.proton as p; p.enter_scope('x'); p.exit_scope(); " \
                 "print(m.version('proton-studio'))"
        done = subprocess.run([python, "-c", script], text=True, capture_output=True,
                              env={"PATH": os.environ["PATH"], "PYTHONPATH": str(site)})
        self.assertEqual((done.stdout.strip(), done.stderr.count("\n")), (VERSION, 1), "it is not attached, which it says once")
        self.assertIn("nothing is recorded", done.stderr)


if __name__ == "__main__":
    unittest.main()
