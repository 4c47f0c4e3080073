# SPDX-License-Identifier: Apache-2.0
"""Whether the program is attached, said once if it is not."""

import sys

from proton_studio import _library

_is_absence_said = False


def is_attached():
    """False, with one line on standard error for the whole program, if the program is not attached."""
    global _is_absence_said
    if _library.is_attached():
        return True
    if not _is_absence_said:
        _is_absence_said = True
        print("proton_studio: nothing is recorded; run the program with: proton-collect attach -- python PROGRAM", file=sys.stderr)
    return False
