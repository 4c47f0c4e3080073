// SPDX-License-Identifier: Apache-2.0
// Names of the functions by which a kernel in LLVM IR asks the CPU target for what a GPU has in
// hardware. MLIR lowering emits calls to them; codegen/cpu resolves them in LLVM IR (ids become
// loads from the thread's context, the rest calls of runtime/cpu). They are plain declarations
// without a context argument, so any front end can produce them. All are convergent and have side
// effects unless said otherwise. One that is a function of the runtime has the same name there,
// with
// '_' for '.', takes the thread's context first, and an i1 as an i32, 0 or 1.
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

/// void f(): all threads of the CTA that have not returned.
inline constexpr std::string_view kBarrier = "pstudio.cpu.barrier";
/// i32 f(i32 predicate): the same; the number of those threads whose predicate is not 0, in bits
/// 15..0, and the number of all of them above.
inline constexpr std::string_view kBarrierCount = "pstudio.cpu.barrier.count";

/// {i32 value, i1 valid} f(i32 value, i32 offset, i32 width, i32 members): the lanes of the member
/// mask that have not returned; if it is 0, the active lanes of the warp.
inline constexpr std::string_view kShuffleXor = "pstudio.cpu.shuffle.xor";
inline constexpr std::string_view kShuffleUp = "pstudio.cpu.shuffle.up";
inline constexpr std::string_view kShuffleDown = "pstudio.cpu.shuffle.down";
inline constexpr std::string_view kShuffleIdx = "pstudio.cpu.shuffle.idx";

/// i64 f(i32 operation, i32 members, i64 value): a vote, match, reduction, election or
/// synchronisation (runtime/cpu/cta_thread.h, WarpOperation) of the lanes of the member mask, as
/// above. Bits 31..0 are the result, bit 32 is the predicate of MatchAll and Elect.
inline constexpr std::string_view kWarpOperation = "pstudio.cpu.warp.operation";
/// void f(): the active lanes of the warp go on one after the other, in the order of their numbers.
inline constexpr std::string_view kOrder = "pstudio.cpu.order";

/// void f(ptr dst, ptr src, i32 bytes): issue one asynchronous copy (global to shared) of this
/// thread.
inline constexpr std::string_view kAsyncCopy = "pstudio.cpu.async.copy";
/// void f(): close the thread's current group of copies.
inline constexpr std::string_view kAsyncCommit = "pstudio.cpu.async.commit";
/// void f(i32 n): wait until at most n of the thread's newest groups are pending.
inline constexpr std::string_view kAsyncWait = "pstudio.cpu.async.wait";

/// void f(ptr format, ptr words, i32 count): prints as C's printf() does; a word is an integer, or
/// the bits of a double. Cost 0 in the model: it is there to look at the program.
inline constexpr std::string_view kPrint = "pstudio.cpu.print";

/// void f(ptr text, ptr file, i32 line, ptr function, i64 bytes of a character): an assertion of
/// the thread does not hold; does not return. The name is that of NVIDIA's driver, so that code of
/// other front ends has it, too.
inline constexpr std::string_view kAssertFail = "__assertfail";

// --- Instrumentation. Cost 0 in the model. The functions of runtime/cpu/runtime_calls.h. ---
/// i64 f(): this thread's clock, no rendezvous [virtual cycles].
inline constexpr std::string_view kClock = "pstudio.cpu.clock";
/// i64 f(): the model's global timer, no rendezvous [ns].
inline constexpr std::string_view kGlobalTimer = "pstudio.cpu.globaltimer";

