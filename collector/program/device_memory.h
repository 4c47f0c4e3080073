// SPDX-License-Identifier: Apache-2.0
// Which memory kernels of a program may use, so that its mistakes get names.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collector/program/program_device.h"
#include "core/base/result.h"

namespace pstudio::program {

/// Keeps the books of a device's memory. Mistakes (freeing twice, copying too much) are RunFailed
/// with sizes. [not thread-safe]
class DeviceMemory {
public:
  /// `device` must outlive this.
  explicit DeviceMemory(ProgramDevice &device) : m_device(device) {}

  Result<uint64_t> allocate(uint64_t bytes, bool isShared);
  Result<void> release(uint64_t address);
  Result<void> registerHost(uint64_t address, uint64_t bytes);
  Result<void> unregisterHost(uint64_t address);
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes);
  Result<void> fill(uint64_t to, uint32_t value, uint32_t elementBytes, uint64_t count);

  ProgramDevice &device() { return m_device; }

  /// Remembers that the tensor map at `address` says this, until that memory is released.
  void keepTensorMap(uint64_t address, DeviceTensorMap map);
  /// The one at `address`, or null.
  const DeviceTensorMap *tensorMapAt(uint64_t address) const;

  /// What a kernel may touch from `address` on [bytes]: up to the end of the allocation or the
  /// registered memory that holds it, 0 if none does. Allocators hand out whole granules of 16
  /// bytes, and so does this.
  uint64_t reachableFrom(uint64_t address) const;

private:
  struct Range {
    uint64_t bytes = 0;
    bool isRegistered = false; ///< host memory that kernels may use, else the device's own
  };
  using Ranges = std::map<uint64_t, Range>; ///< by first address

  /// The range that holds `address`, or end().
  Ranges::const_iterator find(uint64_t address) const;
  /// RunFailed if `address` is in a known range that ends before `bytes` do.
  Result<void> checkInside(uint64_t address, uint64_t bytes, const std::string &what) const;

  ProgramDevice &m_device;
  Ranges m_ranges;
  std::map<uint64_t, DeviceTensorMap> m_tensorMaps; ///< by address
};

} // namespace pstudio::program
