// SPDX-License-Identifier: Apache-2.0
// The part of CUPTI's counters that needs no device: the list of counters, and the values of
// counts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/activity/cupti/cupti_library.h"
#include "collector/activity/cupti/profiler_api.h"
#include "core/base/result.h"
#include "core/trace/launch_samples.h"

namespace pstudio::cupti {

/// The metrics of one chip. [one thread]
class CounterHost {
public:
  /// For a chip by CUPTI's name ("GH100"). `availability` is the device's image of available
  /// counters; empty for all counters of the chip. Unsupported for an unknown chip or a library
  /// before 12.6.
  static Result<std::unique_ptr<CounterHost>> open(std::shared_ptr<const Library> library,
                                                   const std::string &chip,
                                                   std::span<const uint8_t> availability = {});
  ~CounterHost();
  CounterHost(const CounterHost &) = delete;
  CounterHost &operator=(const CounterHost &) = delete;

  /// Names of all base metrics, sorted: "sm__cycles_elapsed". A counter is a base metric followed
  /// by a rollup: ".sum", ".avg", ".min", ".max".
  Result<std::vector<std::string>> names();
  /// InvalidInput, with similar names, if the chip has no such counter.
  Result<void> check(const std::string &counter);

  /// Configuration of a device to count these counters.
  struct Configuration {
    std::vector<uint8_t> image;
    size_t passes = 0; ///< launches that it requires
  };
  Result<Configuration> configure(std::vector<const char *> counters);
  /// The values of the only range in `counts`.
  Result<std::vector<double>> evaluate(std::span<const uint8_t> counts,
                                       std::vector<const char *> counters);

  const Library &library() const { return *m_library; }
  const profiler::Api &api() const { return m_api; }

private:
  explicit CounterHost(std::shared_ptr<const Library> library) : m_library(std::move(library)) {}
  /// The error of a call of CUPTI that failed.
  Result<void> called(CuptiResult result, std::string_view call) const;
  Error noSuchChip(CuptiResult result, const std::string &chip) const;

  std::shared_ptr<const Library> m_library;
  profiler::Api m_api;
  void *m_host = nullptr;
};

} // namespace pstudio::cupti
