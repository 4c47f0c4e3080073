#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# The comparison with Triton's Proton, on a machine without Triton and with a proton-collect that is played by a script.

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "packaging" / "compare-triton.py"

# Answers bench and run as the real program does.
COLLECT = '''#!/usr/bin/env python3
import json, sys
arguments = sys.argv[1:]
if arguments[0] == "run":
    spec = json.load(open(arguments[1]))
    assert spec["target"] == "cuda" and spec["repeat"] > 1
    open(arguments[arguments.index("-o") + 1], "wb").write(b"x" * 1200)
    print(json.dumps({"type": "result", "slices": 100}))
    sys.exit()
section = arguments[arguments.index("--section") + 1]
def answer(title, names, rows):
    table = {"title": title, "columns": [{"name": n, "unit": ""} for n in names], "rows": rows}
    json.dump({"sections": [{"tables": [table]}]}, open(arguments[arguments.index("--json") + 1], "w"))
    sys.exit()
if section == "overhead":
    if not arguments[arguments.index("--kernels") + 1].endswith("gemm_wgmma"):
        sys.exit("error: the kernel faulted")
    answer("time of the example kernels, recorded and plain", ["kernel", "version", "GPU", "more", "in kernel", "more"],
           [["gemm_wgmma", "plain", 200.0, None, 1000, None], ["gemm_wgmma", "plain again", 202.0, 1.0, 1010, 1.0],
            ["gemm_wgmma", "default", 204.0, 2.0, 1025, 2.5]])
names = ["warps", "buffer", "strategy", "code", "lanes", "groups", "median", "p10", "p90"]
rows = [[w, b, "circular", code, "all", g, 10.0 + w + more, 0, 0] for w in (1, 4, 8, 16) for b in ("shared", "global")
        for code, more in (("straight line", 0), ("loop (ring)", 5)) for g, more in (("yes", more), ("no", more + 2))]
rows.append([4, "shared", "circular", "straight line", "all", "yes", "it failed", None, None])
answer("a record of ours", names, rows)
'''


def load():
    if str(SCRIPT.parent) not in sys.path:
        sys.path.insert(0, str(SCRIPT.parent))  # as when it is run
    spec = importlib.util.spec_from_file_location("compare_triton", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["compare_triton"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def scope(pid, tid, begin, duration, name="empty"):
    return {"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": begin, "dur": duration}


class CompareTritonTest(unittest.TestCase):
    def setUp(self):
        self.module = load()

    def test_cycles_per_record_are_a_warps_length_over_its_records(self):
        # Two scopes of 19 ns, 39 ns apart: four records in 58 ns. Another warp, and another line of it.
        events = [scope("k CTA0", "warp 0 (line 0)", 0.0, 0.019), scope("k CTA0", "warp 0 (line 1)", 0.039, 0.019)]
        self.assertAlmostEqual(self.module.cycles_per_record(events), 58 / 3)
        events += [scope("k CTA0", "warp 0 (line 0)", 0.0, 5.0, "outer")]
        self.assertAlmostEqual(self.module.cycles_per_record(events), 58 / 3)
        with self.assertRaisesRegex(ValueError, "no scope"):
            self.module.cycles_per_record([])

    def test_columns_of_one_name_are_told_apart(self):
        table = {"columns": [{"name": "more"}, {"name": "p10"}, {"name": "more"}], "rows": [[1, 2, 3]]}
        self.assertEqual(self.module.rows_of(table), [{"more": 1, "p10": 2, "more 2": 3}])

    def test_ratios_are_medians_over_rounds(self):
        figures = self.module.Figures()
        for value in (20.0, 22.0):
            figures.add("cycles per record, 4 warps", "Triton shared", value)
        figures.add("cycles per record, 4 warps", "ours shared", 10.5)
        figures.reasons["a part"] = "why"
        text = self.module.report(figures, "Triton 3")
        self.assertIn("Triton shared / ours shared: 2.00", text)
        self.assertIn("(rounds: 20.00, 22.00)", text)
        self.assertIn("not measured: a part: why", text)

    def test_what_cannot_run_is_said_and_the_rest_goes_on(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            collect = folder / "proton-collect"
            collect.write_text(COLLECT)
            collect.chmod(0o755)
            (folder / "torch.py").write_text("raise ImportError('torch is not for this test')")
            done = subprocess.run(
                [sys.executable, SCRIPT, "--proton-collect", collect, "--rounds", "1", "--json", folder / "out.json"],
                capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": name})
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("not measured: Triton: ImportError: torch is not for this test", done.stdout)
            self.assertIn("not measured: ours, add: RuntimeError: error: the kernel faulted", done.stdout)
            figures = {(f["what"], f["variant"]): f["rounds"] for f in json.loads((folder / "out.json").read_text())["figures"]}
            self.assertEqual(figures[("cycles per record, straight line, 4 warps", "ours shared")], [14.0])
            self.assertEqual(figures[("cycles per record, straight line, 4 warps", "ours shared, one by one")], [16.0])
            self.assertEqual(figures[("cycles per record, loop (ring), 4 warps", "ours global")], [19.0])
            self.assertEqual(figures[("bytes per slice", "ours default")], [12.0])
            self.assertIn(("host ms per launch, file included", "ours default"), figures)
            self.assertNotIn(("cycles per record, straight line, 16 warps", "ours shared"), figures)
            self.assertAlmostEqual(figures[("gemm 4096^3, TFLOP/s", "ours plain")][0], 2 * 4096**3 / 200 / 1e6)
            self.assertEqual(figures[("gemm 4096^3, GPU time added %", "ours default")], [2.0])
            self.assertEqual(figures[("gemm 4096^3, cycles in the kernel added %", "ours default")], [2.5])
            self.assertNotIn(("gemm 4096^3, GPU time added %", "ours plain again"), figures)


if __name__ == "__main__":
    unittest.main()
