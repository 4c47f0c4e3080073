// SPDX-License-Identifier: Apache-2.0
// The waits that observed the completion of each asynchronous operation: the result of QueueReplay.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pstudio::analysis {

/// Reliability of the pairing of a step or an operation with its partners.
enum class AsyncPairing : uint8_t {
  Certain,          ///< by the rules of the queue, from records that have no hole
  Inferred,         ///< older records were dropped; the only numbering that fits parity and time
  IssueNotRecorded, ///< of a wait: its operation was dropped or never recorded; of an
                    ///< operation in flight: its start was dropped
  WaitNotRecorded,  ///< no recorded wait is for it, but records of waits were dropped
  NeverWaitedFor,   ///< all waits were recorded, and none is for it
  FreeAtFirstUse,   ///< the wait of a producer for the phase before the first returns at once
  NothingToWaitFor, ///< a wait that observes no operation that earlier waits did not observe
  NeverLeft,        ///< the wait was entered, its end was not recorded
  OrderNotCertain,  ///< records contradict the rule, or several numberings fit; nothing is linked
};
inline constexpr uint8_t kAsyncPairings = 9;

/// "order not certain"; empty for Certain. As in arg_names.h (kAsyncPairingArg).
std::string_view wordsOf(AsyncPairing pairing);

/// A number that is unknown or not applicable.
inline constexpr uint32_t kNoNumber = 0xffffffffu;

/// Position of a step or an operation in its stream; the arguments of arg_names.h.
struct StreamPlace {
  uint32_t instance = kNoNumber; ///< of a wait: of the newest operation that it observes
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

/// An operation, or a group of operations, in flight.
struct Flight {
  StepRef issue;     ///< the first step that issued it
  int64_t begin = 0; ///< [cycles] of that
  /// [cycles] earliest exit of a wait that observed its completion: an upper bound of the
  /// completion time. Without such a wait: the next issue to its stage, else the end of its unit.
  int64_t end = 0;
  uint32_t endUnit = 0; ///< the unit of that wait; without a wait the unit of the issue
  bool hasBegin = true; ///< false: the start of its issue was dropped
  bool wasSeen = false; ///< a wait observed its completion
  StreamPlace place;
};

/// A wait that observed the completion of an operation.
struct FlightLink {
  uint32_t flight = 0; ///< position in PairedQueues::flights
  StepRef wait;
  bool operator==(const FlightLink &) const = default;
};

/// A wait that an arrival released. For a named barrier only the last arrival has links.
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
  uint64_t linksLeftOut = 0; ///< of phases with more than QueueReplay::kMaxLinkedArrivals
};

} // namespace pstudio::analysis
