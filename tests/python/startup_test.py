# SPDX-License-Identifier: Apache-2.0
"""The start of attached Python programs: what is imported, which sitecustomize runs, and what an import looks like."""

import ast
import shutil
import sys
import unittest

import fake_triton
from attached_program import SOURCES, AttachedTestCase

MODULES = "import sys\nprint(*sorted(sys.modules), sep='\\n')"
OWN = {"sitecustomize", "proton_studio", "atexit"} | {f"proton_studio.{name}" for name in (
    "_hook", "_imports", "_inductor", "_library", "_metrics", "_program", "_proton", "_session_files", "_start", "_steps",
    "_triton", "_xla")}


class Start(AttachedTestCase):
    def modules(self, **options):
        outcome = self.run_program(MODULES, **options)
        self.assert_ran(outcome)
        return set(outcome.output.split())

    def test_nothing_but_the_package_is_imported(self):
        added = self.modules() - self.modules(attached=False)
        self.assertEqual(added | {"atexit"}, OWN)

    def test_without_the_variable_no_hook_is_installed(self):
        added = self.modules(PSTUDIO_ATTACH="") - self.modules(attached=False)
        self.assertEqual(added, {"sitecustomize"})

    def test_a_program_without_gpu_calls_nothing(self):
        outcome = self.run_program("import json, threading")
        self.assert_ran(outcome)
        self.assertEqual(outcome.calls, [])

    def test_isolated_interpreters_run_without_hooks(self):
        for option in ("-I", "-E", "-S"):
            with self.subTest(option=option):
                outcome = self.run_program("import sys\nprint('proton_studio' in sys.modules)", options=[option])
                self.assert_ran(outcome)
                self.assertEqual(outcome.output, "False\n")

    def test_no_bytecode_of_the_package_is_written(self):
        copy = self.folder / "copy"
        shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
        fake_triton.write(self, "3.6.0")
        before = {path for path in copy.rglob("*")}
        outcome = self.run_program("import sys, triton\nprint(sys.dont_write_bytecode)", attached=False, path=["copy", "packages"],
                                   PSTUDIO_ATTACH="socket", PYTHONDONTWRITEBYTECODE="")
        self.assertEqual(outcome.output, "False\n")
        self.assertEqual(outcome.named("interpreter")[0][0], sys.executable)
        own = copy / "__pycache__"  # of sitecustomize itself, which Python writes before it runs
        self.assertEqual({path for path in copy.rglob("*")} - before - {own, *own.glob("sitecustomize.*")}, set())

    def test_the_flush_comes_after_handlers_of_the_program(self):
        fake_triton.write(self, "3.6.0")
        outcome = self.run_program("import atexit, triton\nfrom triton.compiler import CompiledKernel\n"
                                   "atexit.register(CompiledKernel('add', {'add.cubin': '/c'}, 7)._init_handles)", path=["packages"])
        self.assertEqual([call[0] for call in outcome.calls], ["interpreter", "source", "files", "flush"])

    def test_a_failing_program_keeps_its_exit_code_and_message(self):
        text = "import triton\nraise SystemExit(7)"
        fake_triton.write(self, "3.6.0")
        self.assertEqual(self.run_program(text, path=["packages"]).code, 7)
        plain = self.run_program("1 / 0", attached=False)
        attached = self.run_program("1 / 0")
        self.assertEqual((attached.code, attached.errors), (plain.code, plain.errors))

    def test_a_package_that_cannot_be_imported_costs_nothing_but_the_hooks(self):
        shutil.copytree(SOURCES, self.folder / "copy", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("copy/proton_studio/_start.py", "raise RuntimeError('broken')\n")
        outcome = self.run_program("print('on')", attached=False, path=["copy"], PSTUDIO_ATTACH="socket")
        self.assert_ran(outcome)
        self.assertEqual(outcome.output, "on\n")

    def test_the_sources_are_python_3_9(self):
        for path in SOURCES.rglob("*.py"):
            ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 9))


