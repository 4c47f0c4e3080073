# SPDX-License-Identifier: Apache-2.0
"""Kernels that each version of Triton loads are reported, and nothing of the program changes."""

import sys
import unittest

import fake_triton
from attached_program import AttachedTestCase

LOAD = """
from triton.compiler import CompiledKernel
files = {"add.json": "/c/add.json", "add.llir": "/c/add.llir", "add.cubin": "/c/add.cubin"}
kernel = CompiledKernel("add", files, 4711)
kernel._init_handles()
kernel._init_handles()
print("loaded", kernel.function)
"""
ADD = [["4711", "/c/add.cubin", "/c/add.json"]]
BENCH = """
from triton.runtime import Autotuner
def bench(x, config, scale):
    print("bench", x, config, scale)
    return x * config * scale
"""


class TritonHooks(AttachedTestCase):
    def each_version(self):
        for version in fake_triton.VERSIONS:
            with self.subTest(version=version):
                fake_triton.write(self, version)
                yield version

    def run_with_triton(self, text, **options):
        return self.run_program(text, path=["packages"], **options)

    def test_a_kernel_of_each_version_is_reported_once(self):
        for _ in self.each_version():
            outcome = self.run_with_triton(LOAD)
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, "loaded 4711\n")
            self.assertEqual(outcome.named("source"), ADD)
            self.assertEqual(outcome.named("notice"), [])

    def test_the_interpreter_is_reported_before_the_kernel(self):
        for _ in self.each_version():
            outcome = self.run_with_triton(LOAD)
            self.assertEqual([call[0] for call in outcome.calls], ["interpreter", "source", "files", "flush"])
            executable, *path = outcome.named("interpreter")[0]
            self.assertEqual(executable, sys.executable)
            self.assertIn(str(self.folder / "packages"), path)

    def test_a_longer_search_path_is_reported_again_with_the_next_kernel(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_with_triton("import sys, triton\nsys.path.append('/later')\n" + LOAD)
        self.assertEqual([call[0] for call in outcome.calls], ["interpreter", "interpreter", "source", "files", "flush"])
        self.assertNotIn("/later", outcome.named("interpreter")[0])
        self.assertEqual(outcome.named("interpreter")[1][-1], "/later")

    def test_the_search_path_is_absolute(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_with_triton("import os, sys\nos.chdir('/')\nsys.path[:0] = ['', 'lib']\nimport triton")
        self.assertEqual(outcome.named("interpreter")[0][1:3], ["/", "/lib"])

    def test_a_current_folder_that_is_gone_costs_nothing(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_with_triton("import os, sys, tempfile\nwith tempfile.TemporaryDirectory() as folder:\n"
                                       "    os.chdir(folder)\nsys.path.insert(1, '')\n" + LOAD)
        self.assert_ran(outcome)
        self.assertEqual((outcome.named("source"), outcome.named("notice")), (ADD, []))

    def test_a_profiler_that_rejects_a_taken_hook_finds_it_free(self):
        fake_triton.write(self, "3.4.0")
        outcome = self.run_with_triton("""
from triton import knobs
if knobs.runtime.init_handle_hook is not None:
    raise RuntimeError("already registered")
knobs.runtime.init_handle_hook = lambda function, module, files: print("profiler", function)
""" + LOAD)
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "profiler 4711\nloaded 4711\n")
        self.assertEqual(outcome.named("source"), ADD)

    def test_hooks_of_the_program_run_beside_ours(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_with_triton("""
from triton import knobs
knobs.runtime.kernel_load_end_hook.add(lambda module, function, name, files, hash: print("profiler", name))
""" + LOAD)
        self.assertEqual(outcome.output, "profiler add\nloaded 4711\n")
        self.assertEqual(outcome.named("source"), ADD)

    def test_no_launch_hook_is_set(self):
        for version in self.each_version():
            outcome = self.run_with_triton("from triton import knobs\nhook = knobs.runtime.launch_enter_hook\n"
                                           "print(hook is None or len(hook.calls))")
            self.assertEqual(outcome.output, "True\n" if version.startswith("3.4") else "0\n")

    def test_a_kernel_that_cannot_be_loaded_raises_what_triton_raises(self):
        for _ in self.each_version():
            outcome = self.run_with_triton("""
from triton.compiler import CompiledKernel
try:
    CompiledKernel("add", {"add.cubin": "/c/add.cubin"}, None)._init_handles()
except RuntimeError as error:
    print(error)
""")
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, "out of resource: shared memory\n")
            self.assertEqual(outcome.named("source"), [])

    def test_a_kernel_without_machine_code_or_with_another_handle_is_not_reported(self):
        for _ in self.each_version():
            outcome = self.run_with_triton("""
from triton.compiler import CompiledKernel
CompiledKernel("other", {"add.spv": "/c/add.spv"}, 4711)._init_handles()
CompiledKernel("amd", {"add.hsaco": "/c/add.hsaco", "add.json": "/c/add.json"}, 4713)._init_handles()
CompiledKernel("xpu", {"add.cubin": "/c/add.cubin"}, "capsule")._init_handles()
CompiledKernel("gone", None, 4711)._init_handles()
CompiledKernel("bare", {"__grp__bare.cubin": "{}", "bare.cubin": "/c/bare.cubin"}, 4712)._init_handles()
""")
            self.assert_ran(outcome)
            self.assertEqual(outcome.named("source"), [["4713", "/c/add.hsaco", "/c/add.json"], ["4712", "/c/bare.cubin", "(null)"]])
            self.assertEqual(outcome.named("notice"), [])

    def test_launches_of_the_autotuner_are_bracketed(self):
        for _ in self.each_version():
            outcome = self.run_with_triton(BENCH + "print(Autotuner(bench).run(10, scale=2))")
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, "bench 10 3 2\nbench 10 1 2\nbench 10 2 2\n20\n")
            self.assertEqual(outcome.named("autotune"), [["1"], ["0"]] * 3)

    def test_a_benchmark_that_fails_ends_the_bracket(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_with_triton("""
from triton.runtime import Autotuner
def bench(x, config):
    raise KeyError(config)
try:
    Autotuner(bench).run(1)
except KeyError as error:
    print(repr(error))
print(Autotuner._bench.__name__, Autotuner._bench.__qualname__, Autotuner._bench.__module__)
""")
        self.assertEqual(outcome.output, "KeyError(3)\n_bench Autotuner._bench triton.runtime.autotuner\n")
        self.assertEqual(outcome.named("autotune"), [["1"], ["0"]])

    def test_a_hook_that_raises_is_reported_once_and_switched_off(self):
        for version in self.each_version():
            outcome = self.run_with_triton("""
import proton_studio._program
def broken(*arguments):
    raise ValueError("broken hook")
proton_studio._program.report_source = broken
""" + LOAD + "CompiledKernel('b', files, 4712)._init_handles()\nprint('on')")
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, "loaded 4711\non\n", version)
            self.assertEqual(outcome.named("notice"), [["hook.failed", "load of a Triton kernel: ValueError: broken hook"]])

    def test_a_version_without_the_followed_names_is_reported_and_runs(self):
        fake_triton.write(self, "3.6.0")
        self.write("packages/triton/runtime/autotuner.py", "class Autotuner:\n    pass\n")
        self.write("packages/triton/knobs.py", "language = None\n")
        outcome = self.run_with_triton("import triton\nprint('on')")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "on\n")
        self.assertEqual([code for code, _ in outcome.named("notice")], ["hook.failed"] * 2)

    def test_programs_run_without_the_library_and_with_another_version_of_it(self):
        fake_triton.write(self, "3.6.0")
        text = BENCH + "print(Autotuner(bench).run(10, scale=2))" + LOAD
        plain = self.run_with_triton(text, attached=False)
        for options in ({"preload": False}, {"PSTUDIO_STUB_VERSION": "2"}):
            outcome = self.run_with_triton(text, **options)
            self.assert_ran(outcome)
            self.assertEqual(outcome.output, plain.output)
            self.assertEqual(outcome.calls, [])


if __name__ == "__main__":
    unittest.main()
