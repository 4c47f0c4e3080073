// SPDX-License-Identifier: Apache-2.0
// Kernel traces as rocprofv3 writes them, byte by byte: through Perfetto's library, with an
// incremental clock, packet defaults and interned names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::test {

/// A kernel as rocprofv3 saw it, on CLOCK_BOOTTIME.
struct RocprofDispatch {
  std::string kernel; ///< demangled
  uint64_t beginNs = 0;
  uint64_t endNs = 0;
  uint64_t correlation = 0;
  uint64_t threads = 256;
  uint64_t group = 64;
};

/// The file of one GPU (agent 4, stream 1), with the call of HIP that launched each.
std::string rocprofFile(const std::vector<RocprofDispatch> &dispatches);

} // namespace pstudio::test
