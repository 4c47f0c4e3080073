// SPDX-License-Identifier: Apache-2.0
// Conversion patterns of gpu and nvgpu operations to calls of intrinsics.h.
#pragma once

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace pstudio::cpu {

/// LLVM address space of workgroup memory until shared_memory.cpp replaces it by an offset.
inline constexpr unsigned kSharedAddressSpace = 3;
/// Name of the global that stands for dynamic shared memory.
inline constexpr const char *kDynamicSharedName = "dynamic shared memory";

/// Type conversions (address spaces, copy tokens) that the patterns rely on.
void addGpuTypeConversions(mlir::LLVMTypeConverter &converter);
/// Patterns for every gpu and nvgpu operation that the CPU target executes.
void populateGpuToCpuPatterns(mlir::LLVMTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
/// True if a pattern above, or an upstream one, implements the operation on the CPU.
bool hasMeaningOnCpu(mlir::Operation *operation);

} // namespace pstudio::cpu
