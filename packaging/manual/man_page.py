# SPDX-License-Identifier: Apache-2.0
"""The man page of a program, in roff."""
from __future__ import annotations

from help_text import Command, Option


def escaped(text: str) -> str:
    """Text as roff prints it: no command, no hyphenation of options."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def _tag(option: Option) -> str:
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in option.names)
    value = "|".join(option.choices) or option.value
    return f"{names} \\fI{escaped(value)}\\fR" if value else names


def _options(options: list[Option]) -> list[str]:
    lines: list[str] = []
    for option in options:
        note = f" (default: {option.default})" if option.default and "default" not in option.text else ""
        lines += [".TP", _tag(option), escaped(option.text + note) or "\\&"]
    return lines


def _footer(command: Command) -> list[str]:
    return [".PP", ".nf", escaped(command.footer), ".fi"] if command.footer else []


def _section(command: Command) -> list[str]:
    """A command below the program."""
    lines = [f".SS {escaped(' '.join(command.path[1:]))}", escaped(command.text), ".PP", f"\\fB{escaped(command.usage)}\\fR"]
    arguments = [Option([a.names[0]], "", [], "", a.required, a.text) for a in command.arguments]
    options = [option for option in command.options if "--help" not in option.names]
    return lines + _options(arguments) + _options(options) + _footer(command)


def man_page(program: Command, version: str) -> str:
    """The page of section 1."""
    name = program.path[0]
    lines = [f'.TH {escaped(name.upper())} 1 "" "{escaped(version)}" "User Commands"',
             ".SH NAME", f"{escaped(name)} \\- {escaped(program.text.partition(': ')[2].rstrip('.') or program.text)}",
             ".SH SYNOPSIS"]
    for command in program.all():
        if not command.commands or command is program:
            lines += [".PP", f"\\fB{escaped(command.usage)}\\fR"]
    lines += [".SH DESCRIPTION", escaped(program.text)]
    lines += _options([Option([a.names[0]], "", [], "", a.required, a.text) for a in program.arguments])
    lines += [".SH OPTIONS", *_options(program.options)]
    below = [command for command in program.all() if command is not program]
    if below:
        lines += [".SH COMMANDS"]
        for command in below:
            lines += _section(command)
    lines += _footer(program)
    lines += [".SH EXIT STATUS", "0 on success, 1 on failure (standard error contains the cause), 2 on wrong usage.", ".SH SEE ALSO",
              "\\fBproton\\-studio\\fR(1), \\fBproton\\-collect\\fR(1), the guide in /usr/share/proton\\-studio/guide"]
    return "\n".join(lines) + "\n"
