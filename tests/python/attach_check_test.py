# SPDX-License-Identifier: Apache-2.0
"""The check for GPU machines finds each difference between a plain and an attached run; proton-collect is a script here."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).parent / "programs" / "attach_check.py"

PROGRAM = """
import os
cache = os.environ["TRITON_CACHE_DIR"]
os.makedirs(cache, exist_ok=True)
open(cache + "/k.llir", "w").write("code" + os.environ.get("CODE", ""))
print("softmax 1 abcd" + os.environ.get("RESULT", ""))
raise SystemExit(3)
"""
# Writes a report as the real one does and runs the command with CHANGES.
COLLECT = """#!{python}
import json, os, subprocess, sys
out = sys.argv[sys.argv.index("-o") + 1]
os.makedirs(out)
entries = [{{"type": "program"}}, {{"type": "recorded", "kernel": "softmax"}}, {{"type": "recorded", "kernel": "matmul"}},
           {{"type": "kernel", "kernel": "matmul", "recorded": 5}},
           {{"type": "rejected", "kernel": "matmul", "code": "spill", "reason": "it spills", "launch": 2}},
           {{"type": "rejected", "kernel": "_ZN2at6native", "code": "code.none", "reason": "no code"}}]
open(out + "/report.json", "w").write("".join(json.dumps(entry) + "\\n" for entry in entries))
open(out + "/python.1.pftrace", "w").close()
open(out + "/arguments", "w").write(" ".join(sys.argv[1:sys.argv.index("--")]))
code = subprocess.run(sys.argv[sys.argv.index("--") + 1:], env={{**os.environ, **{changes}}}).returncode
{end}
sys.exit(code)
"""


class AttachCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "program.py").write_text(PROGRAM)

    def check(self, *options, changes=None, end="", program=None):
        """(exit code, output) of the check with a proton-collect that changes the program's environment."""
        collect = self.folder / "collect"
        collect.write_text(COLLECT.format(python=sys.executable, changes=changes or {}, end=end))
        collect.chmod(0o755)
        result = subprocess.run([sys.executable, "-B", str(CHECK), "--collect", str(collect), "--out", str(self.folder / "out"),
                                 *options, "--", sys.executable, str(program or self.folder / "program.py")],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        return result.returncode, result.stdout

    def test_equal_runs_pass_with_their_counts(self):
        code, output = self.check("--modes", "functions;async")
        self.assertEqual(code, 0, output)
        for row in ("mode0", "mode1", "cold"):
            self.assertRegex(output, rf"(?m)^{row}  same  3  0  2  1  [0-9.]+  code.none 1, spill 1$")
        self.assertIn("mode0: matmul launch 2: spill: it spills", output)
        self.assertNotIn("_ZN2at6native", output)

    def test_each_kernel_gets_the_rule_of_its_mode(self):
        self.check("--modes", "functions;async", "--kernel", "a*", "--kernel", "b", "--launch", "4", "--no-cold")
        words = (self.folder / "out/mode1/arguments").read_text()
        self.assertIn("--kernel a* --launch 4 --mode async --kernel b --launch 4 --mode async --max-launches", words)

    def test_another_result_fails_and_is_shown(self):
        code, output = self.check("--modes", "functions", changes={"RESULT": "0"})
        self.assertEqual(code, 1)
        self.assertIn("mode0  DIFFERS  3", output)
        self.assertIn("plain    softmax 1 abcd\nmode0:   attached softmax 1 abcd0", output)

    def test_another_exit_code_fails(self):
        code, output = self.check("--modes", "functions", end="code = 4")
        self.assertEqual(code, 1)
        self.assertIn("mode0  same  4 (plain 3)", output)

    def test_a_changed_cache_fails_and_is_named(self):
        code, output = self.check("--modes", "functions", changes={"CODE": "instrumented"})
        self.assertEqual(code, 1)
        self.assertIn("mode0: cache changed: triton/k.llir", output)

    def test_a_file_that_is_added_to_the_cache_fails(self):
        code, output = self.check("--modes", "functions", end="open(os.environ['TRITON_CACHE_DIR'] + '/more.cubin', 'w').close()")
        self.assertEqual(code, 1)
        self.assertIn("cold: cache changed: triton/more.cubin", output)

    def test_a_program_that_differs_from_itself_proves_nothing(self):
        program = self.folder / "random.py"
        program.write_text("import uuid\nprint(uuid.uuid4())\n")
        code, output = self.check("--modes", "functions", program=program)
        self.assertEqual(code, 1)
        self.assertIn("differs between two plain runs", output)


if __name__ == "__main__":
    unittest.main()
