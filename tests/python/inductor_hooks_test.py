# SPDX-License-Identifier: Apache-2.0
"""Kernels of Inductor's static launcher are reported, its benchmarks are bracketed, and nothing of the program changes."""

import unittest

import fake_torch
from attached_program import AttachedTestCase


class InductorHooks(AttachedTestCase):
    def run_with_torch(self, version, text, **options):
        """Runs a program after `import ... as launcher` of this version's static launcher."""
        module = fake_torch.write(self, version)
        self.cubin = str(self.write("cache/poi.cubin", "code"))
        self.metadata = str(self.write("cache/poi.json", "{}"))
        head = f"import {module} as launcher\ncubin = {self.cubin!r}\n"
        return self.run_program(head + text, path=["packages"], **options)

    def test_a_kernel_of_each_version_is_reported_once_with_its_files(self):
        for version in fake_torch.LAUNCHERS:
            with self.subTest(version=version):
                outcome = self.run_with_torch(version, """
kernel = launcher.StaticallyLaunchedCudaKernel(cubin, [4711])
kernel.load(0)
kernel.load(0)
print(kernel.function, kernel.cubin_path)
""")
                self.assert_ran(outcome)
                self.assertEqual(outcome.output, "4711 None\n")
                self.assertEqual(outcome.named("source"), [["4711", self.cubin, self.metadata]])
                self.assertEqual(outcome.named("notice"), [])

    def test_each_device_of_a_kernel_for_all_devices_is_reported(self):
        outcome = self.run_with_torch("main", """
kernel = launcher.StaticallyLaunchedCudaKernel(cubin, [4711, 4712])
kernel.device_agnostic = True
for device in (0, 1, 0, 1):
    kernel.load(device)
""")
        self.assert_ran(outcome)
        self.assertEqual([call[0] for call in outcome.named("source")], ["4711", "4712"])

    def test_metadata_that_is_not_there_is_not_named(self):
        outcome = self.run_with_torch("2.11", "launcher.StaticallyLaunchedCudaKernel('/gone/poi.cubin', [4711]).load(0)")
        self.assertEqual(outcome.named("source"), [["4711", "/gone/poi.cubin", "(null)"]])

    def test_a_kernel_that_cannot_be_loaded_raises_what_inductor_raises(self):
        outcome = self.run_with_torch("main", """
try:
    launcher.StaticallyLaunchedCudaKernel(None, [4711]).load(0)
except AssertionError as error:
    print(error)
""")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "cubin_path must not be None before load_kernel\n")
        self.assertEqual(outcome.named("source"), [])

    def test_handles_that_are_no_numbers_are_not_reported(self):
        outcome = self.run_with_torch("main", "launcher.StaticallyLaunchedXpuKernel(cubin, [4711]).load(0)")
        self.assert_ran(outcome)
        self.assertEqual((outcome.named("source"), outcome.named("notice")), ([], []))

    def test_a_kernel_is_pickled_as_before_and_reported_when_it_is_loaded_again(self):
        outcome = self.run_with_torch("main", """
import pickle
kernel = launcher.StaticallyLaunchedCudaKernel(cubin, [4711])
kernel.load(0)
copy = pickle.loads(pickle.dumps(kernel))
copy.cubin_path, copy.handles = cubin, [4712]
copy.load(0)
print(launcher.StaticallyLaunchedTritonKernel.load_kernel.__qualname__)
""")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "StaticallyLaunchedTritonKernel.load_kernel\n")
        self.assertEqual([call[0] for call in outcome.named("source")], ["4711", "4712"])

    def test_benchmarks_are_bracketed_and_runs_are_not(self):
        outcome = self.run_with_torch("2.11", """
from torch._inductor.autotune_process import TritonGPUBenchmarkRequest
from torch._inductor.runtime.triton_heuristics import CachingAutotuner
tuner = CachingAutotuner([lambda x: x, lambda x: x + 1])
print(sorted(tuner.benchmark_all_configs(7).values()), tuner.bench(tuner.launchers[1], 7))
print(TritonGPUBenchmarkRequest().benchmark())
print(tuner.run(7, stream=0))
""")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "[7, 8] 8\n5\n7\n")
        inner = [["1"], ["0"]]
        self.assertEqual(outcome.named("autotune"), [["1"], *inner, *inner, ["0"], *inner, *inner])

    def test_a_reloaded_module_is_followed_again_but_not_twice(self):
        outcome = self.run_with_torch("2.11", """
import importlib
importlib.reload(launcher)
launcher.StaticallyLaunchedCudaKernel(cubin, [4711]).load(0)
""")
        self.assert_ran(outcome)
        self.assertEqual(len(outcome.named("source")), 1)

    def test_a_hook_that_raises_is_reported_once_and_the_kernels_load(self):
        outcome = self.run_with_torch("2.11", """
import proton_studio._program
proton_studio._program.report_source = None
for handle in (4711, 4712):
    kernel = launcher.StaticallyLaunchedCudaKernel(cubin, [handle])
    kernel.load(0)
    print(kernel.function)
""")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "4711\n4712\n")
        self.assertEqual(len(outcome.named("notice")), 1)


if __name__ == "__main__":
    unittest.main()
