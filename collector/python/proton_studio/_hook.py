# SPDX-License-Identifier: Apache-2.0
"""A hook that cannot harm the program: its first exception is reported, and switches it off."""

from proton_studio import _library

REPORT_CODE = "hook.failed"


class Hook:
    """Runs actions on behalf of the program. The name stands in the report."""

    def __init__(self, name):
        self.name = name
        self.errors = 0

    def run(self, action, *arguments):
        """The result of the action; None if it fails, and from then on without calling it."""
        if self.errors:
            return None
        try:
            return action(*arguments)
        except Exception as error:
            self._fail(error)
            return None

    def _fail(self, error):
        self.errors += 1
        if self.errors > 1:  # another thread was first
            return
        try:
            _library.notice(REPORT_CODE, f"{self.name}: {type(error).__name__}: {error}")
        except Exception:
            pass  # there is no place left to report it


def replace_method(owner, name, replacement):
    """Puts a function in the place of the method that the class itself defines. replacement: original -> function. A class
    without the method, or with a replacement already, stays as it is."""
    original = vars(owner).get(name)
    if original is None or getattr(original, "_proton_studio", False):
        return
    function = replacement(original)
    for attribute in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(function, attribute, getattr(original, attribute, None))
    function.__wrapped__ = original
    function._proton_studio = True
    setattr(owner, name, function)
