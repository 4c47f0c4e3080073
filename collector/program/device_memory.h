// SPDX-License-Identifier: Apache-2.0
// Memory that kernels of a program may use, for precise error messages.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collector/program/program_device.h"
#include "core/base/result.h"

namespace pstudio::program {

/// Tracks the allocations of a device. Errors of the program (a second free, a copy out of bounds)
/// are RunFailed with sizes. [not thread-safe]
class DeviceMemory {
public:
  /// `device` must outlive this object.
  explicit DeviceMemory(ProgramDevice &device) : m_device(device) {}

  Result<uint64_t> allocate(uint64_t bytes, bool isShared);
  Result<void> release(uint64_t address);
  Result<void> registerHost(uint64_t address, uint64_t bytes);
  Result<void> unregisterHost(uint64_t address);
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes);
  Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count);

  ProgramDevice &device() { return m_device; }

  /// Stores the parameters of the tensor map at `address` until that memory is released.
  void keepTensorMap(uint64_t address, DeviceTensorMap map);
  /// The tensor map at `address`, or null.
  const DeviceTensorMap *tensorMapAt(uint64_t address) const;

  /// Size that a kernel may access from `address` on [bytes]: up to the end of the allocation or
  /// the registered memory that contains it, rounded up to 16 bytes, the granule of allocators. 0
  /// if no range contains it.
  uint64_t reachableFrom(uint64_t address) const;

private:
  struct Range {
    uint64_t bytes = 0;
    bool isRegistered = false; ///< host memory that kernels may use, else the device's own
  };
  using Ranges = std::map<uint64_t, Range>; ///< by first address

  /// The range that contains `address`, or end().
  Ranges::const_iterator find(uint64_t address) const;
  /// RunFailed if a known range contains `address` but not all of the `bytes` from there on.
  Result<void> checkInside(uint64_t address, uint64_t bytes, const std::string &what) const;

  ProgramDevice &m_device;
  Ranges m_ranges;
  std::map<uint64_t, DeviceTensorMap> m_tensorMaps; ///< by address
};

} // namespace pstudio::program
