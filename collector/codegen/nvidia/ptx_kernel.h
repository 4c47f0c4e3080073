// SPDX-License-Identifier: Apache-2.0
// A kernel as PTX text, with the data that a launch requires.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/codegen/nvidia/architecture.h"
#include "core/access/buffer_map.h"

namespace pstudio::nvidia {

/// A kernel in the form that the driver loads. Its parameters are those of the gpu.func in order, a
/// pointer for each memref and then the profile buffer if the kernel has records. Pointers to
/// buffers must be aligned to kBufferAlignment (kernel_launch_facts.h).
struct PtxKernel {
  std::string text;  ///< a whole PTX module
  std::string entry; ///< name of the .entry in it: the kernel's, as far as PTX allows
  Architecture architecture;
  uint64_t staticSharedBytes = 0; ///< shared memory that the module declares itself [bytes]
  /// Shared memory that the module expects at launch, for workgroup buffers too large for a static
  /// declaration (48 KiB); the specification's own dynamic bytes follow it [bytes].
  uint64_t launchSharedBytes = 0;
  /// The workgroup buffers, of a kernel that records memory accesses: bases are offsets from the
  /// start of the shared memory that the launch can use (the device may reserve bytes before it).
  std::vector<memory::Buffer> sharedBuffers = {};
  /// Source of mathematical functions: the path of a toolkit's libdevice, "built in", or empty if
  /// the kernel calls none. For the trace.
  std::string mathFunctions;
};

/// Static shared memory that a PTX module may declare, on every architecture [bytes].
inline constexpr uint64_t kStaticSharedLimit = 48 * 1024;

} // namespace pstudio::nvidia
