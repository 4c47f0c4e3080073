// SPDX-License-Identifier: Apache-2.0
// Names of the functions that stand for GPU hardware features in a kernel's LLVM IR on the CPU
// target. MLIR lowering emits calls to them; codegen/cpu resolves them in LLVM IR (ids become loads
// from the thread's context, the rest calls of runtime/cpu). They are plain declarations without a
// context argument, so any front end can produce them. All are convergent and have side effects
// unless stated otherwise. A function that is part of the runtime has the same name there with '_'
// for '.', takes the thread's context as its first parameter, and takes an i1 as an i32, 0 or 1.
#pragma once

#include <string_view>

namespace pstudio::cpu::intrinsics {

// i32 f(); pure. Dimensions x, y, z are three functions each.
inline constexpr std::string_view kThreadId[3] = {"pstudio.cpu.tid.x", "pstudio.cpu.tid.y",
                                                  "pstudio.cpu.tid.z"};
inline constexpr std::string_view kBlockId[3] = {"pstudio.cpu.ctaid.x", "pstudio.cpu.ctaid.y",
                                                 "pstudio.cpu.ctaid.z"};
inline constexpr std::string_view kBlockDim[3] = {"pstudio.cpu.ntid.x", "pstudio.cpu.ntid.y",
                                                  "pstudio.cpu.ntid.z"};
inline constexpr std::string_view kGridDim[3] = {"pstudio.cpu.nctaid.x", "pstudio.cpu.nctaid.y",
                                                 "pstudio.cpu.nctaid.z"};
inline constexpr std::string_view kLaneId = "pstudio.cpu.laneid"; ///< i32, 0..31
inline constexpr std::string_view kWarpId = "pstudio.cpu.warpid"; ///< i32, linear thread id / 32
inline constexpr std::string_view kSmId = "pstudio.cpu.smid";     ///< i32, virtual SM

/// i1 f(ptr address): whether a generic address is in the CTA's shared memory, or in global memory;
/// pure.
inline constexpr std::string_view kIsShared = "pstudio.cpu.is.shared";
inline constexpr std::string_view kIsGlobal = "pstudio.cpu.is.global";

/// void f(): barrier of all threads of the CTA that have not returned.
inline constexpr std::string_view kBarrier = "pstudio.cpu.barrier";
/// i32 f(i32 predicate): the same barrier. Result: the number of threads whose predicate is not 0
/// in bits 15..0, the number of all threads at the barrier in bits 31..16.
inline constexpr std::string_view kBarrierCount = "pstudio.cpu.barrier.count";

/// {i32 value, i1 valid} f(i32 value, i32 offset, i32 width, i32 members): shuffle of the lanes of
/// the member mask that have not returned; if the mask is 0, of the active lanes of the warp.
inline constexpr std::string_view kShuffleXor = "pstudio.cpu.shuffle.xor";
inline constexpr std::string_view kShuffleUp = "pstudio.cpu.shuffle.up";
inline constexpr std::string_view kShuffleDown = "pstudio.cpu.shuffle.down";
inline constexpr std::string_view kShuffleIdx = "pstudio.cpu.shuffle.idx";

/// i64 f(i32 operation, i32 members, i64 value): a vote, match, reduction, election or
/// synchronisation (runtime/cpu/cta_thread.h, WarpOperation) of the lanes of the member mask, as
/// above. Bits 31..0 are the result, bit 32 is the predicate of MatchAll and Elect.
inline constexpr std::string_view kWarpOperation = "pstudio.cpu.warp.operation";
/// void f(): the active lanes of the warp continue one after the other, in lane order.
inline constexpr std::string_view kOrder = "pstudio.cpu.order";

/// void f(ptr dst, ptr src, i32 bytes): issue one asynchronous copy (global to shared) of this
/// thread.
inline constexpr std::string_view kAsyncCopy = "pstudio.cpu.async.copy";
/// void f(): close the thread's current group of copies.
inline constexpr std::string_view kAsyncCommit = "pstudio.cpu.async.commit";
/// void f(i32 n): wait until at most n of the thread's newest groups are pending.
inline constexpr std::string_view kAsyncWait = "pstudio.cpu.async.wait";

/// void f(ptr format, ptr words, i32 count): prints as C's printf() does; a word is an integer, or
/// the bits of a double. Cost 0 in the model, since it serves debugging.
inline constexpr std::string_view kPrint = "pstudio.cpu.print";

/// void f(ptr text, ptr file, i32 line, ptr function, i64 bytes of a character): an assertion of
/// the thread does not hold; does not return. The name is that of NVIDIA's driver, which code of
/// other front ends also uses.
inline constexpr std::string_view kAssertFail = "__assertfail";

// --- Instrumentation. Cost 0 in the model. Implemented by runtime/cpu/runtime_calls.h. ---
/// i64 f(): this thread's clock, no rendezvous [virtual cycles].
inline constexpr std::string_view kClock = "pstudio.cpu.clock";
/// i64 f(): the model's global timer, no rendezvous [ns].
inline constexpr std::string_view kGlobalTimer = "pstudio.cpu.globaltimer";

/// i32 f(i32 found, i32 first, i32 last, i32 shift, i32 rank): the rank of the executing warp, or
/// CTA, among first, first + 2^shift, ..., last, whose first has rank `rank`; else `found`.
inline constexpr std::string_view kRankOfWarp = "pstudio.cpu.rank.warp";
inline constexpr std::string_view kRankOfCta = "pstudio.cpu.rank.cta";
/// void f(ptr buffer, ptr shared, i32 cta, i32 warp, i32 units, i32 slots, i32 keptSlots, i32
/// flags, i32 chunks, i32 drops): sets the recording unit of the thread: the unit of warp number
/// `warp`, or of the thread itself, in block `cta` of the profile buffer; -1: none. `shared`:
/// segment of the first unit in shared memory, or null. The other parameters:
/// runtime/cpu/record_writer.h, SegmentFormat.
inline constexpr std::string_view kBeginRecords = "pstudio.cpu.record.begin";
/// void f(): the first thread of the CTA writes the block's header.
inline constexpr std::string_view kWriteHeader = "pstudio.cpu.record.header";
/// i64 f(i32 site): rendezvous of the warp's active lanes at static site `site`; returns the
/// largest of their clocks [virtual cycles] and sets all their clocks to it. These lanes form a
/// group until the next rendezvous. The lowest lane of the group is the elected lane; it stores the
/// record.
inline constexpr std::string_view kRecordClock = "pstudio.cpu.record.clock";
/// void f(i1 records, i32 tag, i64 value, i64 clock): the current group appends a record of a
/// scope, an event with key `value`, or a value; nothing if `records` is false.
inline constexpr std::string_view kStoreRecord = "pstudio.cpu.record.store";
/// void f(i1 records, i32 tag, i32 shape): the next records of kStoreRecord form one group of
/// records with that tag; nothing if `records` is false. `shape`: runtime/cpu/record_writer.h,
/// RecordWriter::openGroup().
inline constexpr std::string_view kOpenGroup = "pstudio.cpu.record.group";
/// void f(i64 address): the next address that this lane accesses, for the next record of its group.
inline constexpr std::string_view kRecordAddress = "pstudio.cpu.record.address";
/// void f(i64 word, i32 index, i1 makes): word `index` of the next bulk or predicated access of
/// this lane, for the next record of its group. The lane executes the access if `makes` is true.
inline constexpr std::string_view kRecordWord = "pstudio.cpu.record.word";
/// void f(i1 records, i32 tag, i64 clock, i32 flags): the current group appends the record of an
/// access; nothing if `records` is false. `flags`: runtime/cpu/thread_context.h, AccessFlag.
inline constexpr std::string_view kStoreAccess = "pstudio.cpu.store.access";
/// void f(i32 operation, i32 bins, i32 shift, i32 flags): the current group counts an access of the
/// operation (an id, shifted to its position in a tag) in the bin of the address of its lowest
/// lane. `flags` as kStoreAccess.
inline constexpr std::string_view kCountAccess = "pstudio.cpu.count.access";
/// void f(i32 operation): with strategies flush and stream, directly after a store. If the record
/// filled a half of the segment, flushes that half and appends a scope `operation` (an id, shifted
/// to its position in a tag). Waits while the ring of a stream has no room, without cost in the
/// model.
inline constexpr std::string_view kFlushRecords = "pstudio.cpu.record.flush";
/// void f(): the thread records nothing more. The last lane of a unit ends the unit; the first
/// thread of the CTA writes the end of the block.
inline constexpr std::string_view kEndRecords = "pstudio.cpu.record.end";

/// kEnterLoop: ptr f(ptr iteration, i32 every): starts the count of a loop's iterations in the i32
/// at `iteration`, which it returns. kNextIteration: void f(ptr iteration, i32 every): counts the
/// next iteration. kIsSampled: i1 f(ptr iteration): true in each `every`-th iteration, from the
/// first on.
inline constexpr std::string_view kEnterLoop = "pstudio.cpu.loop.enter";
inline constexpr std::string_view kNextIteration = "pstudio.cpu.loop.next";
inline constexpr std::string_view kIsSampled = "pstudio.cpu.loop.sampled";

/// Function attribute of functions that only instrument: they cost 0 and their memory accesses are
/// not checked.
inline constexpr std::string_view kInstrumentationAttribute = "pstudio-instrumentation";

} // namespace pstudio::cpu::intrinsics
