# SPDX-License-Identifier: Apache-2.0
"""python -m proton_studio main.py ARGUMENTS is proton-collect attach -- python main.py ARGUMENTS."""

import os
import runpy
import shutil
import sys
from pathlib import Path

_NAME = "proton-collect"


def find_collector():
    """The proton-collect of the installation or build that the package belongs to, else that of PATH; None if there is none."""
    for folder in Path(__file__).resolve().parents:
        program = folder / "bin" / _NAME
        if program.is_file() and os.access(program, os.X_OK):
            return str(program)
    return shutil.which(_NAME)


def main(arguments):
    if not arguments:
        print("usage: python -m proton_studio PROGRAM.py ARGUMENTS\n       as proton-collect attach -- python PROGRAM.py ARGUMENTS",
              file=sys.stderr)
        return 2
    if os.environ.get("PSTUDIO_ATTACH"):  # it is attached already
        sys.argv = arguments
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")
        return 0
    collector = find_collector()
    if collector is None:
        print(f"proton_studio: {_NAME} was found neither beside {Path(__file__).resolve().parent} nor on PATH; install Proton Studio, "
              "or add the folder of its programs to PATH", file=sys.stderr)
        return 127
    try:
        os.execv(collector, [collector, "attach", "--", sys.executable, *arguments])
    except OSError as error:
        print(f"proton_studio: {collector}: {error.strerror}", file=sys.stderr)
        return 126


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
