# SPDX-License-Identifier: Apache-2.0
"""Contents of sessions while the program runs: the names of triton.profiler.data.

A tree is that of the session's .hatchet file if the program ended now. It contains launches whose kernels have ended: a program
that wants all of them synchronizes first. A session has phases: advance_phase() begins the next one. Session 0 is the first one that
proton_studio.proton started; None, which start() returns in a program that is not attached, has no data."""

from proton_studio import _library, _presence

_TIMEOUT_MS = 60_000

_started = []  # numbers, in the order of their starts
_phases = {}  # session -> its phase, if it is not 0
_cleared = {}  # session -> the first phase that clear() up to a phase has not removed


def begin(session):
    """The session has started."""
    _started.append(session)


def last():
    """The session that was started last; None if there is none."""
    return _started[-1] if _started else None


def tree(session, phase=None):
    """The tree of a session: a list of its root and of the devices. Empty in a program that is not attached, without a session, before
    the first use of the driver, and if proton-collect does not answer, which its report says."""
    file = -1
    if _presence.is_attached() and session is not None:
        file = _library.session_tree(session, phase, _TIMEOUT_MS)
    if file < 0:
        return [{"frame": {"name": "ROOT", "type": "function"}, "metrics": {}, "children": []}, {}]
    import json
    with open(file, "rb") as opened:
        opened.seek(0)
        return json.load(opened)


def get(session=0, phase=0):
    """The tree of a phase of the session."""
    return None if session is None else tree(_number(session), phase)


def get_msgpack(session=0, phase=0):
    """The same as MessagePack."""
    if session is None:
        return None
    from proton_studio import _message_pack
    return _message_pack.packed(get(session, phase))


def advance_phase(session=0):
    """Begins the next phase of the session and returns its number."""
    if session is None or not _presence.is_attached():
        return None
    number = _number(session)
    if number is None:
        return None
    _library.session_advance(number)
    _phases[number] = _phases.get(number, 0) + 1
    return _phases[number]


def is_phase_complete(session=0, phase=0):
    """Later launches do not belong to this phase; get() waits for those that do."""
    return session is not None and phase < _phases.get(_number(session), 0)


is_phase_flushed = is_phase_complete  # its name in Triton 3.6


def clear(session=0, phase=0, clear_up_to_phase=False):
    """Removes what a phase of the session, or each phase up to it, contains so far, also from the session's files."""
    if session is None or not _presence.is_attached():
        return
    number = _number(session)
    if number is None:
        return
    last_phase = min(phase, _phases.get(number, 0))
    for cleared in range(_cleared.get(number, 0) if clear_up_to_phase else phase, last_phase + 1):
        _library.session_clear(number, cleared)
    if clear_up_to_phase:
        _cleared[number] = max(_cleared.get(number, 0), last_phase)


def _number(session):
    if session != 0:
        return session
    return _started[0] if _started else None
