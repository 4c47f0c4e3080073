// SPDX-License-Identifier: Apache-2.0
// Address and store of a record in warp-uniform code.
#include "collector/passes/uniform_records.h"

#include <bit>
#include <string>

#include "core/record/record_layout.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {

UniformRecords::UniformRecords(PtxWriter &entry, const NvidiaUnit &unit, RecordLanes lanes,
                               bool mayWrap)
    : m_unit(unit), m_mayWrap(mayWrap), m_variable(entry.stackVariable(entry.i32())) {
  entry.store(entry.constant32(0), m_variable, 0);
  if (lanes == RecordLanes::One && !unit.shape.isPerThread())
    m_isStorer = entry.compare(ICmpPredicate::eq, entry.lane(), entry.constant32(0));
  m_isStorer = both(entry, m_isStorer, unit.records);
}

void UniformRecords::store(PtxWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  m_condition = op.getCondition();
  if (op.getValue())
    appendValue(w, op, tag, clock);
  else
    append(w, tag, clock, m_condition);
}

void UniformRecords::append(PtxWriter &w, Value tag, Value clock, Value condition) {
  Value written = w.load(w.i32(), m_variable, 0);
  storeSlot(w, written, tag, clock, condition);
  advance(w, written, 1, condition);
}

void UniformRecords::appendValue(PtxWriter &w, proton_gpu::StoreOp op, Value tag, Value clock) {
  Value written = w.load(w.i32(), m_variable, 0);
  const SmallVector<Value, 2> words = valueWords(w, op);
  const auto slots = static_cast<uint32_t>(1 + words.size());
  Value storer = m_condition;
  Value first = tag;
  if (m_unit.shape.isPerThread()) {
    Value key = w.shiftLeft(w.lane(), w.constant32(record::kKeyLaneShift));
    first = w.bitOr(tag, key);
  } else if (!op->hasAttr(kUniformValueAttribute)) {
    // Lanes have values of their own, so all of them cannot store: the lowest one does.
    Value isLowest = w.compare(ICmpPredicate::eq, w.lane(), w.constant32(0));
    storer = both(w, storer, isLowest);
  }
  storeSlot(w, written, ifFits(w, first, written, slots), clock, storer);
  const uint32_t idBits = record::kOperationMask << record::kOperationShift;
  Value id = w.bitAnd(tag, w.constant32(idBits));
  for (uint32_t i = 1; i < slots; ++i) {
    Value at = w.add(written, w.constant32(i * record::kSlotBytes));
    Value further = w.bitOr(id, w.constant32(record::makeTag(record::Kind::Continuation, 0, i)));
    storeSlot(w, at, ifFits(w, further, written, slots), words[i - 1], storer);
  }
  advance(w, written, slots, m_condition);
}

/// A refused record of several slots marks those in front of the end: shared memory is not zeroed.
Value UniformRecords::ifFits(PtxWriter &w, Value tag, Value written, uint32_t slots) {
  if (!m_mayWrap || m_unit.shape.strategy != proton_gpu::Strategy::First)
    return tag;
  const uint64_t last = m_unit.shape.segmentBytes - uint64_t{slots} * record::kSlotBytes;
  Value fits = w.compare(ICmpPredicate::ule, written, w.constant32(static_cast<uint32_t>(last)));
  return w.select(fits, tag, w.constant32(0));
}

void UniformRecords::storeSlot(PtxWriter &w, Value written, Value tag, Value payload,
                               Value condition) {
  const bool isShared = static_cast<bool>(m_unit.sharedSlots);
  SmallVector<PtxOperand> operands{{isShared ? "r" : "l", slotAddress(w, written)}, {"r", tag}};
  std::string text;
  std::string word = "%clk";
  if (payload) {
    word = "$" + std::to_string(operands.size());
    operands.push_back({"r", payload});
  } else {
    text += "{\n\t.reg .b32 %clk;\n\tmov.u32 %clk, " + clockRegister(m_unit).str() + ";\n\t";
  }
  if (Value stores = both(w, isStored(w, written), condition)) {
    text += "@$" + std::to_string(operands.size()) + " ";
    operands.push_back({"b", stores});
  }
  text += isShared ? "st.shared" : "st.global";
  text += ".v2.b32 [$0], {$1, " + word + "};";
  if (!payload)
    text += "\n\t}";
  w.assembly(text, operands);
}

void UniformRecords::advance(PtxWriter &w, Value written, uint32_t slots, Value condition) {
  Value bytes = w.constant32(slots * record::kSlotBytes);
  if (condition)
    bytes = w.select(condition, bytes, w.constant32(0));
  w.store(w.add(written, bytes), m_variable, 0);
}

