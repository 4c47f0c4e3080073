// SPDX-License-Identifier: Apache-2.0
#include "collector/records/counter_records.h"

#include <bit>

#include "core/base/check.h"
#include "core/record/access_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
namespace {

/// i64: one access of `lanes` (i32).
Value oneAccess(GpuWriter &w, Value lanes) {
  Value wide = w.extend(lanes);
  return w.bitOr(wide, w.constant64(uint64_t{1} << record::kCountedAccessesShift));
}

/// i32: the bin of the address. 32 bits of it will do where it is within them: GPUs compute with
/// 64 bits in two steps.
Value binOf(GpuWriter &w, proton_gpu::CountOp op) {
  const uint32_t binBits = std::bit_width(op.getBins()) - 1;
  Value mask = w.constant32(op.getBins() - 1);
  if (op.getShift() + binBits <= 32 && op.getShift() < 32)
    return w.bitAnd(w.shiftRight(w.truncate(op.getAddress()), w.constant32(op.getShift())), mask);
  Value piece = w.shiftRight(op.getAddress(), w.constant64(op.getShift()));
  return w.bitAnd(w.truncate(piece), mask);
}

/// i32: where the counter is in the segment, in bytes.
Value counterOffset(GpuWriter &w, proton_gpu::CountOp op, Value idOffset) {
  constexpr uint32_t kSlotShift = std::countr_zero(record::kSlotBytes);
  Value first = w.constant32(op.getId() * op.getBins() << kSlotShift);
  if (idOffset) {
    Value ids = w.shiftRight(idOffset, w.constant32(record::kOperationShift));
    Value shift = w.constant32(std::countr_zero(op.getBins()) + kSlotShift);
    first = w.add(first, w.shiftLeft(ids, shift));
  }
  return w.addFitting(w.shiftLeft(binOf(w, op), w.constant32(kSlotShift)), first);
}

} // namespace

CounterRecords::CounterRecords(GpuWriter &entry, const GpuUnit &unit)
    : m_unit(unit), m_allLanes(oneAccess(entry, unit.lanes)) {
  Value lane = entry.lane();
  Value isFirst = entry.compare(ICmpPredicate::eq, lane, entry.constant32(0));
  m_isFirstLane = both(entry, isFirst, unit.records);
}

void CounterRecords::count(GpuWriter &w, ArrayRef<proton_gpu::CountOp> counts, Value idOffset) {
  proton_gpu::CountOp first = counts.front();
  if (Value by = first.getBy()) {
    PSTUDIO_CHECK(counts.size() == 1);
    return w.when(by, [&](GpuWriter &then) { countLanesHere(then, counts, idOffset); });
  }
  if (!first->hasAttr(kTogetherAttribute))
    return countLanesHere(w, counts, idOffset);
  add(w, counts, idOffset, m_allLanes, m_isFirstLane);
}

void CounterRecords::countLanesHere(GpuWriter &w, ArrayRef<proton_gpu::CountOp> counts,
                                    Value idOffset) {
  const GpuWriter::LanesHere here = w.lanesTogether();
  add(w, counts, idOffset, oneAccess(w, here.count), both(w, here.isLowest, m_unit.records));
}

void CounterRecords::add(GpuWriter &w, ArrayRef<proton_gpu::CountOp> counts, Value idOffset,
                         Value amount, Value isCounter) {
  SmallVector<Value> offsets;
  for (proton_gpu::CountOp op : counts)
    offsets.push_back(counterOffset(w, op, idOffset));
  w.addToGlobal(m_unit.slots, offsets, amount, isCounter);
}

void CounterRecords::finalize(GpuWriter &w) {
  Value none = w.constant32(0); // slots that were stored
  w.when(m_unit.records, [&](GpuWriter &then) { markFinal(then, m_unit, none); });
}

} // namespace pstudio
