// SPDX-License-Identifier: Apache-2.0
// The scheduler's data of one GPU thread.
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
  AtWarpSite, ///< waits for the other active lanes of its warp, as WarpExchange specifies
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

/// Purpose of a rendezvous of lanes of a warp.
enum class Meeting : uint8_t {
  Shuffle,
  Operation, ///< WarpExchange::operation
  Order,     ///< the lanes continue in lane order: an atomic or volatile access, a print
  Record,
  CopyWait, ///< the lanes continue together once the awaited copies of all lanes are done
};

/// Input and output of a thread at a warp rendezvous.
struct WarpExchange {
  Meeting meeting = Meeting::Record;
  uint32_t site = 0; ///< of a record: the site number from the instrumentation
  ShuffleMode mode = ShuffleMode::Xor;
  WarpOperation operation = WarpOperation::Sync;
  /// Of a shuffle or an operation: mask of the lanes that it waits for, except those that have
  /// returned; 0: the lanes that reach the same place.
  uint32_t members = 0;
  uint64_t value = 0; ///< in: this lane's; out: the value received
  uint32_t offset = 0;
  uint32_t width = 32;
  bool valid = false;   ///< out: of a shuffle, match.all or elect, the predicate
  uint64_t address = 0; ///< of a record of an access: the address of this lane
  /// Of a record of a bulk or predicated access: its words, and whether this lane executes it.
  std::array<uint64_t, record::kMaxEncodedWords> told{};
  bool tells = false;
};

/// One committed (or still open) group of copies of a thread.
struct CopyGroup {
  uint32_t unserved = 0; ///< copies not served yet
  int64_t done = 0;      ///< latest completion of the served ones [virtual cycles]
};

/// An active call of a function that is not inlined.
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

/// The context that generated code accesses, followed by the data of the scheduler.
struct CtaThread : ThreadContext {
  CtaScheduler *cta = nullptr;
  ThreadState state = ThreadState::Done;
  uint32_t linearId = 0;
  uint32_t warpLanes = 1; ///< threads of its warp; they are contiguous in memory
  uint32_t groupMask = 0; ///< lanes of the last rendezvous for a record
  WarpExchange exchange;
  std::vector<CallFrame> callPath;   ///< outermost first
  RecordWriter records;              ///< of the recording unit of the thread
  /// Time of the unit's last record [virtual cycles]. If the unit is a warp, its first lane has it.
  int64_t lastRecord = 0;
  std::vector<LocalArray> locals;    ///< no two overlap
  std::vector<CopyGroup> copyGroups; ///< the last one is open
  size_t awaitedGroups = 0;          ///< CopyWait: copyGroups [0, awaitedGroups) must be served
  size_t settledGroups = 0;          ///< copyGroups [0, settledGroups) are served ...
  int64_t settledDone = 0;           ///< ... the last one was done at this time [virtual cycles]
};

inline CtaThread &threadOf(ThreadContext *context) {
  return *static_cast<CtaThread *>(context);
}

} // namespace pstudio::cpu
