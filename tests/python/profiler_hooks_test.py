# SPDX-License-Identifier: Apache-2.0
"""Triton's profiler in an attached program: its own calls stay the same, and its scopes, metrics and sessions are noted."""

import unittest

import fake_profiler
import fake_triton
from attached_program import AttachedTestCase

NOTED = {"enter", "exit", "operation", "operation-exit", "state", "metric", "session", "session-start", "notice", "clear", "advance"}
LAUNCH = """
from triton import knobs
class Lazy:
    name = "matmul"
    def get(self):
        return {"name": "matmul [M=16]", "function": 1, "stream": 0, "flops16": 2.5e9, "bytes": 64}
def launch():
    hook = knobs.runtime.launch_enter_hook
    lazy = Lazy()
    hook(lazy)
    from triton.profiler import hooks
    hooks.exit(lazy)
"""


class ProfilerHooks(AttachedTestCase):
    def each_version(self):
        for version in fake_profiler.VERSIONS:
            with self.subTest(version=version):
                self.write_version(version)
                yield version

    def write_version(self, version):
        fake_triton.write(self, version)
        fake_profiler.write(self, version)

    def compare(self, text):
        """Runs plain and attached; both must show the same. Returns what was noted, a line for each call."""
        text = "import triton.profiler as proton\n" + text
        plain = self.run_program(text, attached=False, path=["packages"])
        attached = self.run_program(text, path=["packages"])
        self.assertEqual((attached.code, attached.output, attached.errors), (plain.code, plain.output, plain.errors))
        return ["\t".join(call) for call in attached.calls if call[0] in NOTED]

    def test_sessions_and_scopes_are_noted_and_forwarded(self):
        for _ in self.each_version():
            noted = self.compare("""
session = proton.start("profile")
with proton.scope("outer", {"items": 7, "rate": 0.5}) as outer:
    with proton.scope("inner"):
        print("in", outer.name)
proton.deactivate(session)
proton.activate(session)
proton.finalize()
""")
            self.assertEqual(noted, ["session-start\t0\tprofile\t1", "enter\touter\t1", "metric\t1\titems\tint 7", "metric\t1\trate\tdouble 0.5",
                                     "enter\tinner\t2", "exit\t2", "exit\t1", "session\t0\t3\t-", "session\t0\t2\t-", "session\t0\t4\t-"])

    def test_phases_and_what_is_cleared_are_noted(self):
        self.write_version("3.8.0")
        noted = self.compare("""
from triton._C.libproton import proton as native
session = proton.start("profile")
native.advance_data_phase(session)
native.clear_data(session, 1, True)
native.clear_data(7, 0, False)
proton.finalize()
""")
        self.assertEqual(noted, ["session-start\t0\tprofile\t1", "advance\t0", "clear\t0\t0", "clear\t0\t1", "session\t0\t4\t-"])

    def test_scopes_without_an_active_session_are_not_noted(self):
        self.write_version("3.6.0")
        noted = self.compare("""
with proton.scope("before"):
    pass
session = proton.start("profile")
proton.deactivate()
with proton.scope("between"):
    proton.activate(session)
    with proton.scope("inside"):
        pass
proton.finalize(session)
with proton.scope("after"):
    pass
""")
        self.assertEqual([line for line in noted if not line.startswith("session")], ["enter\tinside\t1", "exit\t1"])

    def test_metadata_of_a_launch_becomes_its_metrics(self):
        for version in self.each_version():
            noted = self.compare("proton.start('profile', hook='triton')\n" + LAUNCH + "launch()\nlaunch()\n")
            part = "matmul" if version == "3.8.0" else "-"
            once = [f"state\t__proton_launch_metadata\t{part}", "state\t-\t-", "operation\tmatmul [M=16]\t{0}",
                    "metric\t{0}\tflops16\tdouble 2500000000", "metric\t{0}\tbytes\tint 64", "operation-exit\t{0}"]
            expected = ["session-start\t0\tprofile\t1"] + [line.format(number) for number in (1, 2) for line in once]
            if version == "3.8.0":  # the value is on the device
                expected.insert(6, "notice\tcallpath.metric\tloss")
            self.assertEqual(noted, expected)

    def test_a_metric_after_the_end_of_its_scope_is_noted(self):
        self.write_version("3.6.0")
        noted = self.compare("proton.start('profile')\nwith proton.cpu_timed_scope('load'):\n    pass\n")
        self.assertEqual(noted[1:], ["enter\tload\t1", "exit\t1", "metric\t1\tcpu_time (ns)\tint 12345\texclusive"])

    def test_states_and_operations_of_the_program_are_noted(self):
        self.write_version("3.6.0")
        noted = self.compare("""
proton.start("profile")
with proton.state("warm-up"):
    print(proton.enter_scope("op", triton_op=True, metrics={"bytes": 8}))
    print(proton.exit_scope(triton_op=True))
print(proton.enter_scope("plain"))
print(proton.exit_scope())
""")
        self.assertEqual(noted[1:], ["state\twarm-up\t-", "operation\top\t1", "metric\t1\tbytes\tint 8", "operation-exit\t1", "state\t-\t-",
                                     "enter\tplain\t2", "exit\t2"])

    def test_exceptions_of_the_profiler_reach_the_program_and_are_not_noted(self):
        self.write_version("3.6.0")
        noted = self.compare("""
try:
    proton.start("profile", backend="none")
except ValueError as error:
    print(error)
proton.start("profile")
outer, inner = proton.scope("outer"), proton.scope("inner")
outer.__enter__()
inner.__enter__()
try:
    outer.__exit__(None, None, None)
except RuntimeError as error:
    print(error)
""")
        self.assertEqual(noted, ["session-start\t0\tprofile\t1", "enter\touter\t1", "enter\tinner\t2"])

    def test_the_same_path_is_the_same_session(self):
        self.write_version("3.6.0")
        noted = self.compare("print(proton.start('a'), proton.start('b'))\nproton.deactivate(0)\nprint(proton.start('a'))\n")
        self.assertEqual(noted, ["session-start\t0\ta\t1", "session-start\t1\tb\t1", "session\t0\t3\t-", "session\t0\t2\t-"])

    def test_values_that_are_no_numbers_are_reported_once(self):
        self.write_version("3.6.0")
        noted = self.compare("""
class Scalar:
    def __float__(self): return 1.5
    def __repr__(self): return "scalar"
proton.start("profile")
with proton.scope("s", {"list": [1, 2], "text": "7", "scalar": Scalar(), "flag": True, "big": 1 << 80, "kept (exc)": 2}):
    pass
""")
        self.assertEqual(noted[2:-1], ["notice\tcallpath.metric\tlist", "metric\t1\tscalar\tdouble 1.5", "metric\t1\tflag\tint 1",
                                       "metric\t1\tbig\tdouble 1.2089258196146292e+24", "metric\t1\tkept\tint 2\texclusive"])

    def test_the_module_of_the_profiler_looks_the_same(self):
        for _ in self.each_version():
            self.compare("""
import triton._C.libproton.proton as by_path, sys
from triton._C.libproton import proton as by_name
print(by_path is by_name is sys.modules["triton._C.libproton.proton"], by_name.__name__, by_name.__doc__)
print(sorted(name for name in dir(by_name) if not name.startswith("_")))
print(by_name.enter_scope.__name__, by_name.TensorMetric(3, 1).ptr, hasattr(by_name, "nothing"))
by_name.init_function_metadata(0, "f", [(0, "root")], [], "path")
""")

    def test_modules_that_have_the_native_one_get_the_other(self):
        self.write_version("3.6.0")
        outcome = self.run_program("""
import triton.profiler as proton
from proton_studio import _start
_start.install()
proton.start("profile")
with proton.scope("late"):
    pass
""", PSTUDIO_ATTACH="", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.named("enter"), [["late", "1"]])

    def test_a_note_that_fails_is_reported_once_and_the_profiler_runs_on(self):
        self.write_version("3.6.0")
        program = """
import triton.profiler as proton
import proton_studio._library as library
def broken(*arguments):
    raise ValueError("broken note")
library.scope_enter = broken
proton.start("profile")
for name in ("a", "b"):
    with proton.scope(name):
        pass
"""
        outcome = self.run_program(program, path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.output.count("native enter_scope"), 2)
        self.assertEqual(outcome.named("notice"), [["hook.failed", "triton.profiler: enter_scope: ValueError: broken note"]])

    def test_many_scopes_are_not_kept(self):
        self.write_version("3.6.0")
        outcome = self.run_program("""
import sys, triton.profiler as proton
proton.start("profile")
with proton.scope("outer"):
    for _ in range(3000):
        with proton.scope("inner"):
            pass
sessions = sys.modules["triton._C.libproton.proton"].enter_scope.__closure__
print([len(cell.cell_contents.__self__._ended) for cell in sessions if hasattr(cell.cell_contents, "__self__")])
""", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.output.splitlines()[-1], "[1024]")
        self.assertEqual((len(outcome.named("enter")), len(outcome.named("exit"))), (3001, 3001))


if __name__ == "__main__":
    unittest.main()
