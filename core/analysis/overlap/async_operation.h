// SPDX-License-Identifier: Apache-2.0
// One asynchronous operation, the waits for it, and the bounds of its completion.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/overlap/distribution.h"
#include "core/base/ids.h"
#include "core/queues/async_site.h"

namespace pstudio::analysis {

inline constexpr uint32_t kNoIndex = 0xffffffffu;

/// Quality of the information about an operation's completion.
enum class Completion : uint8_t {
  Blocked,      ///< a wait for it blocked: it completed within [completeAfter, completeBefore]
  ReadyBefore,  ///< each wait for it took no longer than an empty one: it was complete when the
                ///< first was entered; the exact time is unknown
  EndOnly,      ///< a manual event: its end is known, its waits are unknown
  NeverWaited,  ///< all waits are recorded, and none observed its completion
  IssueUnknown, ///< a wait observed it, but the record of its issue is missing
  Uncertain,    ///< the pairing of its issue and its wait is not certain
  WaitUnknown,  ///< no recorded wait observed its completion, but records of waits are missing
};
inline constexpr uint8_t kCompletions = 7;
/// True for Blocked and ReadyBefore: only these contribute to hidden and exposed time.
constexpr bool isMeasured(Completion completion) {
  return completion == Completion::Blocked || completion == Completion::ReadyBefore;
}

/// One asynchronous operation: a group, a phase of a barrier that copies fill, or a manual event.
struct AsyncOperation {
  SliceId flight;              ///< the slice that represents it
  SliceId issue;               ///< none for a manual event, or if it was not recorded
  uint32_t channel = kNoIndex; ///< of LaunchOverlap::channels
  uint32_t issuer = kNoIndex;  ///< of LaunchOverlap::units
  uint64_t instance = 0;       ///< number in its stream, which identifies its iteration
  uint32_t stage = 0;
  Ticks loopStart;  ///< begin of its iteration: the issuer's first wait after its previous issue in
                    ///< this channel, or issueBegin if that is earlier
  Ticks issueBegin; ///< before its first instruction
  Ticks issueEnd;   ///< after its last instruction; issueBegin if unknown
  Completion completion = Completion::NeverWaited;
  /// Of Blocked: the latest enter of a wait that blocked and has no newer operation to wait for
  /// (the issue if that is later, or if there is no such wait). Of the others: issueBegin.
  Ticks completeAfter;
  /// Of Blocked: the earliest exit of a wait, or enter of one that did not block. Of ReadyBefore:
  /// the earliest enter, an upper limit.
  /// Of EndOnly: the end. Of the others: issueBegin, without meaning.
  Ticks completeBefore;
  uint32_t firstVisit = 0; ///< of LaunchOverlap::visits
  uint32_t visitCount = 0; ///< one for each wait that observed its completion
};

/// One wait for one operation: the unit of all sums. A warp that waits twice has two visits.
///
///     waited   = exit - enter                     time that the warp lost
///     exposed  = exit - max(enter, issueBegin)    the part in which the operation was in flight
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

/// Target of a wait.
enum class WaitTarget : uint8_t {
  Copies,   ///< data: cp.async and bulk groups, an mbarrier with copies, AMD counters
  Matrix,   ///< matrix operations
  Arrivals, ///< other warps' arrivals at an mbarrier, such as a free slot
  Barrier,  ///< a named barrier, including that of the CTA
  Manual,   ///< a scope that is used as the wait for a manual event
  Nothing,  ///< no operation was in flight
};
inline constexpr uint8_t kWaitTargets = 6;

/// The cause of the end of a wait: the last operation or arrival that it waited for.
struct Release {
  enum class Kind : uint8_t {
    Unknown,   ///< no link in the trace
    Operation, ///< an asynchronous operation; time = its issueBegin
    Arrival,   ///< an arrival; time = time of the arrival
  };
  Kind kind = Kind::Unknown;
  uint32_t operation = kNoIndex; ///< of LaunchOverlap::operations
  uint32_t unit = kNoIndex;      ///< the unit that issued or arrived, of LaunchOverlap::units
  Ticks time;
};

/// One wait of one warp.
struct AsyncWait {
  SliceId slice;
  uint32_t unit = kNoIndex; ///< of LaunchOverlap::units
  uint32_t site = kNoIndex; ///< of LaunchOverlap::sites
  uint64_t instance = 0;    ///< newest operation that it observes
  Ticks enter;
  Ticks exit;
  WaitTarget target = WaitTarget::Nothing;
  bool hasBlocked = false; ///< took longer than an empty wait of its queue
  Release release;         ///< Unknown if it did not block
  Ticks waited() const { return hasBlocked ? exit - enter : Ticks(); }
};

/// Duration of an empty wait. A longer wait counts as blocked.
struct WaitThreshold {
  enum class Source : uint8_t {
    Measured, ///< calibrated on the device, in the arguments of the launch
    Least,    ///< the shortest wait of the launch, assumed to be empty
    Zero,     ///< of scopes: the cost of recording is unknown
  };
  std::optional<AsyncQueue> queue; ///< none: scopes that are used as waits for manual events
  Ticks length;
  Source source = Source::Least;
  uint64_t waits = 0; ///< of that queue in the launch
};

} // namespace pstudio::analysis
