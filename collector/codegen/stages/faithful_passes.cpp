// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/stages/faithful_passes.h"

#include <memory>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"

namespace pstudio {
namespace {

/// Names of passes in LLVM's registry.
constexpr llvm::StringLiteral kOmitted[] = {
    "branch-folder",   "tailduplication",       "early-tailduplication",
    "block-placement", "block-placement-stats", "codegenprepare",
    "loop-reduce",     "canon-freeze",          "consthoist",
    "machine-sink",    "machinelicm",           "early-machinelicm",
    "machine-cse",     "peephole-opt",          "machine-cp"};

} // namespace

void FaithfulPasses::add(llvm::Pass *pass) {
  const llvm::PassInfo *info =
      llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
  if (info && llvm::is_contained(kOmitted, info->getPassArgument())) {
    const std::unique_ptr<llvm::Pass> omitted(pass);
    return;
  }
  m_passes.add(pass);
}

} // namespace pstudio
