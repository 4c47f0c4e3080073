# SPDX-License-Identifier: Apache-2.0
"""What an attached run left: recorded launches, traces and the codes of what was not recorded."""

import collections
import json


def entries(folder, kind):
    """The lines of report.json of one type: program, kernel, recorded, rejected, note."""
    path = folder / "report.json"
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [line for line in lines if line.get("type") == kind]


def codes(folder):
    """Code -> number of rejected launches and kernels."""
    return collections.Counter(line["code"] for line in entries(folder, "rejected"))


def rejections(folder):
    """A line for each rejected kernel whose code is Triton's: kernels of C++ have mangled names."""
    return [f"{line.get('kernel', '(process)')} launch {line.get('launch', '-')}: {line['code']}: {line['reason']}"
            for line in entries(folder, "rejected") if not line.get("kernel", "").startswith("_Z")]


def traces(folder):
    return len(list(folder.glob("*.pftrace")))
