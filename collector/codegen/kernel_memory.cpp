// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/kernel_memory.h"

#include "collector/diagnostics/diagnostics.h"
#include "collector/analysis/shared_memory.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace pstudio {
namespace {

/// Address space of local memory in LLVM IR for GPUs.
constexpr int64_t kLlvmPrivateSpace = 5;

bool isPrivateMemory(mlir::MemRefType type) {
  const mlir::Attribute space = type.getMemorySpace();
  const auto named = mlir::dyn_cast_or_null<mlir::gpu::AddressSpaceAttr>(space);
  const auto number = mlir::dyn_cast_or_null<mlir::IntegerAttr>(space);
  return !space || (named && named.getValue() == mlir::gpu::AddressSpace::Private) ||
         (number && (number.getInt() == 0 || number.getInt() == kLlvmPrivateSpace));
}

std::string textOf(mlir::MemRefType type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// An error for an allocation that no target has.
std::optional<Error> errorOf(mlir::Operation *op) {
  const auto make = [&](mlir::MemRefType type, std::string why, std::string hint) {
    return Error{ErrorCode::Unsupported,
                 op->getName().getStringRef().str() + " of " + textOf(type) + " in a kernel: " +
                     std::move(why),
                 locationText(op->getLoc()), std::move(hint)};
  };
  if (auto array = mlir::dyn_cast<mlir::memref::AllocaOp>(op))
    if (!isPrivateMemory(array.getType()) && !isWorkgroupMemory(array.getType()))
      return make(array.getType(), "it has to be in private or in workgroup memory",
                  "omit the memory space, or use #gpu.address_space<workgroup>");
  if (auto heap = mlir::dyn_cast<mlir::memref::AllocOp>(op))
    if (isWorkgroupMemory(heap.getType()))
      return make(heap.getType(), "workgroup memory has no heap",
                  "use memref.alloca, or a workgroup buffer of the gpu.func");
  return std::nullopt;
}

} // namespace

Result<void> checkKernelAllocations(mlir::ModuleOp module) {
  std::optional<Error> error;
  module.walk([&](mlir::gpu::GPUModuleOp kernels) {
    return kernels.walk([&](mlir::Operation *op) {
      error = errorOf(op);
      return error ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
    });
  });
  if (error)
    return tl::unexpected<Error>(*std::move(error));
  return {};
}

} // namespace pstudio
