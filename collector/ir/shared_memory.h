// SPDX-License-Identifier: Apache-2.0
// How much shared memory a kernel declares, together with the functions that it calls.
#pragma once

#include <cstdint>

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace pstudio {

/// Every shared buffer starts at a multiple of this [bytes].
inline constexpr uint64_t kSharedBufferAlignment = 16;

/// Bytes of static shared memory of `kernel` and of all that it calls, over any number of calls:
/// the workgroup buffers of a gpu.func, and the globals in workgroup memory (memref.global) or
/// address space 3 (llvm.mlir.global) that a function names, each counted once. Arrays of unknown
/// length, which stand for memory of the launch, count 0. O(operations).
///
/// A buffer has one place for the whole launch: a global keeps its contents between calls, so none
/// lies where another does, on whatever path its function is reached, and the need of a kernel is
/// the sum. A function that two warps execute at once uses one buffer for both, as its source says.
uint64_t staticSharedBytes(mlir::FunctionOpInterface kernel);

} // namespace pstudio
