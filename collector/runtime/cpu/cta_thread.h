// SPDX-License-Identifier: Apache-2.0
// One GPU thread as the scheduler sees it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collector/runtime/cpu/record_writer.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/record/access_layout.h"

namespace pstudio::cpu {

class CtaScheduler;

enum class ThreadState : uint8_t {
  Runnable,
  AtBarrier,  ///< waits for every thread of the CTA that has not returned
  AtWarpSite, ///< waits for the other active lanes of its warp (WarpExchange says what for)
  Done,       ///< returned
  Abandoned,  ///< faulted or stopped; its frames are dropped
};

enum class ShuffleMode : uint8_t { Xor, Up, Down, Idx };

/// Operations of the lanes of a warp besides shuffles, named as in PTX. Generated code passes the
/// number.
enum class WarpOperation : uint8_t {
  Sync, ///< bar.warp.sync
  VoteAll,
  VoteAny,
  VoteUni,
  VoteBallot,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceMin, ///< signed
  ReduceMax, ///< signed
  ReduceUnsignedMin,
  ReduceUnsignedMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  Elect,
  ActiveMask,
};

/// Purpose of a meeting of lanes of a warp.
enum class Meeting : uint8_t {
  Shuffle,
  Operation, ///< WarpExchange::operation
  Order,     ///< the lanes go on in their order: an atomic or volatile access, a print
  Record,
  CopyWait, ///< leave together once the awaited copies of all of them are done
};

/// What a thread brings to a warp rendezvous and takes from it.
struct WarpExchange {
  Meeting meeting = Meeting::Record;
  uint32_t site = 0; ///< of a record: the number its instrumentation gave it
  ShuffleMode mode = ShuffleMode::Xor;
  WarpOperation operation = WarpOperation::Sync;
  /// Of a shuffle or an operation: the lanes that it waits for, of those that have not returned; 0:
  /// the lanes that come to the same place.
  uint32_t members = 0;
  uint64_t value = 0; ///< in: this lane's; out: the value received
  uint32_t offset = 0;
  uint32_t width = 32;
  bool valid = false;   ///< out: of a shuffle, match.all or elect, the predicate
  uint64_t address = 0; ///< of a record of an access: that of this lane
  /// Of a record of a bulk access: its words, and whether this lane makes it.
  std::array<uint64_t, record::kMaxEncodedWords> told{};
  bool tells = false;
};

/// One committed (or still open) group of copies of a thread.
struct CopyGroup {
  uint32_t unserved = 0; ///< copies not served yet
  int64_t done = 0;      ///< latest completion of the served ones [virtual cycles]
};

/// A call, of a function that is not inlined, that has not returned.
struct CallFrame {
  uint32_t site = 0;                ///< of the call
  std::vector<uint64_t> iterations; ///< ThreadContext::iterations at the call
};

/// A local array whose address the thread may store, select or pass to a function.
struct LocalArray {
  uint64_t base = 0;
  uint64_t bytes = 0;
  uint32_t index = 0; ///< into ProgramMap::locals
};

/// The context that generated code sees, and the scheduler's own data behind it.
struct CtaThread : ThreadContext {
  CtaScheduler *cta = nullptr;
  ThreadState state = ThreadState::Done;
  uint32_t linearId = 0;
  uint32_t warpLanes = 1; ///< of its warp, which lie one after the other in memory
  uint32_t groupMask = 0; ///< lanes that met for the record that this thread met for last
  WarpExchange exchange;
  std::vector<CallFrame> callPath;   ///< outermost first
  RecordWriter records;              ///< of the unit that the thread records for
  /// When the unit recorded last; of a unit that is a warp, its first lane has it [virtual cycles].
  int64_t lastRecord = 0;
  std::vector<LocalArray> locals;    ///< no two overlap
  std::vector<CopyGroup> copyGroups; ///< the last one is open
  size_t awaitedGroups = 0;          ///< CopyWait: copyGroups [0, awaitedGroups) must be served
  size_t settledGroups = 0;          ///< copyGroups [0, settledGroups) are known to be served ...
  int64_t settledDone = 0;           ///< ... the last of them at this time [virtual cycles]
};

inline CtaThread &threadOf(ThreadContext *context) {
  return *static_cast<CtaThread *>(context);
}

} // namespace pstudio::cpu
