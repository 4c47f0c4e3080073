// SPDX-License-Identifier: Apache-2.0
// Hardware counters of one kernel, which is launched as often as they need.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collector/activity/cupti/counter_host.h"
#include "collector/activity/cupti/cupti_library.h"
#include "core/base/result.h"
#include "core/trace/launch_samples.h"

namespace pstudio::cupti {

/// Counts on one context. No ActivitySession may be there. [one thread]
class CounterProfiler {
public:
  /// `context` is the driver's handle, `device` its number. InvalidInput for a counter that the
  /// chip lacks; Unsupported with the reason: machines often forbid counting.
  static Result<std::unique_ptr<CounterProfiler>> begin(std::shared_ptr<const Library> library,
                                                        void *context, uint32_t device,
                                                        std::vector<std::string> counters);
  ~CounterProfiler();
  CounterProfiler(const CounterProfiler &) = delete;
  CounterProfiler &operator=(const CounterProfiler &) = delete;

  size_t passes() const { return m_passes; } ///< launches that it takes
  /// Around each of them, and around nothing else that runs on the device; the context must be idle
  /// at both.
  Result<void> beginPass();
  /// True when it was the last.
  Result<bool> endPass();
  /// After the last.
  Result<std::vector<CounterValue>> values();

private:
  CounterProfiler(std::shared_ptr<const Library> library, std::vector<std::string> counters);
  Result<std::vector<uint8_t>> availability(void *context);
  Result<void> openHost(void *context, uint32_t device);
  Result<void> setUp(void *context);
  /// The error of a call of CUPTI that failed.
  Result<void> called(CuptiResult result, std::string_view call) const;
  std::vector<const char *> names() const;

  std::shared_ptr<const Library> m_library;
  const std::vector<std::string> m_counters;
  profiler::Api m_api;
  std::unique_ptr<CounterHost> m_host;
  std::vector<uint8_t> m_config;
  std::vector<uint8_t> m_counts;
  size_t m_passes = 0;
  bool m_isInitialized = false;
  void *m_profiler = nullptr;
};

/// Names of all counters of a chip by CUPTI's name ("GH100"), or of the first device of this
/// machine if it is empty. Unsupported where there is no library, or no device.
Result<std::vector<std::string>> listCounters(const std::string &chip = {});

} // namespace pstudio::cupti
