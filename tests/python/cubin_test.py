# SPDX-License-Identifier: Apache-2.0
"""The number of registers is read from a cubin, and damaged files have none."""

import random
import sys
import unittest

from attached_program import SOURCES
from fake_cubin import cubin, elf

sys.path.insert(0, str(SOURCES))

from proton_studio import _cubin  # noqa: E402


class Cubin(unittest.TestCase):
    def test_registers_of_each_kernel_are_found_by_name(self):
        content = cubin({"softmax": 32, "matmul_kernel": 194})
        self.assertEqual(_cubin.registers(content, "softmax"), 32)
        self.assertEqual(_cubin.registers(content, "matmul_kernel"), 194)

    def test_the_local_memory_of_a_kernel_is_found(self):
        self.assertEqual(_cubin.frame_bytes(cubin({"softmax": 32}, frame_bytes=48), "softmax"), 48)
        self.assertEqual(_cubin.frame_bytes(cubin({"softmax": 32}), "softmax"), 0)
        self.assertIsNone(_cubin.frame_bytes(cubin({"softmax": 32}), "helper"))

    def test_other_functions_and_names_have_no_number(self):
        content = cubin({"softmax": 32})
        for name in ("helper", "soft", "softmax2", ""):
            self.assertIsNone(_cubin.registers(content, name))

    def test_files_without_the_sections_have_no_number(self):
        for content in (b"", b"\x7fELF", b"text" * 100, elf({}), elf({".strtab": b"\0"}), elf({".nv.info": bytes(12)})):
            self.assertIsNone(_cubin.registers(content, "softmax"))

    def test_cut_files_have_the_number_or_none(self):
        content = cubin({"softmax": 32})
        for length in range(len(content)):
            self.assertIn(_cubin.registers(content[:length], "softmax"), (None, 32))

    def test_damaged_files_raise_nothing(self):
        content = cubin({"softmax": 32, "matmul": 40})
        for seed in range(2000):
            damage = random.Random(seed)
            damaged = bytearray(content)
            for _ in range(damage.randrange(1, 5)):
                damaged[damage.randrange(len(damaged))] = damage.randrange(256)
            with self.subTest(seed=seed):
                number = _cubin.registers(bytes(damaged), "softmax")
                self.assertTrue(number is None or isinstance(number, int))


if __name__ == "__main__":
    unittest.main()
