#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Runs packaging/install.sh on machines that are played by a folder of small commands: no package is ever installed.

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True

PACKAGING = Path(__file__).parents[2] / "packaging"
TOOLS = ("awk", "bash", "cat", "cut", "dirname", "env", "grep", "mktemp", "nproc", "rm", "sed", "tail", "wc")


@dataclass
class Machine:
    """What the script finds: who it runs as, what is installed, how sudo and apt-get behave."""

    user: int = 0
    installed: tuple[str, ...] = ()
    commands: tuple[str, ...] = ("apt-get", "dpkg-query", "id")
    apt_update_status: int = 0
    apt_install_status: int = 0
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    status: int
    output: str
    calls: list[str]  # of apt-get and sudo, in order


def script_of(machine: Machine, command: str) -> str:
    """The shell text that plays one command; apt-get and sudo write down how they were called."""
    known = "|".join(machine.installed) or "nothing"
    return "#!/bin/bash\n" + {
        "id": f"echo {machine.user}\n",
        "dpkg-query": f'case "${{@: -1}}" in {known}) printf "ii " ;; *) exit 1 ;; esac\n',
        "sudo": 'echo "sudo $*" >>"$CALLS"\n[ "$1" != -n ] || exit 0\nexec "$@"\n',
        "locked-sudo": 'echo "sudo $*" >>"$CALLS"\nexit 1\n',
        "apt-get": 'echo "apt-get $DEBIAN_FRONTEND stdin=$(cat | wc -c) $*" >>"$CALLS"\n'
                   f'case " $* " in *" update "*) exit {machine.apt_update_status} ;; esac\n'
                   f'echo "E: what apt said"\nexit {machine.apt_install_status}\n',
    }[command]


def install(machine: Machine, *groups: str) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for tool in TOOLS:
            (place / tool).symlink_to(shutil.which(tool))
        for command in machine.commands:
            target = place / command.removeprefix("locked-")
            target.write_text(script_of(machine, command), encoding="utf-8")
            target.chmod(0o755)
        calls = place / "calls"
        done = subprocess.run([shutil.which("bash"), str(PACKAGING / "install.sh"), *groups], text=True, input="typed by nobody\n",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                              env={"PATH": folder, "CALLS": str(calls), **machine.environment})
        written = calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []
        return Outcome(done.returncode, done.stdout, written)


def listed() -> list[tuple[str, str, str]]:
    """(group, package, comment) of each line of the list, read on its own terms and not by the script."""
    lines = (PACKAGING / "packages.txt").read_text(encoding="utf-8").splitlines()
    parts = [re.fullmatch(r"(\w+): ([a-z0-9.+-]+) +# (\S.*)", line) for line in lines if line and not line.startswith("#")]
    assert all(parts), "packages.txt has a line that is not 'group: package  # why'"
    return [(p[1], p[2], p[3]) for p in parts]


def packages(*groups: str) -> tuple[str, ...]:
    return tuple(package for group, package, _ in listed() if group in groups)


class InstallScript(unittest.TestCase):
    def test_theListIsWellFormedAndNamesEachPackageOnce(self) -> None:
        names = [package for _, package, _ in listed()]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual({group for group, _, _ in listed()}, {"build", "gui", "run", "test", "bundle", "package"})

    def test_whenNothingIsMissingNobodyNeedsToBeRoot(self) -> None:
        outcome = install(Machine(user=1000, installed=packages("build", "gui")), "build", "gui")
        self.assertEqual((outcome.status, outcome.calls), (0, []))

    def test_onlyWhatIsMissingIsInstalledAndItSaysWhy(self) -> None:
        present = tuple(p for p in packages("build") if p not in {"cmake", "zlib1g-dev"})
        outcome = install(Machine(installed=present), "build")
        self.assertEqual(outcome.status, 0, outcome.output)
        self.assertEqual(len(outcome.calls), 2)
        self.assertTrue(outcome.calls[1].endswith(" cmake zlib1g-dev"), outcome.calls[1])
        self.assertRegex(outcome.output, r"zlib1g-dev +compressed traces\n")
        self.assertNotIn("ninja", outcome.output)

    def test_aptIsNeverAskedToAskAndWaitsForItsLock(self) -> None:
        for call in install(Machine(), "run").calls:
            self.assertRegex(call, r"^apt-get noninteractive stdin=0 .*-y .*DPkg::Lock::Timeout=\d+")

    def test_recommendedPackagesStayOut(self) -> None:
        self.assertIn("--no-install-recommends", install(Machine(), "run").calls[1])

    def test_aStaleMirrorIsNoReasonToStop(self) -> None:
        outcome = install(Machine(apt_update_status=100), "run")
        self.assertEqual((outcome.status, len(outcome.calls)), (0, 2))
        self.assertIn("could not be refreshed", outcome.output)

    def test_whenAptFailsItsWordsAreShown(self) -> None:
        outcome = install(Machine(apt_install_status=100), "run")
        self.assertEqual(outcome.status, 1)
        self.assertIn("E: what apt said", outcome.output)
        self.assertIn("error: apt-get could not install them", outcome.output)

    def test_aUserWithSudoNeedsNoRoot(self) -> None:
        outcome = install(Machine(user=1000, commands=("apt-get", "dpkg-query", "id", "sudo")), "run")
        self.assertEqual(outcome.status, 0, outcome.output)
        self.assertEqual([call.split()[0] for call in outcome.calls], ["sudo", "sudo", "apt-get", "sudo", "apt-get"])

    def test_withoutRootOrSudoItSaysWhoCanDoWhat(self) -> None:
        for commands in (("apt-get", "dpkg-query", "id"), ("apt-get", "dpkg-query", "id", "locked-sudo")):
            outcome = install(Machine(user=1000, commands=commands), "run")
            self.assertEqual(outcome.status, 1)
            self.assertIn("error: these packages need root", outcome.output)
            self.assertIn("packaging/install.sh run", outcome.output)
            self.assertFalse([call for call in outcome.calls if call.startswith("apt-get")])

    def test_anotherDistributionIsToldWhatToDo(self) -> None:
        outcome = install(Machine(commands=("id",)), "build")
        self.assertEqual(outcome.status, 1)
        self.assertIn("error: this system has no apt-get", outcome.output)
        self.assertIn("PSTUDIO_SKIP_INSTALL=1", outcome.output)

    def test_installationCanBeSkipped(self) -> None:
        outcome = install(Machine(commands=("id",), environment={"PSTUDIO_SKIP_INSTALL": "1"}), "build")
        self.assertEqual((outcome.status, outcome.calls), (0, []))

    def test_unknownGroupsAreRejectedByName(self) -> None:
        outcome = install(Machine(), "build", "everything")
        self.assertEqual((outcome.status, outcome.calls), (1, []))
        self.assertIn("no group 'everything'", outcome.output)


if __name__ == "__main__":
    unittest.main()
