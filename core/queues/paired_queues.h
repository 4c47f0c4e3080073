// SPDX-License-Identifier: Apache-2.0
// Which wait saw which asynchronous operation complete: the result of QueueReplay.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pstudio::analysis {

/// What is known of how a step or an operation found its partners.
enum class AsyncPairing : uint8_t {
  Certain,          ///< by the rules of the queue, from records that have no hole
  Inferred,         ///< older records were dropped; the one numbering that fits parity and time
  IssueNotRecorded, ///< of a wait: what it waited for was dropped or never recorded; of an
                    ///< operation in flight: its start was dropped
  WaitNotRecorded,  ///< nothing is known to have waited for it, but records of waits were dropped
  NeverWaitedFor,   ///< all waits are here, and none is for it
  FreeAtFirstUse,   ///< the wait of a producer for the phase before the first: nothing to wait for
  NothingToWaitFor, ///< a wait that sees no operation that none saw before
  NeverLeft,        ///< the wait was entered, its end was not recorded
  OrderNotCertain,  ///< records contradict the rule, or several numberings fit; nothing is linked
};
inline constexpr uint8_t kAsyncPairings = 9;

/// "order not certain"; empty for Certain. As in arg_names.h (kAsyncPairingArg).
std::string_view wordsOf(AsyncPairing pairing);

/// A number that is not known, or has no meaning there.
inline constexpr uint32_t kNoNumber = 0xffffffffu;

/// Where a step or an operation stands in its stream; the arguments of arg_names.h.
struct StreamPlace {
  uint32_t instance = kNoNumber; ///< of a wait: of the newest operation that it sees
  uint32_t stage = kNoNumber;
  uint32_t phase = kNoNumber; ///< of barriers
  AsyncPairing pairing = AsyncPairing::Certain;
  bool operator==(const StreamPlace &) const = default;
};

/// A step of the input.
struct StepRef {
  uint32_t unit = 0; ///< position among the units
  uint32_t step = 0; ///< position in QueueUnit::steps
  bool operator==(const StepRef &) const = default;
};

/// An operation, or a group of them, under way.
struct Flight {
  StepRef issue;     ///< the first step that issued it
  int64_t begin = 0; ///< [cycles] of that
  /// [cycles] earliest exit of a wait that saw it complete; it completed at that moment at the
  /// latest. Without such a wait: the next issue to its stage, else the end of its unit.
  int64_t end = 0;
  uint32_t endUnit = 0; ///< the unit of that wait; without one that of the issue
  bool hasBegin = true; ///< false: the start of its issue was dropped
  bool wasSeen = false; ///< a wait saw it complete
  StreamPlace place;
};

/// A wait that saw an operation complete.
struct FlightLink {
  uint32_t flight = 0; ///< position in PairedQueues::flights
  StepRef wait;
  bool operator==(const FlightLink &) const = default;
};

/// A wait that an arrival let go. Of a named barrier only the last arrival has links.
struct ArrivalLink {
  StepRef arrival;
  StepRef wait;
  bool operator==(const ArrivalLink &) const = default;
};

/// The queues of one CTA.
struct PairedQueues {
  std::vector<std::vector<StreamPlace>> steps; ///< of each unit, as in QueueUnit::steps
  std::vector<Flight> flights;         ///< by queue, unit or barrier, then in order of issue
  std::vector<FlightLink> flightLinks; ///< by wait, in the order in which they were left
  std::vector<ArrivalLink> arrivalLinks;
  uint64_t barriersInitialisedAgain = 0; ///< Init steps of a slot that was in use
  uint64_t linksLeftOut = 0; ///< of phases with more than QueueReplay::kMostLinkedArrivals
};

} // namespace pstudio::analysis
