// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/ir_counts.h"

#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinTypes.h"

namespace pstudio {
namespace {

uint64_t sharedBytes(mlir::gpu::GPUFuncOp function) {
  uint64_t bytes = 0;
  for (mlir::BlockArgument buffer : function.getWorkgroupAttributions()) {
    const auto type = mlir::dyn_cast<mlir::MemRefType>(buffer.getType());
    if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrIndexOrFloat())
      continue;
    const unsigned bits = type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
    bytes += static_cast<uint64_t>(type.getNumElements()) * ((bits + 7) / 8);
  }
  return bytes;
}

void countKernel(mlir::gpu::GPUFuncOp function, IrCounts &counts) {
  if (const uint64_t bytes = sharedBytes(function))
    counts["shared memory bytes"] += bytes;
  if (const auto table = function->getAttrOfType<mlir::ArrayAttr>(proton_gpu::kOperationsAttribute))
    counts["scopes"] += table.size();
}

} // namespace

IrCounts countIr(mlir::Operation *root) {
  IrCounts counts;
  uint64_t operations = 0;
  root->walk([&](mlir::Operation *operation) {
    ++operations;
    if (mlir::isa_and_nonnull<proton::ProtonDialect, proton_gpu::ProtonGPUDialect>(
            operation->getDialect()))
      ++counts[operation->getName().getStringRef().str()];
    else if (auto function = mlir::dyn_cast<mlir::gpu::GPUFuncOp>(operation))
      countKernel(function, counts);
  });
  counts["operations"] = operations;
  return counts;
}

std::vector<PassStatistic> differences(const IrCounts &before, const IrCounts &after) {
  std::vector<PassStatistic> rows;
  for (const auto &[name, count] : before) {
    const auto other = after.find(name);
    if (const uint64_t now = other == after.end() ? 0 : other->second; now != count)
      rows.push_back({name, count, now});
  }
  for (const auto &[name, count] : after)
    if (!before.contains(name))
      rows.push_back({name, 0, count});
  return rows;
}

} // namespace pstudio
