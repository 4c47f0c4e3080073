// SPDX-License-Identifier: Apache-2.0
// Records of units whose lanes stay together, on an NVIDIA GPU: the index is a register.
#pragma once

#include "collector/passes/nvidia_block.h"
#include "collector/passes/record_store.h"
#include "collector/passes/stream_handover.h"

namespace pstudio {

/// The bytes that the unit has written so far are kept in a stack variable, which LLVM turns into
/// SSA values: constants in straight-line code, so that a record there is a clock read and a store
/// to a fixed place.
class UniformRecords : public RecordStore {
public:
  /// `entry` stands at the kernel's entry. `mayWrap`: more slots may be written than there are, or
  /// as many as are handed over at once.
  UniformRecords(PtxWriter &entry, const NvidiaUnit &unit, RecordLanes lanes, bool mayWrap);

  void store(PtxWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) override;
  void notify(PtxWriter &w, proton_gpu::NotifyOp op) override;
  void finalize(PtxWriter &w) override;

private:
  void finalizeUnit(PtxWriter &w);
  /// Appends a record of one slot; `clock` may be null, see RecordStore::store().
  void append(PtxWriter &w, mlir::Value tag, mlir::Value clock, mlir::Value condition = {});
  void appendValue(PtxWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  /// Stores the slot behind `written` bytes, if it is stored at all; a null payload is the clock, a
  /// null condition true.
  void storeSlot(PtxWriter &w, mlir::Value written, mlir::Value tag, mlir::Value payload,
                 mlir::Value condition);
  /// `tag`, or 0 where a record of `slots` slots behind `written` bytes is refused.
  mlir::Value ifFits(PtxWriter &w, mlir::Value tag, mlir::Value written, uint32_t slots);
  void advance(PtxWriter &w, mlir::Value written, uint32_t slots, mlir::Value condition);
  /// i32: slots written so far.
  mlir::Value slotsWritten(PtxWriter &w);
  /// The lanes that hand slots of a stream over.
  StreamLanes streamLanes(PtxWriter &w) const;
  void handOver(PtxWriter &w, mlir::Value written, uint32_t operation);
  void flush(PtxWriter &w, mlir::Value written, uint32_t operation);
  void flushLane(PtxWriter &w, mlir::Value written, uint32_t operation);
  void appendScope(PtxWriter &w, uint32_t operation, mlir::Value start, mlir::Value end);
  mlir::Value slotAddress(PtxWriter &w, mlir::Value written);
  /// i1: this lane stores a record behind `written` bytes; null if all lanes do.
  mlir::Value isStored(PtxWriter &w, mlir::Value written);

  const NvidiaUnit &m_unit;
  bool m_mayWrap;
  bool m_isDropping = false; ///< the unit of a stream does not wait for the host
  mlir::Value m_condition;   ///< i1: of the record that was stored last; null if it has none
  mlir::Value m_variable;    ///< pointer to the bytes written
  mlir::Value m_isStorer;    ///< i1: this lane stores; null if all do
};

} // namespace pstudio
