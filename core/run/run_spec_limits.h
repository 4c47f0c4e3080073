// SPDX-License-Identifier: Apache-2.0
// The limits of a run specification, for its parser and for forms that edit it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio {

/// Ranges of a specification's numbers, all inclusive.
struct RunSpecLimits {
  static constexpr uint32_t kMaxBlockThreads = 1024;          ///< product of block
  static constexpr uint64_t kMaxGridCtas = uint64_t{1} << 31; ///< product of grid
  static constexpr uint64_t kMaxClusterCtas = 16;             ///< product of cluster
  static constexpr int64_t kMaxDynamicSharedBytes = 1 << 20;  ///< more than any GPU has
  static constexpr size_t kMaxRank = 8;                       ///< dimensions of a buffer
  static constexpr size_t kMaxCompilerOptions = 64;
  static constexpr size_t kMaxArguments = 64;
  static constexpr size_t kMaxBuffers = 64; ///< that are no arguments
  static constexpr size_t kMaxChecks = 64;
  static constexpr int64_t kMaxLaunches = 1000;           ///< of warmup and of repeat
  static constexpr double kMaxTimeLimitSeconds = 86400.0; ///< above 0
  static constexpr uint64_t kMaxFileBytes = 16u << 20;    ///< of the specification itself
};

} // namespace pstudio
