// SPDX-License-Identifier: Apache-2.0
// Contents of the events of an attached process that describe the work of its devices.
#pragma once

#include <array>
#include <cstdint>

namespace pstudio::attach {

/// Place of device work in a CUDA graph.
enum class GraphPart : uint8_t {
  None = 0,
  Node = 1,
  Whole = 2, ///< of KernelActivity: a whole replay, without grid, block and registers
};

/// Device times are of the profiler's clock [ns]. ClockPairEvent maps it to the host clock.
struct KernelActivity {
  uint64_t begin = 0, end = 0;
  uint64_t stream = 0;      ///< the profiler's number
  uint32_t correlation = 0; ///< the profiler's
  uint32_t text = 0;        ///< name of the kernel (mangled), or of the graph
  std::array<uint32_t, 3> grid{};
  uint16_t device = 0;
  GraphPart graphPart = GraphPart::None;
  uint8_t reserved = 0;
  uint16_t blockX = 0, blockY = 0, blockZ = 0;
  uint16_t registers = 0; ///< per thread
};

struct CopyActivity {
  uint64_t begin = 0, end = 0;
  uint64_t bytes = 0;
  uint64_t stream = 0;
  uint32_t correlation = 0;
  uint16_t device = 0;
  uint8_t direction = 0;  ///< CUpti_ActivityMemcpyKind; of Set: 0
  uint8_t sourceKind = 0; ///< CUpti_ActivityMemoryKind
  uint8_t targetKind = 0;
  GraphPart graphPart = GraphPart::None;
};

/// CorrelationEvent::launch of copies and sets of the recording itself.
inline constexpr uint64_t kOwnLaunch = UINT64_MAX;

/// Activities with the profiler's number `correlation` belong to the launch `launch`.
struct CorrelationEvent {
  uint32_t correlation = 0;
  uint32_t reserved = 0;
  uint64_t launch = 0;
};

/// A reading of both clocks at one time.
struct ClockPairEvent {
  uint64_t host = 0;
  uint64_t device = 0;
  uint64_t uncertainty = 0; ///< [ns]
};

struct LostEvent {
  uint64_t activities = 0; ///< number of activities that the profiler dropped
};

} // namespace pstudio::attach
