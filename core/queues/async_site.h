// SPDX-License-Identifier: Apache-2.0
// The compiler's description of one step of an asynchronous queue at one place of a kernel.
#pragma once

#include <cstdint>

namespace pstudio::analysis {

/// The mechanisms that complete asynchronous operations, and their rules.
///
/// In order, per unit: a commit closes a group, a wait with N pending observes all groups but the
/// newest N (PTX ISA, "cp.async.wait_group", "cp.async.bulk.wait_group", "wgmma.wait_group").
/// Counters follow the same rule with groups of one instruction (AMD ISA, "S_WAITCNT"); waits that
/// the compiler inserts are not recorded. So do accesses to tensor memory (PTX ISA,
/// "tcgen05.wait"). Barriers complete phase by phase, across units (PTX ISA, "mbarrier",
/// "barrier.cta").
enum class AsyncQueue : uint8_t {
  CopyGroup,     ///< cp.async
  BulkGroup,     ///< bulk copies by commit and wait
  MatrixGroup,   ///< wgmma
  Mbarrier,      ///< mbarrier: arrivals, and the bytes of bulk copies
  NamedBarrier,  ///< bar.sync, bar.arrive; barrier 0 is that of the CTA
  LoadCounter,   ///< AMD vmcnt
  SharedCounter, ///< AMD lgkmcnt
  ExportCounter, ///< AMD expcnt
  StoreCounter,  ///< AMD vscnt, from gfx10 on; before, stores count in vmcnt
  TensorLoad,    ///< tcgen05.ld, from tensor memory to registers; wait::ld is for all of them
  TensorStore,   ///< tcgen05.st, from registers to tensor memory; wait::st is for all of them
};
inline constexpr uint8_t kAsyncQueues = 11;

/// The step. Its records are of the kinds EventStart and EventEnd, as listed.
enum class AsyncStep : uint8_t {
  Issue,          ///< start: before the first operation; end: after the last. Opens a group, or
                  ///< adds to the open one. On an mbarrier: announces the bytes of copies, and is
                  ///< one arrival
  IssueAndCommit, ///< as Issue; the end also closes the group
  Commit,         ///< start only: the group, which may be empty, is closed
  Wait,           ///< start: the wait is entered; end: it is left
  Arrive,         ///< start only: an arrival without a wait
  Synchronize,    ///< start: arrival and entry of the wait; end: it is left
  Init,           ///< start only: the barrier restarts with phase 0
};
inline constexpr uint8_t kAsyncSteps = 7;

/// Steps that are recorded by their start and their end; the others are moments.
constexpr bool hasEnd(AsyncStep step) {
  return step == AsyncStep::Issue || step == AsyncStep::IssueAndCommit || step == AsyncStep::Wait ||
         step == AsyncStep::Synchronize;
}

/// Queues of one unit, whose operations complete in order; the others are barriers of all units.
constexpr bool isInOrder(AsyncQueue queue) {
  return queue != AsyncQueue::Mbarrier && queue != AsyncQueue::NamedBarrier;
}

/// Queues that count instructions: each is a group of its own.
constexpr bool isCounter(AsyncQueue queue) {
  return queue == AsyncQueue::LoadCounter || queue == AsyncQueue::SharedCounter ||
         queue == AsyncQueue::ExportCounter || queue == AsyncQueue::StoreCounter ||
         queue == AsyncQueue::TensorLoad || queue == AsyncQueue::TensorStore;
}

/// The static side of an asynchronous step. The key of its records is
///     Mbarrier        slot * 2 + parity of a Wait (else + 0); slot: index within `barrier`, or, if
///                     that is 0, the barrier's address in shared memory / 8
///     NamedBarrier    the barrier's number
///     else            0
struct AsyncSite {
  AsyncQueue queue = AsyncQueue::CopyGroup;
  AsyncStep step = AsyncStep::Issue;
  uint16_t pending = 0; ///< of a Wait in order: groups that may stay in flight
  uint16_t barrier = 0; ///< of an mbarrier: number of its allocation in the kernel, from 1; 0 if
                        ///< only its address is known
  uint16_t count = 1;   ///< of an Issue of a counter: instructions that it counts, at least 1; such
                        ///< an operation is complete when the last one is
  bool isMatrix = false; ///< of an Issue on an mbarrier: matrix operations, whose completion is the
                         ///< arrival (tcgen05.commit); else copies
  bool operator==(const AsyncSite &) const = default;
};

} // namespace pstudio::analysis
