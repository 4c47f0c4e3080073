// SPDX-License-Identifier: Apache-2.0
// Stats of an event as arguments, and those that relate it to other events.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/formats/xplane/plane_tables.h"

namespace pstudio::xplane {

/// Stats of one event that relate it to others (XLA's xplane_schema).
struct Relations {
  std::optional<uint64_t> correlation; ///< of a call and of the device's work that it caused
  std::optional<uint64_t> producerType, producerId;
  std::optional<uint64_t> consumerType, consumerId;
};

/// The stats of one event. Reused from event to event, so that nothing is allocated.
struct ReadStats {
  std::vector<Arg> args;
  std::vector<double> numbers; ///< by argument; NaN for texts
  Relations relations;

  void clear();
};

/// Appends a stat. Stats of bytes are counted only. Throws protozero::exception.
void readStat(protozero::data_view stat, const PlaneTables &tables, TraceBuilder &builder,
              XplaneCounts &counts, ReadStats &read);

} // namespace pstudio::xplane
