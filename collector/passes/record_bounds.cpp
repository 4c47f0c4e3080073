// SPDX-License-Identifier: Apache-2.0
// Counts the slots of records along structured and unstructured control flow.
#include "collector/passes/record_bounds.h"

#include <algorithm>
#include <cstdlib>

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "core/access/access.h"
#include "core/record/group_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {

bool isInCycle(Block *block) {
  SmallVector<Block *> open(block->getSuccessors());
  llvm::SmallPtrSet<Block *, 16> seen;
  while (!open.empty()) {
    Block *next = open.pop_back_val();
    if (next == block)
      return true;
    if (seen.insert(next).second)
      llvm::append_range(open, next->getSuccessors());
  }
  return false;
}

namespace {

/// Number of slots; none if it has no bound.
using Bound = std::optional<uint64_t>;

Bound sum(Bound a, Bound b) {
  return a && b ? Bound(*a + *b) : std::nullopt;
}

Bound larger(Bound a, Bound b) {
  return a && b ? Bound(std::max(*a, *b)) : std::nullopt;
}

/// Iterations of a loop with constant bounds.
Bound roundsOf(scf::ForOp loop) {
  const auto begin = getConstantIntValue(loop.getLowerBound());
  const auto end = getConstantIntValue(loop.getUpperBound());
  const auto step = getConstantIntValue(loop.getStep());
  constexpr int64_t kMost = INT32_MAX; // a number close to it does not fit any segment
  if (const auto most = loop->getAttrOfType<IntegerAttr>(proton::kMaxRoundsAttribute))
    return most.getInt();
  if (!begin || !end || !step || *step <= 0 || std::abs(*begin) > kMost || std::abs(*end) > kMost)
    return std::nullopt;
  return *end <= *begin ? 0 : llvm::divideCeil(*end - *begin, *step);
}

/// `rounds` times `slots`; none above UINT32_MAX.
Bound times(Bound rounds, Bound slots) {
  constexpr uint64_t kMost = UINT32_MAX;
  if (slots == uint64_t{0})
    return 0;
  return rounds && slots && *rounds <= kMost / *slots ? Bound(*rounds * *slots) : std::nullopt;
}

/// Slots of an access with one address for each `lanesPerAddress` lanes; 0: one address for all
/// lanes. With the mask of the lanes if not all lanes access. Warps have at most 64 lanes.
uint32_t slotsOfAccess(uint32_t lanesPerAddress, bool hasMask) {
  return (hasMask ? 2 : 1) + (lanesPerAddress == 0 ? 1 : memory::kMaxLanes / lanesPerAddress);
}

/// Slots of an access that one lane records with `further` words after its address, and with the
/// mask of the lanes if not all lanes access.
uint32_t slotsOfEncoded(size_t further, bool hasMask) {
  return static_cast<uint32_t>(2 + further) + (hasMask ? 1 : 0);
}

uint32_t slotsOfValue(Type type) {
  const bool isWide = type.getIntOrFloatBitWidth() > 32;
  return record::slotsOf(record::makeTag(record::Kind::Value, 0, isWide ? record::kKeyWide : 0));
}

} // namespace

uint32_t slotsOfRecord(Operation *op) {
  if (auto value = dyn_cast<proton::ValueOp>(op))
    return slotsOfValue(value.getRecordedType());
  if (auto access = dyn_cast<proton::AccessOp>(op); access && access.getSite().getDistance())
    return 0;
  if (auto access = dyn_cast<proton::AccessOp>(op); access && !access.getFurther().empty())
    return slotsOfEncoded(access.getFurther().size(), static_cast<bool>(access.getBy()));
  if (auto access = dyn_cast<proton::AccessOp>(op))
    return slotsOfAccess(access.getSite().lanesPerAddress(), static_cast<bool>(access.getBy()));
  auto store = dyn_cast<proton_gpu::StoreOp>(op);
  if (store && !store.getFurther().empty())
    return slotsOfEncoded(store.getFurther().size(), static_cast<bool>(store.getBy()));
  if (store && store.getKind() == proton_gpu::RecordKind::MemoryAccess)
    return slotsOfAccess(store.getEach().value_or(0), static_cast<bool>(store.getBy()));
  if (store)
    return store.getValue() ? slotsOfValue(store.getValue().getType()) : 1;
  if (auto group = dyn_cast<proton_gpu::StoreGroupOp>(op))
    return group.getPartial() ? 0 : record::groupSlots(group.endWord() - 1);
  return proton::isRecording(op) ? 1 : 0;
}

namespace {

/// Bounds of one kernel; the slots of a function are counted at each of its calls.
class SlotCounter {
public:
  /// `executesAllArms`: the lanes of a warp may take different arms of a branch.
  SlotCounter(llvm::function_ref<uint32_t(Operation *)> slotsOfOperation, bool executesAllArms)
      : m_slotsOfOperation(slotsOfOperation), m_executesAllArms(executesAllArms) {}
  Bound slotsOf(Region &region);

private:
  Bound slotsOf(Operation &op);
  Bound slotsAfter(CallOpInterface call);

