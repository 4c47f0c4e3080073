#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Man pages and completions contain what the programs print with --help: manual_test.py PROGRAM..."""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

MANUAL = Path(__file__).parents[2] / "packaging" / "manual"
sys.path.insert(0, str(MANUAL))

import completions
import help_text
import make_manual

PROGRAMS: list[str] = []

HELP = """Runs things.
Usage: thing [OPTIONS] FILE SUBCOMMAND

Positionals:
  FILE TEXT REQUIRED          What it reads

Options:
  -h,--help                   Print this help message and exit
  --emit TEXT:{ptx,isa}       What it writes
  --long-option-name TEXT:{a,b} Excludes: --quick
                              Stands on two lines
  --state BOOLEAN:value in {off->0,on->1} OR {0,1}=off
                              A state

Subcommands:
  run                         Runs one
"""


class Parser(unittest.TestCase):
    def setUp(self) -> None:
        self.command, self.below = help_text.parse(["thing"], HELP)

    def test_argumentsOptionsAndCommandsAreRead(self) -> None:
        self.assertEqual(self.below, ["run"])
        self.assertEqual([(a.names, a.required) for a in self.command.arguments], [(["FILE"], True)])
        self.assertEqual([o.names for o in self.command.options], [["-h", "--help"], ["--emit"], ["--long-option-name"], ["--state"]])

    def test_choicesAreWordsThatTheOptionTakes(self) -> None:
        choices = {o.names[-1]: o.choices for o in self.command.options}
        self.assertEqual(choices, {"--help": [], "--emit": ["ptx", "isa"], "--long-option-name": ["a", "b"], "--state": ["off", "on"]})

    def test_aDescriptionOnTheNextLineBelongsToItsOption(self) -> None:
        self.assertEqual(self.command.options[2].text, "Stands on two lines")

    def test_aHelpWithoutUsageIsRejected(self) -> None:
        with self.assertRaises(ValueError):
            help_text.parse(["thing"], "Nothing here\n")


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.manuals = {Path(program).name: make_manual.files_of(help_text.read(program, [Path(program).name]), "1")
                        for program in PROGRAMS}

    def test_everyOptionOfTheHelpIsInEveryFile(self) -> None:
        for program in PROGRAMS:
            name = Path(program).name
            command = help_text.read(program, [name])
            for below in completions.tree(command):
                text = subprocess.run([program, *below.path[1:], "--help"], text=True, capture_output=True, check=True).stdout
                for option in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.MULTILINE):
                    for place, contents in self.manuals[name].items():
                        wanted = option.replace("-", "\\-") if place.startswith("man/") else option
                        wanted = f"-l {option[2:]}" if place.endswith(".fish") else wanted
                        self.assertIn(wanted, contents, f"{' '.join(below.path)} in {place}")

    def test_bashCompletesChoicesOptionsAndCommands(self) -> None:
        if not any(Path(program).name == "proton-collect" for program in PROGRAMS):
            self.skipTest("no proton-collect in this build")
        script = self.manuals["proton-collect"]["bash-completion/completions/proton-collect"]
        for words, wanted in ((["run", "--emit", ""], {"ptx", "isa", "hsaco"}), (["at"], {"attach"}), (["remote", "a"], {"add"}),
                              (["convert", "--ou"], {"--output"}), (["run", "--output", ""], set()), (["run", "x"], set())):
            with self.subTest(words):
                listed = " ".join(f"'{word}'" for word in ["proton-collect", *words])
                done = subprocess.run(["bash", "-c", f'{script}\nCOMP_WORDS=({listed}); COMP_CWORD={len(words)}; _proton_collect; '
                                       'printf "%s\\n" "${COMPREPLY[@]}"'], text=True, capture_output=True, check=True)
                self.assertEqual(set(done.stdout.split()), wanted)

    def test_theShellsAcceptTheirFiles(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for files in self.manuals.values():
                for place, contents in files.items():
                    shell = place.partition("-")[0].partition("/")[0]
                    if not shutil.which(shell) or shell == "man":
                        continue
                    file = Path(folder, place.replace("/", "_"))
                    file.write_text(contents)
                    done = subprocess.run([shell, "-n", str(file)], text=True, capture_output=True)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), place)


if __name__ == "__main__":
    PROGRAMS = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
