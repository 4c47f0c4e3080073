// SPDX-License-Identifier: Apache-2.0
// One asynchronous operation, the waits for it, and what is known of its completion.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/overlap/distribution.h"
#include "core/base/ids.h"
#include "core/queues/async_site.h"

namespace pstudio::analysis {

inline constexpr uint32_t kNoIndex = 0xffffffffu;

/// What is known of how an operation ended.
enum class Completion : uint8_t {
  Blocked,      ///< a wait for it blocked: it completed within [completeAfter, completeBefore]
  ReadyBefore,  ///< each wait for it took no longer than an empty one: complete when the first was
                ///< entered, when before is not known
  EndOnly,      ///< a manual event: its end is known, what waited for it is not
  NeverWaited,  ///< all waits are recorded, and none saw it complete
  IssueUnknown, ///< waited for, but the record of its issue is missing
  Uncertain,    ///< which issue and which wait belong together is not certain
  WaitUnknown,  ///< no recorded wait saw it complete, but records of waits are missing
};
inline constexpr uint8_t kCompletions = 7;
/// Blocked and ReadyBefore: these enter hidden and exposed; the others are counted and left out.
constexpr bool isMeasured(Completion completion) {
  return completion == Completion::Blocked || completion == Completion::ReadyBefore;
}

/// One asynchronous operation: a group, a phase of a barrier that copies fill, or a manual event.
struct AsyncOperation {
  SliceId flight;              ///< the slice that stands for it
  SliceId issue;               ///< none for a manual event, or if it was not recorded
  uint32_t channel = kNoIndex; ///< of LaunchOverlap::channels
  uint32_t issuer = kNoIndex;  ///< of LaunchOverlap::units
  uint64_t instance = 0;       ///< number in its stream; iterations are told by it
  uint32_t stage = 0;
  Ticks loopStart;  ///< the issuer's first wait or issue behind its issue before this one, of this
                    ///< channel: where its iteration begins; at most issueBegin
  Ticks issueBegin; ///< before its first instruction
  Ticks issueEnd;   ///< behind its last one; issueBegin if that is not known
  Completion completion = Completion::NeverWaited;
  /// Of Blocked: the latest enter of a wait that blocked and has no newer operation to wait for
  /// (the issue if that is later, or if there is no such wait). Of the others: issueBegin.
  Ticks completeAfter;
  /// Of Blocked: the earliest exit of a wait, or enter of one that did not block. Of ReadyBefore:
  /// the earliest enter, an upper limit.
  /// Of EndOnly: the end. Of the others: issueBegin, which says nothing.
  Ticks completeBefore;
  uint32_t firstVisit = 0; ///< of LaunchOverlap::visits
  uint32_t visitCount = 0; ///< one for each wait that saw it complete
};

/// An operation as one wait saw it: the unit of all sums. A warp that waits twice visits twice.
///
///     waited   = exit - enter                     what the warp lost
///     exposed  = exit - max(enter, issueBegin)    the part in which the operation was under way
///     late     = waited - exposed                 the part before it was issued
///     inFlight = exit - issueBegin                an upper limit
///     hidden   = inFlight - exposed
///
/// A wait that did not block has waited = exposed = late = 0 and inFlight = enter - issueBegin, an
/// upper limit too. All are 0 unless the operation isMeasured().
struct OperationVisit {
  uint32_t operation = kNoIndex; ///< of LaunchOverlap::operations
  uint32_t wait = kNoIndex;      ///< of LaunchOverlap::waits
  Ticks exposed;
  Ticks late;
  Ticks inFlight;
  Ticks hidden() const { return inFlight - exposed; }
};

/// What a wait waits for.
enum class WaitTarget : uint8_t {
  Copies,   ///< data: cp.async and bulk groups, an mbarrier that copies fill, AMD counters
  Matrix,   ///< matrix operations
  Arrivals, ///< other warps' arrivals at an mbarrier, such as a free slot
  Barrier,  ///< a named barrier, the CTA's among them
  Manual,   ///< a scope that was taken as the wait for a manual event
  Nothing,  ///< nothing was under way
};
inline constexpr uint8_t kWaitTargets = 6;

/// What let a wait end: the last thing that it waited for.
struct Release {
  enum class Kind : uint8_t {
    Unknown,   ///< no link in the trace
    Operation, ///< an asynchronous operation; time = its issueBegin
    Arrival,   ///< an arrival; time = when
  };
  Kind kind = Kind::Unknown;
  uint32_t operation = kNoIndex; ///< of LaunchOverlap::operations
  uint32_t unit = kNoIndex;      ///< that issued or arrived, of LaunchOverlap::units
  Ticks time;
};

/// One wait of one warp.
struct AsyncWait {
  SliceId slice;
  uint32_t unit = kNoIndex; ///< of LaunchOverlap::units
  uint32_t site = kNoIndex; ///< of LaunchOverlap::sites
  uint64_t instance = 0;    ///< newest that it sees
  Ticks enter;
  Ticks exit;
  WaitTarget target = WaitTarget::Nothing;
  bool hasBlocked = false; ///< took longer than an empty wait of its queue
  Release release;         ///< Unknown if it did not block
  Ticks waited() const { return hasBlocked ? exit - enter : Ticks(); }
};

/// How long a wait takes that waits for nothing.
struct WaitThreshold {
  enum class Source : uint8_t {
    Measured, ///< calibrated on the device: the launch says so
    Least,    ///< the shortest wait of the launch, taken for an empty one
    Zero,     ///< of scopes: the cost of recording is not known
  };
  std::optional<AsyncQueue> queue; ///< none: scopes taken as waits of manual events
  Ticks length;
  Source source = Source::Least;
  uint64_t waits = 0; ///< of that queue in the launch
};

} // namespace pstudio::analysis
