# SPDX-License-Identifier: Apache-2.0
"""Follows Triton's profiler in the program: all of it calls one module of C++, which is replaced by one that forwards and notes."""

import sys
import types

from proton_studio import _library, _metrics, _session_files
from proton_studio._hook import Hook

# Metrics may come after the end of a scope: so many ended ones are kept.
_MOST_ENDED = 1024

# The state of a launch that Triton's profiler makes itself; the kernel for which it does may follow.
_METADATA_PREFIX = "__proton_launch_metadata:"


class Sessions:
    """The sessions of the program, and the scopes that they see. A session sees scopes only while it is active."""

    def __init__(self):
        self.names = {}  # number -> name, until the session is finalized
        self.active = set()
        self._scopes = {}  # number of Triton's profiler -> own number
        self._ended = {}
        self._operations = {}
        self._phases = {}  # session -> its phase
        self._cleared = {}  # session -> the first phase that is not cleared as one of those up to a phase

    def start(self, session, path, _context=None, data=None, *__):
        if not isinstance(session, int):
            return
        if session in self.names:  # the profiler starts a session of the same path again
            return self.activate(None, session)
        self.names[session] = path
        self._phases.pop(session, None)
        self._cleared.pop(session, None)
        self.active.add(session)
        _library.session_start(session, path, _session_files.of(data))

    def activate(self, _, session, *__):
        if session in self.names and session not in self.active:
            self.active.add(session)
            _library.session(session, _library.SESSION_ACTIVATE)

    def deactivate(self, _, session, *__):
        if session in self.active:
            self.active.discard(session)
            _library.session(session, _library.SESSION_DEACTIVATE)

    def finalize(self, _, session, *__):
        if self.names.pop(session, None) is not None:
            self.active.discard(session)
            _library.session(session, _library.SESSION_FINALIZE)

    def activate_all(self, *_):
        for session in list(self.names):
            self.activate(None, session)

    def deactivate_all(self, *_):
        for session in list(self.names):
            self.deactivate(None, session)

    def finalize_all(self, *_):
        for session in list(self.names):
            self.finalize(None, session)

    def clear_data(self, _, session, phase=0, is_each_up_to_phase=False, *__):
        if session not in self.names:
            return
        last = min(phase, self._phases.get(session, 0))
        for cleared in range(self._cleared.get(session, 0) if is_each_up_to_phase else phase, last + 1):
            _library.session_clear(session, cleared)
        if is_each_up_to_phase:
            self._cleared[session] = max(self._cleared.get(session, 0), last)

    def advance_data_phase(self, _, session, *__):
        if session in self.names:
            _library.session_advance(session)
            self._phases[session] = self._phases.get(session, 0) + 1

    def enter_scope(self, _, scope, name, *__):
        if self.active:
            self._scopes[scope] = _library.scope_enter(name)

    def exit_scope(self, _, scope, *__):
        own = self._scopes.pop(scope, None)
        if own is None:
            return
        _library.scope_exit(own)
        self._ended[scope] = own
        if len(self._ended) > _MOST_ENDED:
            self._ended.pop(next(iter(self._ended)), None)

    def enter_op(self, _, operation, name, *__):
        if self.active:
            own = _library.operation_enter(name)
            if own:
                self._operations[operation] = own

    def exit_op(self, _, operation, *__):
        own = self._operations.pop(operation, None)
        if own is not None:
            _library.operation_exit(own)

    def add_metrics(self, _, scope, metrics, tensor_metrics=None, *__):
        own = next((known[scope] for known in (self._operations, self._scopes, self._ended) if scope in known), None)
        if own:
            _metrics.add(own, metrics)
            _metrics.report_left_out(tensor_metrics or {})

    def enter_state(self, _, name, *__):
        if not self.active:
            return
        if name.startswith(_METADATA_PREFIX) and name != _METADATA_PREFIX:
            _library.state(_METADATA_PREFIX[:-1], name[len(_METADATA_PREFIX):])
        else:
            _library.state(name)

    def exit_state(self, *_):
        _library.state(None)


_NOTED = ("start", "activate", "activate_all", "deactivate", "deactivate_all", "finalize", "finalize_all", "clear_data",
          "advance_data_phase", "enter_scope", "exit_scope", "enter_op", "exit_op", "add_metrics", "enter_state", "exit_state")

def watch_native(module):
    """Replaces triton._C.libproton.proton in its package and in the modules that have it already."""
    native = getattr(module, "proton", None)
    if not isinstance(native, types.ModuleType) or isinstance(native, FollowedModule):
        return
    followed = FollowedModule(native, Sessions())
    module.proton = followed
    if sys.modules.get(native.__name__) is native:
        sys.modules[native.__name__] = followed
    for name, user in list(sys.modules.items()):
        if name.startswith("triton.profiler") and getattr(user, "libproton", None) is native:
            user.libproton = followed


class FollowedModule(types.ModuleType):
    """A module with everything of another one; its noted functions report each call that returned."""

    def __init__(self, native, sessions):
        super().__init__(native.__name__, native.__doc__)
        vars(self).update(vars(native))
        for name in _NOTED:
            function = getattr(native, name, None)
            if function is not None:
                setattr(self, name, _noted(function, name, getattr(sessions, name)))
        self._native = native

    def __getattr__(self, name):
        """What the module has got since."""
        return getattr(self.__dict__["_native"], name)


def _noted(function, name, note):
    hook = Hook(f"triton.profiler: {name}")

    def followed(*args, **kwargs):
        result = function(*args, **kwargs)
        hook.run(note, result, *args, *kwargs.values())
        return result

    followed.__name__ = name
    followed.__doc__ = getattr(function, "__doc__", None)
    followed.__wrapped__ = function
    return followed
