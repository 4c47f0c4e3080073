# SPDX-License-Identifier: Apache-2.0
"""Reads the version from the one place that has it: CMakeLists.txt in a checkout, VERSION in an installation."""
import atexit
import re
import shutil
import tempfile
from pathlib import Path

from setuptools import setup

FOLDER = Path(__file__).resolve().parent


def version():
    """The version of Proton Studio that this folder belongs to."""
    installed = FOLDER / "VERSION"
    if installed.exists():
        return installed.read_text().strip()
    project = FOLDER.parents[1] / "CMakeLists.txt"
    if not project.exists():
        raise SystemExit(f"error: no version: neither {installed} nor {project} exists")
    return re.search(r"^project\(proton-studio VERSION ([0-9.]+)", project.read_text(), re.MULTILINE).group(1)


# Not beside the sources, which may be an installation that the user cannot write to.
scratch = tempfile.mkdtemp()
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
setup(version=version(), options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}})
