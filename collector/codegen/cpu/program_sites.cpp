// SPDX-License-Identifier: Apache-2.0
// Site numbers before operations that may wait, counters and polls in loops.
#include "collector/codegen/cpu/program_sites.h"

#include <optional>

#include "collector/codegen/cpu/markers.h"
#include "collector/codegen/cpu/polling_loops.h"
#include "collector/codegen/cpu/program_order.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {
namespace {

std::optional<SiteKind> siteKindOfMarker(std::string_view name) {
  if (name == intrinsics::kRecordClock)
    return SiteKind::Record;
  if (name == intrinsics::kBarrier || name == intrinsics::kBarrierCount)
    return SiteKind::Barrier;
  if (name == intrinsics::kAsyncCopy)
    return SiteKind::AsyncCopy;
  if (name == intrinsics::kAsyncWait)
    return SiteKind::AsyncWait;
  if (name == intrinsics::kShuffleXor || name == intrinsics::kShuffleUp ||
      name == intrinsics::kShuffleDown || name == intrinsics::kShuffleIdx)
    return SiteKind::Shuffle;
  if (name == intrinsics::kWarpOperation)
    return SiteKind::WarpOperation;
  if (name == intrinsics::kOrder)
    return SiteKind::Memory;
  if (name == intrinsics::kPrint)
    return SiteKind::Print;
  return std::nullopt;
}

bool isOfThread(const llvm::Value *pointer) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
}

/// Accesses by which threads can observe each other's order.
bool isOrdered(const llvm::Instruction &instruction) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return (load->isVolatile() || load->isAtomic()) && !isOfThread(load->getPointerOperand());
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return (store->isVolatile() || store->isAtomic()) && !isOfThread(store->getPointerOperand());
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return !isOfThread(update->getPointerOperand());
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return !isOfThread(exchange->getPointerOperand());
  return llvm::isa<llvm::FenceInst>(instruction);
}

std::optional<SiteKind> siteKindOf(const llvm::Instruction &instruction) {
  if (isOrdered(instruction))
    return SiteKind::Memory;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && isKernelCode(*callee))
    return SiteKind::Call;
  return siteKindOfMarker(calledMarker(instruction));
}

/// A barrier is for threads of all warps, which need not be in the same iteration.
bool isOfWarp(SiteKind kind) {
  return kind != SiteKind::Barrier && kind != SiteKind::AsyncCopy;
}

class SiteWriter {
public:
  SiteWriter(llvm::Function &function, ProgramMap &map)
      : m_function(function), m_map(map), m_order(orderOf(function)),
        m_loops(m_order.regions.size(), kNoLoop) {}

  void run() {
    addLoops();
    for (llvm::BasicBlock *block : m_order.blocks)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block))
        if (const std::optional<SiteKind> kind = siteKindOf(instruction))
          write(instruction, *kind);
    countIterations();
    insertPolls();
  }

private:
  void addLoops() {
    for (uint32_t region = 0; region < m_loops.size(); ++region) {
      if (!containsSite(m_order.regions[region]))
        continue;
      m_loops[region] = static_cast<uint32_t>(m_map.loops.size());
      m_map.loops.push_back({loopOf(m_order.regions[region].parent)});
    }
  }

  static bool containsSite(const LoopRegion &region) {
    return llvm::any_of(region.blocks, [](const llvm::BasicBlock *block) {
      return llvm::any_of(*block, [](const llvm::Instruction &instruction) {
        const std::optional<SiteKind> kind = siteKindOf(instruction);
        return kind && isOfWarp(*kind);
      });
    });
  }

  uint32_t loopOf(uint32_t region) const { return region == kNoRegion ? kNoLoop : m_loops[region]; }

  /// Adds a site and returns its number as a constant.
  llvm::ConstantInt *addSite(llvm::IRBuilder<> &builder, SiteKind kind,
                             const llvm::Instruction &instruction) {
    const auto region = m_order.regionOf.find(instruction.getParent());
    const uint32_t loop = loopOf(region == m_order.regionOf.end() ? kNoRegion : region->second);
    m_map.sites.push_back({kind, locationOf(instruction), loop});
    return builder.getInt32(static_cast<uint32_t>(m_map.sites.size() - 1));
  }

  void call(llvm::IRBuilder<> &builder, std::string_view name,
            llvm::ArrayRef<llvm::Value *> arguments) {
    llvm::SmallVector<llvm::Type *, 2> types;
    for (const llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    builder.CreateCall(marker(*m_function.getParent(), name, builder.getVoidTy(), types),
                       arguments);
  }

  void write(llvm::Instruction &instruction, SiteKind kind) {
    llvm::IRBuilder<> builder(&instruction);
    call(builder, markers::kPosition, {addSite(builder, kind, instruction)});
    if (isOrdered(instruction))
      call(builder, intrinsics::kOrder, {});
    if (kind != SiteKind::Call)
      return;
    call(builder, markers::kEnterCall, {});
    builder.SetInsertPoint(instruction.getNextNode());
    call(builder, markers::kLeaveCall, {});
  }

  void countIterations() {
    for (uint32_t region = 0; region < m_loops.size(); ++region)
      if (m_loops[region] != kNoLoop)
        countIterations(m_order.regions[region], m_loops[region]);
  }

  void countIterations(const LoopRegion &region, uint32_t loop) {
    llvm::IRBuilder<> builder(&*region.header->getFirstInsertionPt());
    llvm::Value *number = builder.getInt32(loop);
    call(builder, markers::kNextIteration, {number, builder.getInt1(pollsMemory(region))});
    const llvm::SmallPtrSet<const llvm::BasicBlock *, 16> inside(region.blocks.begin(),
                                                                 region.blocks.end());
    llvm::SmallPtrSet<llvm::BasicBlock *, 4> entering;
    for (llvm::BasicBlock *block : region.loop)
      for (llvm::BasicBlock *from : llvm::predecessors(block))
        if (!inside.contains(from) && entering.insert(from).second) {
          builder.SetInsertPoint(from->getTerminator());
          call(builder, markers::kStartIterations, {number});
        }
  }

  void insertPolls() {
    llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 8> backEdges;
    llvm::FindFunctionBackedges(m_function, backEdges);
    for (const auto &[from, to] : backEdges) {
      llvm::Instruction *terminator = const_cast<llvm::BasicBlock *>(from)->getTerminator();
      llvm::IRBuilder<> builder(terminator);
      call(builder, markers::kPoll, {addSite(builder, SiteKind::Loop, *terminator)});
    }
  }

  llvm::Function &m_function;
  ProgramMap &m_map;
  const ProgramOrder m_order;
  std::vector<uint32_t> m_loops; ///< index into ProgramMap::loops, by region
};

} // namespace

void insertSites(llvm::Module &module, ProgramMap &map) {
  if (map.sites.empty())
    map.sites.push_back({SiteKind::Start, {}});
  for (llvm::Function &function : module)
    if (isKernelCode(function))
      SiteWriter(function, map).run();
}

} // namespace pstudio::cpu
