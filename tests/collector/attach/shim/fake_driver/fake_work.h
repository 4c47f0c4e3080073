// SPDX-License-Identifier: Apache-2.0
// Work of the program that the fake driver reports to an observer, as a driver does to CUPTI.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace pstudio::test {

struct FakeWork {
  uint32_t call = 0; ///< number of the driver function in CUPTI
  uint32_t kind = 0; ///< activity kind; 0: none
  std::string name;  ///< of the kernel
  uint64_t bytes = 0;
  std::array<uint32_t, 3> grid{}, block{};
  uint64_t begin = 0, end = 0; ///< CLOCK_REALTIME [ns]
};

using FakeObserver = void (*)(const FakeWork &work);

} // namespace pstudio::test
