// SPDX-License-Identifier: Apache-2.0
// A table of operations by name.
#include "collector/codegen/nvidia/chip_requirements.h"

#include "collector/codegen/diagnostics.h"
#include "collector/codegen/nvidia/requirement_table.h"
#include "mlir/IR/Operation.h"

namespace pstudio::nvidia {
namespace {

/// PTX ISA, "Target ISA Notes" of the instructions that MLIR's operations stand for.
constexpr Requirement kRequirements[] = {
    {"nvgpu.warpgroup.", 90, true},
    {"nvgpu.tma.", 90, false},
    {"nvgpu.mbarrier.try_wait", 90, false},
    {"nvgpu.mbarrier.arrive.expect_tx", 90, false},
    {"nvvm.wgmma.", 90, true},
    {"nvvm.setmaxregister", 90, true},
    {"nvvm.cp.async.bulk.", 90, false},
    {"nvvm.mbarrier.try_wait", 90, false},
    {"nvvm.mbarrier.arrive.expect_tx", 90, false},
    {"nvvm.cluster.", 90, false},
    {"nvvm.read.ptx.sreg.cluster", 90, false},
    {"nvvm.read.ptx.sreg.ncluster", 90, false},
    {"nvvm.fence.proxy", 90, false},
    {"nvvm.fence.mbarrier", 90, false},
    {"nvvm.elect.sync", 90, false},
    {"nvvm.stmatrix", 90, false},
    {"gpu.cluster_", 90, false},
};

} // namespace

Result<void> checkChipHas(mlir::Operation *root, const Architecture &architecture) {
  Result<void> result;
  root->walk([&](mlir::Operation *operation) {
    const llvm::StringRef name = operation->getName().getStringRef();
    const Requirement *requirement = unmetRequirement(kRequirements, architecture, name);
    if (!requirement)
      return mlir::WalkResult::advance();
    result = fail(ErrorCode::Unsupported,
                  architecture.name + " has no " + name.str() + ", which needs sm_" +
                      std::to_string(requirement->capability) +
                      (requirement->isSpecific ? "a" : " or newer"),
                  locationText(operation->getLoc()));
    return mlir::WalkResult::interrupt();
  });
  return result;
}

} // namespace pstudio::nvidia
