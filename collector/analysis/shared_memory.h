// SPDX-License-Identifier: Apache-2.0
// How much shared memory a kernel declares, together with the functions that it calls.
#pragma once

#include <cstdint>

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/analysis/shared_alignment.h"

namespace pstudio {

/// Bytes of static shared memory of `kernel` and of all that it calls, over any number of calls:
/// the workgroup buffers of a gpu.func, and the globals in workgroup memory (memref.global) or
/// address space 3 (llvm.mlir.global) that a function names, each counted once. Arrays of unknown
/// length, which stand for memory of the launch, count 0. O(operations).
///
/// Such a buffer has one place for the whole launch: a global keeps its contents between calls, so
/// none lies where another does, on whatever path its function is reached. A function that two
/// warps execute at once uses one buffer for both, as its source says. The buffers that functions
/// have for the time of a call (shared_frames.h) add the frame of the kernel; nothing if they are
/// rejected.
uint64_t staticSharedBytes(mlir::FunctionOpInterface kernel);

/// True for a memref in shared memory.
bool isWorkgroupMemory(mlir::MemRefType type);
/// Bytes of a memref's elements; 0 if its shape is not static.
uint64_t sharedBytesOf(mlir::MemRefType type);

} // namespace pstudio
