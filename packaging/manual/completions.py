# SPDX-License-Identifier: Apache-2.0
"""Completions of bash, zsh and fish for a program. File names are completed wherever no list of words is known."""
from __future__ import annotations

from help_text import Command, Option

NOTE = "# SPDX-License-Identifier: Apache-2.0\n# Made by packaging/manual from the help of the program.\n"


def visible(command: Command) -> list[Command]:
    """The commands below it that people type."""
    return [below for below in command.commands if not below.text.startswith("Internal:")]


def tree(command: Command):
    """The command and those below it that people type."""
    yield command
    for below in visible(command):
        yield from tree(below)


def _identifier(command: Command) -> str:
    return "_" + "_".join(command.path).replace("-", "_")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _names(command: Command) -> str:
    return " ".join(name for option in command.options for name in option.names)


def bash(program: Command) -> str:
    """A function that finds the command among the words before the cursor, and completes its options."""
    name = program.path[0]
    commands = list(tree(program))
    lines = [NOTE, f"{_identifier(program)}() {{", '  local word command="" commands="" options="" values=""',
             '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do', '    case "$command/$word" in']
    for command in commands[1:]:
        parent, path = "/".join(command.path[1:-1]), "/".join(command.path[1:])
        lines.append(f'      "{parent}/{command.path[-1]}") command="{path}" ;;')
    lines += ["    esac", "  done", '  case "$command" in']
    for command in commands:
        below = " ".join(child.path[-1] for child in visible(command))
        lines.append(f'    "{"/".join(command.path[1:])}") commands="{below}" options="{_names(command)}" ;;')
    lines += ["  esac", '  case "$command ${COMP_WORDS[COMP_CWORD-1]}" in']
    for command in commands:
        for option in command.options:
            patterns = "|".join(f'"{"/".join(command.path[1:])} {given}"' for given in option.names)
            if option.value:
                lines.append(f'    {patterns}) commands="" options="" values="{" ".join(option.choices)}" ;;')
    lines += ["  esac", '  case "${COMP_WORDS[COMP_CWORD]}" in', '    -*) values+=" $options" ;;', '    *) values+=" $commands" ;;',
              "  esac", '  mapfile -t COMPREPLY < <(compgen -W "$values" -- "${COMP_WORDS[COMP_CWORD]}")', "}",
              f"complete -o bashdefault -o default -F {_identifier(program)} {name}"]
    return "\n".join(lines) + "\n"


def _zsh_text(text: str) -> str:
    for sign in "\\[]:":
        text = text.replace(sign, "\\" + sign)
    return text


def _zsh_option(option: Option) -> str:
    value = ""
    if option.value:
        value = f":{option.value}:({' '.join(option.choices)})" if option.choices else f":{option.value}:_files"
    text = f"[{_zsh_text(option.text)}]{value}"
    if len(option.names) == 1:
        return _quoted(option.names[0] + text)
    others = "(" + " ".join(option.names) + ")"
    return " ".join(_quoted(others + name + text) for name in option.names)


def _zsh_function(command: Command) -> list[str]:
    lines = [f"{_identifier(command)}() {{"]
    specs = [_zsh_option(option) for option in command.options]
    below = visible(command)
    if not below:
        return [*lines, "  _arguments " + " \\\n    ".join([*specs, "'*:file:_files'"]), "}"]
    words = " ".join(_quoted(f"{child.path[-1]}:{child.text}") for child in below)
    first = "'1:command:->command'" if not command.arguments else "'1:file:_files'"
    lines += ["  local line state", f"  local -a commands=({words})", "  _arguments -C " + " \\\n    ".join(
        [*specs, first.replace(":file:_files", ":command:->command"), "'*::argument:->argument'"]),
        '  case "$state" in', "    command)", "      _describe command commands"]
    if command.arguments:
        lines.append("      _files")
    lines += ["      ;;", "    argument)", '      case "$line[1]" in']
    lines += [f"        {child.path[-1]}) {_identifier(child)} ;;" for child in below]
    lines += ["        *) _files ;;", "      esac", "      ;;", "  esac", "}"]
    return lines


def zsh(program: Command) -> str:
    """A function for each command."""
    lines = [f"#compdef {program.path[0]}", NOTE]
    for command in tree(program):
        lines += _zsh_function(command)
    return "\n".join([*lines, f'{_identifier(program)} "$@"']) + "\n"


def _fish_condition(command: Command) -> str:
    seen = [f"__fish_seen_subcommand_from {name}" for name in command.path[1:]]
    if visible(command):
        below = " ".join(child.path[-1] for child in visible(command))
        seen.append(f"not __fish_seen_subcommand_from {below}")
    return "; and ".join(seen) or "true"


def _fish_option(option: Option) -> str:
    parts = []
    for name in option.names:
        parts.append(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}")
    if option.choices:
        parts.append(f"-x -a {_quoted(' '.join(option.choices))}")
    elif option.value:
        parts.append("-r -F")
    return " ".join([*parts, "-d", _quoted(option.text)])


def fish(program: Command) -> str:
    """A line for each command and option."""
    name = program.path[0]
    lines = [NOTE]
    for command in tree(program):
        condition = _quoted(_fish_condition(command))
        for child in visible(command):
            lines.append(f"complete -c {name} -n {condition} -a {child.path[-1]} -d {_quoted(child.text)}")
        for option in command.options:
            lines.append(f"complete -c {name} -n {condition} {_fish_option(option)}")
    return "\n".join(lines) + "\n"
