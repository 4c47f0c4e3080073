# SPDX-License-Identifier: Apache-2.0
"""XLA_FLAGS of programs of JAX: which flags XLA reads, and what the program and its children see."""

import unittest

import fake_jax
from attached_program import AttachedTestCase

PROGRAM = """
import os
{before}
import jax
from jax._src import compiler, xla_bridge
{after}
print(os.getpid(), os.environ.get("XLA_FLAGS"))
print(xla_bridge.backends()["cuda"])
print(compiler.compile_or_get_cached("module"), compiler.compiled[0])
print(os.environ.get("XLA_FLAGS"))
"""


class XlaFlags(AttachedTestCase):
    def run_with_jax(self, before="", after="", *, folder=None, program=PROGRAM, **options):
        """Runs a program with these statements before and after the import of JAX. Returns the lines that it prints, without its
        number, and the outcome."""
        self.dumps = str(folder or self.folder / "raw")
        options.setdefault("PSTUDIO_ATTACH_DUMPS", self.dumps)
        outcome = self.run_program(program.format(before=before, after=after), path=["packages"], **options)
        self.assert_ran(outcome)
        self.process, _, rest = outcome.output.partition(" ")
        return rest.splitlines(), outcome

    def flags(self, newer=True):
        flags = f"--xla_dump_to={self.dumps}/xla-{self.process}"
        return flags + " --xla_dump_emitter_re=ptx --xla_dump_hlo_pass_re=none" if newer else flags

    def test_the_option_is_set_before_the_first_backend_and_taken_back_after_the_first_compilation(self):
        for name in ("backend_compile", "backend_compile_and_load"):
            with self.subTest(name=name):
                fake_jax.write(self, compiles_by=name)
                lines, outcome = self.run_with_jax()
                self.assertEqual(lines, ["None", self.flags(), f"module {self.flags()}", "None"])
                self.assertEqual(outcome.named("dump"), [[f"{self.dumps}/xla-{self.process}", self.flags()]])
                self.assertEqual((len(outcome.named("interpreter")), outcome.named("notice")), (1, []))
                self.assertTrue((self.folder / "raw" / f"xla-{self.process}").is_dir())

    def test_flags_of_the_program_stay_until_its_first_backend_and_after_it(self):
        fake_jax.write(self)
        lines, _ = self.run_with_jax(before="os.environ['XLA_FLAGS'] = '--first'", after="os.environ['XLA_FLAGS'] += ' --second'")
        self.assertEqual(lines[0], "--first --second")
        self.assertEqual(lines[1], "--first --second " + self.flags())
        self.assertEqual(lines[3], "--first --second")

    def test_a_library_without_the_newer_option_does_not_get_it(self):
        for plugin, jaxlib in ((fake_jax.OLDER, fake_jax.NEWER), (fake_jax.NEWER, fake_jax.OLDER), (fake_jax.OLDER, None)):
            with self.subTest(plugin=plugin, jaxlib=jaxlib):
                fake_jax.write(self, plugin, jaxlib)
                lines, _ = self.run_with_jax()
                self.assertEqual(lines[1], self.flags(newer=False))

    def test_a_jaxlib_that_contains_cuda_itself_needs_no_plugin(self):
        fake_jax.write(self, None, fake_jax.OLDER + "libcuda.so.1")
        lines, _ = self.run_with_jax()
        self.assertEqual(lines[1], self.flags(newer=False))

    def test_without_a_gpu_part_or_the_option_nothing_changes(self):
        for plugin, jaxlib in ((None, fake_jax.NEWER), ("no options", "none"), (None, None)):
            with self.subTest(plugin=plugin, jaxlib=jaxlib):
                self.setUp()
                fake_jax.write(self, plugin, jaxlib)
                lines, outcome = self.run_with_jax()
                self.assertEqual(lines, ["None", "None", "module None", "None"])
                self.assertEqual(outcome.named("dump"), [])
                self.assertFalse((self.folder / "raw").exists())

    def test_where_no_kernels_are_listed_or_recorded_nothing_changes(self):
        fake_jax.write(self)
        lines, outcome = self.run_with_jax(PSTUDIO_ATTACH_DUMPS="")
        self.assertEqual(lines, ["None", "None", "module None", "None"])
        self.assertEqual(outcome.named("dump"), [])

    def test_the_folder_of_the_program_is_reported_and_its_flags_stay(self):
        fake_jax.write(self)
        for flag, folder in (("--xla_dump_to=/own", "/own"), ('--xla_dump_to="/my own" --x', "/my own"),
                             ("--xla_dump_to=/a --xla_dump_to=own", str(self.folder / "own"))):
            with self.subTest(flag=flag):
                lines, outcome = self.run_with_jax(before=f"os.chdir({str(self.folder)!r})", XLA_FLAGS=flag)
                self.assertEqual(lines, [flag, flag, f"module {flag}", flag])
                self.assertEqual(outcome.named("dump"), [[folder, ""]])

    def test_dumps_to_the_standard_output_have_no_folder(self):
        fake_jax.write(self)
        lines, outcome = self.run_with_jax(XLA_FLAGS="--xla_dump_to=-")
        self.assertEqual(lines[1], "--xla_dump_to=-")
        self.assertEqual(outcome.named("dump"), [])

    def test_flags_in_a_file_stay_and_are_reported(self):
        fake_jax.write(self)
        lines, outcome = self.run_with_jax(XLA_FLAGS="/flags.txt")
        self.assertEqual(lines[1], "/flags.txt")
        self.assertEqual(outcome.named("notice"), [["xla.flags", "XLA_FLAGS is /flags.txt"]])

    def test_a_folder_with_blanks_is_quoted_and_one_with_quotes_is_not_used(self):
        fake_jax.write(self)
        lines, _ = self.run_with_jax(folder=self.folder / "my raw")
        self.assertTrue(lines[1].startswith(f'--xla_dump_to="{self.dumps}/xla-{self.process}" --'), lines[1])
        lines, outcome = self.run_with_jax(folder=self.folder / "my'raw")
        self.assertEqual(lines[1], "None")
        self.assertEqual([call[0] for call in outcome.named("notice")], ["xla.flags"])

    def test_a_process_that_inherits_the_flags_gets_its_own(self):
        fake_jax.write(self)
        for name in ("raw", "my raw"):
            base = self.folder / name
            folder = f'"{base}/xla-1"' if " " in name else f"{base}/xla-1"
            inherited = f"--own --xla_dump_to={folder} --xla_dump_emitter_re=ptx --xla_dump_hlo_pass_re=none"
            with self.subTest(inherited=inherited):
                lines, _ = self.run_with_jax(folder=base, XLA_FLAGS=inherited)
                self.assertEqual(lines[1].count("xla_dump_to"), 1)
                self.assertEqual(lines[1].count("emitter"), 1)
                self.assertIn(f"{base}/xla-{self.process}", lines[1])
                self.assertTrue(lines[1].startswith("--own "), lines[1])

    def test_a_failed_compilation_raises_what_it_raises_and_takes_the_option_back(self):
        fake_jax.write(self)
        lines, _ = self.run_with_jax(program="""
import os
from jax._src import compiler, xla_bridge
print(os.getpid(), xla_bridge.backends()["cuda"])
try:
    compiler.compile_or_get_cached(None)
except ValueError as error:
    print(error, os.environ.get("XLA_FLAGS"))
""")
        self.assertEqual(lines, [self.flags(), "no module None"])

    def test_flags_that_the_program_sets_in_the_meantime_stay(self):
        fake_jax.write(self)
        lines, _ = self.run_with_jax(program="""
import os
from jax._src import compiler, xla_bridge
xla_bridge.backends()
os.environ["XLA_FLAGS"] = "--later"
compiler.compile_or_get_cached("module")
print(os.getpid(), os.environ["XLA_FLAGS"])
""")
        self.assertEqual(lines, ["--later"])


if __name__ == "__main__":
    unittest.main()
