# SPDX-License-Identifier: Apache-2.0
"""Hooks of Triton: the files of each kernel that it loads, and the launches of its autotuner."""

import sys

from proton_studio import _program
from proton_studio._hook import Hook, replace_method

_load_hook = Hook("load of a Triton kernel")


def watch_loads(knobs):
    """Adds a hook to the chain triton.knobs.runtime.kernel_load_end_hook, which Triton has since 3.5."""
    _program.report_interpreter()
    chain = _load_chain(knobs)
    if chain is not None:
        chain.add(kernel_loaded)


def watch_compiler(compiler):
    """Before 3.5 Triton has place for one hook, and Proton fails if it is taken: the loading method is followed instead."""
    _program.report_interpreter()
    knobs = sys.modules.get("triton.knobs")
    if knobs is None or _load_chain(knobs) is None:
        replace_method(compiler.CompiledKernel, "_init_handles", _followed)


def _load_chain(knobs):
    hook = getattr(knobs.runtime, "kernel_load_end_hook", None)
    return hook if hasattr(hook, "add") else None


def watch_autotuner(autotuner):
    """Brackets the benchmarks of triton.autotune."""
    _program.bracket_autotuning(autotuner.Autotuner, "_bench", "triton.runtime.autotuner.Autotuner._bench")


def kernel_loaded(*arguments, **named):
    """Triton has loaded a kernel: module, function, name, metadata_group, hash."""
    _load_hook.run(_report_arguments, arguments, named)


def _report_arguments(arguments, named):
    function = named.get("function", arguments[1] if len(arguments) > 1 else None)
    files = named.get("metadata_group") or next((item for item in arguments if isinstance(item, dict)), None)
    _report_kernel(function, files)


def _followed(init_handles):
    def followed(kernel, *args, **kwargs):
        before = _load_hook.run(_function, kernel)
        result = init_handles(kernel, *args, **kwargs)
        _load_hook.run(_report_loaded, kernel, before)
        return result

    return followed


def _function(kernel):
    return vars(kernel).get("function")  # an attribute of the class may load the kernel


def _report_loaded(kernel, before):
    if _function(kernel) != before:  # else it was loaded already
        _report_kernel(_function(kernel), getattr(kernel, "metadata_group", None))


def _report_kernel(function, files):
    if isinstance(function, int) and files:
        cubin, metadata = _file_of(files, ".cubin") or _file_of(files, ".hsaco"), _file_of(files, ".json")
        if cubin:
            _program.report_source(function, cubin, metadata)


def _file_of(files, suffix):
    """The path of the kernel's file of a kind; metadata_group names files, and a group file without paths."""
    return next((str(path) for name, path in files.items()
                 if name.endswith(suffix) and not name.startswith("__grp__")), None)
