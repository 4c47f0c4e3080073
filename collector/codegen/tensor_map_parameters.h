// SPDX-License-Identifier: Apache-2.0
// Parameters of kernels that are passed by value: tensor maps.
#pragma once

#include <cstdint>
#include <optional>

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallVector.h"

namespace pstudio {

/// Size and alignment of a tensor map by value [bytes], as the driver defines CUtensorMap.
inline constexpr uint64_t kTensorMapBytes = 128;
inline constexpr uint64_t kTensorMapAlignment = 64;

/// True if parameter `index` is a tensor map by value: a pointer with llvm.byval of 128 bytes and
/// llvm.align of 64, or an !nvgpu.tensormap.descriptor. Unsupported for other structures by value.
Result<bool> isTensorMapParameter(mlir::gpu::GPUFuncOp kernel, unsigned index);

/// Properties that the code requires of parameter `index`; nullopt unless it is an
/// !nvgpu.tensormap.descriptor of elements that a specification can give.
std::optional<ExpectedTensorMap> expectedTensorMap(mlir::gpu::GPUFuncOp kernel, unsigned index);

/// Makes each parameter that is an !nvgpu.tensormap.descriptor a pointer with llvm.byval, which is
/// how such a map is passed; its uses get the descriptor by a cast.
void passDescriptorsByValue(mlir::gpu::GPUFuncOp kernel);

/// A parameter by value; upstream's lowering of gpu.func drops its attributes.
struct ByValueParameter {
  unsigned index;
  mlir::Type type;
  mlir::Attribute alignment; ///< may be null
};

/// All such parameters of a kernel.
llvm::SmallVector<ByValueParameter> byValueParameters(mlir::gpu::GPUFuncOp kernel);

/// Adds the attributes to the lowered kernel, whose parameters have the same numbers. The
/// parameters are marked as constant for the grid, so that the code uses their address in parameter
/// space instead of copying them to local memory first.
void restoreByValue(mlir::LLVM::LLVMFuncOp kernel, llvm::ArrayRef<ByValueParameter> parameters);

} // namespace pstudio
