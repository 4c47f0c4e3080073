# SPDX-License-Identifier: Apache-2.0
"""The helper compiles with the options of the original, answers each line with one, and survives what it cannot compile."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

import fake_compiler
from attached_program import SOURCES, AttachedTestCase
from fake_cubin import cubin

LLIR = """; ModuleID = 'k'
target datalayout = "e-p3:32:32-p4:32:32-i64:64-n16:32:64"
@global_smem = external addrspace(3) global [0 x i8]
define ptx_kernel void @softmax(ptr addrspace(1) %0, ptr %1) {
"""
METADATA = {"hash": "f" * 64, "target": {"backend": "cuda", "arch": 90, "warp_size": 32}, "num_warps": 8, "num_stages": 2,
            "maxnreg": 128, "enable_fp_fusion": False, "ptx_version": None, "supported_fp8_dtypes": ["fp8e5", "fp8e4nv"],
            "extern_libs": [["libdevice", "/lib/libdevice.10.bc"]], "arch": "sm90", "later_option": [1, [2]], "name": "softmax",
            "TRITON_DISABLE_LINE_INFO": "true", "shared": 0}


class Backend(AttachedTestCase):
    def setUp(self):
        super().setUp()
        fake_compiler.write(self)

    def request(self, llir=LLIR, metadata=METADATA, name="softmax"):
        return {"llir": str(self.write("k.llir", llir)), "metadata": str(self.write("k.json", json.dumps(metadata))),
                "cubin": str(self.folder / "twin.cubin"), "name": name}

    def talk(self, *lines, path=("packages",), **variables):
        """The answers to these lines, which are objects or texts. Keeps what the compiler saw, the errors and the exit code."""
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        log = self.folder / "compiler.log"
        log.unlink(missing_ok=True)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCES), *[str(self.folder / name) for name in path]]),
                       "FAKE_LOG": str(log), "FAKE_CUBIN": str(Path(__file__).parent), "PYTHONDONTWRITEBYTECODE": "1", **variables}
        result = subprocess.run([sys.executable, "-m", "proton_studio.backend"], input=text, env=environment, cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        self.code, self.errors = result.returncode, result.stderr
        self.seen = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        return [json.loads(line) for line in result.stdout.splitlines()]

    def calls(self):
        return [entry["call"] for entry in self.seen]

    def assert_fails(self, line, words):
        answer, = self.talk(line)
        self.assertEqual((answer["ok"], self.code), (False, 0))
        self.assertIn(words, answer["error"])

    def test_a_kernel_is_compiled(self):
        answer, = self.talk(self.request())
        path = str(self.folder / "twin.cubin")
        self.assertEqual(answer, {"ok": True, "cubin": path, "registers": 40, "triton": "3.6.0"})
        self.assertEqual(Path(path).read_bytes()[:4], b"\x7fELF")
        self.assertEqual(self.calls(), ["init_targets", "set_short_ptr", "make_ptx", "make_cubin"])
        self.assertEqual(self.seen[3]["source"], "ptx of " + LLIR)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir() if file.name.startswith("twin")), ["twin.cubin"])

    def bounded(self, original, block=".reqntid 128", **variables):
        """Registers of the twin, and how often it was assembled, of a kernel whose original has this cubin."""
        if original is not None:
            (self.folder / "k.cubin").write_bytes(original)
        answer, = self.talk(self.request(llir=LLIR + block + "\n"), **variables)
        return answer["registers"], self.calls().count("make_cubin")

    def test_a_twin_of_which_fewer_ctas_fit_gets_the_registers_of_the_original(self):
        self.assertEqual(self.bounded(cubin({"softmax": 30})), (32, 2))

    def test_a_twin_of_which_as_many_ctas_fit_is_assembled_once(self):
        self.assertEqual(self.bounded(cubin({"softmax": 39})), (40, 1))
        self.assertEqual(self.bounded(cubin({"softmax": 32}), block=""), (40, 1))

    def test_a_bound_that_spills_is_not_used(self):
        self.assertEqual(self.bounded(cubin({"softmax": 32}), FAKE_SPILL="16"), (40, 2))

    def test_without_the_code_of_the_original_there_is_no_bound(self):
        self.assertEqual(self.bounded(None), (40, 1))
        self.assertEqual(self.bounded(b"damaged"), (40, 1))

    def test_the_options_are_those_of_the_original(self):
        self.talk(self.request())
        self.assertEqual(self.seen[2]["options"], {
            "num_warps": 8, "num_stages": 2, "ptx_version": None, "maxnreg": 128, "enable_fp_fusion": False, "arch": "sm90",
            "supported_fp8_dtypes": ["fp8e5", "fp8e4nv"], "extern_libs": [["libdevice", "/lib/libdevice.10.bc"]]})
        self.assertEqual((self.seen[2]["capability"], self.seen[3]["capability"], self.seen[3]["fusion"]), (90, 90, False))

    def test_variables_of_the_original_hold_for_its_kernel_alone(self):
        without = {key: value for key, value in METADATA.items() if key != "TRITON_DISABLE_LINE_INFO"}
        first = self.request()
        second = {**first, "metadata": str(self.write("other.json", json.dumps(without)))}
        self.talk(first, second, first)
        values = [entry["no_line_info"] for entry in self.seen if entry["call"] == "make_ptx"]
        self.assertEqual(values, ["true", None, "true"])

    def test_the_warps_of_a_specialised_kernel_need_not_be_a_power_of_two(self):
        for given, used in ((12, 8), (1, 1), (16, 16), (7, 4)):
            answer, = self.talk(self.request(metadata={**METADATA, "num_warps": given}))
            self.assertEqual((answer["ok"], self.seen[2]["options"]["num_warps"]), (True, used))

    def test_pointers_are_short_only_where_the_original_has_them(self):
        self.talk(self.request(LLIR.replace("p3:32:32-p4:32:32-", "")))
        self.assertEqual(self.calls(), ["init_targets", "make_ptx", "make_cubin"])

    def test_stages_of_versions_without_languages_are_used(self):
        fake_compiler.write(self, "3.4.0", has_language=False)
        answer, = self.talk(self.request())
        self.assertEqual((answer["ok"], answer["triton"]), (True, "3.4.0"))

    def test_what_the_compiler_prints_goes_to_standard_error(self):
        self.assertEqual(len(self.talk(self.request(), self.request())), 2)
        self.assertEqual(self.errors.count("print of make_ptx"), 2)
        self.assertEqual(self.errors.count("write of make_ptx"), 2)

    def test_lines_that_are_no_requests_are_answered_with_an_error(self):
        complete = {"llir": "a", "metadata": "b", "cubin": "c", "name": "d"}
        lines = ["{", "[]", "5", "null", '"text"', "\\u0000", "{" * 100_000, *[
            json.dumps({key: value for key, value in complete.items() if key != left}) for left in complete],
            json.dumps({**complete, "llir": 5})]
        answers = self.talk("", *lines, "   ")
        self.assertEqual([answer["ok"] for answer in answers], [False] * len(lines))
        self.assertEqual(self.code, 0)

    def test_files_that_are_missing_or_damaged_are_answered_with_an_error(self):
        request = self.request()
        self.assert_fails({**request, "llir": "/gone/k.llir"}, "/gone/k.llir")
        self.assert_fails({**request, "metadata": str(self.write("bad.json", "{"))}, "JSONDecodeError")
        self.assert_fails({**request, "metadata": str(self.write("bad.json", "[]"))}, "no metadata of a Triton kernel")
        self.assert_fails({**request, "metadata": str(self.write("bad.json", '{"target": 5}'))}, "no metadata of a Triton kernel")
        self.assert_fails({**request, "cubin": "/gone/twin.cubin"}, "/gone/twin.cubin")

    def test_a_kernel_of_an_amd_gpu_becomes_a_code_object(self):
        llir = LLIR.replace("ptx_kernel", "amdgpu_kernel")
        metadata = {**METADATA, "target": {"backend": "hip", "arch": "gfx942", "warp_size": 64}}
        answer, = self.talk(self.request(llir, metadata))
        self.assertEqual((answer["ok"], answer["registers"]), (True, None))
        self.assertEqual((self.folder / "twin.cubin").read_bytes(), b"\x7fELF code object")
        self.assertEqual(self.calls(), ["init_targets", "make_amdgcn", "make_hsaco"])
        self.assertEqual((self.seen[1]["arch"], self.seen[2]["source"]), ("gfx942", "assembly of " + llir))

    def test_another_target_or_name_is_rejected(self):
        other = {**METADATA, "target": {"backend": "xpu", "arch": "pvc", "warp_size": 32}}
        self.assert_fails(self.request(metadata=other), "back end 'xpu' is not supported")
        self.assert_fails(self.request(name="matmul"), "the kernel is 'softmax', not 'matmul'")
        self.assertFalse((self.folder / "twin.cubin").exists())

    def test_a_failure_is_explained_shortly_and_the_next_kernel_is_compiled(self):
        failing = {**self.request(), "llir": str(self.write("bad.llir", LLIR + "@fails"))}
        failed, compiled = self.talk(failing, self.request())
        self.assertTrue(failed["error"].startswith("RuntimeError: ptxas fatal: xxx"))
        self.assertLess(len(failed["error"]), 10_000)
        self.assertTrue(compiled["ok"])

    def test_a_crash_of_the_compiler_ends_the_process_without_an_answer(self):
        crashing = {**self.request(), "llir": str(self.write("bad.llir", LLIR + "@crash"))}
        self.assertEqual(self.talk(crashing), [])
        self.assertEqual(self.code, 139)

    def test_packages_of_the_current_folder_are_not_used(self):
        self.write("triton/__init__.py", "raise RuntimeError('of the current folder')\n")
        self.write("json.py", "raise RuntimeError('of the current folder')\n")
        answer, = self.talk(self.request())
        self.assertTrue(answer["ok"], answer)

    def test_an_interpreter_without_triton_is_answered_with_an_error(self):
        answer, = self.talk(self.request(), path=())
        self.assertIn("No module named 'triton'", answer["error"])


if __name__ == "__main__":
    unittest.main()
