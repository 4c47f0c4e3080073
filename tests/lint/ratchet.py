# SPDX-License-Identifier: Apache-2.0
"""The ratchet: offences that exist already, with their size. They may shrink and vanish, never grow or be joined."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from source_tree import Finding

HEADER = """\
# Offences that existed when their rule came: "rule|path|what is meant|size". Nothing may be added by hand.
# tests/lint/lint.py --shrink rewrites this file without those that are gone and with the new size of those that shrank.
"""


@dataclass
class Verdict:
    """Findings that fail the build, and entries of the ratchet that are better than recorded."""

    failures: list[Finding] = field(default_factory=list)
    improved: list[str] = field(default_factory=list)
    kept: dict[str, int] = field(default_factory=dict)


def entry(finding: Finding) -> str:
    """What identifies an offence across edits: never its line number."""
    return "|".join((finding.rule, finding.path, finding.key.replace("|", "/")))


def read(path: Path) -> dict[str, int]:
    """Entry -> recorded size; empty if there is no file."""
    if not path.exists():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {line.rpartition("|")[0]: int(line.rpartition("|")[2]) for line in lines}


def write(path: Path, entries: dict[str, int]) -> None:
    path.write_text(HEADER + "".join(f"{key}|{size}\n" for key, size in sorted(entries.items())), encoding="utf-8")


def judge(findings: list[Finding], recorded: dict[str, int]) -> Verdict:
    """Compares what was found with what is recorded; several findings of one entry add up."""
    verdict = Verdict()
    totals: dict[str, int] = {}
    for finding in findings:
        totals[entry(finding)] = totals.get(entry(finding), 0) + finding.size
    verdict.failures = [f for f in findings if totals[entry(f)] > recorded.get(entry(f), 0)]
    for key, size in recorded.items():
        found = totals.get(key, 0)
        if found < size:
            verdict.improved.append(f"{key}: {size} -> {found}")
        if found:
            verdict.kept[key] = min(found, size)
    return verdict
