#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every operation, type, attribute and pass is documented: what the .td files become is complete.

usage: ir_reference_test.py FOLDER_OF_THE_BUILT_COLLECTOR
"""

import pathlib
import re
import sys
import unittest

PAGES = {"ir/proton_dialect.md": "###", "ir/proton_gpu_dialect.md": "###", "passes/passes.md": "###",
         "records/record_passes.md": "###"}
# What is generated around the text of a description, and so says nothing about it.
GENERATED = re.compile(r"^(Syntax|Interfaces|Effects|Traits):|^#### |^```|^$|^<|^\||^operation ::=")
FEWEST_WORDS = 12


def sections(page: pathlib.Path) -> dict[str, str]:
    """The text of each operation, type, attribute or pass, by name."""
    parts = re.split(r"^### [`-]?-?([\w.-]+)`?.*$", page.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def prose(text: str) -> str:
    """The sentences of a section, without code and without what is generated."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    return " ".join(line for line in text.splitlines() if not GENERATED.match(line.strip()))


class IrReference(unittest.TestCase):
    root = pathlib.Path()

    def entries(self, page: str):
        found = sections(self.root / page)
        self.assertGreaterEqual(len(found), 1, f"{page} holds hardly anything: was it made?")
        return found.items()

    def passes(self):
        return [entry for page in PAGES if "passes" in page for entry in self.entries(page)]

    def test_every_entry_has_a_summary_and_a_description(self):
        for page in PAGES:
            for name, text in self.entries(page):
                if "enum" in name.lower() or "Symbol | Value" in text:
                    continue
                with self.subTest(page=page, name=name):
                    self.assertGreaterEqual(len(prose(text).split()), FEWEST_WORDS)

    def test_every_operation_type_and_attribute_shows_itself_in_ir(self):
        for page in ("ir/proton_dialect.md", "ir/proton_gpu_dialect.md"):
            dialect = pathlib.Path(page).name.removesuffix("_dialect.md")
            for name, text in self.entries(page):
                if not name.startswith(dialect + ".") and not name.endswith(("Type", "Attr")):
                    continue
                with self.subTest(page=page, name=name):
                    self.assertIn("```mlir", text)

    def test_every_pass_shows_ir_before_and_after_or_what_it_reports(self):
        for name, text in self.passes():
            with self.subTest(name=name):
                self.assertIn("```mlir", text)
                # Passes that only report change nothing: one example says it.
                self.assertTrue("report" in name or ("Before" in text and "After" in text))

    def test_every_option_of_a_pass_has_a_description(self):
        for name, text in self.passes():
            for option, description in re.findall(r"^-([\w-]+) +: ?(.*)$", text, flags=re.M):
                with self.subTest(name=name, option=option):
                    self.assertGreaterEqual(len(description.split()), 3)


if __name__ == "__main__":
    IrReference.root = pathlib.Path(sys.argv.pop(1))
    unittest.main()
