# SPDX-License-Identifier: Apache-2.0
"""Scopes of triton.profiler.language inside kernels: marks in their code, for proton-collect attach --kernel-scopes."""

import functools
import inspect
import os
import re
import sys
import tempfile

from proton_studio import _library
from proton_studio._hook import Hook, replace_method

_VARIABLE = "PSTUDIO_ATTACH_SCOPES"
_REPORT_CODE = "scopes.none"

_mark_hook = Hook("scope inside a kernel")
_parser_hook = Hook("scopes of a TTGIR file")

# A record operation of Proton's dialect, alone on its line.
_OPERATION = re.compile(r'^(?P<indent>[ \t]*)proton\.record[ \t]+(?P<edge>start|end)[ \t]+"(?P<name>(?:[^"\\\n]|\\.)*)"'
                        r'(?P<rest>[ \t]*(?:loc\(.*\))?)[ \t]*(?://.*)?$', re.MULTILINE)

# Reasons that are in the report already.
_reported = set()


def actions(watch_compiler):
    """Name of a module -> what follows it. watch_compiler is done first for the module of the compiler."""
    def watch_parser(compiler):
        watch_compiler(compiler)
        # By this function Triton reads the TTGIR of triton.compile and of TRITON_KERNEL_OVERRIDE.
        compiler.ir.parse_mlir_module = _replacing(compiler.ir.parse_mlir_module)

    return {"triton.profiler.language": watch_language, "triton.profiler.hooks.instrumentation": watch_instrumentation,
            "triton.compiler.compiler": watch_parser}


def watch_language(language):
    """All scopes of kernels, of Triton and of Gluon, go through triton.profiler.language.record."""
    language.record = _marking(language.record, language)


def watch_instrumentation(hooks):
    """At the end of its instrumentation, Triton's profiler resets the mode by which caches tell kernels apart."""
    replace_method(hooks.InstrumentationHook, "deactivate", _restoring)


def mark(edge, name):
    """The comment in the kernel's PTX. Inline assembly doubles the dollar."""
    return f"// pstudio scope {edge} {' '.join(name.split())}".replace("$", "$$")


def _report(reason):
    if reason not in _reported:
        _reported.add(reason)
        _library.notice(_REPORT_CODE, reason)


def _compilation():
    return getattr(sys.modules.get("triton.knobs"), "compilation", None)


def _has_own_mode():
    """Kernels compiled now have a key of their own in Triton's cache."""
    return getattr(_compilation(), "instrumentation_mode", None) == os.environ.get(_VARIABLE)


def _profiler_instruments():
    """Triton's profiler instruments the kernels of the program itself."""
    module = sys.modules.get("triton.profiler.flags")
    if hasattr(module, "get_instrumentation_on"):
        return bool(module.get_instrumentation_on())
    return bool(getattr(getattr(module, "flags", None), "instrumentation_on", False))


def _may_mark():
    if _profiler_instruments():
        _report("the program's own profiler instruments the kernels")
    elif not _has_own_mode():
        _report("the program has an instrumentation mode of its own, or its Triton has none")
    else:
        return True
    return False


def _marking(original, language):
    signature = inspect.signature(original)

    @functools.wraps(original)
    def record(*arguments, **named):
        if _may_mark():
            return _mark_hook.run(_emit, language, signature.bind(*arguments, **named).arguments)
        return original(*arguments, **named)

    return record


def _emit(language, given):
    core = language.tl
    semantic = given.get("semantic", given.get("_semantic"))
    enabled = getattr(language, "_SEMANTICS", None)
    if enabled is not None and not isinstance(semantic, tuple(enabled)):
        _report(f"{type(semantic).__name__} is not enabled: call triton.profiler.language.enable_semantic")
        return
    if core._unwrap_if_constexpr(given.get("predicate", True)) is not True:
        _report("scopes with a predicate have no marks")
        return
    edge = "start" if core._unwrap_if_constexpr(given["is_start"]) else "end"
    text = mark(edge, str(core._unwrap_if_constexpr(given["scope_name"])))
    # The lowering of Triton needs a result; nothing writes or reads it.
    core.inline_asm_elementwise(text, "=r", [], dtype=core.int32, is_pure=False, pack=1, _semantic=semantic)


def _restoring(deactivate):
    def restored(self, *arguments, **named):
        result = deactivate(self, *arguments, **named)
        compilation = _compilation()
        if getattr(compilation, "instrumentation_mode", None) == "":
            compilation.instrumentation_mode = os.environ.get(_VARIABLE, "")
        return result

    return restored


def with_marks(text):
    """TTGIR with marks in the place of Proton's record operations, which Triton reads only while its profiler instruments."""
    count = -1

    def marked(match):
        nonlocal count
        count += 1
        name = mark(match["edge"], match["name"])
        return (f'{match["indent"]}%pstudio_scope_{count} = tt.elementwise_inline_asm "{name}" '
                f'{{constraints = "=r", packed_element = 1 : i32, pure = false}} -> i32{match["rest"]}')

    return _OPERATION.sub(marked, text)


def _replacing(parse):
    @functools.wraps(parse)
    def parse_marked(path, *arguments):
        marked = _parser_hook.run(_marked_file, path)
        if marked is None:
            return parse(path, *arguments)
        try:
            return parse(marked, *arguments)
        finally:
            os.unlink(marked)

    return parse_marked


def _marked_file(path):
    """A copy of the file with marks; None if it has no record operation, or may have no marks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if "proton.record" not in text or not _may_mark():
        return None
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=os.path.splitext(path)[1], delete=False) as copy:
        copy.write(with_marks(text))
    return copy.name
