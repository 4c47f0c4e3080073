# SPDX-License-Identifier: Apache-2.0
"""Scopes of triton.profiler.language inside kernels become marks in the kernels' code, and nothing else changes."""

import unittest

import fake_kernel_language
from attached_program import AttachedTestCase

MODE = "proton-studio-scopes"
KERNEL = """
import sys, triton
from triton.language.core import constexpr
from triton.language.semantic import GluonSemantic, TritonSemantic
import triton.profiler.language as pl
semantic = GluonSemantic()
def kernel(semantic=semantic):
    with pl.scope("outer", _semantic=semantic):
        for _ in range(2):
            pl.enter_scope(constexpr("load $ a"), _semantic=semantic)
            pl.exit_scope(constexpr("load $ a"), _semantic=semantic)
"""
MARKS = "".join(f"GluonSemantic // pstudio scope {text} =r [] int32 False 1\n" for text in (
    "start outer", "start load $$ a", "end load $$ a", "start load $$ a", "end load $$ a", "end outer"))
TTGIR = """module {
  proton.record start "outer"
    proton.record end "outer" loc(#loc1)
  %0 = arith.constant 1 : i32  // proton.record start
}
"""
MARKED_TTGIR = """module {
  %pstudio_scope_0 = tt.elementwise_inline_asm "// pstudio scope start outer" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
    %pstudio_scope_1 = tt.elementwise_inline_asm "// pstudio scope end outer" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32 loc(#loc1)
  %0 = arith.constant 1 : i32  // proton.record start
}
"""


class KernelScopes(AttachedTestCase):
    def run_scopes(self, text, version="3.6.0", mode=MODE, **variables):
        fake_kernel_language.write(self, version)
        outcome = self.run_program(text, path=["packages"], PSTUDIO_ATTACH_SCOPES=MODE, TRITON_INSTRUMENTATION_MODE=mode, **variables)
        self.assert_ran(outcome)
        return outcome

    def reasons(self, outcome):
        return [text for code, text in outcome.named("notice") if code == "scopes.none" or self.fail(text)]

    def test_scopes_of_each_version_become_marks(self):
        for version in fake_kernel_language.VERSIONS:
            with self.subTest(version=version):
                outcome = self.run_scopes(KERNEL + "kernel()", version)
                self.assertEqual(outcome.output, MARKS)
                self.assertEqual(outcome.named("notice"), [])

    def test_record_is_a_mark_as_well(self):
        outcome = self.run_scopes(KERNEL + "pl.record(True, 'a\\n b', semantic)\npl.record(is_start=False, scope_name='a b', semantic=semantic)")
        self.assertEqual(outcome.output, "GluonSemantic // pstudio scope start a b =r [] int32 False 1\n"
                                         "GluonSemantic // pstudio scope end a b =r [] int32 False 1\n")

    def test_a_builtin_record_stays_a_builtin(self):
        outcome = self.run_scopes(KERNEL + "print(pl.record.__triton_builtin__, pl.record.__name__)", "3.8.0")
        self.assertEqual(outcome.output, "True record\n")

    def test_without_the_variable_nothing_is_followed(self):
        fake_kernel_language.write(self, "3.6.0")
        outcome = self.run_program(KERNEL + "kernel()\nprint('proton_studio._scopes' in sys.modules, hasattr(pl.record, '__wrapped__'))",
                                   path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "False False\n")

    def test_triton_kernels_have_marks_once_the_program_enables_them(self):
        outcome = self.run_scopes(KERNEL + "kernel(TritonSemantic())\nprint('enabled')\npl.enable_semantic('triton')\nkernel(TritonSemantic())")
        self.assertEqual(outcome.output, "enabled\n" + MARKS.replace("Gluon", "Triton"))
        self.assertEqual(self.reasons(outcome), ["TritonSemantic is not enabled: call triton.profiler.language.enable_semantic"])

    def test_a_mode_of_the_program_leaves_its_kernels_without_marks(self):
        outcome = self.run_scopes(KERNEL + "kernel()\nkernel()", mode="consan")
        self.assertEqual(outcome.output, "")
        self.assertEqual(self.reasons(outcome), ["the program has an instrumentation mode of its own, or its Triton has none"])

    def test_the_programs_own_instrumentation_goes_first_and_marks_return_after_it(self):
        outcome = self.run_scopes(KERNEL + """
from triton.profiler.hooks.instrumentation import InstrumentationHook
hook = InstrumentationHook()
hook.activate()
pl.enter_scope("a", _semantic=semantic)
hook.deactivate()
pl.enter_scope("a", _semantic=semantic)
""")
        self.assertEqual(outcome.output, "proton.record True a\nGluonSemantic // pstudio scope start a =r [] int32 False 1\n")
        self.assertEqual(self.reasons(outcome), ["the program's own profiler instruments the kernels"])

    def test_instrumentation_of_an_older_version_goes_first(self):
        outcome = self.run_scopes(KERNEL + "from triton.profiler.flags import set_instrumentation_on\nset_instrumentation_on()\nkernel()", "3.4.0")
        self.assertTrue(outcome.output.startswith("proton.record True outer\n"))

    def test_record_operations_of_ttgir_become_marks(self):
        file = self.write("kernel.ttgir", TTGIR)
        outcome = self.run_scopes(f"from triton.compiler import compiler\nprint(compiler.ir.parse_mlir_module({str(file)!r}, 'context'))",
                                  TMPDIR=str(self.folder))
        text, path = outcome.output[:-1].rsplit("\n", 1)
        self.assertEqual(text + "\n", "context " + MARKED_TTGIR)
        self.assertTrue(path.endswith(".ttgir"))
        self.assertNotEqual(path, str(file))
        self.assertEqual(list(self.folder.glob("tmp*")), [])
        self.assertEqual(file.read_text(encoding="utf-8"), TTGIR)

    def test_other_files_are_read_as_they_are(self):
        file = self.write("kernel.ttgir", "module {}\n")
        outcome = self.run_scopes(f"from triton.compiler import compiler\nprint(compiler.ir.parse_mlir_module({str(file)!r}, 'context'))")
        self.assertEqual(outcome.output, f"context module {{}}\n{file}\n")

    def test_kernels_are_still_reported(self):
        outcome = self.run_scopes("from triton.compiler import CompiledKernel\n"
                                  "CompiledKernel('add', {'add.cubin': '/c/add.cubin'}, 4711)._init_handles()")
        self.assertEqual(outcome.named("source"), [["4711", "/c/add.cubin", "(null)"]])


if __name__ == "__main__":
    unittest.main()
