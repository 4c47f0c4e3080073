# SPDX-License-Identifier: Apache-2.0
"""Reads what a program of this project prints with --help: its options, its arguments and its commands."""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field

COLUMN = 30  # where descriptions begin; names that reach it stand alone on their line
SECTIONS = ("Positionals", "Options", "Subcommands")


@dataclass
class Option:
    """An option, or an argument by position."""
    names: list[str]
    value: str          # "TEXT"; empty for a flag
    choices: list[str]  # the words that it takes; empty for any text
    default: str
    required: bool
    text: str


@dataclass
class Command:
    """A program, or one of its commands."""
    path: list[str]  # ["proton-collect", "remote", "add"]
    text: str
    usage: str
    arguments: list[Option] = field(default_factory=list)
    options: list[Option] = field(default_factory=list)
    commands: list["Command"] = field(default_factory=list)
    footer: str = ""

    def all(self):
        """This command and those below it."""
        yield self
        for command in self.commands:
            yield from command.all()


def _entries(lines: list[str]) -> list[tuple[str, str]]:
    """(names, description) of each entry of a section."""
    result: list[tuple[str, str]] = []
    for index, line in enumerate(lines):
        if line.startswith(" " * COLUMN):
            names, text = result[-1]
            result[-1] = (names, f"{text} {line.strip()}".strip())
            continue
        alone = index + 1 < len(lines) and lines[index + 1].startswith(" " * COLUMN)
        fits = len(line) > COLUMN and line[COLUMN - 1] == " "
        result.append((line.strip(), "") if alone or not fits else (line[:COLUMN].strip(), line[COLUMN:].strip()))
    return result


def _option(left: str, text: str) -> Option:
    """An option from its names and type, such as "-o,--output TEXT REQUIRED"."""
    names, _, rest = left.partition(" ")
    rest = re.sub(r"\s*(Excludes|Needs): .*", "", " " + rest).strip()
    required = bool(re.search(r"\bREQUIRED\b", rest))
    rest = re.sub(r"\s*\bREQUIRED\b", "", rest)
    choices = re.search(r"\{([^}]*)\}", rest)
    words = [word.partition("->")[0] for word in choices.group(1).split(",")] if choices else []
    default = re.search(r"=([^\s\]}]+)", rest)
    value = re.match(r"[A-Z]+", rest)
    if rest and not value:
        raise ValueError(f"cannot read the type of the option: {left!r}")
    return Option(names.split(","), value.group(0) if value else "", words, default.group(1) if default else "", required, text)


def parse(path: list[str], text: str) -> tuple[Command, list[str]]:
    """The command with this help, without its commands, and the names of those."""
    head, *blocks = text.rstrip("\n").split("\n\n")
    description, _, usage = head.partition("\nUsage: ")
    if not usage:
        raise ValueError(f"no usage in the help of {' '.join(path)}")
    command = Command(path, " ".join(description.split()), usage.strip())
    below: list[str] = []
    footer: list[str] = []
    for block in blocks:
        title, *lines = block.split("\n")
        section = title.rstrip(":")
        if footer or section not in SECTIONS:
            footer.append(block)
        elif section == "Positionals":
            command.arguments = [_option(*entry) for entry in _entries(lines)]
        elif section == "Options":
            command.options = [_option(*entry) for entry in _entries(lines)]
        else:
            below = [names for names, _ in _entries(lines)]
    command.footer = "\n\n".join(footer)
    return command, below


def read(program: str, path: list[str]) -> Command:
    """Runs `program` with --help, and every command below it. `path` begins with the program's name."""
    done = subprocess.run([program, *path[1:], "--help"], text=True, capture_output=True, check=True, timeout=60)
    command, below = parse(path, done.stdout)
    command.commands = [read(program, [*path, name]) for name in below]
    return command
