// SPDX-License-Identifier: Apache-2.0
// PC samples and hardware counters of a launch. They have no time, so they belong to the launch,
// not to the time axis.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Number of samples in which a warp waited for one reason ("long_scoreboard"), or was "selected".
struct StallCount {
  std::string reason;
  uint64_t samples = 0;
  bool operator==(const StallCount &) const = default;
};

/// The samples of one source line.
struct LineSamples {
  std::string function;           ///< of the device code
  std::string location;           ///< "file:line"; empty where it is not known
  std::vector<StallCount> stalls; ///< most first; none is 0
  /// Of all reasons.
  uint64_t samples() const;
  bool operator==(const LineSamples &) const = default;
};

/// The PC samples of a launch.
struct PcSampleTable {
  uint64_t periodCycles = 0;      ///< between samples of an SM; 0 if the tool does not report it
  uint64_t dropped = 0;           ///< samples that the hardware had no room for
  std::vector<LineSamples> lines; ///< most samples first
  uint64_t samples() const;
  bool operator==(const PcSampleTable &) const = default;
};

/// A hardware counter by the tool's name.
struct CounterValue {
  std::string name;
  double value = 0.0;
  bool operator==(const CounterValue &) const = default;
};

// Both are stored as arguments of the launch ("samples[0].location", "counter.NAME"), so that every
// reader of trace files shows them.

/// Adds them to the arguments of the launch.
void addPcSamples(TraceBuilder &trace, LaunchId launch, const PcSampleTable &table);
void addCounters(TraceBuilder &trace, LaunchId launch, const std::vector<CounterValue> &counters);

/// The samples or counters of a launch; none, or an empty list, if it was not sampled.
/// O(arguments).
std::optional<PcSampleTable> pcSamplesOf(const Trace &trace, const Launch &launch);
std::vector<CounterValue> countersOf(const Trace &trace, const Launch &launch);

/// Whether an argument of a launch belongs to these, by its key.
bool isSampleArg(std::string_view key);

} // namespace pstudio
