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

/// Whether parameter `index` is a tensor map by value: a pointer with llvm.byval of 128 bytes and
/// llvm.align of 64, or an !nvgpu.tensormap.descriptor. Unsupported for other structures by value.
Result<bool> isTensorMapParameter(mlir::gpu::GPUFuncOp kernel, unsigned index);

/// What the code expects of parameter `index`; nothing unless it is an !nvgpu.tensormap.descriptor
/// of elements that a specification can give.
std::optional<ExpectedTensorMap> expectedTensorMap(mlir::gpu::GPUFuncOp kernel, unsigned index);

/// Makes each parameter that is an !nvgpu.tensormap.descriptor a pointer with llvm.byval, which is
/// how such a map is passed; its uses get the descriptor by a cast.
void passDescriptorsByValue(mlir::gpu::GPUFuncOp kernel);

/// A parameter by value, which upstream's lowering of gpu.func forgets.
struct ByValueParameter {
  unsigned index;
  mlir::Type type;
  mlir::Attribute alignment; ///< may be null
};

/// All of a kernel's.
llvm::SmallVector<ByValueParameter> byValueParameters(mlir::gpu::GPUFuncOp kernel);

/// Says them of the lowered kernel, whose parameters are numbered alike. They are marked as
/// constant for the grid, so that the code takes their address where they are instead of copying
/// them to local memory first.
void restoreByValue(mlir::LLVM::LLVMFuncOp kernel, llvm::ArrayRef<ByValueParameter> parameters);

} // namespace pstudio