class Sitecustomize(AttachedTestCase):
    PROGRAM = "import sys\nmodule = sys.modules['sitecustomize']\nprint(module.__name__, module.__file__, module.VALUE)"

    def compare(self, program, path):
        """Runs plain and attached; both must show the same."""
        plain = self.run_program(program, attached=False, path=path)
        attached = self.run_program(program, path=path)
        self.assertEqual((attached.code, attached.output, attached.errors), (plain.code, plain.output, plain.errors))
        return attached

    def test_the_hidden_module_runs_under_its_name(self):
        self.write("site/sitecustomize.py", "VALUE = 5\n")
        outcome = self.compare(self.PROGRAM, ["site"])
        self.assertEqual(outcome.output, f"sitecustomize {self.folder / 'site' / 'sitecustomize.py'} 5\n")

    def test_the_first_of_several_hidden_modules_runs_alone(self):
        self.write("first/sitecustomize.py", "VALUE = 1\n")
        self.write("second/sitecustomize.py", "print('second')\nVALUE = 2\n")
        self.assertTrue(self.compare(self.PROGRAM, ["first", "second"]).output.endswith(" 1\n"))

    def test_a_hidden_package_runs(self):
        self.write("site/sitecustomize/__init__.py", "from .part import VALUE\n")
        self.write("site/sitecustomize/part.py", "VALUE = 6\n")
        self.compare(self.PROGRAM, ["site"])

    def test_a_hidden_module_that_fails_is_reported_as_without_us(self):
        self.write("site/sitecustomize.py", "import sys\nsys.start_failed = True\nraise ValueError('of the program')\n")
        outcome = self.compare("import sys\nprint(sys.start_failed, 'sitecustomize' in sys.modules)", ["site"])
        self.assertIn("of the program", outcome.errors)

    def test_a_hidden_module_that_ends_the_program_ends_it(self):
        self.write("site/sitecustomize.py", "raise SystemExit(9)\n")
        plain, attached = (self.run_program("print('not reached')", attached=attached, path=["site"]) for attached in (False, True))
        self.assertEqual((attached.code, attached.output), (plain.code, ""))
        self.assertEqual(attached.errors.splitlines()[-1], plain.errors.splitlines()[-1])

    def test_the_hooks_work_beside_a_hidden_module_that_imports_triton(self):
        fake_triton.write(self, "3.6.0")
        self.write("packages/sitecustomize.py", "import triton\n")
        outcome = self.run_program("from triton.compiler import CompiledKernel\n"
                                   "CompiledKernel('add', {'add.cubin': '/c'}, 7)._init_handles()", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(len(outcome.named("source")), 1)


class Imports(AttachedTestCase):
    """What a program sees of a module that is followed."""

    def setUp(self):
        super().setUp()
        fake_triton.write(self, "3.6.0")

    def compare(self, program):
        plain = self.run_program(program, attached=False, path=["packages"])
        attached = self.run_program(program, path=["packages"])
        self.assertEqual((attached.code, attached.output, attached.errors), (plain.code, plain.output, plain.errors))
        return attached

    def test_module_spec_loader_and_source_are_the_same(self):
        self.compare("""
import importlib.util, inspect
print(importlib.util.find_spec("triton.runtime.autotuner").origin)
import triton.knobs as knobs
print(knobs.__spec__.name, knobs.__spec__.origin, knobs.__file__, knobs.__loader__.__class__, "exec_module" in vars(knobs.__loader__))
print(inspect.getsource(knobs.HookChain))
""")

    def test_a_module_that_is_missing_or_fails_raises_the_same_error(self):
        (self.folder / "packages/triton/knobs.py").write_text("raise ImportError('no driver')\n")
        outcome = self.compare("try:\n    import triton\nexcept ImportError as error:\n    print(error)\n"
                               "try:\n    import torch._inductor.autotune_process\nexcept ImportError as error:\n    print(error)")
        self.assertEqual(outcome.output.splitlines()[0], "no driver")

    def test_finders_that_call_all_finders_do_not_loop(self):
        self.compare("""
import sys
class Recursive:
    busy = False
    def find_spec(self, name, path=None, target=None):
        if self.busy:
            return None
        self.busy = True
        try:
            return next((spec for finder in sys.meta_path if (spec := finder.find_spec(name, path, target))), None)
        finally:
            self.busy = False
sys.meta_path.insert(0, Recursive())
sys.meta_path.append(Recursive())
import triton
print(triton.knobs.__name__)
""")

    def test_finders_of_the_older_form_keep_their_turn(self):
        self.compare("""
import sys, warnings
warnings.simplefilter("ignore")
class Older:
    def find_module(self, name, path=None):
        print("called for", name)
sys.meta_path.insert(0, Older())
import triton
print(triton.knobs.__name__)
""")

    def test_modules_that_were_imported_before_are_followed(self):
        outcome = self.run_program("""
import triton
from proton_studio import _start
_start.install()
from triton.compiler import CompiledKernel
CompiledKernel("add", {"add.cubin": "/c/add.cubin"}, 7)._init_handles()
""", PSTUDIO_ATTACH="", path=["packages"])
        self.assert_ran(outcome)
        self.assertEqual(outcome.named("source"), [["7", "/c/add.cubin", "(null)"]])

    def test_modules_in_archives_are_followed(self):
        shutil.make_archive(str(self.folder / "triton"), "zip", self.folder / "packages")
        outcome = self.run_program("from triton.compiler import CompiledKernel\n"
                                   "CompiledKernel('add', {'add.cubin': '/c'}, 7)._init_handles()", path=["triton.zip"])
        self.assert_ran(outcome)
        self.assertEqual((len(outcome.named("source")), outcome.named("notice")), (1, []))

    def test_threads_that_import_at_the_same_time_are_served(self):
        outcome = self.compare("""
import importlib, threading
threads = [threading.Thread(target=importlib.import_module, args=("triton.knobs",)) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
import triton
print(len(triton.knobs.runtime.kernel_load_start_hook.calls))
""")
        self.assertEqual(outcome.named("notice"), [])


if __name__ == "__main__":
    unittest.main()
