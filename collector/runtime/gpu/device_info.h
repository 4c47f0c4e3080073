// SPDX-License-Identifier: Apache-2.0
// Properties of a device, as the driver of any vendor reports them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "collector/runtime/gpu/driver_functions.h"

namespace pstudio::gpu {

/// Properties and limits of a device, in the terms of CUDA.
struct DeviceInfo {
  uint32_t index = 0;
  std::string name;     ///< "NVIDIA H200"
  uint32_t smCount = 0; ///< on AMD: compute units; on RDNA: work-group processors
  uint32_t lanesPerWarp = 32;
  uint32_t maxThreadsPerCta = 0;
  std::array<uint32_t, 3> maxCtaExtent{}; ///< threads in x, y, z
  std::array<uint32_t, 3> maxGrid{};      ///< CTAs in x, y, z
  uint64_t maxSharedBytesPerCta = 0; ///< with the opt-in for large dynamic shared memory [bytes]
  uint64_t sharedBytesPerSm = 0;
  uint32_t maxThreadsPerSm = 0;
  uint64_t memoryBytes = 0;
  uint64_t l2Bytes = 0;
};

/// Queries one device. Stores the first error and the call that returned it. `Attribute` is the
/// vendor's enumeration, with the enumerators' names of CUDA.
template <class Attribute> class DeviceReader {
public:
  DeviceReader(const DriverFunction<int *, Attribute, int> &function, int device)
      : m_function(function), m_device(device) {}

  /// Name, memory, and the attributes that all vendors have except maxSharedBytesPerCta.
  void describe(const DriverFunction<char *, int, int> &name,
                const DriverFunction<size_t *, int> &memory, DeviceInfo &info) {
    char text[256] = {};
    size_t bytes = 0;
    check(name, name(text, sizeof text - 1, m_device));
    check(memory, memory(&bytes, m_device));
    info.name = text;
    info.memoryBytes = bytes;
    DeviceReader &read = *this;
    info.smCount = read(Attribute::MultiprocessorCount);
    info.lanesPerWarp = read(Attribute::WarpSize);
    info.maxThreadsPerCta = read(Attribute::MaxThreadsPerBlock);
    info.maxCtaExtent = {read(Attribute::MaxBlockDimX), read(Attribute::MaxBlockDimY),
                         read(Attribute::MaxBlockDimZ)};
    info.maxGrid = {read(Attribute::MaxGridDimX), read(Attribute::MaxGridDimY),
                    read(Attribute::MaxGridDimZ)};
    info.sharedBytesPerSm = read(Attribute::MaxSharedMemoryPerMultiprocessor);
    info.maxThreadsPerSm = read(Attribute::MaxThreadsPerMultiprocessor);
    info.l2Bytes = read(Attribute::L2CacheSize);
  }
  uint32_t operator()(Attribute attribute) {
    int value = 0;
    check(m_function, m_function(&value, attribute, m_device));
    return value > 0 ? static_cast<uint32_t>(value) : 0;
  }
  /// 0 if the driver is too old to have the attribute.
  uint32_t orZero(Attribute attribute) const {
    int value = 0;
    const DriverResult result = m_function(&value, attribute, m_device);
    return result == DriverResult::Success && value > 0 ? static_cast<uint32_t>(value) : 0;
  }
  DriverResult result() const { return m_result; }
  const char *failedCall() const { return m_failedCall; } ///< null if none failed

private:
  template <class Function> void check(const Function &function, DriverResult result) {
    if (result == DriverResult::Success || m_failedCall)
      return;
    m_result = result;
    m_failedCall = function.name;
  }

  const DriverFunction<int *, Attribute, int> &m_function;
  int m_device;
  DriverResult m_result = DriverResult::Success;
  const char *m_failedCall = nullptr;
};

} // namespace pstudio::gpu
