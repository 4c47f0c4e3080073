# SPDX-License-Identifier: Apache-2.0
"""States of a thread, of which the last one entered holds for its launches."""

import threading

from proton_studio import _library

METADATA = "__proton_launch_metadata"

_local = threading.local()


def enter(name):
    """Until leave() the state of the thread's launches."""
    if _library.is_attached():
        _entered().append(name)
        _library.state(name)


def leave():
    """Back to the state before, if there was one."""
    entered = _entered()
    if entered:
        entered.pop()
        _library.state(entered[-1] if entered else None)


def _entered():
    return vars(_local).setdefault("states", [])
