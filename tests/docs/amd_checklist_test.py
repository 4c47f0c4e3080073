#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands that the guide gives for AMD GPUs are commands of this program: each comes as far as the missing device.

usage: amd_checklist_test.py PROTON_COLLECT SOURCE_FOLDER

Where there is an AMD GPU the commands are people's matter, and the test is skipped (exit code 77).
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77
CHAPTER = "resources/guide/amd.md"
# What the program itself says of a command line that it does not take.
MISUSED = ("Run with --help", "were not expected", "is required")
# Files that an earlier command would have made, where there is a GPU.
NEEDS_A_TRACE = ("info", "convert")


def commands_in(chapter: str) -> list[str]:
    """Indented lines and spans of code that run proton-collect, without comments and without another program in front."""
    spans = re.findall(r"^    (.*)$", chapter, re.MULTILINE) + re.findall(r"`([^`]+)`", chapter)
    commands = [span.split("  #")[0].strip() for span in spans]
    return [c for c in commands if re.match(r"([A-Z_]+=\S+ )*proton-collect \w", c) and " -- " not in c]


def run(program: str, command: str, source: pathlib.Path, outputs: str) -> subprocess.CompletedProcess:
    words = shlex.split(command)
    environment = dict(os.environ)
    while "=" in words[0]:
        name, value = words.pop(0).split("=", 1)
        environment[name] = value
    words[0] = program
    for i, word in enumerate(words[:-1]):
        if word == "-o":
            words[i + 1] = os.path.join(outputs, words[i + 1])
    return subprocess.run(words, cwd=source, env=environment, capture_output=True, text=True, check=False, timeout=120)


def problem_of(command: str, result: subprocess.CompletedProcess, reason: str) -> str:
    """What is wrong with how the command ended; empty if nothing is."""
    text = result.stdout + result.stderr
    verb = shlex.split(command.split("proton-collect ")[1])[0]
    if any(words in text for words in MISUSED):
        return "not a command of this program"
    if verb == "targets":
        return "" if "hip" in text and "not available" in text else "does not list the target"
    if verb in NEEDS_A_TRACE:
        return "" if result.returncode != 0 else "reads a file that is not there"
    if "--emit" in command:
        return "" if result.returncode == 0 else "writes no code"
    if result.returncode == 0:
        return "ran without a device"
    rejected = "strategy stream is not built" in text
    return "" if rejected or reason in text else "does not come as far as the device"


def main() -> int:
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    targets = subprocess.run([program, "targets"], capture_output=True, text=True, check=True).stdout
    hip = next(line for line in targets.splitlines() if line.startswith("hip"))
    if "not available" not in hip:
        print("skipped: there is an AMD GPU here, " + hip)
        return SKIPPED
    # The beginning of the detail: what is set in front of a command may add to it.
    reason = hip.split("Detail: ")[1].split(" (")[0].split(":")[0]
    commands = commands_in((source / CHAPTER).read_text(encoding="utf-8"))
    if len(commands) < 20:
        sys.exit(f"{CHAPTER} has {len(commands)} commands for AMD GPUs: were they moved?")
    failures = 0
    with tempfile.TemporaryDirectory() as outputs:
        for command in commands:
            result = run(program, command, source, outputs)
            problem = problem_of(command, result, reason)
            if problem:
                failures += 1
                print(f"{command}\n  {problem}:\n{result.stdout}{result.stderr}")
    print(f"{len(commands)} commands, {failures} of them wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
