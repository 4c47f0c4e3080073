#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every feature of docs/status.md names a test, and every test that it names exists.

usage: status_test.py SOURCE_FOLDER
"""

import pathlib
import re
import sys
import unittest

TEMPLATE = re.compile(r"(?:\bNAME\s+|_test\()([\w-]*)\$\{\w+\}([\w-]*)")


def contains(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def declares(text: str, name: str) -> bool:
    """Whether a CMakeLists.txt declares a test, by its name or by an item for a name such as app_${name}_test."""
    items = [name[len(before):len(name) - len(after)] for before, after in TEMPLATE.findall(text)
             if name.startswith(before) and name.endswith(after) and len(name) > len(before + after)]
    return any(contains(text, word) for word in [name, *items])


def rows(page: str) -> list[list[str]]:
    """The cells of each row of a table that has a column 'test'."""
    found, in_table = [], False
    for line in page.splitlines():
        if not line.startswith("|"):
            in_table = False
        elif line.startswith("| feature | state | test |"):
            in_table = True
        elif in_table and not line.startswith("|---"):
            found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


class Status(unittest.TestCase):
    source = pathlib.Path()

    def exists(self, name: str, lists: list[str]) -> bool:
        if name.startswith("lit/"):
            path = self.source / "tests" / name
            return path.is_dir() or any(path.parent.glob(path.name + ".*"))
        if name.startswith("python-"):  # one test of each file, declared in a loop
            return (self.source / "tests/python" / (name.removeprefix("python-").replace("-", "_") + "_test.py")).is_file()
        return any(declares(text, name) for text in lists)

    def test_every_test_that_is_named_exists(self):
        lists = [file.read_text(encoding="utf-8") for file in (self.source / "tests").rglob("CMakeLists.txt")]
        features = rows((self.source / "docs/status.md").read_text(encoding="utf-8"))
        self.assertGreaterEqual(len(features), 40, "the tables were not found")
        for feature, _, tests, *_ in features:
            names = re.findall(r"`([^`]+)`", tests)
            with self.subTest(feature=feature):
                self.assertTrue(names, "no test")
                self.assertEqual([name for name in names if not self.exists(name, lists)], [])


if __name__ == "__main__":
    Status.source = pathlib.Path(sys.argv.pop(1))
    unittest.main()
