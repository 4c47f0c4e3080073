# SPDX-License-Identifier: Apache-2.0
"""Compares what Proton Studio reads of jax.xplane.pb and jax.trace.json.gz of one profile: events of each name on device streams, their
count and total length. Ends with 1 where they differ by more than a rounding, or where a file does not open.

usage: same_profile.py --collect PROTON FOLDER
"""

import argparse
import csv
import io
import pathlib
import subprocess
import sys

# Streams of devices are threads whose name begins so, in both files.
QUERY = ("SELECT s.name AS name, COUNT(*) AS n, SUM(s.dur) AS ns FROM slices s JOIN tracks t ON s.track_id = t.id "
         "WHERE t.name LIKE 'Stream%' GROUP BY s.name ORDER BY s.name")
TOLERANCE = 0.001  # of a length: the JSON has decimal microseconds


def rows(collect, file):
    answer = subprocess.run([collect, "query", str(file), QUERY, "--format", "csv"], capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(f"{file}: {answer.stderr.strip()}")
    return {row["name"]: (int(row["n"]), float(row["ns"])) for row in csv.DictReader(io.StringIO(answer.stdout))}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--collect", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    planes = rows(arguments.collect, arguments.folder / "jax.xplane.pb")
    events = rows(arguments.collect, arguments.folder / "jax.trace.json.gz")
    failures = 0
    for name in sorted(planes.keys() | events.keys()):
        plane, event = planes.get(name, (0, 0.0)), events.get(name, (0, 0.0))
        is_same = plane[0] == event[0] and abs(plane[1] - event[1]) <= TOLERANCE * max(plane[1], event[1]) + plane[0]
        failures += not is_same
        print("same" if is_same else "DIFFERS", name, plane, event)
    print(f"{len(planes)} names on device streams, {failures} differ")
    if failures or not planes:
        sys.exit(1)


if __name__ == "__main__":
    main()
