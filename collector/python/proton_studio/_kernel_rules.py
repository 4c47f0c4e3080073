# SPDX-License-Identifier: Apache-2.0
"""Kernels that the program chooses itself, by function or name, while it runs."""

import threading

from proton_studio import _library

ALL = "*"

# Attributes by which Triton's autotuner and heuristics hold the function that they wrap.
_MOST_WRAPPERS = 16

_lock = threading.Lock()
_rules = []  # (glob, number) of instrument()
_defaults = {}  # session -> number: sessions that chose no mode, until the program chooses kernels itself
_session_rules = {}  # session -> number
_session_modes = {}  # session -> its mode, None for the default
_has_chosen = False


def glob_of(kernel):
    """The name with * and ? of a kernel: of a name itself, or of a function of Triton. A function with names of its own for each
    specialisation stands for all names that begin with the function's."""
    if kernel is None:
        return ALL
    if isinstance(kernel, str):
        return kernel
    function = kernel
    for _ in range(_MOST_WRAPPERS):
        inner = getattr(function, "fn", None)
        if inner is None:
            break
        if getattr(function, "_repr", None) is not None and getattr(inner, "__name__", None):
            return inner.__name__ + "*"
        function = inner
    name = getattr(function, "__name__", None)
    if not isinstance(name, str):
        raise TypeError(f"a kernel is a Triton function or a name, not {type(kernel).__name__}")
    return name


def instrument(kernel, mode):
    """Launches of these kernels are recorded in the mode from now on, beside modes that were chosen before."""
    global _has_chosen
    glob = glob_of(kernel)
    with _lock:
        _has_chosen = True
        ended = list(_defaults.values())
        _defaults.clear()
        for number in ended:
            _library.restore(number)
        number = _library.instrument(glob, mode)
        if number:
            _rules.append((glob, number))


def restore(kernel):
    """The end of what instrument() chose for these kernels; None: for all."""
    glob = None if kernel is None else glob_of(kernel)
    with _lock:
        for known in [rule for rule in _rules if glob is None or rule[0] == glob]:
            _rules.remove(known)
            _library.restore(known[1])


def begin_session(session, mode):
    """All kernels are recorded while the session is active. A session without a mode stands back once the program has called
    instrument()."""
    with _lock:
        _session_modes[session] = mode
        _begin(session)


def _begin(session):
    mode = _session_modes[session]
    if session in _session_rules or session in _defaults or (mode is None and _has_chosen):
        return
    number = _library.instrument(ALL, mode)
    if number:
        (_defaults if mode is None else _session_rules)[session] = number


def activate_session(session):
    with _lock:
        if session in _session_modes:
            _begin(session)


def deactivate_session(session):
    with _lock:
        for known in (_defaults, _session_rules):
            number = known.pop(session, None)
            if number is not None:
                _library.restore(number)


def end_session(session):
    deactivate_session(session)
    with _lock:
        _session_modes.pop(session, None)
