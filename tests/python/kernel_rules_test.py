# SPDX-License-Identifier: Apache-2.0
"""Kernels that a program chooses with proton_studio.proton, its sessions with modes, and the start by python -m proton_studio."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from attached_program import SOURCES, AttachedTestCase

IMPORT = """from proton_studio import proton
class JITFunction:
    def __init__(self, fn, repr=None):
        self.fn, self.__name__, self._repr = fn, fn.__name__, repr
class Autotuner:
    def __init__(self, fn):
        self.fn = fn
def add_kernel(): pass
def other_kernel(): pass
"""
CHOICES = {"instrument", "restore", "notice", "session-start", "session"}


class KernelRules(AttachedTestCase):
    def choices(self, text, **options):
        outcome = self.run_program(IMPORT + text, **options)
        self.assert_ran(outcome)
        return ["\t".join(call) for call in outcome.calls if call[0] in CHOICES]

    def test_functions_of_triton_are_chosen_by_their_kernels_names(self):
        noted = self.choices("""
proton.instrument(JITFunction(add_kernel), mode="functions,loops")
proton.instrument(Autotuner(JITFunction(add_kernel)), "functions")
proton.instrument(JITFunction(add_kernel, repr=str), "functions")
proton.instrument("soft*max")
proton.instrument(mode="loops")
""")
        self.assertEqual(noted, ["instrument\tadd_kernel\tfunctions,loops\t1", "instrument\tadd_kernel\tfunctions\t2",
                                 "instrument\tadd_kernel*\tfunctions\t3", "instrument\tsoft*max\t-\t4", "instrument\t*\tloops\t5"])

    def test_restore_ends_all_modes_of_a_function_or_all(self):
        noted = self.choices("""
add, other = JITFunction(add_kernel), JITFunction(other_kernel)
proton.instrument(add, "functions")
proton.instrument(other, "functions")
proton.instrument(add, "loops")
proton.restore(add)
proton.restore(add)
proton.restore()
""")
        self.assertEqual(noted[3:], ["restore\t1", "restore\t3", "restore\t2"])

    def test_what_is_no_kernel_is_rejected(self):
        outcome = self.run_program(IMPORT + "proton.instrument(7)")
        self.assertIn("TypeError: a kernel is a Triton function or a name, not int", outcome.errors)

    def test_a_session_with_a_mode_records_all_kernels_while_it_is_active(self):
        noted = self.choices("""
session = proton.start("a", backend="instrumentation", mode="functions")
proton.deactivate(session)
proton.activate(session)
proton.activate(session)
proton.finalize(session)
proton.activate(session)
""")
        self.assertEqual([line for line in noted if not line.startswith("session")],
                         ["instrument\t*\tfunctions\t1", "restore\t1", "instrument\t*\tfunctions\t2", "restore\t2"])

    def test_a_session_without_a_mode_stands_back_for_the_kernels_of_the_program(self):
        noted = self.choices("""
proton.start("a", backend="instrumentation")
proton.instrument("mine", "functions")
proton.deactivate()
proton.activate()
proton.finalize()
""")
        self.assertEqual([line for line in noted if not line.startswith("session")],
                         ["instrument\t*\t-\t1", "restore\t1", "instrument\tmine\tfunctions\t2"])

    def test_data_of_a_session_names_its_files(self):
        noted = self.choices("""
for data in ("tree", "trace", "tree,trace"):
    proton.start(data.replace(",", "-"), data=data)
""")
        self.assertEqual([line.split("\t")[2:] for line in noted], [["tree", "1"], ["trace", "2"], ["tree-trace", "3"]])
        self.assertIn("ValueError", self.run_program(IMPORT + "proton.start('a', data='table')").errors)

    def test_hardware_counters_are_refused_in_the_report(self):
        for options in ("metrics=['dram__bytes.sum']", "mode='pcsampling'"):
            noted = self.choices(f"proton.start('a', backend='cupti', {options})")
            self.assertEqual(noted[1:], ["notice\tcounters.none\tsession a"])
        self.assertEqual(len(self.choices("proton.start('a', backend='cupti')")), 1)

    def test_the_decorator_has_everything_of_start(self):
        noted = self.choices("""
@proton.profile(name="p", data="trace", backend="instrumentation", mode="loops")
def run():
    return 3
