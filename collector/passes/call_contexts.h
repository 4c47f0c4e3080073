// SPDX-License-Identifier: Apache-2.0
// The functions of a kernel that record, and the operations that pass the context over their calls.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Gives every kernel of the module (functions with a table of operations) its own copies of the
/// functions that it shares with other kernels and that record: the segments of two kernels may
/// lie in different memory and differ in size. The first kernel keeps the originals; a copy is
/// called "function.kernel". Calls are those with proton_gpu.id_offset.
void separateKernels(mlir::gpu::GPUModuleOp module);

/// Puts save_context and restore_context around the calls of `kernel` with proton_gpu.id_offset and
/// removes that attribute. Does the same in the functions that they reach; these get a
/// segment_of_caller and a save_context before each return. `segment` is the kernel's.
void insertCallContexts(mlir::FunctionOpInterface kernel, mlir::Value segment);

/// A function that records in the segment of its caller.
struct RecordingCallee {
  mlir::FunctionOpInterface function;
  proton_gpu::SegmentOfCallerOp segment;
};

/// The functions that `kernel` reaches over calls that follow a save_context, each once. The order
/// is that of the calls in the text, callers first.
llvm::SmallVector<RecordingCallee> recordingCallees(mlir::FunctionOpInterface kernel);

/// The segment_of_caller at the entry of a function; null if it has none.
proton_gpu::SegmentOfCallerOp segmentOfCaller(mlir::FunctionOpInterface function);

} // namespace pstudio
