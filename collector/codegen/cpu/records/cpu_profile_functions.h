// SPDX-License-Identifier: Apache-2.0
// The functions that do the profile buffer's work on the CPU target, in LLVM dialect.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Adds functions to a gpu.module when they are first asked for. All are internal, never inlined
/// and marked as instrumentation; their names start with "pstudio.profile.". Offsets and bits come
/// from record_layout.h.
class CpuProfileFunctions {
public:
  explicit CpuProfileFunctions(mlir::gpu::GPUModuleOp module);

  /// i64 (i32 site): the marker pstudio.cpu.record.clock. Called by kernels, so that the meeting
  /// place of the lanes has a place in the kernel.
  mlir::LLVM::LLVMFuncOp recordClock();
  /// Markers, too.
  mlir::LLVM::LLVMFuncOp recordAddress();
  mlir::LLVM::LLVMFuncOp storeAccess();
  /// (word i64, index i32, i32: not 0 if the lane makes the access): a word of a bulk access.
  mlir::LLVM::LLVMFuncOp recordWord();
  mlir::LLVM::LLVMFuncOp countAccess();
  /// ptr (ptr buffer, i64 blockBytes): the block of the executing CTA.
  mlir::LLVM::LLVMFuncOp block();
  /// ptr (ptr base, i64 offset, i64 stride): base + offset + stride * warp.
  mlir::LLVM::LLVMFuncOp ofUnit();

  /// ptr (i1 condition, ptr entry): the entry, or null if the condition is false.
  mlir::LLVM::LLVMFuncOp entryIf();
  /// ptr (ptr counter, i32 every), which returns the counter; void (ptr counter, i32 every);
  /// i1 (ptr counter): see proton_gpu.loop_counter.
  mlir::LLVM::LLVMFuncOp enterLoop();
  mlir::LLVM::LLVMFuncOp nextIteration();
  mlir::LLVM::LLVMFuncOp isSampled();

  // Where not every warp or CTA has a segment of its own. A null block or entry stores nothing.

  /// i32 (i32 found, i32 first, i32 last, i32 shift, i32 rank): the number of the executing warp
  /// among first, first + 2^shift, ..., last, whose first is number `rank`; else `found`.
  mlir::LLVM::LLVMFuncOp rankOfWarp();
  /// As rankOfWarp, of the executing CTA.
  mlir::LLVM::LLVMFuncOp rankOfCta();
  /// i32 (i32 warp): the number of the executing lane, 32 * warp + lane; -1 of -1.
  mlir::LLVM::LLVMFuncOp rankOfLane();
  /// ptr (ptr buffer, i64 blockBytes, i32 index): that block; null for -1.
  mlir::LLVM::LLVMFuncOp blockAt();
  /// ptr (ptr base, i64 offset, i64 stride, i32 index): base + offset + stride * index; null for a
  /// null base or -1.
  mlir::LLVM::LLVMFuncOp unitAt();
  /// void (ptr block, i32 unitCount, i32 slotsPerUnit, i32 flags, i32 handedSlots, i32 chunks):
  /// thread 0 writes the header.
  mlir::LLVM::LLVMFuncOp initialize();
  /// void (ptr entry, ptr slots, i32 capacity, i32 tag, i64 clock): the elected lane stores a scope
  /// record, with the mask of the lanes that met if live ones are missing.
  mlir::LLVM::LLVMFuncOp storeScope(proton_gpu::Strategy strategy);
  /// void (ptr entry, ptr slots, i32 capacity, i32 tag, i64 key, i64 clock): the elected lane
  /// stores an event record.
  mlir::LLVM::LLVMFuncOp storeEvent(proton_gpu::Strategy strategy);
  /// void (ptr entry, ptr slots, i32 capacity, i32 tag, i64 value, i64 clock): the elected lane, or
  /// every lane, stores a record of its value, of 32 or 64 bits.
  mlir::LLVM::LLVMFuncOp storeValue(proton_gpu::Strategy strategy, bool isWide, bool byEveryLane);
  /// As storeEvent, by every lane.
  mlir::LLVM::LLVMFuncOp storeLane(proton_gpu::Strategy strategy);
  /// void (ptr entry, ptr from, ptr to, i32 capacity, i32 kept, i32 startTag, i32 endTag, i32
  /// slots): if the record before, of at most `slots` (of an access exactly), filled a half of the
  /// `capacity` slots at `from`, the elected lane copies that half to the `kept` slots at `to` and
  /// records a scope.
  mlir::LLVM::LLVMFuncOp flush(bool byEveryLane);
  /// void (ptr entry, ptr from, ptr counters, ptr ring, i32 capacity, i32 chunks, i32 drops, i32
  /// operation, i32 slots): as flush(), but publishes the half in the unit's ring of chunks.
  /// `counters` are the unit's of the stream, `operation` is an id at its place in a tag.
  mlir::LLVM::LLVMFuncOp stream(bool byEveryLane);
  /// void (ptr entry): the last live lane of the warp marks the unit as final.
  mlir::LLVM::LLVMFuncOp finalizeUnit();
  /// void (ptr entry, ptr from, ptr to, i32 capacity): as finalizeUnit, after copying the slots
  /// that were written.
  mlir::LLVM::LLVMFuncOp finalizeSharedUnit();
  /// As finalizeUnit and finalizeSharedUnit, by every lane.
  mlir::LLVM::LLVMFuncOp finalizeLane();
  mlir::LLVM::LLVMFuncOp finalizeSharedLane();
  /// void (ptr entry, ptr from, ptr to, i32 capacity, i32 kept): as finalizeUnit, after copying the
  /// slots that were not flushed.
  mlir::LLVM::LLVMFuncOp finalizeFlushedUnit(bool byEveryLane);
  /// void (ptr entry, ptr from, ptr counters, ptr ring, i32 capacity, i32 chunks, i32 drops): as
  /// finalizeUnit, after publishing the slots that are left.
  mlir::LLVM::LLVMFuncOp finalizeStreamedUnit(bool byEveryLane);
  /// void (ptr block): thread 0 writes its end of the pair of clocks.
  mlir::LLVM::LLVMFuncOp finalizeBlock();

private:
  mlir::gpu::GPUModuleOp m_module;
};

} // namespace pstudio
