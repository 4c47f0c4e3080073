// SPDX-License-Identifier: Apache-2.0
// Parameters of the functions of CUPTI's range profiler, declared here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::cupti::profiler {

// tests/collector/vendor compares the declarations below with the vendor's headers where they are
// installed. Every parameter struct begins with its size up to the end of its last member, which
// identifies its version to the library. Where padding follows the last member, that size is less
// than sizeof.

/// The first members of all parameter structs, and the whole struct to initialize and deinitialize
/// the profiler.
struct Params {
  size_t structSize = sizeof(Params);
  void *reserved = nullptr;
};
struct ChipNameParams {
  size_t structSize = sizeof(ChipNameParams);
  void *reserved = nullptr;
  size_t device = 0;
  const char *chip = nullptr; ///< out
};
struct AvailabilityParams {
  size_t structSize = sizeof(AvailabilityParams);
  void *reserved = nullptr;
  void *context = nullptr;
  size_t imageBytes = 0; ///< in and out
  uint8_t *image = nullptr;
};

// The host's side: metrics to a configuration, and counts to values of metrics.

inline constexpr uint32_t kRangeProfiler = 0;
struct HostInitializeParams {
  size_t structSize = sizeof(HostInitializeParams);
  void *reserved = nullptr;
  uint32_t profiler = kRangeProfiler;
  const char *chip = nullptr;
  const uint8_t *availability = nullptr;
  void *host = nullptr; ///< out
};
struct SupportedChipsParams {
  size_t structSize = sizeof(SupportedChipsParams);
  void *reserved = nullptr;
  size_t count = 0;                   ///< out
  const char *const *names = nullptr; ///< out
};
struct HostParams {
  size_t structSize = sizeof(HostParams);
  void *reserved = nullptr;
  void *host = nullptr;
};
/// CUpti_MetricType.
enum class MetricType : uint32_t { Counter, Ratio, Throughput };
struct BaseMetricsParams {
  size_t structSize = sizeof(BaseMetricsParams);
  void *reserved = nullptr;
  void *host = nullptr;
  MetricType type = MetricType::Counter;
  const char **names = nullptr; ///< out
  size_t count = 0;             ///< out
};
struct SubMetricsParams {
  size_t structSize = sizeof(SubMetricsParams);
  void *reserved = nullptr;
  void *host = nullptr;
  MetricType type = MetricType::Counter;
  const char *name = nullptr;
  size_t count = 0;             ///< out
  const char **names = nullptr; ///< out
};
struct AddMetricsParams {
  size_t structSize = sizeof(AddMetricsParams);
  void *reserved = nullptr;
  void *host = nullptr;
  const char **names = nullptr;
  size_t count = 0;
};
struct ConfigSizeParams {
  size_t structSize = sizeof(ConfigSizeParams);
  void *reserved = nullptr;
  void *host = nullptr;
  size_t bytes = 0; ///< out
};
struct ConfigParams {
  size_t structSize = sizeof(ConfigParams);
  void *reserved = nullptr;
  void *host = nullptr;
  size_t bytes = 0;
  uint8_t *image = nullptr;
};
struct PassesParams {
  size_t structSize = sizeof(PassesParams);
  void *reserved = nullptr;
  size_t bytes = 0;
  uint8_t *image = nullptr;
  size_t passes = 0; ///< out
};
struct EvaluateParams {
  size_t structSize = sizeof(EvaluateParams);
  void *reserved = nullptr;
  void *host = nullptr;
  const uint8_t *counts = nullptr;
  size_t countsBytes = 0;
  size_t range = 0;
  const char **names = nullptr;
  size_t count = 0;
  double *values = nullptr; ///< out
};

// The device's side.

struct EnableParams {
  size_t structSize = sizeof(EnableParams);
  void *reserved = nullptr;
  void *context = nullptr;
  void *profiler = nullptr; ///< out
};
/// Disabling and starting.
struct ProfilerParams {
  size_t structSize = sizeof(ProfilerParams);
  void *reserved = nullptr;
  void *profiler = nullptr;
};
struct CountsSizeParams {
  size_t structSize = sizeof(CountsSizeParams);
  void *reserved = nullptr;
  void *profiler = nullptr;
  const char **names = nullptr;
  size_t count = 0;
  size_t ranges = 1;
  uint32_t rangeNodes = 1;
  size_t bytes = 0; ///< out
};
struct CountsParams {
  size_t structSize = sizeof(CountsParams);
  void *reserved = nullptr;
  void *profiler = nullptr;
  size_t bytes = 0;
  uint8_t *image = nullptr;
};
inline constexpr uint32_t kAutoRange = 1;  ///< CUpti_ProfilerRange: each kernel is one
inline constexpr uint32_t kUserReplay = 3; ///< CUpti_ProfilerReplayMode: this program relaunches
struct SetConfigParams {
  size_t structSize = 90; // up to `targetNestingLevel`
  void *reserved = nullptr;
  void *profiler = nullptr;
  size_t configBytes = 0;
  const uint8_t *config = nullptr;
  size_t countsBytes = 0;
  uint8_t *counts = nullptr;
  uint32_t range = kAutoRange;
  uint32_t replay = kUserReplay;
  size_t rangesPerPass = 1;
  uint16_t nestingLevels = 1;
  uint16_t lowestNestingLevel = 1;
  size_t pass = 0;
  uint16_t targetNestingLevel = 1;
};
struct StopParams {
  size_t structSize = 41; // up to `isAllSubmitted`
  void *reserved = nullptr;
  void *profiler = nullptr;
  size_t pass = 0;               ///< out
  size_t targetNestingLevel = 0; ///< out
  uint8_t isAllSubmitted = 0;    ///< out
};
struct DecodeParams {
  size_t structSize = sizeof(DecodeParams);
  void *reserved = nullptr;
  void *profiler = nullptr;
  size_t droppedRanges = 0; ///< out
};
struct CountsInfoParams {
  size_t structSize = sizeof(CountsInfoParams);
  void *reserved = nullptr;
  const uint8_t *image = nullptr;
  size_t bytes = 0;
  size_t ranges = 0; ///< out
};

} // namespace pstudio::cupti::profiler
