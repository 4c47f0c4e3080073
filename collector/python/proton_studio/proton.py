# SPDX-License-Identifier: Apache-2.0
"""The names of Triton's profiler for programs without Triton: scopes, states, metrics and sessions of proton-collect attach.

    from proton_studio import proton
    with proton.scope("forward", {"flops": 2e9}):
        ...

Scopes count whether a session is active or not. Nothing is written by these functions: proton-collect attach writes the results at
the end of the program. In a program that is not attached every call does nothing."""

import contextlib
import functools
import itertools
import threading
import time

from proton_studio import _launch_names, _library, _metrics, _states

DEFAULT_PROFILE_NAME = "proton"

# Sessions of Triton's profiler in the same program count from 0.
_FIRST_SESSION = 1 << 16

_CPU_TIME = "cpu_time (ns)(exc)"

_numbers = itertools.count(_FIRST_SESSION)
_sessions = set()
_local = threading.local()


def _of_thread(name):
    """The stack with this name of the calling thread."""
    stacks = vars(_local)
    return stacks.setdefault(name, [])


def start(name=None, *, context="shadow", data="tree", backend=None, mode=None, hook=None):
    """Notes a session and returns its number; None in a program that is not attached. What is recorded is chosen by the options
    of proton-collect attach, not here. hook="triton": launches of Triton kernels have the names and metrics of their
    launch_metadata until the session is finalized."""
    if not _library.is_attached():
        return None
    session = next(_numbers)
    _sessions.add(session)
    _library.session(session, _library.SESSION_START, DEFAULT_PROFILE_NAME if name is None else name)
    if hook == "triton":
        _launch_names.use(session)
    return session


def activate(session=None):
    """The session, or each one, is active from now on."""
    _change(session, _library.SESSION_ACTIVATE)


def deactivate(session=None, flushing=False):
    """The session, or each one, is not active from now on."""
    _change(session, _library.SESSION_DEACTIVATE)


def finalize(session=None, output_format=""):
    """The end of the session, or of each one."""
    ended = _change(session, _library.SESSION_FINALIZE)
    _sessions.difference_update(ended)
    for known in ended:
        _launch_names.leave(known)


def _change(session, change):
    changed = [known for known in sorted(_sessions) if session is None or known == session]
    for known in changed:
        _library.session(known, change)
    return changed


def profile(func=None, *, name=None, context="shadow", data="tree", backend=None, mode=None, hook=None):
    """Decorator: a session during each call of the function."""
    if func is None:
        return functools.partial(profile, name=name, context=context, data=data, backend=backend, mode=mode, hook=hook)

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        session = start(name, context=context, data=data, backend=backend, mode=mode, hook=hook)
        try:
            return func(*args, **kwargs)
        finally:
            deactivate(-1 if session is None else session)

    return wrapper


class scope(contextlib.ContextDecorator):
    """A scope with metrics, as context manager or decorator. Names of metrics may end in (inc), the default, or (exc)."""

    def __init__(self, name, metrics=None):
        self.name = name
        self.metrics = metrics

    def _recreate_cm(self):
        return type(self)(self.name, self.metrics)  # each call of a decorated function has its own

    def __enter__(self):
        self._enter()
        return self

    def __exit__(self, *_):
        self._leave()

    def _enter(self):
        own = _library.scope_enter(self.name) if _library.is_attached() else 0
        _of_thread("managed").append(own)
        if own and self.metrics:
            _metrics.add(own, self.metrics)
        return own

    def _leave(self):
        own = _of_thread("managed").pop()
        if own:
            _library.scope_exit(own)
        return own


class cpu_timed_scope(scope):
    """A scope with the metric `cpu_time (ns)`: the time between its beginning and its end."""

    def __init__(self, name, metrics=None):
        if metrics and "cpu_time" in metrics:
            raise ValueError("The metric name 'cpu_time' is reserved.")
        super().__init__(name, metrics)

    def _enter(self):
        _of_thread("begins").append(time.time_ns())
        return super()._enter()

    def _leave(self):
        elapsed = time.time_ns() - _of_thread("begins").pop()
        own = super()._leave()
        if own:
            _metrics.add(own, {_CPU_TIME: elapsed})
        return own


def enter_scope(name, *, triton_op=False, metrics=None):
    """Enters a scope, with triton_op a name of the next launches. Returns its number; -1 in a program that is not attached."""
    if not _library.is_attached():
        return -1
    own = _library.operation_enter(name) if triton_op else _library.scope_enter(name)
    _of_thread("entered").append(own)
    if own and metrics:
        _metrics.add(own, metrics)
    return own


def exit_scope(name=None, *, triton_op=False, metrics=None):
    """Leaves the scope that enter_scope entered last. Returns its number; -1 if there is none."""
    entered = _of_thread("entered")
    if not entered:
        return -1
    own = entered.pop()
    if own and metrics:
        _metrics.add(own, metrics)
    (_library.operation_exit if triton_op else _library.scope_exit)(own)
    return own


class state(contextlib.ContextDecorator):
    """What the thread does in its next launches, shown above the kernels, as context manager or decorator."""

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        enter_state(self.name)
        return self

    def __exit__(self, *_):
        exit_state()


class metadata_state(state):
    """The state of launches that prepare metadata of a kernel."""

    def __init__(self):
        super().__init__(_states.METADATA)


def enter_state(name):
    """Enters a state, until exit_state the one of the thread's launches."""
    _states.enter(name)


def exit_state():
    """Back to the state before, if there was one."""
    _states.leave()
