# SPDX-License-Identifier: Apache-2.0
"""Packages with the shapes of triton.language and triton.profiler.language of Triton 3.4, 3.5, 3.6 and later: what is emitted is
printed."""

import fake_triton

VERSIONS = fake_triton.VERSIONS

_KNOBS = """
import os
class compilation_knobs:
    instrumentation_mode = os.environ.get("TRITON_INSTRUMENTATION_MODE", "")
compilation = compilation_knobs()
"""
_CORE = """
import functools
int32, void = "int32", "void"
class constexpr:
    def __init__(self, value):
        self.value = value
def _unwrap_if_constexpr(value):
    return value.value if isinstance(value, constexpr) else value
def builtin(function):
    @functools.wraps(function)
    def wrapper(*arguments, **named):
        if named.get("_semantic") is None:
            raise ValueError("Did you forget to add @triton.jit ?")
        return function(*arguments, **named)
    wrapper.__triton_builtin__ = True
    return wrapper
@builtin
def inline_asm_elementwise(asm, constraints, args, dtype, is_pure, pack, _semantic=None):
    print(type(_semantic).__name__, asm, constraints, args, dtype, is_pure, pack)
    return object()
"""
_SEMANTICS = """
class TritonSemantic: pass
class GluonSemantic(TritonSemantic): pass
"""
_FLAGS = """
class ProfilerFlags:
    instrumentation_on = False
flags = ProfilerFlags()
"""
_FLAGS_3_4 = """
_on = False
def set_instrumentation_on():
    global _on
    _on = True
def get_instrumentation_on():
    return _on
"""
_RECORD = """
def record(is_start, scope_name, semantic):
    if not ON:
        return
    print("proton.record", tl._unwrap_if_constexpr(is_start), tl._unwrap_if_constexpr(scope_name))
"""
_RECORD_BUILTIN = """
@builtin
def record(is_start, scope_name, predicate=True, _semantic=None):
    if not ON:
        return
    print("proton.record", tl._unwrap_if_constexpr(is_start), tl._unwrap_if_constexpr(scope_name))
"""
_LANGUAGE = """
from triton.language import core as tl
from triton.language.core import builtin
from triton.language.semantic import TritonSemantic, GluonSemantic
IMPORT
SEMANTICS
RECORD
@builtin
def enter_scope(name, _semantic=None):
    record(is_start=True, scope_name=name, SEMANTIC=_semantic)
@builtin
def exit_scope(name, _semantic=None):
    record(is_start=False, scope_name=name, SEMANTIC=_semantic)
class scope:
    def __init__(self, name, _semantic=None):
        self.name, self.semantic = name, _semantic
    def __enter__(self):
        enter_scope(self.name, _semantic=self.semantic)
    def __exit__(self, *_):
        exit_scope(self.name, _semantic=self.semantic)
"""
_ENABLED = """
_SEMANTICS = {GluonSemantic}
def enable_semantic(name):
    _SEMANTICS.add({"triton": TritonSemantic, "gluon": GluonSemantic}[name])
"""
_INSTRUMENTATION = """
from triton import knobs
from triton.profiler.flags import flags
class InstrumentationHook:
    def activate(self):
        flags.instrumentation_on = True
        knobs.compilation.instrumentation_mode = "default"
    def deactivate(self):
        flags.instrumentation_on = False
        knobs.compilation.instrumentation_mode = ""
"""
_PARSER = """
class ir:
    @staticmethod
    def parse_mlir_module(path, context):
        print(context, open(path).read(), end="")
        return path
"""


def _language(version):
    is_old, is_new = version < "3.6", version >= "3.8"
    text = _LANGUAGE.replace("RECORD", _RECORD_BUILTIN if is_new else _RECORD)
    text = text.replace("IMPORT", "from ..flags import get_instrumentation_on" if is_old else "from ..flags import flags")
    text = text.replace("ON", "get_instrumentation_on()" if is_old else "flags.instrumentation_on")
    text = text.replace("SEMANTICS\n", "" if is_old else _ENABLED, 1)
    return text.replace("SEMANTIC=", "_semantic=" if is_new else "semantic=").replace("..flags", ".flags")


def write(test, version):
    """The package `triton` in the folder "packages" of the test."""
    files = fake_triton.files(version)
    files["triton/knobs.py"] += _KNOBS
    files["triton/compiler/compiler.py"] += _PARSER
    files |= {"triton/language/__init__.py": "", "triton/language/core.py": _CORE, "triton/language/semantic.py": _SEMANTICS,
              "triton/profiler/__init__.py": "", "triton/profiler/flags.py": _FLAGS_3_4 if version < "3.6" else _FLAGS,
              "triton/profiler/language.py": _language(version), "triton/profiler/hooks/__init__.py": ""}
    if version >= "3.6":
        files["triton/profiler/hooks/instrumentation.py"] = _INSTRUMENTATION
    for path, text in files.items():
        test.write(f"packages/{path}", text)
