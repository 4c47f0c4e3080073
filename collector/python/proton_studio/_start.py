# SPDX-License-Identifier: Apache-2.0
"""Installs the hooks of an attached Python program, each for the moment when the program imports what the hook follows."""

import atexit
import os

from proton_studio import _inductor, _library, _proton, _steps, _triton, _xla
from proton_studio._hook import Hook
from proton_studio._imports import ModuleWatcher

# How long the program waits at its end for records that are still on the device.
_FLUSH_MILLISECONDS = 10_000

_ACTIONS = {
    "triton.knobs": _triton.watch_loads,
    "triton.compiler.compiler": _triton.watch_compiler,
    "triton.runtime.autotuner": _triton.watch_autotuner,
    "triton._C.libproton": _proton.watch_native,
    "torch.profiler.profiler": _steps.watch_profiler,
    "torch._inductor.runtime.static_cuda_launcher": _inductor.watch_static_launcher,
    "torch._inductor.runtime.static_triton_launcher": _inductor.watch_static_launcher,
    "torch._inductor.runtime.triton_heuristics": _inductor.watch_heuristics,
    "torch._inductor.autotune_process": _inductor.watch_autotune_process,
    "jax._src.xla_bridge": _xla.watch_bridge,
    "jax._src.compiler": _xla.watch_compiler,
}


def install():
    """Follows the modules above. Handlers of atexit that the program registers later run before the flush."""
    atexit.register(Hook("atexit").run, _library.flush, _FLUSH_MILLISECONDS)
    actions = dict(_ACTIONS)
    if os.environ.get("PSTUDIO_ATTACH_SCOPES"):
        from proton_studio import _scopes
        actions.update(_scopes.actions(_triton.watch_compiler))
    ModuleWatcher({name: (Hook(f"import of {name}"), action) for name, action in actions.items()}).install()
