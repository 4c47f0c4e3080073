# SPDX-License-Identifier: Apache-2.0
"""The names of Triton's profiler for programs without Triton, and calls that choose kernels: sessions, scopes, states, metrics.

    from proton_studio import proton
    proton.start("profile")
    proton.instrument(kernel, mode="functions,loops")
    with proton.scope("forward", {"flops": 2e9}):
        kernel[grid](...)
    proton.restore(kernel)
    proton.finalize()

A session bounds what its files contain: proton-collect attach writes NAME.hatchet and NAME.pftrace at the end of the program. Its own
files of the process contain everything, whether a session is active or not. In a program that is not attached the first call says
so on standard error, and every call does nothing."""

import contextlib
import functools
import itertools
import threading
import time

from proton_studio import _data, _kernel_rules, _launch_names, _library, _metrics, _presence, _session_files, _states

data = _data  # as triton.profiler.data

DEFAULT_PROFILE_NAME = "proton"

# Sessions of Triton's profiler in the same program count from 0.
_FIRST_SESSION = 1 << 16

_CPU_TIME = "cpu_time (ns)(exc)"

_numbers = itertools.count(_FIRST_SESSION)
_sessions = {}  # number -> name, until the session is finalized
_starting = threading.Lock()
_local = threading.local()


def _of_thread(name):
    """The stack with this name of the calling thread."""
    stacks = vars(_local)
    return stacks.setdefault(name, [])


def start(name=None, *, context="shadow", data="tree", backend=None, mode=None, hook=None, metrics=None):
    """Starts a session and returns its number; None in a program that is not attached. Its profile contains the launches, scopes and
    metrics of the time in which it is active. A name whose session runs stands for that session, which is active from now on: with one
    name, a call for each backend makes one profile of kernel times, records inside kernels and metrics.

    data: "tree" writes NAME.hatchet, "trace" NAME.pftrace, "tree,trace" both.
    backend: "instrumentation" records all kernels in the mode while the session is active, as instrument(mode=mode) does; without a
    mode it stands back once the program calls instrument(). Times of kernels are in every profile ("cupti" and None).
    metrics: hardware counters are not read; the report says so.
    hook: "triton" gives launches of Triton kernels the names and metrics of their launch_metadata until the session is finalized.
    context: the frames of Python are chosen by proton-collect attach --callpath python."""
    if not _session_files.is_known(data):
        raise ValueError(f"data is tree, trace or both, not {data!r}")
    if not _presence.is_attached():
        return None
    name = DEFAULT_PROFILE_NAME if name is None else name
    with _starting:
        session = next((known for known, running in _sessions.items() if running == name), None)
        is_new = session is None
        if is_new:
            session = next(_numbers)
            _sessions[session] = name
    if is_new:
        _data.begin(session)
        _library.session_start(session, name, _session_files.of(data))
    else:
        activate(session)
    if metrics or _has_counters(backend, mode):
        _library.notice("counters.none", f"session {name}")
    if backend == "instrumentation":
        _kernel_rules.begin_session(session, _mode_text(mode))
    if hook == "triton":
        _launch_names.use(session)
    return session


def _mode_text(mode):
    """None for no mode, and for the mode "default" of Triton's profiler, as a name or an object: its options are those of that profiler."""
    text = "" if mode is None else str(mode)
    return None if text == "" or text.split(":")[0] == "default" else text


def _has_counters(backend, mode):
    """The mode of the session asks for hardware counters or samples."""
    return backend not in (None, "instrumentation") and any(word in str(mode or "") for word in ("metrics", "pcsampling"))


def instrument(fn=None, mode=None):
    """Records all launches of a kernel from now on: of a Triton function, of a name with * and ?, or of all kernels. `mode` is as for
    proton-collect attach --mode. Several calls for a kernel add modes: its launches run in them by turns."""
    if _presence.is_attached():
        _kernel_rules.instrument(fn, _mode_text(mode))


def restore(fn=None):
    """The end of instrument() for this function or name; without one for all."""
    if _presence.is_attached():
        _kernel_rules.restore(fn)


def activate(session=None):
    """The session, or each one, is active from now on."""
    for known in _change(session, _library.SESSION_ACTIVATE):
        _kernel_rules.activate_session(known)


def deactivate(session=None, flushing=False):
    """The session, or each one, is not active from now on: what follows is not in its profile."""
    for known in _change(session, _library.SESSION_DEACTIVATE):
        _kernel_rules.deactivate_session(known)


def finalize(session=None, output_format=""):
    """The end of the session, or of each one."""
    ended = _change(session, _library.SESSION_FINALIZE)
    for known in ended:
        _sessions.pop(known, None)
        _kernel_rules.end_session(known)
        _launch_names.leave(known)


def get_data(session=None):
    """The tree of a session, by default of the one that was started last, with all of its phases: as data.get()."""
    return _data.tree(_data.last() if session is None else session)


def _change(session, change):
    if not _presence.is_attached():
        return []
    changed = [known for known in sorted(_sessions) if session is None or known == session]
    for known in changed:
        _library.session(known, change)
    return changed


def profile(func=None, *, name=None, context="shadow", data="tree", backend=None, mode=None, hook=None, metrics=None):
    """Decorator: a session during each call of the function, with everything of start()."""
    options = {"name": name, "context": context, "data": data, "backend": backend, "mode": mode, "hook": hook, "metrics": metrics}
    if func is None:
        return functools.partial(profile, **options)

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        session = start(**options)
        try:
            return func(*args, **kwargs)
        finally:
            if session is not None:
                deactivate(session)

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
        own = _library.scope_enter(self.name) if _presence.is_attached() else 0
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
    if not _presence.is_attached():
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
    if _presence.is_attached():
        _states.enter(name)


def exit_state():
    """Back to the state before, if there was one."""
    _states.leave()
