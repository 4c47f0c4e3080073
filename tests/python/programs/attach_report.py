# SPDX-License-Identifier: Apache-2.0
"""What an attached run left: recorded launches, traces and the codes of what was not recorded."""

import collections
import json


def objects(path):
    """All JSON objects of report.json, nested ones too; the file is one value or one object a line."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    try:
        values = [json.loads(text)]
    except ValueError:
        values = []
        for line in text.splitlines():
            try:
                values.append(json.loads(line))
            except ValueError:
                pass  # a line that is cut; the counts show it
    while values:
        value = values.pop()
        if isinstance(value, dict):
            yield value
            values.extend(value.values())
        elif isinstance(value, list):
            values.extend(value)


def recorded_launches(folder):
    """Sum of the members `recorded` that are numbers; -1 if the report has none."""
    counts = [entry["recorded"] for entry in objects(folder / "report.json")
              if isinstance(entry.get("recorded"), int) and not isinstance(entry.get("recorded"), bool)]
    return sum(counts) if counts else -1


def codes(folder):
    """Code -> how often the report names it."""
    return collections.Counter(entry["code"] for entry in objects(folder / "report.json") if isinstance(entry.get("code"), str))


def traces(folder):
    return len(list(folder.glob("*.pftrace")))
