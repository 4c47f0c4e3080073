# SPDX-License-Identifier: Apache-2.0
"""Packages with the shapes of Triton's: what the hooks and the helper see of the versions 3.4, 3.5, 3.6 and later."""

VERSIONS = ("3.4.0", "3.5.1", "3.6.0", "3.8.0")

# The hook for a loaded kernel was one callable, with another name and other arguments, before 3.5.
_KNOBS_3_4 = """
class runtime_knobs:
    launch_enter_hook = None
    init_handle_hook = None
runtime = runtime_knobs()
"""
_KNOBS_3_5 = """
class HookChain:
    def __init__(self, reversed=False):
        self.calls, self.reversed = [], reversed
    def add(self, function):
        if function not in self.calls:
            self.calls.append(function)
    def remove(self, function):
        if function in self.calls:
            self.calls.remove(function)
    def __call__(self, *arguments, **named):
        for call in self.calls if not self.reversed else reversed(self.calls):
            call(*arguments, **named)
class runtime_knobs:
    launch_enter_hook = HookChain()
    launch_exit_hook = HookChain(reversed=True)
    kernel_load_start_hook = HookChain()
    kernel_load_end_hook = HookChain(reversed=True)
runtime = runtime_knobs()
"""
_LOADED_3_4 = """
        if knobs.runtime.init_handle_hook is not None:
            knobs.runtime.init_handle_hook(self.function, self.module, self.metadata_group)
"""
_LOADED_3_5 = """
        if knobs.runtime.kernel_load_end_hook is not None:
            knobs.runtime.kernel_load_end_hook(self.module, self.function, self.name, self.metadata_group, self.hash)
"""
_COMPILER = """
from .. import knobs
class CompiledKernel:
    def __init__(self, name, metadata_group, handle):
        self.name, self.metadata_group, self.hash = name, metadata_group, "0" * 64
        self.module = self.function = None
        self.handle = handle
    def _init_handles(self):
        '''Loads the kernel.'''
        if self.module is not None:
            return
        if self.handle is None:
            raise RuntimeError("out of resource: shared memory")
        self.module, self.function = object(), self.handle
LOADED
"""
_AUTOTUNER = """
class Autotuner:
    def __init__(self, function):
        self.function = function
    def _bench(self, *args, config, **meta):
        return self.function(*args, config, **meta)
    def run(self, *args, **kwargs):
        return min(self._bench(*args, config=config, **kwargs) for config in (3, 1, 2))
"""


def files(version):
    """Path -> text of a package `triton`."""
    is_old = version.startswith("3.4")
    return {
        "triton/__init__.py": f"__version__ = {version!r}\nfrom . import compiler, runtime\n",
        "triton/knobs.py": _KNOBS_3_4 if is_old else _KNOBS_3_5,
        "triton/compiler/__init__.py": "from .compiler import CompiledKernel\n",
        "triton/compiler/compiler.py": _COMPILER.replace("LOADED", _LOADED_3_4 if is_old else _LOADED_3_5),
        "triton/runtime/__init__.py": "from .autotuner import Autotuner\n",
        "triton/runtime/autotuner.py": _AUTOTUNER,
    }


def write(test, version, folder="packages"):
    for path, text in files(version).items():
        test.write(f"{folder}/{path}", text)
