#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""packaging/slowest_tests.py: what it prints of a JUnit file."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "slowest_tests.py"


def run(text, *count):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "tests.xml"
        path.write_text(text)
        return subprocess.run([sys.executable, SCRIPT, "dev", path, *count], capture_output=True, text=True)


class SlowestTests(unittest.TestCase):
    def test_slowest_come_first_and_the_sum_is_of_all(self):
        cases = "".join(f'<testcase name="t{n}" time="{n}.5"/>' for n in range(5))
        result = run(f"<testsuite>{cases}</testsuite>", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.splitlines(),
                         ["== dev: 5 tests took 12 s in sum; the 2 slowest:",
                          "       4.5 s  t4", "       3.5 s  t3"])

    def test_a_test_without_a_time_counts_as_zero(self):
        self.assertIn("       0.0 s  t", run('<testsuite><testcase name="t"/></testsuite>').stdout)

    def test_a_damaged_file_is_an_error(self):
        result = run("<testsuite>")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot read the test results", result.stderr)


if __name__ == "__main__":
    unittest.main()
