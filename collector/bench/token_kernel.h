// SPDX-License-Identifier: Apache-2.0
// A token goes from CTA to CTA: an order of events that must be consistent on all SMs.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::bench {

inline constexpr const char *kTokenFunction = "token";
inline constexpr uint64_t kTokenBytes = 128; ///< of the buffer with the token in its first word

/// MLIR text of a kernel that takes
///   0  memref<32xi32>  the token in element 0, zero before the launch
///   1  i32             turns of arithmetic that each CTA does first, >= 1
///   2  f32             a number that is unknown to the compiler
/// CTA i (grid in x, one warp, all resident at once) waits in a scope "receive" until the token is
/// i, and makes it i + 1 in a scope "pass".
std::string tokenKernel();

} // namespace pstudio::bench
