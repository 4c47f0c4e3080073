// SPDX-License-Identifier: Apache-2.0
// What the fake driver reports to an observer about work of the program, as a driver does to CUPTI.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace pstudio::test {

struct FakeWork {
  uint32_t call = 0; ///< number of the driver's function for CUPTI
  uint32_t kind = 0; ///< of the activity; 0: none
  std::string name;  ///< of the kernel
  uint64_t bytes = 0;
  std::array<uint32_t, 3> grid{}, block{};
  uint64_t begin = 0, end = 0; ///< CLOCK_REALTIME [ns]
};

using FakeObserver = void (*)(const FakeWork &work);

} // namespace pstudio::test
