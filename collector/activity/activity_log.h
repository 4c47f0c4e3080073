// SPDX-License-Identifier: Apache-2.0
// Activity of a run that a vendor's tool reports besides the records of this program: kernels,
// copies, memsets, calls.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::activity {

/// Begin and end on the tool's own clock [ns]; ActivityClock maps them to the device's timer, the
/// time axis of a trace. Half-open.
struct ToolTime {
  int64_t beginNs = 0;
  int64_t endNs = 0;
};

/// The place of work on a GPU. Ids are the tool's.
struct StreamPlace {
  uint32_t device = 0;
  uint32_t context = 0;
  uint32_t stream = 0;
  auto operator<=>(const StreamPlace &) const = default;
};

/// Common properties of work on a GPU. `correlation` is the tool's number of the call that
/// requested it; 0 is none.
struct DeviceWork {
  ToolTime time;
  StreamPlace place;
  uint32_t correlation = 0;
};

/// An execution of a kernel.
struct KernelActivity : DeviceWork {
  std::string name;
  std::array<uint32_t, 3> grid{};    ///< CTAs
  std::array<uint32_t, 3> block{};   ///< threads
  std::array<uint32_t, 3> cluster{}; ///< CTAs; 0 where the device has none
  uint32_t registersPerThread = 0;
  uint64_t staticSharedBytes = 0;
  uint64_t dynamicSharedBytes = 0;
  uint64_t localBytesPerThread = 0;
};

/// A copy of memory.
struct CopyActivity : DeviceWork {
  std::string direction; ///< "host to device"
  std::string from;      ///< kind of memory: "pageable", "pinned", "device", ...
  std::string to;
  uint64_t bytes = 0;
  bool isAsync = false;
};

/// A memory set to one value.
struct MemsetActivity : DeviceWork {
  uint64_t bytes = 0;
  uint32_t value = 0;
};

/// A call of the driver's API by a thread of this process.
struct ApiActivity {
  ToolTime time;
  uint32_t process = 0;
  uint32_t thread = 0;
  uint32_t correlation = 0;
  uint32_t result = 0; ///< returned by the call; 0 is success
  std::string name;    ///< "cuLaunchKernel"
};

/// All activity, in the order in which the tool reports it, and the number of records that could
/// not be read.
struct ActivityLog {
  std::vector<KernelActivity> kernels;
  std::vector<CopyActivity> copies;
  std::vector<MemsetActivity> memsets;
  std::vector<ApiActivity> calls;
  uint64_t dropped = 0;      ///< the tool had no space for them
  uint64_t unfinished = 0;   ///< begin or end is missing, or the end is before the begin
  uint64_t unknownKinds = 0; ///< records that this program did not request or does not support
  uint64_t damaged = 0;      ///< buffers whose rest could not be read
};

} // namespace pstudio::activity
