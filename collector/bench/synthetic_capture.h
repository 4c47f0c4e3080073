// SPDX-License-Identifier: Apache-2.0
// The records that a large launch would leave, made on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/launch_decoder.h"

namespace pstudio::bench {

/// A launch of kCaptureCtas CTAs (capture_pipeline.h) whose warps went through `turns` turns of
/// four scopes within a scope, on 132 SMs at 1755 MHz whose global timer ticks every 32 ns. The
/// lengths of scopes are pseudo-random, the same in every call. O(records).
struct SyntheticCapture {
  std::vector<std::byte> blocks;
  record::OperationTable operations;

  static SyntheticCapture make(uint32_t turns);
  /// Valid as long as this object.
  record::LaunchCapture capture() const;
};

} // namespace pstudio::bench
