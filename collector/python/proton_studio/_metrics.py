# SPDX-License-Identifier: Apache-2.0
"""Metrics of scopes and launches, as programs write them for Triton's profiler."""

import operator

from proton_studio import _library

_MOST_INTEGER = (1 << 63) - 1

_is_reported = False


def add(scope, metrics):
    """Adds numbers to the scope with this number. The suffix (exc) of a name: not added to outer scopes; (inc) is the default."""
    for name, value in metrics.items():
        number = _number(value)
        if number is None:
            _report(name)
            continue
        name, is_exclusive = str(name), False
        if name.endswith(("(exc)", "(inc)")):
            is_exclusive = name.endswith("(exc)")
            name = name[:-len("(exc)")].rstrip()
        _library.metric(scope, name, number, is_exclusive)


def _number(value):
    """An int of 64 bits or a float; None of values that are no numbers, or that are on a device."""
    if hasattr(value, "data_ptr"):
        return None  # a tensor: reading it would wait for the device
    try:
        integer = operator.index(value)
        return integer if -_MOST_INTEGER <= integer <= _MOST_INTEGER else float(integer)
    except (TypeError, OverflowError):
        pass
    try:
        return None if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _report(name):
    """Once for each process."""
    global _is_reported
    if not _is_reported:
        _is_reported = True
        _library.notice("callpath.metric", str(name))


def report_left_out(metrics):
    """Metrics whose values are on a device are not added."""
    for name in metrics:
        _report(name)
