# SPDX-License-Identifier: Apache-2.0
"""A back end without a compiler: its "cubin" is the table of the instrumented kernel. PSTUDIO_FAKE_BACKEND makes it fail."""

import json
import os
import shutil
import sys
import time

BEHAVIOUR = os.environ.get("PSTUDIO_FAKE_BACKEND", "")


def answer(request):
    """The answer to one request."""
    if BEHAVIOUR == "rejects":
        return {"ok": False, "error": "ptxas: no such instruction"}
    for name in ("LD_PRELOAD", "PSTUDIO_ATTACH"):
        if name in os.environ:
            return {"ok": False, "error": f"{name} is set"}
    if os.environ["CUDA_VISIBLE_DEVICES"] or not os.path.isfile(request["metadata"]):
        return {"ok": False, "error": "the environment or the metadata is wrong"}
    given = BEHAVIOUR.removeprefix("copies ") if BEHAVIOUR.startswith("copies ") else request["llir"] + ".json"
    shutil.copyfile(given, request["cubin"])
    return {"ok": True, "cubin": request["cubin"], "registers": 40, "triton": "0.0"}


def main():
    """Answers until the input ends."""
    for line in sys.stdin:
        if BEHAVIOUR == "dies":
            sys.exit(3)
        if BEHAVIOUR == "is silent":
            time.sleep(3600)
        if BEHAVIOUR == "talks":
            print("importing ...", flush=True)
            continue
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