Value UniformRecords::slotsWritten(PtxWriter &w) {
  Value bytes = w.load(w.i32(), m_variable, 0);
  return w.shiftRight(bytes, w.constant32(std::countr_zero(record::kSlotBytes)));
}

void UniformRecords::notify(PtxWriter &w, proton_gpu::NotifyOp op) {
  m_isDropping |= op.getDropping();
  if (!m_mayWrap)
    return;
  Value written = slotsWritten(w);
  Value isFull = fillsHalf(w, written, handedSlots(m_unit.shape));
  Value isHere = both(w, m_unit.records, m_condition);
  w.when(both(w, isFull, isHere), [&](PtxWriter &then) { handOver(then, written, op.getId()); });
}

void UniformRecords::handOver(PtxWriter &w, Value written, uint32_t operation) {
  if (m_unit.shape.strategy != proton_gpu::Strategy::Stream)
    return flush(w, written, operation);
  for (const StreamRecord &record :
       streamHalf(w, m_unit, written, operation, streamLanes(w), m_isDropping))
    append(w, w.constant32(record.tag), record.payload);
}

StreamLanes UniformRecords::streamLanes(PtxWriter &w) const {
  return m_unit.shape.isPerThread() ? StreamLanes::one(w) : StreamLanes::warp(w, m_unit);
}

void UniformRecords::flush(PtxWriter &w, Value written, uint32_t operation) {
  if (m_unit.shape.isPerThread())
    return flushLane(w, written, operation);
  Value start = readClock(w, m_unit);
  // Lanes copy slots that other lanes may have stored.
  w.syncWarp();
  Value half = w.constant32(handedSlots(m_unit.shape));
  Value first = w.subtract(beginOfHalf(w, m_unit, written), half);
  copyHalf(w, m_unit, first, half, w.lane(), m_unit.lanes);
  // None goes on to the slots that another is still copying.
  w.syncWarp();
  appendScope(w, operation, start, readClock(w, m_unit));
}

void UniformRecords::flushLane(PtxWriter &w, Value written, uint32_t operation) {
  Value start = readClock(w, m_unit);
  Value half = w.constant32(handedSlots(m_unit.shape));
  Value first = w.subtract(beginOfHalf(w, m_unit, written), half);
  copyHalf(w, m_unit, first, half, w.constant32(0), w.constant32(1));
  appendScope(w, operation, start, readClock(w, m_unit));
}

void UniformRecords::appendScope(PtxWriter &w, uint32_t operation, Value start, Value end) {
  append(w, w.constant32(record::makeTag(record::Kind::ScopeStart, operation, 0)), start);
  append(w, w.constant32(record::makeTag(record::Kind::ScopeEnd, operation, 0)), end);
}

void UniformRecords::finalize(PtxWriter &w) {
  if (!m_unit.records)
    return finalizeUnit(w);
  w.when(m_unit.records, [&](PtxWriter &then) { finalizeUnit(then); });
}

void UniformRecords::finalizeUnit(PtxWriter &w) {
  Value written = slotsWritten(w);
  if (m_unit.shape.strategy == proton_gpu::Strategy::Stream) {
    streamRest(w, m_unit, written, streamLanes(w), m_isDropping);
  } else if (m_unit.sharedSlots && m_unit.shape.isPerThread()) {
    copyRest(w, m_unit, written, w.constant32(0), w.constant32(1));
  } else if (m_unit.sharedSlots) {
    w.syncWarp();
    copyRest(w, m_unit, written, w.lane(), m_unit.lanes);
  }
  markFinal(w, m_unit, written);
}

Value UniformRecords::isStored(PtxWriter &w, Value written) {
  if (!m_mayWrap || m_unit.shape.strategy != proton_gpu::Strategy::First)
    return m_isStorer;
  Value end = w.constant32(static_cast<uint32_t>(m_unit.shape.segmentBytes));
  Value fits = w.compare(ICmpPredicate::ult, written, end);
  return m_isStorer ? w.bitAnd(m_isStorer, fits) : fits;
}

Value UniformRecords::slotAddress(PtxWriter &w, Value written) {
  Value offset = written;
  if (m_mayWrap && m_unit.shape.strategy != proton_gpu::Strategy::First)
    offset = w.bitAnd(written, w.constant32(static_cast<uint32_t>(m_unit.shape.segmentBytes - 1)));
  if (m_unit.sharedSlots)
    return w.add(m_unit.sharedSlots, offset);
  return w.at(m_unit.globalSlots, w.extend(offset));
}

} // namespace pstudio
