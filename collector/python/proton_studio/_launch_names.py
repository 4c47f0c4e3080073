# SPDX-License-Identifier: Apache-2.0
"""Names and metrics that launch_metadata of a Triton kernel gives its launches, as the hook "triton" of Triton's profiler reads them."""

import importlib
import threading

from proton_studio import _library, _metrics, _states
from proton_studio._hook import Hook

# What Triton's profiler takes from the metadata of a launch.
_METRICS = ("flops8", "flops16", "flops32", "flops64", "flops", "bytes")

_enter_hook = Hook("launch_metadata of a Triton kernel")
_exit_hook = Hook("end of a launch of a Triton kernel")
_local = threading.local()
_users = set()


def use(session):
    """Reads the metadata of launches until the last session that asked for it calls leave()."""
    if not _users and not _change("add"):
        return
    _users.add(session)


def leave(session):
    if session in _users:
        _users.discard(session)
        if not _users:
            _change("remove")


def _change(action):
    """Adds the functions to Triton's hooks, or removes them; False without Triton, and for a Triton (before 3.5) that has place for
    one hook only."""
    try:
        runtime = importlib.import_module("triton.knobs").runtime
    except (ImportError, AttributeError):
        return False
    hooks = [getattr(runtime, name, None) for name in ("launch_enter_hook", "launch_exit_hook")]
    if not all(hasattr(hook, action) for hook in hooks):
        return False
    for hook, function in zip(hooks, (entered, left)):
        getattr(hook, action)(function)
    return True


def _operations():
    return vars(_local).setdefault("operations", [])


def entered(metadata):
    """A launch begins. Every call has its end, also if this one fails."""
    _operations().append(_enter_hook.run(_name, metadata))


def left(_metadata):
    operations = _operations()
    own = operations.pop() if operations else None
    if own:
        _exit_hook.run(_library.operation_exit, own)


def _name(metadata):
    """The metadata are computed by the program's function, which may launch kernels itself."""
    _states.enter(_states.METADATA)
    try:
        known = metadata.get()
    finally:
        _states.leave()
    own = _library.operation_enter(known["name"])
    if own:
        _metrics.add(own, {name: known[name] for name in _METRICS if name in known})
    return own
