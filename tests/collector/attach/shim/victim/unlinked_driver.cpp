// SPDX-License-Identifier: Apache-2.0
// In the place of linked_driver.cpp, for programs that are not linked with the driver.
#include <cstdio>
#include <cstdlib>

#include "tests/collector/attach/shim/victim/driver_table.h"

namespace pstudio::test {

DriverTable linkedDriver(bool) {
  std::printf("this program is not linked with the driver\n");
  std::exit(9);
}

} // namespace pstudio::test
