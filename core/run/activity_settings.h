// SPDX-License-Identifier: Apache-2.0
// Data that a vendor's tool adds to a run: kernels, copies and calls, PC samples, counters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// Recorded beside the in-kernel records, in the same session and on the same axis: CUPTI's
/// activity, where a target has it. The default is all of it: a launch takes some microseconds
/// longer, a kernel does not.
struct ActivityKinds {
  bool kernels = true;
  bool copies = true;
  bool memsets = true;
  bool api = true; ///< calls of the driver's API

  bool any() const { return kernels || copies || memsets || api; }
  static ActivityKinds none() { return {false, false, false, false}; }

  /// "kernels,copies,memsets,api", or "none"; parse() reads it again.
  std::string toString() const;
  /// Names separated by commas, or "none" or "all" alone. InvalidInput with the valid names.
  static Result<ActivityKinds> parse(std::string_view text);
  bool operator==(const ActivityKinds &) const = default;
};

/// PC samples and hardware counters. They require extra launches, after the recorded ones and
/// without instrumentation.
struct SampleSettings {
  /// Cycles between PC samples of an SM, a power of two from 2^5 to 2^31; 0 lets the tool choose.
  /// None: no samples are taken.
  std::optional<uint32_t> pcPeriod;
  std::vector<std::string> counters; ///< hardware counters by the tool's names; empty: none

  bool any() const { return pcPeriod || !counters.empty(); }
  bool operator==(const SampleSettings &) const = default;
};

/// All settings of the vendor's tool.
struct ActivitySettings {
  ActivityKinds kinds;
  SampleSettings samples;

  static ActivitySettings none() { return {ActivityKinds::none(), {}}; }
  bool any() const { return kinds.any() || samples.any(); }
  bool operator==(const ActivitySettings &) const = default;
};

/// Rejects a period that is neither 0 nor a power of two from 2^5 to 2^31. InvalidInput.
Result<uint32_t> checkPcPeriod(int64_t cycles);
/// Names separated by commas or blanks; letters, digits, '_' and '.' only, at most 64.
/// InvalidInput.
Result<std::vector<std::string>> parseCounters(std::string_view text);
/// The names separated by commas.
std::string countersText(const std::vector<std::string> &counters);

} // namespace pstudio
