// SPDX-License-Identifier: Apache-2.0
// Random pipelines as hardware would run them, with what belongs together known, and with records
// taken away.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/queues/queue_replay.h"

namespace pstudio::test {

/// A step by its unit and its position among the steps that the unit made, dropped or not.
using MadeStep = std::pair<uint32_t, uint32_t>;

/// Units of one CTA and the truth about their queues.
struct RandomQueues {
  std::vector<analysis::QueueUnit> units;
  std::vector<std::vector<uint32_t>> made; ///< by unit and step: the position when it was made
  std::set<std::pair<MadeStep, MadeStep>> pairs; ///< an issue or arrival, and a wait that saw it
  std::vector<std::vector<uint32_t>> phases;     ///< by unit and made position; kNoNumber: none
  analysis::QueueDepths depths;

  MadeStep madeOf(analysis::StepRef ref) const { return {ref.unit, made[ref.unit][ref.step]}; }
};

/// A producer-consumer loop over mbarriers "full" and "empty" with flow control: 1 to 5 stages, 1
/// or 2 producers and 1 to 4 consumers, which share each phase or take turns, by allocation or
/// address.
RandomQueues randomBarriers(std::mt19937_64 &random);

/// Warps that issue, commit (also empty groups) and wait in order.
RandomQueues randomGroups(std::mt19937_64 &random);

/// Units that meet at named barriers, all or some of them.
RandomQueues randomMeetings(std::mt19937_64 &random);

/// Steps that no hardware would make, in any order of slots, parities, queues and times. No pairs.
RandomQueues randomNonsense(std::mt19937_64 &random);

/// Keeps the newest steps of some units only, as a ring does.
void dropOldest(RandomQueues &queues, std::mt19937_64 &random);

/// Takes steps out of the middle of some units, as a host that drains too slowly does.
void dropMiddle(RandomQueues &queues, std::mt19937_64 &random);

} // namespace pstudio::test
