# SPDX-License-Identifier: Apache-2.0
"""A package `triton.profiler` with the shapes of Triton 3.4, 3.5, 3.6 and later, over a module in the place of its C++ library."""

VERSIONS = ("3.4.0", "3.5.1", "3.6.0", "3.8.0")

# Prints its calls, so that a test sees what the program's own profiler receives.
_NATIVE = """
import sys, types
proton = types.ModuleType("triton._C.libproton.proton", "Bindings of the profiler")
sys.modules["triton._C.libproton.proton"] = proton
_last, _paths, _stack = [-1], {}, []

class TensorMetric:
    def __init__(self, pointer, index):
        self.ptr, self.index = pointer, index

def _shown(name, *arguments):
    print("native", name, *("T" if isinstance(a, dict) and any(isinstance(v, TensorMetric) for v in a.values()) else a for a in arguments))

def start(path, context, data, profiler, *rest):
    if profiler == "none":
        raise ValueError("Unknown profiler: none")
    _shown("start", path, context, data, profiler, *rest)
    return _paths.setdefault(path, len(_paths))

def record_scope():
    _last[0] += 1
    return _last[0]

def enter_scope(scope, name):
    _shown("enter_scope", scope, name)
    _stack.append(scope)

def exit_scope(scope, name):
    if not _stack or _stack.pop() != scope:
        raise RuntimeError("Context stack is not balanced")
    _shown("exit_scope", scope, name)

def _simple(name):
    return lambda *arguments: _shown(name, *arguments)

for _name in NAMES:
    setattr(proton, _name, _simple(_name))
for _function in (start, record_scope, enter_scope, exit_scope, TensorMetric):
    setattr(proton, _function.__name__, _function)
proton.metric_double_index = 1
"""
_NAMES = ["activate", "activate_all", "deactivate", "deactivate_all", "finalize", "finalize_all", "clear_data", "advance_data_phase", "enter_op", "exit_op", "add_metrics",
          "enter_state", "exit_state", "init_function_metadata", "enter_instrumented_op", "exit_instrumented_op"]

_SCOPE = """
import threading, time
from functools import wraps
from .flags import flags
from triton._C.libproton import proton as libproton
_local = threading.local()

class scope:
    def __init__(self, name, metrics=None):
        self.name, self.metrics, self.id = name, metrics, None
    def _enter_scope(self):
        if flags.profiling_on:
            self.id = libproton.record_scope()
            libproton.enter_scope(self.id, self.name)
            if self.metrics:
                libproton.add_metrics(self.id, self.metrics)
    def _exit_scope(self):
        if flags.profiling_on and self.id is not None:
            libproton.exit_scope(self.id, self.name)
    def __enter__(self):
        self._enter_scope()
        return self
    def __exit__(self, *_):
        self._exit_scope()
    def __call__(self, function):
        @wraps(function)
        def wrapper(*args, **kwargs):
            self._enter_scope()
            try:
                return function(*args, **kwargs)
            finally:
                self._exit_scope()
        return wrapper

class cpu_timed_scope(scope):
    def _exit_scope(self):
        super()._exit_scope()
        libproton.add_metrics(self.id, {"cpu_time (ns)(exc)": 12345})

def enter_scope(name, *, triton_op=False, metrics=None):
    number = libproton.record_scope()
    _local.__dict__.setdefault("scopes", []).append((number, name))
    (libproton.enter_op if triton_op else libproton.enter_scope)(number, name)
    if metrics:
        libproton.add_metrics(number, metrics)
    return number

def exit_scope(triton_op=False):
    number, name = _local.scopes.pop()
    (libproton.exit_op if triton_op else libproton.exit_scope)(number, name)
    return number
"""
_STATE = """
from triton._C.libproton import proton as libproton

class state:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        libproton.enter_state(self.name)
        return self
    def __exit__(self, *_):
        libproton.exit_state()
"""
_PROFILE = """
from triton._C.libproton import proton as libproton
from .flags import flags
from .hooks import HookManager

def start(name="proton", *, context="shadow", data="tree", backend="cupti", mode=None, hook=None):
    flags.profiling_on = True
    session = libproton.start(name, context, data, backend, START)
    if hook == "triton":
        HookManager.register()
    return session

def activate(session=None):
    libproton.activate_all() if session is None else libproton.activate(session)

def deactivate(session=None, flushing=False):
    libproton.deactivate_all(FLUSHING) if session is None else libproton.deactivate(session, FLUSHING)

def finalize(session=None, output_format="hatchet"):
    libproton.finalize_all(output_format) if session is None else libproton.finalize(session, output_format)
"""
# Before 3.5 Triton has place for one launch hook. Later versions compute metrics of tensors, and name the kernel in the state.
_HOOKS = """
from triton import knobs
from triton._C.libproton import proton as libproton

STATE = "__proton_launch_metadata"

class HookManager:
    @staticmethod
    def register():
        REGISTER

def enter(lazy):
    libproton.enter_state(STATE_OF_KERNEL)
    metadata = lazy.get()
    libproton.exit_state()
    metrics = {key: value for key, value in metadata.items() if key.startswith(("flops", "bytes"))}
    lazy.id = libproton.record_scope()
    libproton.enter_op(lazy.id, metadata["name"])
    libproton.add_metrics(lazy.id, ADDED)

def exit(lazy):
    libproton.exit_op(lazy.id, lazy.get()["name"])
"""


def files(version):
    """Path -> text of the package's modules, beside those of fake_triton."""
    is_old, is_later = version.startswith("3.4"), version.startswith("3.8")
    added = "metrics, {'loss': libproton.TensorMetric(1, libproton.metric_double_index)}" if is_later else "metrics"
    register = "knobs.runtime.launch_enter_hook" + (" = enter" if is_old else ".add(enter)")
    state = 'f"{STATE}:{lazy.name}"' if is_later else "STATE"
    return {
        "triton/_C/__init__.py": "",
        "triton/_C/libproton.py": _NATIVE.replace("NAMES", repr(_NAMES)),
        "triton/profiler/__init__.py": "from .scope import scope, cpu_timed_scope, enter_scope, exit_scope\nfrom .state import state\n"
                                       "from .profile import start, activate, deactivate, finalize\n",
        "triton/profiler/flags.py": "class flags:\n    profiling_on = False\n",
        "triton/profiler/scope.py": _SCOPE,
        "triton/profiler/state.py": _STATE,
        "triton/profiler/profile.py": _PROFILE.replace("START", "'', '/cupti'" if is_old else "''")
                                              .replace("FLUSHING", "flushing" if is_later else "*()"),
        "triton/profiler/hooks.py": _HOOKS.replace("REGISTER", register).replace("STATE_OF_KERNEL", state).replace("ADDED", added),
    }


def write(test, version, folder="packages"):
    for path, text in files(version).items():
        test.write(f"{folder}/{path}", text)
