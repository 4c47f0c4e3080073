// SPDX-License-Identifier: Apache-2.0
// The functions that generated code calls. Their names are known to codegen/cpu and to nobody else.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "collector/runtime/cpu/thread_context.h"

namespace pstudio::cpu::calls {

/// Result of a shuffle: value in bits 31..0, valid in bit 32.
using ShuffleResult = uint64_t;

void barrier(ThreadContext *thread);
ShuffleResult shuffle(ThreadContext *thread, uint32_t mode, uint32_t value, uint32_t offset,
                      uint32_t width);
void asyncCopy(ThreadContext *thread, std::byte *destination, const std::byte *source,
               uint32_t bytes);
void asyncCommit(ThreadContext *thread);
void asyncWait(ThreadContext *thread, uint32_t allowed);
/// `format` and `count` words as printf() takes them; the text goes to the launch's output.
void print(ThreadContext *thread, const char *format, const uint64_t *words, uint32_t count);
int64_t recordClock(ThreadContext *thread, uint32_t site);
uint32_t elected(ThreadContext *thread); ///< 0 or 1
uint32_t activeMask(ThreadContext *thread);
uint32_t liveMask(ThreadContext *thread);
void streamPublish(ThreadContext *thread, std::byte *entry, std::byte *ring, const std::byte *from,
                   uint32_t first, uint32_t count, uint32_t handed, uint32_t chunks,
                   uint32_t drops);
/// What the thread accesses next, for the record that its warp meets for next.
void recordAddress(ThreadContext *thread, uint64_t address);
/// Word `index` of the bulk access that the thread makes next, if `makes` is not 0.
void recordWord(ThreadContext *thread, uint64_t word, uint32_t index, uint32_t makes);
/// By every lane of the group that met last: the elected one appends the record, with its address
/// or those of groups of lanes, or the words of a bulk access. `flags`: bits of AccessFlag. Gives
/// the elected lane the slots of the record.
uint32_t storeAccess(ThreadContext *thread, std::byte *entry, std::byte *slots, uint32_t capacity,
                     uint32_t tag, uint32_t clock, uint32_t flags);
/// Likewise: the elected one counts the access of all in the bin that its address lies in, of the
/// counters at `counters`. `operation`: the id in its place in a tag. Nothing if `entry` is null.
void countAccess(ThreadContext *thread, std::byte *entry, std::byte *counters, uint32_t operation,
                 uint32_t bins, uint32_t shift, uint32_t flags);
[[noreturn]] void accessFault(ThreadContext *thread, const std::byte *address, uint32_t access);
/// For an access whose object is not known at compile time: returns if it is in some buffer.
/// O(buffers).
void checkAccess(ThreadContext *thread, const std::byte *address, uint32_t access);
/// The thread accesses `address` next: goes to the launch's trace, if it has one.
void traceAccess(ThreadContext *thread, const std::byte *address, uint32_t access);
[[noreturn]] void divisionFault(ThreadContext *thread);
[[noreturn]] void assertFail(ThreadContext *thread, const char *text, const char *file,
                             uint32_t line, const char *function);
[[noreturn]] void stopped(ThreadContext *thread);

/// One function under the name by which generated code knows it.
struct Symbol {
  std::string_view name;
  void *address;
};
/// All of the above, and the C library functions that generated code may call (memcpy, expf, ...).
/// Static storage.
std::span<const Symbol> symbols();

} // namespace pstudio::cpu::calls