print(run())
""")
        self.assertEqual(noted, ["session-start\t65536\tp\t2", "instrument\t*\tloops\t1", "session\t65536\t3\t-", "restore\t1"])

    def test_a_program_that_is_not_attached_says_so_once(self):
        outcome = self.run_program(IMPORT + "proton.instrument('a')\nproton.restore()\nproton.start('a')\nproton.finalize()\n",
                                   preload=False, PSTUDIO_ATTACH="")
        self.assertEqual((outcome.code, outcome.errors.count("\n")), (0, 1))
        self.assertIn("proton-collect attach -- python", outcome.errors)


class Steps(AttachedTestCase):
    def test_steps_of_the_profiler_are_noted_after_it_has_begun_them(self):
        self.write("packages/torch/__init__.py", "")
        self.write("packages/torch/profiler/__init__.py", "from torch.profiler.profiler import profile\n")
        self.write("packages/torch/profiler/profiler.py", """
class profile:
    def __init__(self):
        self.step_num = 0
    def start(self):
        print("start")
        return "started"
    def step(self):
        self.step_num += 1
        print("step", self.step_num)
    def stop(self):
        print("stop")
    def __enter__(self):
        self.start()
        return self
    def __exit__(self, *_):
        self.stop()
""")
        outcome = self.run_program("""
from torch.profiler import profile
with profile() as profiler:
    profiler.step()
    profiler.step()
print(profile().start())
""", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "start\nstep 1\nstep 2\nstop\nstart\nstarted\n")
        self.assertEqual(outcome.named("step"), [["0"], ["1"], ["2"], ["-1"], ["0"]])


class ModuleStart(AttachedTestCase):
    def start(self, *arguments, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PSTUDIO_"))}
        environment.update({"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1", **variables})
        return subprocess.run([sys.executable, "-m", "proton_studio", *arguments], env=environment, capture_output=True, text=True,
                              timeout=120, check=False)

    def collector(self):
        folder = self.folder / "programs"
        folder.mkdir()
        program = folder / "proton-collect"
        program.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", encoding="utf-8")
        program.chmod(0o755)
        return str(folder)

    def test_the_module_starts_the_collector_with_the_same_interpreter(self):
        result = self.start("main.py", "--size", "3", PATH=self.collector() + os.pathsep + os.environ["PATH"])
        self.assertEqual(result.stdout.splitlines(), ["attach", "--", sys.executable, "main.py", "--size", "3"], result.stderr)

    def test_without_a_collector_it_says_where_it_looked(self):
        empty = self.folder / "empty"
        empty.mkdir()
        result = self.start("main.py", PATH=str(empty))
        self.assertEqual((result.returncode, result.stdout), (127, ""))
        self.assertIn("nor on PATH", result.stderr)

    def test_without_a_program_it_shows_its_use(self):
        self.assertEqual(self.start().returncode, 2)

    def test_in_an_attached_program_it_runs_the_program(self):
        program = self.write("main.py", "import sys\nprint(__name__, sys.argv[1:])\n")
        result = self.start(str(program), "a", PSTUDIO_ATTACH="socket")
        self.assertEqual(result.stdout, "__main__ ['a']\n", result.stderr)


class TwoProfiles(AttachedTestCase):
    def test_the_program_of_two_profiles_chooses_one_function_between_its_calls(self):
        program = Path(__file__).parent / "programs" / "two_profiles.py"
        self.write("packages/torch.py", """
float32 = 0
def rand(*_, **__): return Tensor()
def empty_like(_): return Tensor()
class Tensor:
    def numel(self): return 4096
    def __add__(self, _): return self
def equal(a, b): return True
class cuda:
    @staticmethod
    def synchronize(): pass
""")
        self.write("packages/triton/__init__.py", """
class JITFunction:
    def __init__(self, fn):
        self.fn, self.__name__ = fn, fn.__name__
    def __getitem__(self, grid):
        return lambda *args, **kwargs: print("launch", self.__name__)
def jit(fn): return JITFunction(fn)
def cdiv(a, b): return (a + b - 1) // b
""")
        self.write("packages/triton/language.py", "constexpr = None\n")
        outcome = self.run_program(program.read_text(encoding="utf-8"), path=["packages"])
        self.assert_ran(outcome)
        noted = ["\t".join(call) for call in outcome.calls if call[0] in CHOICES | {"enter", "exit", "metric"}]
        self.assertEqual(noted, [
            "session-start\t65536\tprofile1\t1", "session-start\t65537\tprofile2\t1", "instrument\t*\t-\t1", "restore\t1",
            "instrument\tadd_kernel\tfunctions,loops\t2", "enter\tstep\t1", "metric\t1\tflops\tdouble 2000000000", "exit\t1",
            "restore\t2", "session\t65536\t4\t-", "session\t65537\t4\t-"])
        self.assertEqual(outcome.output, "launch add_kernel\nlaunch add_kernel\nequal True\n")


if __name__ == "__main__":
    unittest.main()
