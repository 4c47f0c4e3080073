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

/// Launch configuration of a kernel.
struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};    ///< CTAs
  std::array<uint32_t, 3> block{1, 1, 1};   ///< threads
  std::array<uint32_t, 3> cluster{1, 1, 1}; ///< CTAs per cluster; each divides the grid's extent
  uint64_t dynamicSharedBytes = 0;
  bool isCooperative = false; ///< all CTAs run at the same time
  /// The kernel may start before its predecessor in the stream has ended. Its griddepcontrol.wait
  /// instruction waits for the predecessor.
  bool isProgrammatic = false;
};

/// Queues the kernel. InvalidInput, with the limit, for a shape that exceeds a limit of the device
/// or the kernel: shared memory, threads, cluster, CTAs at the same time. Unsupported for a kind of
/// launch or argument that the device or driver does not support. The arguments may change after
/// the call.
Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    const ArgumentBlock &arguments);
/// As above, with an 8-byte word per kernel parameter: an address, or a scalar's bits in the low
/// bytes.
Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    std::span<const uint64_t> arguments);

} // namespace pstudio::cuda
