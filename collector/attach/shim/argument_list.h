// SPDX-License-Identifier: Apache-2.0
// The arguments of a launch with one more at their end: the address of the records.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/launch_call.h"

namespace pstudio::attach {

/// Holds what the pointers lead to; it stays where it is until the launch has returned.
class ArgumentList {
public:
  ArgumentList() = default;
  ArgumentList(const ArgumentList &) = delete;
  ArgumentList &operator=(const ArgumentList &) = delete;

  /// The program's own list.
  void pass(const LaunchCall &call);
  /// `count` arguments of the program and `records`, which the twin expects `offset` bytes from its
  /// first parameter (nullopt: at the next multiple of 8). False if the list cannot be read.
  bool lengthen(const LaunchCall &call, uint32_t count, std::optional<size_t> offset,
                CuDevicePointer records);

  void **parameters() const { return m_parameters; }
  void **extra() const { return m_extra; }

private:
  bool lengthenBuffer(void **extra, std::optional<size_t> offset, void *end);

  CuDevicePointer m_records = 0;
  std::vector<void *> m_pointers;
  std::vector<char> m_bytes;
  size_t m_byteCount = 0;
  std::array<void *, 5> m_keys{};
  void **m_parameters = nullptr;
  void **m_extra = nullptr;
};

/// Number and end of a kernel's parameters, as the driver lays them out.
struct ParameterLayout {
  uint32_t count = 0;
  size_t lastOffset = 0, lastBytes = 0; ///< of the last one
};

/// nullopt where the driver cannot describe them (before 12.4). O(parameters).
std::optional<ParameterLayout> parametersOf(const DriverApi &driver, CuFunction function,
                                            bool isLibraryKernel);

} // namespace pstudio::attach
