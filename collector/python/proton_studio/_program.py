# SPDX-License-Identifier: Apache-2.0
"""What the hooks report: where a kernel's code is, which interpreter runs, and which launches an autotuner makes."""

import os
import sys

from proton_studio import _library
from proton_studio._hook import Hook, replace_method

_reported_path = None
_reported_files = set()


def report_interpreter():
    """Reports the interpreter and its search path; again only if the path has changed."""
    global _reported_path
    path = [_absolute(folder) for folder in sys.path if isinstance(folder, str)]
    if sys.executable and path != _reported_path:
        _reported_path = path
        _library.interpreter(sys.executable, path)


def report_files():
    """Reports the source files of modules that were imported since the last call: traces may contain their text."""
    files = []
    for module in list(sys.modules.values()):
        # Not getattr: a lazy module would import what it stands for.
        file = getattr(module, "__dict__", {}).get("__file__")
        if isinstance(file, str) and file.endswith(".py") and file not in _reported_files:
            _reported_files.add(file)
            files.append(_absolute(file))
    if files:
        _library.python_files(files)


def _absolute(folder):
    try:
        return os.path.abspath(folder)
    except OSError:  # the current folder is gone
        return folder


def report_source(function, cubin, metadata):
    """Reports the files of a loaded kernel; `function` is its handle."""
    report_interpreter()
    # The reader of these paths has another current folder.
    _library.kernel_source(function, _absolute(cubin), _absolute(metadata) if metadata else metadata)
    report_files()


def bracket_autotuning(owner, method, hook_name):
    """Launches within this method of the class `owner` are an autotuner's."""
    hook = Hook(hook_name)

    def bracketed(original):
        def bracket(*args, **kwargs):
            entered = hook.run(_enter_autotuning)
            try:
                return original(*args, **kwargs)
            finally:
                if entered:
                    _library.autotune(False)
        return bracket

    replace_method(owner, method, bracketed)


def _enter_autotuning():
    _library.autotune(True)
    return True
