// SPDX-License-Identifier: Apache-2.0
// A table of intrinsics by name.
#include "collector/codegen/nvidia/intrinsic_requirements.h"

#include "collector/codegen/device_module.h"
#include "collector/codegen/nvidia/requirement_table.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

/// PTX ISA, "Target ISA Notes" of the instructions that the intrinsics stand for.
constexpr Requirement kRequirements[] = {
    {"wgmma.", 90, true},
    {"setmaxnreg.", 90, true},
    {"cp.async.bulk.", 90, false},
    {"barrier.cluster.", 90, false},
    {"fence.proxy.", 90, false},
    {"fence.sc.cluster", 90, false},
    {"getctarank", 90, false},
    {"mapa", 90, false},
    {"is_explicit_cluster", 90, false},
    {"isspacep.shared.cluster", 90, false},
    {"read.ptx.sreg.cluster", 90, false},
    {"read.ptx.sreg.nclusterid", 90, false},
};

} // namespace

Result<void> checkChipHasIntrinsics(const llvm::Module &module, const Architecture &architecture) {
  for (const llvm::Function &function : module) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || !name.consume_front("llvm.nvvm."))
      continue;
    if (const Requirement *requirement = unmetRequirement(kRequirements, architecture, name))
      return fail(ErrorCode::Unsupported,
                  architecture.name + " has no " + function.getName().str() + ", which needs sm_" +
                      std::to_string(requirement->capability) +
                      (requirement->isSpecific ? "a" : " or newer"),
                  locationOfCall(function), "name an architecture that has it");
  }
  return {};
}

} // namespace pstudio::nvidia
