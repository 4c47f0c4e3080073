#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the slowest tests of a JUnit file that ctest wrote, and the time of all.

    slowest_tests.py NAME FILE.xml [COUNT]
"""
import sys
import xml.etree.ElementTree as ElementTree


def times(path):
    """(seconds, name) of each test in the file, slowest first."""
    cases = ElementTree.parse(path).getroot().iter("testcase")
    return sorted(((float(case.get("time") or 0), case.get("name")) for case in cases), reverse=True)


def report(name, rows, count):
    """The lines to print for these (seconds, name) rows."""
    total = sum(seconds for seconds, _ in rows)
    shown = rows[:count]
    lines = [f"== {name}: {len(rows)} tests took {total:.0f} s in sum; the {len(shown)} slowest:"]
    return lines + [f"   {seconds:7.1f} s  {test}" for seconds, test in shown]


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    name, path = arguments[:2]
    count = int(arguments[2]) if len(arguments) == 3 else 20
    try:
        rows = times(path)
    except (OSError, ElementTree.ParseError) as error:
        print(f"error: cannot read the test results: {error}", file=sys.stderr)
        return 1
    print("\n".join(report(name, rows, count)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
