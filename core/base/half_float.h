// SPDX-License-Identifier: Apache-2.0
// Sixteen-bit floating-point numbers (IEEE half and bfloat16) to and from double.
#pragma once

#include <cstdint>

namespace pstudio {

/// Bits of the nearest IEEE 754 binary16, ties to even. Too large becomes infinity; every NaN
/// becomes one quiet NaN.
uint16_t encodeF16(double value);
/// Exact.
double decodeF16(uint16_t bits);

/// Bits of the nearest bfloat16 (the upper half of a binary32), ties to even; otherwise as
/// encodeF16.
uint16_t encodeBF16(double value);
/// Exact.
double decodeBF16(uint16_t bits);

} // namespace pstudio
