#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# packaging/display.sh against a real X server, a listening port and names of displays that do not exist.

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

SCRIPT = Path(__file__).parents[2] / "packaging" / "display.sh"


def usable(**environment: str) -> bool:
    """What display_usable says where only these variables are set."""
    command = ["bash", "-c", f'set -euo pipefail; source "{SCRIPT}"; display_usable && echo yes || echo no']
    done = subprocess.run(command, env={"PATH": os.environ["PATH"], **environment}, text=True, capture_output=True, timeout=60)
    if done.stderr or done.stdout not in ("yes\n", "no\n"):
        raise AssertionError(f"display.sh printed {done.stdout!r} {done.stderr!r}")
    return done.stdout == "yes\n"


class DisplayUsable(unittest.TestCase):
    def test_noDisplayIsNamed(self) -> None:
        self.assertFalse(usable())
        self.assertFalse(usable(DISPLAY=""))

    def test_namesThatAreNoDisplay(self) -> None:
        for name in (":", "nonsense", ":one", "localhost:", ":0x"):
            with self.subTest(name):
                self.assertFalse(usable(DISPLAY=name))

    def test_aDisplayThatIsGone(self) -> None:
        self.assertFalse(usable(DISPLAY=":32123"))
        self.assertFalse(usable(WAYLAND_DISPLAY="wayland-gone", XDG_RUNTIME_DIR="/nowhere"))

    @unittest.skipUnless(shutil.which("Xvfb"), "Xvfb is not installed")
    def test_aRunningServerIsFound(self) -> None:
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "64x64x24"], pass_fds=[writing],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                number = numbers.readline().strip()   # printed once the server accepts clients
            for name in (f":{number}", f":{number}.0", f"unix:{number}"):
                with self.subTest(name):
                    self.assertTrue(usable(DISPLAY=name))
        finally:
            server.terminate()
            server.wait(timeout=30)

    def test_aForwardedDisplayIsAPortThatAnswers(self) -> None:
        with socket.socket() as listener:
            number = next(n for n in range(10, 200) if self.bound(listener, 6000 + n))
            self.assertTrue(usable(DISPLAY=f"127.0.0.1:{number}.0"))
        self.assertFalse(usable(DISPLAY=f"127.0.0.1:{number}.0"))

    @staticmethod
    def bound(listener: socket.socket, port: int) -> bool:
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
        listener.listen()
        return True


if __name__ == "__main__":
    unittest.main()
