// SPDX-License-Identifier: Apache-2.0
// A trace of matrix transposes with every memory access, as the kernels of resources/kernels make
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/trace/trace.h"

namespace pstudio::test {

enum class TransposeKind : uint8_t {
  Naive,    ///< reads rows, writes columns
  Padded,   ///< through a shared tile with 33 columns
  Swizzled, ///< through a shared tile, column xor row
  Unpadded, ///< through a shared tile with 32 columns: conflicts of degree 32
};

/// Y = X transposed, f32, by CTAs of 32 x 8 threads, each with a tile of 32 x 32.
struct TransposeOptions {
  uint32_t side = 256; ///< of the matrices, a multiple of 32
  uint32_t sms = 8;    ///< a CTA runs alone on its SM
  memory::RecordedShare share = {};
  bool isOverlapped = false; ///< a third buffer lies over the beginning of Y
};

/// The addresses are exact, the times a model: warps of a CTA side by side, CTAs in waves, a store
/// that needs 32 sectors longer than one that needs 4.
std::shared_ptr<const memory::LaunchAccesses> transposeAccesses(TransposeKind kind,
                                                                const TransposeOptions &options);

/// A launch for each kind, one after the other, with tracks of SMs, CTAs and warps and a slice for
/// each warp's work.
std::shared_ptr<const Trace> makeTransposeTrace(const std::vector<TransposeKind> &kinds,
                                                const TransposeOptions &options = {});

} // namespace pstudio::test
