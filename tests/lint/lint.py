#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Checks the source tree against the project's own rules; every line it prints says where, what and what to do.

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is

import layers
import name_rules
import ratchet
import sizes
import text_rules
import tree_rules
import usage_rules
import word_rules
from source_tree import Finding, SourceTree

RULES = layers.RULES + sizes.RULES + text_rules.RULES + tree_rules.RULES + name_rules.RULES + word_rules.RULES + \
    usage_rules.RULES
RATCHET = Path(__file__).with_name("ratchet.txt")


def findings_in(root: Path) -> list[Finding]:
    """Everything that any rule has to say about the tree below root, in reading order."""
    tree = SourceTree(root)
    found = [finding for rule in RULES for finding in rule(tree)]
    return sorted(found, key=lambda f: (f.path, f.line, f.rule))


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks the source tree against the project's own rules.")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).parents[2], help="the source tree")
    parser.add_argument("--shrink", action="store_true", help="rewrite ratchet.txt without what has improved")
    parser.add_argument("--no-ratchet", action="store_true", help="show every offence, recorded ones too")
    options = parser.parse_args()

    recorded = {} if options.no_ratchet else ratchet.read(RATCHET)
    verdict = ratchet.judge(findings_in(options.root), recorded)
    for finding in verdict.failures:
        print(finding)
    if options.shrink:
        ratchet.write(RATCHET, verdict.kept)
    for line in verdict.improved:
        print(f"note: better than recorded: {line}" + ("" if options.shrink else " (run tests/lint/lint.py --shrink)"))
    print(f"lint: {len(verdict.failures)} offences, {len(verdict.kept)} older ones recorded in {RATCHET.name}")
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
