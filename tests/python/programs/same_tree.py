# SPDX-License-Identifier: Apache-2.0
"""Compares two Hatchet files: names, nesting and counts. Prints the differences; exit code 1 if there are any.

    python same_tree.py own.hatchet out/program.123.hatchet"""

import json
import sys


def rows(node, path=()):
    """(path of names, count) of each node, children of one name together."""
    path += (node["frame"]["name"],)
    metrics = node["metrics"]
    yield path, metrics.get("count", 0)
    for child in node["children"]:
        yield from rows(child, path)


def table(file):
    counts = {}
    with open(file, encoding="utf-8") as stream:
        for path, count in rows(json.load(stream)[0]):
            if "__proton_launch_metadata" not in path:
                counts[path] = counts.get(path, 0) + count
    return counts


def main():
    first, second = (table(name) for name in sys.argv[1:3])
    differences = [(path, first.get(path), second.get(path)) for path in sorted(first.keys() | second.keys())
                   if first.get(path) != second.get(path)]
    for path, one, other in differences:
        print(" / ".join(path), one, other)
    print("nodes", len(first), "differences", len(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
