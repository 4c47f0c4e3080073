// SPDX-License-Identifier: Apache-2.0
// Site numbers before everything that may wait, polls on loops.
#include "collector/codegen/cpu/program_sites.h"

#include <optional>

#include "collector/codegen/cpu/markers.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

std::optional<SiteKind> siteKindOf(const llvm::Instruction &instruction) {
  if (isInstrumentationCall(instruction))
    return SiteKind::Record;
  const std::string_view name = calledMarker(instruction);
  if (name == intrinsics::kBarrier)
    return SiteKind::Barrier;
  if (name == intrinsics::kAsyncCopy)
    return SiteKind::AsyncCopy;
  if (name == intrinsics::kAsyncWait)
    return SiteKind::AsyncWait;
  if (name == intrinsics::kShuffleXor || name == intrinsics::kShuffleUp ||
      name == intrinsics::kShuffleDown || name == intrinsics::kShuffleIdx)
    return SiteKind::Shuffle;
  return std::nullopt;
}

/// Adds a site and returns its number as a constant.
llvm::ConstantInt *addSite(llvm::IRBuilder<> &builder, ProgramMap &map, SiteKind kind,
                           const llvm::Instruction &instruction) {
  map.sites.push_back({kind, locationOf(instruction)});
  return builder.getInt32(static_cast<uint32_t>(map.sites.size() - 1));
}

void insertPosition(llvm::Instruction &instruction, SiteKind kind, ProgramMap &map) {
  llvm::IRBuilder<> builder(&instruction);
  builder.CreateCall(marker(*instruction.getModule(), markers::kPosition, builder.getVoidTy(),
                            {builder.getInt32Ty()}),
                     {addSite(builder, map, kind, instruction)});
}

void insertPolls(llvm::Function &function, ProgramMap &map) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> backEdges;
  llvm::FindFunctionBackedges(function, backEdges);
  for (const auto &[from, to] : backEdges) {
    llvm::Instruction *terminator = const_cast<llvm::BasicBlock *>(from)->getTerminator();
    llvm::IRBuilder<> builder(terminator);
    builder.CreateCall(
        marker(*function.getParent(), markers::kPoll, builder.getVoidTy(), {builder.getInt32Ty()}),
        {addSite(builder, map, SiteKind::Loop, *terminator)});
  }
}

} // namespace

void insertSites(llvm::Module &module, ProgramMap &map) {
  if (map.sites.empty())
    map.sites.push_back({SiteKind::Start, {}});
  for (llvm::Function &function : module) {
    if (!isKernelCode(function))
      continue;
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
        if (const std::optional<SiteKind> kind = siteKindOf(instruction))
          insertPosition(instruction, *kind, map);
    insertPolls(function, map);
  }
}

} // namespace pstudio::cpu