  llvm::function_ref<uint32_t(Operation *)> m_slotsOfOperation;
  bool m_executesAllArms;
  llvm::DenseMap<Operation *, Bound> m_functions;
};

Bound SlotCounter::slotsAfter(CallOpInterface call) {
  FunctionOpInterface callee = calleeOf(call);
  if (!callee || callee.isExternal())
    return 0;
  // While the function is counted: a recursive function records nothing (see CallGraph::check).
  const auto [known, isNew] = m_functions.try_emplace(callee, Bound(0));
  if (!isNew)
    return known->second;
  const Bound slots = slotsOf(callee.getFunctionBody());
  m_functions[callee] = slots;
  return slots;
}

Bound SlotCounter::slotsOf(Operation &op) {
  if (const uint32_t slots = m_slotsOfOperation(&op))
    return slots;
  if (auto call = dyn_cast<CallOpInterface>(op))
    return slotsAfter(call);
  Bound most = 0;
  for (Region &region : op.getRegions())
    most = m_executesAllArms ? sum(most, slotsOf(region)) : larger(most, slotsOf(region));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return times(roundsOf(loop), most);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return most;
  return most == uint64_t{0} ? most : std::nullopt; // unknown number of iterations
}

Bound SlotCounter::slotsOf(Region &region) {
  Bound total = 0;
  for (Block &block : region) {
    Bound inBlock = 0;
    for (Operation &op : block)
      inBlock = sum(inBlock, slotsOf(op));
    total = sum(total, isInCycle(&block) ? times(std::nullopt, inBlock) : inBlock);
  }
  return total;
}

} // namespace

bool mayRecordDivergently(const WarpUniformity &uniformity) {
  const auto isDivergent = [&](Operation *op) {
    const bool isRecorded =
        isa<proton_gpu::StoreOp, proton_gpu::StoreGroupOp, proton_gpu::FinalizeOp>(op);
    return isRecorded && uniformity.divergenceAt(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  };
  return llvm::any_of(uniformity.functions(), [&](FunctionOpInterface function) {
    return function.walk(isDivergent).wasInterrupted();
  });
}

std::optional<uint64_t> mostSlots(FunctionOpInterface kernel,
                                  llvm::function_ref<uint32_t(Operation *)> slotsOf) {
  return SlotCounter(slotsOf, /*executesAllArms=*/false).slotsOf(kernel.getFunctionBody());
}

void markDivergence(FunctionOpInterface kernel, const BlockShape &block, uint32_t lanesPerWarp) {
  auto function = dyn_cast<gpu::GPUFuncOp>(kernel.getOperation());
  if (!function)
    return;
  const WarpUniformity uniformity(function, block, lanesPerWarp);
  const bool masksPredicates = lanesPerWarp > kLanesPerWarp || uniformity.hasDivergentLoop();
  const auto isApart = [&](Operation *op) {
    auto access = dyn_cast<proton::AccessOp>(op);
    const bool isPredicated = masksPredicates && access && access.getBy();
    const bool isRecorded = isa<gpu::ReturnOp>(op) || slotsOfRecord(op) != 0;
    return isPredicated || (isRecorded && uniformity.divergenceAt(op)) ? WalkResult::interrupt()
                                                                       : WalkResult::advance();
  };
  if (llvm::none_of(uniformity.functions(),
                    [&](FunctionOpInterface each) { return each.walk(isApart).wasInterrupted(); }))
    return;
  const auto slots = static_cast<int32_t>(llvm::divideCeil(lanesPerWarp, kLanesPerWarp));
  kernel->setAttr(proton_gpu::kMaskSlotsAttribute,
                  Builder(kernel.getContext()).getI32IntegerAttr(slots));
}

std::optional<uint64_t> mostSlots(FunctionOpInterface kernel) {
  const bool isGrouped = kernel->hasAttr(proton_gpu::kGroupsAttribute);
  if (const auto mask = kernel->getAttrOfType<IntegerAttr>(proton_gpu::kMaskSlotsAttribute)) {
    const auto maskSlots = static_cast<uint32_t>(mask.getInt());
    const auto withMask = [&](Operation *op) {
      const uint32_t slots = slotsOfRecord(op);
      return slots == 0 ? 0 : record::paddedSlots(slots + maskSlots, isGrouped);
    };
    return SlotCounter(withMask, /*executesAllArms=*/true).slotsOf(kernel.getFunctionBody());
  }
  return mostSlots(
      kernel, [&](Operation *op) { return record::paddedSlots(slotsOfRecord(op), isGrouped); });
}

bool mayWrap(FunctionOpInterface kernel, uint32_t slots) {
  const std::optional<uint64_t> most = mostSlots(kernel);
  return !most || *most > slots;
}

} // namespace pstudio
