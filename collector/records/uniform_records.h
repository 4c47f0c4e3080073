// SPDX-License-Identifier: Apache-2.0
// Records of units whose lanes do not diverge, on any GPU: the index is a register.
#pragma once

#include "collector/records/gpu_block.h"
#include "collector/records/record_options.h"
#include "collector/records/record_store.h"

namespace pstudio {

/// A stack variable keeps the number of bytes that the unit has written. LLVM turns it into SSA
/// values: constants in straight-line code, so that a record there is a clock read and a store to a
/// fixed address.
class UniformRecords : public RecordStore {
public:
  /// `entry` inserts at the kernel's entry. `mayWrap`: the kernel may write more slots than there
  /// are, or as many as one flush copies.
  UniformRecords(GpuWriter &entry, const GpuUnit &unit, RecordLanes lanes, bool mayWrap);
  /// The derived class overrides loadWritten() and storeWritten(), which keep the count; the count
  /// may wrap.
  explicit UniformRecords(const GpuUnit &unit);

  void store(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) override;
  void storeGroup(GpuWriter &w, proton_gpu::StoreGroupOp op, mlir::Value tag,
                  mlir::Value lastClock) override;
  void atFlushPoint(GpuWriter &w, proton_gpu::FlushPointOp op) override;
  void finalize(GpuWriter &w) override;

protected:
  /// Writes a store of 1, 2 or 4 words (i32) to the slot at `address` (i32 in shared memory, else a
  /// global pointer), which is aligned to their size. A null word is the clock, which is read
  /// directly before; a null `condition` (i1) is true.
  virtual void writeWords(GpuWriter &w, mlir::Value address, llvm::ArrayRef<mlir::Value> words,
                          mlir::Value condition) = 0;
  /// The word (i32) of the lowest active lane, for all active lanes; null if only that lane can
  /// store it.
  virtual mlir::Value ofLowestLane(GpuWriter &w, mlir::Value word) = 0;
  /// i32: the mask of the active lanes for which `condition` (i1) holds. Warps of 32 lanes. This
  /// and streams are only available where the target supports them.
  virtual mlir::Value lanesWith(GpuWriter &, mlir::Value /*condition*/) {
    PSTUDIO_CHECK(false);
    return {};
  }
  /// The active lanes.
  virtual LaneGroup lanes(GpuWriter &w) const;
  /// Appends the record of `op` under m_condition; arguments as store().
  virtual void write(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  /// Strategy stream: publishes the half that the previous record filled.
  virtual HandoverRecords stream(GpuWriter &, mlir::Value /*written*/, uint32_t /*operation*/) {
    PSTUDIO_CHECK(false);
    return {};
  }
  /// Strategy stream: publishes the remaining slots when the unit ends.
  virtual void streamEnd(GpuWriter &, mlir::Value /*written*/) { PSTUDIO_CHECK(false); }

  /// Appends a record of one slot; `clock` may be null, see RecordStore::store().
  void append(GpuWriter &w, mlir::Value tag, mlir::Value clock, mlir::Value condition = {});
  /// Stores the slot at the offset of `written` bytes, unless it is rejected. A null payload is the
  /// clock; a null condition is true.
  void storeSlot(GpuWriter &w, mlir::Value written, mlir::Value tag, mlir::Value payload,
                 mlir::Value condition);
  /// i32: Address slots of the record of an access.
  mlir::Value addressCount(GpuWriter &w, proton_gpu::StoreOp op) const;
  /// Stores the Address slots of an access at the offset of `first` bytes. `kindBits` (i32): their
  /// kind, or 0 where they are rejected.
  void storeAddresses(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value first,
                      mlir::Value kindBits);
  /// Stores an Address slot at the offset of `first` bytes, plus `laneBytes` unless null;
  /// `kindAndLane` is the rest of its tag.
  void storeAddress(GpuWriter &w, mlir::Value first, mlir::Value laneBytes, mlir::Value kindAndLane,
                    mlir::Value low, mlir::Value high, mlir::Value condition);
  /// Stores these words in the slots that follow the first slot of a record of `slots` slots;
  /// arguments as storeSlot(). `slots` 0: the record is proven to fit.
  void storeFurther(GpuWriter &w, mlir::Value written, mlir::Value tag,
                    llvm::ArrayRef<mlir::Value> words, uint32_t slots, mlir::Value condition);
  const GpuUnit &unit() const { return m_unit; }
  /// i32: the bytes written so far.
  virtual mlir::Value loadWritten(GpuWriter &w) const;
  virtual void storeWritten(GpuWriter &w, mlir::Value written) const;
  /// i1: condition of the record that is stored now, or was stored last; null if it has none.
  void setCondition(mlir::Value condition) { m_condition = condition; }
  /// i32: the slots of the record that was stored last; null: at most record::kMaxRecordSlots.
  void setLastSlots(mlir::Value slots) { m_lastSlots = slots; }
  /// The unit of a stream does not wait for the host.
  bool isDropping() const { return m_isDropping; }

  /// Copies the remaining slots and marks the unit as final.
  void finalizeUnit(GpuWriter &w);

private:
  bool takeLowest(GpuWriter &w, llvm::MutableArrayRef<mlir::Value> words);
  void appendValue(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  void appendAccessWhereRecorded(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag,
                                 mlir::Value clock);
  void appendAccess(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  void appendOfLanes(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  void appendTensorCopy(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  void storeEncodedWords(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value written, uint32_t slots,
                         mlir::Value electedLane);
  /// `tag`, or 0 where a record of `slots` slots at the offset of `written` bytes is rejected.
  /// `slots` as in storeFurther().
  mlir::Value ifFits(GpuWriter &w, mlir::Value tag, mlir::Value written, uint32_t slots);
  mlir::Value addressOfFirst(GpuWriter &w, proton_gpu::StoreOp op, mlir::Value inGroup) const;
  mlir::Value behind(GpuWriter &w, mlir::Value written, uint32_t bytes) const;
  void advance(GpuWriter &w, mlir::Value written, uint32_t slots, mlir::Value condition);
  void countRecords(GpuWriter &w, uint32_t records, mlir::Value condition);
  void advanceBy(GpuWriter &w, mlir::Value written, mlir::Value bytes, mlir::Value condition);
  mlir::Value isInside(GpuWriter &w, mlir::Value written);
  /// i32: slots written so far.
  mlir::Value slotsWritten(GpuWriter &w);
  HandoverRecords flush(GpuWriter &w, mlir::Value written, uint32_t operation);
  /// The lanes that write to the segment of the executing lane.
  LaneGroup sharers(GpuWriter &w) const;
  /// Synchronises these lanes.
  void syncSharers(GpuWriter &w) const;
  /// Address of the slot at the offset of `written` bytes, plus `laneBytes` unless null.
  mlir::Value slotAddress(GpuWriter &w, mlir::Value written, mlir::Value laneBytes = {});
  /// i1: this lane stores a record at the offset of `written` bytes; null if all lanes do.
  mlir::Value isStored(GpuWriter &w, mlir::Value written);

  const GpuUnit &m_unit;
  bool m_mayWrap;
  bool m_isDropping = false; ///< the unit of a stream does not wait for the host
  mlir::Value m_lastSlots;   ///< i32: slots of the access stored last; null after other records
  mlir::Value m_condition;   ///< see setCondition()
  mlir::Value m_variable;    ///< pointer to the bytes written; null if they are elsewhere
  mlir::Value m_records;     ///< pointer to the records so far; null unless there are groups
  mlir::Value m_isStorer;    ///< i1: this lane stores; null if all do
};

} // namespace pstudio
