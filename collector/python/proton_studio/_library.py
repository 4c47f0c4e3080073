# SPDX-License-Identifier: Apache-2.0
"""The functions of the preloaded library (collector/attach/shim/pstudio_attach.h). Without the library they do nothing."""

import os

_VERSION = 1

# Texts whose numbers are kept here; others are asked for each time.
_MOST_NUMBERS = 65536

# Name -> function of the preloaded library; None before the first call. ctypes is imported at that call: the start of a
# program that uses no GPU must not pay for it.
_functions = None


def _find():
    """The functions of the preloaded library; none if it is absent or of another version."""
    try:
        import ctypes
        text, number, wide = ctypes.c_char_p, ctypes.c_uint32, ctypes.c_uint64
        program = ctypes.CDLL(None)
        version = program.pstudio_attach_version
        version.restype = number
        if version() != _VERSION:
            return {}
        arguments = {
            "kernel_source": (ctypes.c_uint64, text, text),
            "autotune": (ctypes.c_int,),
            "interpreter": (text, ctypes.POINTER(text), number),
            "python_files": (ctypes.POINTER(text), number),
            "dump_folder": (text, text),
            "notice": (text, text),
            "flush": (number,),
            "intern": (text,),
            "scope_enter": (number,),
            "scope_exit": (wide,),
            "operation_enter": (number,),
            "operation_exit": (wide,),
            "state": (number, number),
            "metric": (wide, number, ctypes.c_double, ctypes.c_int),
            "metric_integer": (wide, number, ctypes.c_int64, ctypes.c_int),
            "session": (number, number, number),
            "session_start": (number, number, number),
            "session_clear": (number, number),
            "session_advance": (number,),
            "session_tree": (number, number, number),
            "instrument": (text, text),
            "restore": (number,),
            "step": (ctypes.c_int64,),
        }
        results = {"intern": number, "scope_enter": wide, "operation_enter": wide, "instrument": number,
                   "session_tree": ctypes.c_int}
        found = {}
        for name, types in arguments.items():
            found[name] = getattr(program, "pstudio_attach_" + name)
            found[name].argtypes = types
            found[name].restype = results.get(name)
        return found
    except (ImportError, OSError, AttributeError):
        return {}


def _call(name, *arguments):
    """The result of the function; None if there is none."""
    global _functions
    if _functions is None:
        _functions = _find()
    function = _functions.get(name)
    return None if function is None else function(*arguments)


def is_attached():
    """The program runs below proton-collect attach and has its library."""
    global _functions
    if _functions is None:
        _functions = _find() if os.environ.get("PSTUDIO_ATTACH") else {}
    return bool(_functions)


def kernel_source(function, cubin, metadata):
    """The code of the kernel with this handle is in the file `cubin`, its metadata in `metadata` (or None)."""
    _call("kernel_source", function, os.fsencode(cubin), os.fsencode(metadata) if metadata else None)


def autotune(begin):
    """The calling thread enters or leaves an autotuner's benchmark."""
    _call("autotune", 1 if begin else 0)


def interpreter(executable, path):
    """The interpreter of this process and its search path."""
    from ctypes import c_char_p
    folders = (c_char_p * len(path))(*[os.fsencode(folder) for folder in path])
    _call("interpreter", os.fsencode(executable), folders, len(path))


def python_files(files):
    """Source files of modules that were imported since the last call."""
    from ctypes import c_char_p
    paths = (c_char_p * len(files))(*[os.fsencode(file) for file in files])
    _call("python_files", paths, len(files))


def dump_folder(folder, flags):
    """XLA writes PTX to the folder; `flags` were added to XLA_FLAGS for it, or "" if the program has chosen the folder."""
    _call("dump_folder", os.fsencode(folder), os.fsencode(flags))


def notice(code, text):
    """A line for the report."""
    _call("notice", code.encode(), text.encode("utf-8", "backslashreplace"))


# Text -> its number.
_numbers = {}


def _number(text):
    number = _numbers.get(text)
    if number is None:
        number = _call("intern", str(text).encode("utf-8", "backslashreplace")) or 0
        if len(_numbers) < _MOST_NUMBERS:
            _numbers[text] = number
    return number


def scope_enter(name):
    """The calling thread enters a scope. Returns the number of the entry; 0 if there is none."""
    return _call("scope_enter", _number(name)) or 0


def scope_exit(scope):
    """The calling thread leaves the scope with this number."""
    _call("scope_exit", scope)


def operation_enter(name):
    """Launches of the calling thread have this name from now on. Returns a number for metrics; 0 inside of another operation."""
    return _call("operation_enter", _number(name)) or 0


def operation_exit(operation):
    """The end of the operation with this number."""
    _call("operation_exit", operation)


def state(name, part=None):
    """What the calling thread does in its next launches, and a part of it; None: nothing special."""
    _call("state", _number(name) if name else 0, _number(part) if part else 0)


def metric(scope, name, value, is_exclusive):
    """A metric of a scope or operation: an int or a float."""
    kind = "metric_integer" if isinstance(value, int) else "metric"
    _call(kind, scope, _number(name), value, 1 if is_exclusive else 0)


SESSION_ACTIVATE, SESSION_DEACTIVATE, SESSION_FINALIZE = 2, 3, 4

# Files of a session.
TREE_FILE, TRACE_FILE = 1, 2


def session_start(number, name, files):
    """A session of the program has started and is active. What its active parts contain is written to these files."""
    _call("session_start", number, _number(name), files)


def session(number, change):
    """A session of the program has changed."""
    _call("session", number, change, 0)


def session_clear(number, phase):
    """Removes what a phase of the session contains."""
    _call("session_clear", number, phase)


def session_advance(number):
    """Begins the next phase of the session."""
    _call("session_advance", number)


_ALL_PHASES = 0xffffffff


def session_tree(number, phase, milliseconds):
    """A descriptor of a file with the tree of the session, of one phase or (None) of all; -1 if there is none."""
    file = _call("session_tree", number, _ALL_PHASES if phase is None else phase, milliseconds)
    return -1 if file is None else file


def instrument(kernel, mode):
    """From now on all launches of kernels that match the name with * and ? are recorded in this mode (None: the default). Returns the
    number of this rule; 0 if there is none."""
    return _call("instrument", kernel.encode("utf-8", "backslashreplace"), mode.encode() if mode else None) or 0


def restore(rule):
    """The rule with this number ends."""
    _call("restore", rule)


def step(number):
    """The program is in this step of torch.profiler; None: in no step."""
    _call("step", -1 if number is None else number)


def flush(milliseconds):
    """Waits until the records of finished launches are in their files, at most so long. A program in which no other function
    was called has none."""
    if _functions is not None:
        _call("flush", milliseconds)
