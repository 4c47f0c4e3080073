// SPDX-License-Identifier: Apache-2.0
// The functions that generated code calls. Only codegen/cpu uses their names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "collector/runtime/cpu/thread_context.h"

namespace pstudio::cpu::calls {

/// Result of a shuffle: value in bits 31..0, valid in bit 32.
using ShuffleResult = uint64_t;

void barrier(ThreadContext *thread);
/// Threads at the barrier whose predicate is not 0, in bits 15..0; all of them in bits 31..16.
uint32_t barrierCount(ThreadContext *thread, uint32_t predicate);
/// `members`: WarpExchange::members.
ShuffleResult shuffle(ThreadContext *thread, uint32_t mode, uint32_t value, uint32_t offset,
                      uint32_t width, uint32_t members);
/// `operation`: a WarpOperation. The result is as that of a shuffle.
ShuffleResult warpOperation(ThreadContext *thread, uint32_t operation, uint32_t members,
                            uint64_t value);
/// Called before an atomic or volatile access, a fence or a print: the lanes at the same place
/// execute it in lane order, in every mode.
void order(ThreadContext *thread);
/// Called before and after a call of a function that is not inlined, at the site
/// ThreadContext::position.
void enterCall(ThreadContext *thread);
void leaveCall(ThreadContext *thread);
void asyncCopy(ThreadContext *thread, std::byte *destination, const std::byte *source,
               uint32_t bytes);
void asyncCommit(ThreadContext *thread);
void asyncWait(ThreadContext *thread, uint32_t allowed);
/// Not 0 if the generic address is in the CTA's shared memory.
uint32_t isShared(ThreadContext *thread, const std::byte *address);
/// Not 0 if it is in global memory: neither in shared memory nor in the thread's local memory.
uint32_t isGlobal(ThreadContext *thread, const std::byte *address);
/// `format` and `count` words as printf() takes them; the text goes to the launch's output.
void print(ThreadContext *thread, const char *format, const uint64_t *words, uint32_t count);
/// Reports an access of `bytes` bytes outside of its object. The object of the AccessSite starts at
/// `base`.
[[noreturn]] void accessFault(ThreadContext *thread, const std::byte *address, uint32_t access,
                              uint64_t bytes, uint64_t base);
/// Checks an access whose object is only known at run time: returns if the access is inside an
/// object, else reports a fault. `base`: start of the object that must contain the access, 0 for
/// any object. `variables`: addresses of ProgramMap::variables, or null. O(objects).
void checkAccess(ThreadContext *thread, const std::byte *address, uint32_t access, uint64_t bytes,
                 uint64_t base, const std::byte *const *variables);
/// Stores start and size of the object that `pointer` points into to bounds[0] and bounds[1], or 0
/// and 0 if there is not exactly one such object. O(objects).
void findObject(ThreadContext *thread, const std::byte *pointer, const std::byte *const *variables,
                uint64_t *bounds);
/// Registers a local array of the thread, number `index` of ProgramMap::locals. O(local arrays).
void localArray(ThreadContext *thread, const std::byte *base, uint64_t bytes, uint32_t index);
/// Adds the thread's next access, at `address`, to the trace of the launch, if it has one.
void traceAccess(ThreadContext *thread, const std::byte *address, uint32_t access);
[[noreturn]] void divisionFault(ThreadContext *thread);
/// The stack has no room for an array or a call at the thread's position.
[[noreturn]] void stackFault(ThreadContext *thread);
[[noreturn]] void assertFail(ThreadContext *thread, const char *text, const char *file,
                             uint32_t line, const char *function);
[[noreturn]] void stopped(ThreadContext *thread);

// --- Instrumentation. Every lane of the current group (the lanes of the last rendezvous for a
// record) calls the functions that store. The elected lane writes, or each lane if each is a unit.

/// The rank of the executing warp among first, first + 2^shift, ..., last, whose first has rank
/// `rank`; else `found`.
uint32_t rankOfWarp(ThreadContext *thread, uint32_t found, uint32_t first, uint32_t last,
                    uint32_t shift, uint32_t rank);
/// As rankOfWarp(), of the executing CTA.
uint32_t rankOfCta(ThreadContext *thread, uint32_t found, uint32_t first, uint32_t last,
                   uint32_t shift, uint32_t rank);
/// Sets the recording unit of the thread: unit `warp` of block `cta` of `buffer`, or the unit of
/// its lane. kNotRecorded: none. Other parameters as SegmentFormat and RecordWriter. Must precede
/// all calls below.
void beginRecords(ThreadContext *thread, std::byte *buffer, std::byte *shared, uint32_t cta,
                  uint32_t warp, uint32_t units, uint32_t slots, uint32_t keptSlots, uint32_t flags,
                  uint32_t chunks, uint32_t drops);
/// Called by every thread; the first thread of the CTA writes.
void writeHeader(ThreadContext *thread);
int64_t recordClock(ThreadContext *thread, uint32_t site);
/// A scope, an event or a value, unless `records` is 0. `tag`: kind, operation and, for a value,
/// its width; `value`: the key of an event, or the bits of the value.
void storeRecord(ThreadContext *thread, uint32_t records, uint32_t tag, uint64_t value,
                 int64_t clock);
/// The next records of storeRecord() form a group of records, unless `records` is 0. `shape`:
/// RecordWriter::openGroup().
void openGroup(ThreadContext *thread, uint32_t records, uint32_t tag, uint32_t shape);
/// The next address that the thread accesses, for the next record of its warp.
void recordAddress(ThreadContext *thread, uint64_t address);
/// Word `index` of the next bulk or predicated access of the thread, which executes it if `makes`
/// is not 0.
void recordWord(ThreadContext *thread, uint64_t word, uint32_t index, uint32_t makes);
/// An access, unless `records` is 0, with the address of the elected lane or those of groups of
/// lanes, or the words of a bulk access. `flags`: bits of AccessFlag.
void storeAccess(ThreadContext *thread, uint32_t records, uint32_t tag, int64_t clock,
                 uint32_t flags);
/// Counts the access of all participating lanes in the bin of the address of the lowest one.
/// `operation`: the id, shifted to its position in a tag.
void countAccess(ThreadContext *thread, uint32_t operation, uint32_t bins, uint32_t shift,
                 uint32_t flags);
/// Called after a store: flushes the half of the segment that the record filled, if it filled one.
/// `operation`: the id of the flush, shifted to its position in a tag. Blocks the host thread until
/// the ring of a stream has room.
void flushRecords(ThreadContext *thread, uint32_t operation);
/// Called by every thread before it returns: the last lane of a unit ends the unit, the first
/// thread of the CTA writes the end of the block.
void endRecords(ThreadContext *thread);
/// Starts the count of a loop's iterations at `iteration`, which it returns.
uint32_t *enterLoop(ThreadContext *thread, uint32_t *iteration, uint32_t every);
void nextIteration(ThreadContext *thread, uint32_t *iteration, uint32_t every);
/// Not 0 in each `every`-th iteration, from the first on (`every` of enterLoop()).
uint32_t isSampled(ThreadContext *thread, const uint32_t *iteration);

/// A function and its name in generated code.
struct Symbol {
  std::string_view name;
  void *address;
};
/// All of the above, and the C library functions that generated code may call (memcpy, expf, ...).
/// Static storage.
std::span<const Symbol> symbols();

} // namespace pstudio::cpu::calls
