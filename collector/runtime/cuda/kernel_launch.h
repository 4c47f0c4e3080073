// SPDX-License-Identifier: Apache-2.0
// Launches of kernels in a stream.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "collector/runtime/cuda/argument_block.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/gpu/stream.h"

namespace pstudio::cuda {

using gpu::Stream;

/// How a kernel is launched.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};    ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1};   ///< threads
  std::array<uint32_t, 3> cluster{1, 1, 1}; ///< CTAs per cluster; each divides the grid's extent
  uint64_t dynamicSharedBytes = 0;
  bool isCooperative = false; ///< all CTAs run at the same time
  /// May begin before the kernel before it in the stream has ended; the kernel's own
  /// griddepcontrol.wait waits for that.
  bool isProgrammatic = false;
};

/// Queues the kernel. InvalidInput for a shape that the device or the kernel cannot take, saying
/// which limit: shared memory, threads, cluster, CTAs at the same time; Unsupported for a kind of
/// launch or of argument that the device or driver does not have. The arguments may change after
/// the call.
Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    const ArgumentBlock &arguments);
/// The same with an 8-byte word per kernel parameter: an address, or a scalar's bits in the low
/// bytes.
Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    std::span<const uint64_t> arguments);

} // namespace pstudio::cuda