/// i32 f(i32 found, i32 first, i32 last, i32 shift, i32 rank): the rank of the executing warp, or
/// CTA, among first, first + 2^shift, ..., last, whose first has rank `rank`; else `found`.
inline constexpr std::string_view kRankOfWarp = "pstudio.cpu.rank.warp";
inline constexpr std::string_view kRankOfCta = "pstudio.cpu.rank.cta";
/// void f(ptr buffer, ptr shared, i32 cta, i32 warp, i32 units, i32 slots, i32 keptSlots, i32
/// flags, i32 chunks, i32 drops): the unit that the thread records for from here on: in block `cta`
/// of the profile buffer the one of warp number `warp`, or of the thread; -1: none. `shared`:
/// segment of the first unit in shared memory, or null. The rest: runtime/cpu/record_writer.h,
/// SegmentFormat.
inline constexpr std::string_view kBeginRecords = "pstudio.cpu.record.begin";
/// void f(): the first thread of the CTA writes the block's header.
inline constexpr std::string_view kWriteHeader = "pstudio.cpu.record.header";
/// i64 f(i32 site): rendezvous of the warp's active lanes at static site `site`; returns the
/// largest of their clocks [virtual cycles] and sets every one of them to it. The lanes that met
/// stay a group until the next one; its lowest lane is the elected one, which stores for all.
inline constexpr std::string_view kRecordClock = "pstudio.cpu.record.clock";
/// void f(i1 records, i32 tag, i64 value, i64 clock): the group that met last appends a record of a
/// scope, an event with key `value`, or a value; nothing if `records` is false.
inline constexpr std::string_view kStoreRecord = "pstudio.cpu.record.store";
/// void f(i1 records, i32 tag, i32 shape): the next records that kStoreRecord stores are those of
/// one group with that tag; nothing if `records` is false. `shape`: runtime/cpu/record_writer.h,
/// RecordWriter::openGroup().
inline constexpr std::string_view kOpenGroup = "pstudio.cpu.record.group";
/// void f(i64 address): what this lane accesses next, for the record that its group meets for next.
inline constexpr std::string_view kRecordAddress = "pstudio.cpu.record.address";
/// void f(i64 word, i32 index, i1 makes): word `index` of the bulk access that this lane makes
/// next if `makes` is true, likewise.
inline constexpr std::string_view kRecordWord = "pstudio.cpu.record.word";
/// void f(i1 records, i32 tag, i64 clock, i32 flags): the group that met last appends the record of
/// an access; nothing if `records` is false. `flags`: runtime/cpu/thread_context.h, AccessFlag.
inline constexpr std::string_view kStoreAccess = "pstudio.cpu.store.access";
/// void f(i32 operation, i32 bins, i32 shift, i32 flags): the group that met last counts an access
/// of that operation, an id in its place in a tag, in the bin that the address of its lowest lane
/// lies in. `flags` as kStoreAccess.
inline constexpr std::string_view kCountAccess = "pstudio.cpu.count.access";
/// void f(i32 operation): strategies flush and stream, right after a store: flushes the half of the
/// segment that the record filled, and appends a scope `operation`, an id in its place in a tag.
/// Where the ring of a stream has no room it waits, without cost in the model.
inline constexpr std::string_view kFlushRecords = "pstudio.cpu.record.flush";
/// void f(): the thread records nothing more. The last lane of a unit ends it, the first thread of
/// the CTA writes the end of the block.
inline constexpr std::string_view kEndRecords = "pstudio.cpu.record.end";

/// ptr f(ptr iteration, i32 every): starts the count of a loop's iterations in an i32, which it
/// returns; void f(ptr iteration, i32 every): the next iteration; i1 f(ptr iteration): true in each
/// `every`-th one, from the first on.
inline constexpr std::string_view kEnterLoop = "pstudio.cpu.loop.enter";
inline constexpr std::string_view kNextIteration = "pstudio.cpu.loop.next";
inline constexpr std::string_view kIsSampled = "pstudio.cpu.loop.sampled";

/// Function attribute of functions that only instrument: they cost 0 and their memory accesses are
/// not checked.
inline constexpr std::string_view kInstrumentationAttribute = "pstudio-instrumentation";

} // namespace pstudio::cpu::intrinsics
