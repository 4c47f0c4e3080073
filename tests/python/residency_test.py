# SPDX-License-Identifier: Apache-2.0
"""An instrumented kernel may have as many registers as leave the multiprocessor as many CTAs as the original."""

import random
import sys
import unittest

from attached_program import SOURCES

sys.path.insert(0, str(SOURCES))

from proton_studio import _residency  # noqa: E402


class Residency(unittest.TestCase):
    def test_ctas_are_those_of_the_occupancy_tables(self):
        for registers, threads, shared, capability, ctas in (
                (32, 128, 0, 90, 16), (40, 128, 0, 90, 12), (255, 256, 0, 90, 1), (168, 384, 0, 90, 1), (16, 32, 0, 90, 32),
                (32, 1024, 0, 90, 2), (32, 128, 100 << 10, 90, 2), (32, 128, 0, 89, 12), (128, 128, 147456, 90, 1)):
            with self.subTest(registers=registers, threads=threads, shared=shared, capability=capability):
                self.assertEqual(_residency.resident_ctas(registers, threads, shared, capability), ctas)

    def test_the_bound_is_the_largest_that_fits_as_many_ctas(self):
        for seed in range(2000):
            source = random.Random(seed)
            original, more = source.randrange(16, 200), source.randrange(0, 50)
            threads, shared = 32 * source.randrange(1, 33), source.randrange(0, 100 << 10)
            with self.subTest(seed=seed):
                bound = _residency.bound(original, original + more, threads, shared, 90)
                wanted = _residency.resident_ctas(original, threads, shared, 90)
                if bound is None:
                    self.assertGreaterEqual(_residency.resident_ctas(original + more, threads, shared, 90), wanted)
                else:
                    self.assertGreaterEqual(_residency.resident_ctas(bound, threads, shared, 90), wanted)
                    self.assertLess(_residency.resident_ctas(bound + 8, threads, shared, 90), wanted)

    def test_the_bound_stands_after_the_block(self):
        text = ".visible .entry k(\n\t.param .u64 k_param_0\n)\n.reqntid 64, 2, 1\n{\n\tret;\n}\n"
        self.assertEqual(_residency.threads_of(text), 128)
        self.assertIn(")\n.reqntid 64, 2, 1\n.maxnreg 40\n{", _residency.with_bound(text, 40))

    def test_text_with_a_bound_or_without_a_block_stays(self):
        self.assertIsNone(_residency.with_bound(".reqntid 64\n.maxnreg 80\n{", 40))
        self.assertIsNone(_residency.with_bound(".entry k()\n{", 40))
        self.assertIsNone(_residency.threads_of(".entry k()\n{"))


if __name__ == "__main__":
    unittest.main()
