// SPDX-License-Identifier: Apache-2.0
// Channels and their streams, and the order of operations in them.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `channels` (queue, name, sites, ranges) and `streams` (without parts) of the launch:
/// matrix operations last, otherwise the channel with most operations first. Returns the
/// order: operation i is flight order[i]. Flights without an instance, or manual ones whose
/// instances repeat in a stream, get their rank by issue as instance, and manual ones their
/// instance as stage. Linear, except for sorts of streams that are out of
/// order.
std::vector<uint32_t> orderChannels(RecordedLaunch &launch);

/// True if instances number the operations of a CTA, not of a unit.
constexpr bool countsPerCta(std::optional<AsyncQueue> queue) {
  return queue == AsyncQueue::Mbarrier || queue == AsyncQueue::NamedBarrier;
}

} // namespace pstudio::analysis
