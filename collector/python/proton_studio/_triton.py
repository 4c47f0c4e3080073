# SPDX-License-Identifier: Apache-2.0
"""Hooks of Triton: the files of each kernel that it loads, and the launches of its autotuner."""

from proton_studio import _program
from proton_studio._hook import Hook

_load_hook = Hook("triton.knobs.runtime.kernel_load_end_hook")


def watch_loads(knobs):
    """Follows triton.knobs.runtime.kernel_load_end_hook: a chain since Triton 3.5, a single callable or None before."""
    _program.report_interpreter()
    runtime = knobs.runtime
    present = runtime.kernel_load_end_hook
    if hasattr(present, "add"):
        present.add(kernel_loaded)
    elif present is not kernel_loaded:
        runtime.kernel_load_end_hook = kernel_loaded if present is None else _Both(present, kernel_loaded)


def watch_autotuner(autotuner):
    """Brackets the benchmarks of triton.autotune."""
    _program.bracket_autotuning(autotuner.Autotuner, "_bench", "triton.runtime.autotuner.Autotuner._bench")


def kernel_loaded(*arguments, **named):
    """Triton has loaded a kernel: module, function, name, metadata_group, hash."""
    _load_hook.run(_report_kernel, arguments, named)


def _report_kernel(arguments, named):
    function = named.get("function", arguments[1] if len(arguments) > 1 else None)
    files = named.get("metadata_group") or next((item for item in arguments if isinstance(item, dict)), None)
    if isinstance(function, int) and files:
        cubin, metadata = _file_of(files, ".cubin"), _file_of(files, ".json")
        if cubin:
            _program.report_source(function, cubin, metadata)


def _file_of(files, suffix):
    """The path of the kernel's file of a kind; metadata_group names files, and a group file without paths."""
    return next((str(path) for name, path in files.items()
                 if name.endswith(suffix) and not name.startswith("__grp__")), None)


class _Both:
    """Two load hooks as one, for versions that have place for one."""

    def __init__(self, first, second):
        self._hooks = (first, second)

    def __call__(self, *arguments, **named):
        for hook in self._hooks:
            hook(*arguments, **named)
