// SPDX-License-Identifier: Apache-2.0
// Bytes of shared memory that a kernel declares, together with the functions that it calls.
#pragma once

#include <cstdint>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/analysis/shared_alignment.h"

namespace pstudio {

/// Such a buffer has one address for the whole launch. A global keeps its contents between calls,
/// so it overlaps no other one, on any call path. A function that two warps execute at once uses
/// one buffer for both, as its source specifies. The buffers that functions have for the duration
/// of a call (shared_frames.h) add the frame of the kernel, or nothing if they are rejected.
uint64_t staticSharedBytes(mlir::FunctionOpInterface kernel);

/// True for a memref in shared memory.
bool isWorkgroupMemory(mlir::MemRefType type);
/// Bytes of a memref's elements; 0 if its shape is not static.
uint64_t sharedBytesOf(mlir::MemRefType type);

} // namespace pstudio
