# SPDX-License-Identifier: Apache-2.0
"""Hooks of torch.compile's Inductor: kernels of its static launcher, which bypass Triton's hooks, and its benchmarks."""

import os

from proton_studio import _program
from proton_studio._hook import Hook, replace_method

_LAUNCHERS = ("StaticallyLaunchedTritonKernel", "StaticallyLaunchedCudaKernel")

_load_hook = Hook("torch._inductor static launcher: load_kernel")


def watch_static_launcher(module):
    """Follows load_kernel of the class that has it: its name and its module differ between versions of PyTorch."""
    for name in _LAUNCHERS:
        owner = getattr(module, name, None)
        if isinstance(owner, type):
            replace_method(owner, "load_kernel", _followed)


def watch_heuristics(module):
    """Brackets the benchmarks of generated kernels; coordinate descent calls bench, too."""
    for method in ("bench", "benchmark_all_configs"):
        _program.bracket_autotuning(module.CachingAutotuner, method, f"torch._inductor CachingAutotuner.{method}")


def watch_autotune_process(module):
    """Brackets the benchmarks of templates (max-autotune), where they run in this process."""
    _program.bracket_autotuning(module.BenchmarkRequest, "benchmark", "torch._inductor BenchmarkRequest.benchmark")


def _followed(load_kernel):
    def followed(kernel, *args, **kwargs):
        before = _load_hook.run(_state, kernel)  # the path is forgotten by loading
        result = load_kernel(kernel, *args, **kwargs)
        if before is not None:
            _load_hook.run(_report_new, kernel, *before)
        return result

    return followed


def _state(kernel):
    return getattr(kernel, "cubin_path", None), _handles(kernel)


def _handles(kernel):
    """The loaded functions: one, and in later versions one for each device."""
    handles = [getattr(kernel, "function", None), *(getattr(kernel, "functions", None) or {}).values()]
    return {handle for handle in handles if isinstance(handle, int)}


def _report_new(kernel, path, before):
    if not path:
        return
    stem, _ = os.path.splitext(path)
    metadata = stem + ".json"
    for handle in _handles(kernel) - before:
        _program.report_source(handle, path, metadata if os.path.exists(metadata) else None)
