// SPDX-License-Identifier: Apache-2.0
#include "collector/program/device_memory.h"

#include <algorithm>

namespace pstudio::program {
namespace {

constexpr uint64_t kGranule = 16;

uint64_t roundedUp(uint64_t bytes) {
  return bytes > UINT64_MAX - kGranule ? bytes : (bytes + kGranule - 1) / kGranule * kGranule;
}

} // namespace

Result<uint64_t> DeviceMemory::allocate(uint64_t bytes, bool isShared) {
  PSTUDIO_TRY_ASSIGN(const uint64_t address, m_device.allocate(bytes, isShared));
  m_ranges[address] = {bytes, false};
  return address;
}

Result<void> DeviceMemory::release(uint64_t address) {
  if (address == 0)
    return {}; // as free() does
  const auto found = m_ranges.find(address);
  if (found == m_ranges.end() || found->second.isRegistered)
    return fail(ErrorCode::RunFailed, "the program frees device memory that is not allocated", {},
                "it may have been freed already");
  m_ranges.erase(found);
  m_tensorMaps.erase(address);
  return m_device.release(address);
}

void DeviceMemory::keepTensorMap(uint64_t address, DeviceTensorMap map) {
  m_tensorMaps.insert_or_assign(address, std::move(map));
}

const DeviceTensorMap *DeviceMemory::tensorMapAt(uint64_t address) const {
  const auto found = m_tensorMaps.find(address);
  return found == m_tensorMaps.end() ? nullptr : &found->second;
}

Result<void> DeviceMemory::registerHost(uint64_t address, uint64_t bytes) {
  const auto found = m_ranges.find(address);
  if (found != m_ranges.end() && found->second.bytes >= bytes)
    return {}; // is visible already
  if (found != m_ranges.end())
    PSTUDIO_TRY(unregisterHost(address));
  if (bytes != 0)
    PSTUDIO_TRY(m_device.registerHost(address, bytes));
  m_ranges[address] = {bytes, true};
  return {};
}

Result<void> DeviceMemory::unregisterHost(uint64_t address) {
  const auto found = m_ranges.find(address);
  if (found == m_ranges.end() || !found->second.isRegistered)
    return fail(ErrorCode::RunFailed, "the program unregisters host memory that is not registered");
  const bool isEmpty = found->second.bytes == 0;
  m_ranges.erase(found);
  return isEmpty ? Result<void>() : m_device.unregisterHost(address);
}

Result<void> DeviceMemory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  PSTUDIO_TRY(checkInside(from, bytes, "copies"));
  PSTUDIO_TRY(checkInside(to, bytes, "copies"));
  return m_device.copy(to, from, bytes);
}

Result<void> DeviceMemory::fill(uint64_t to, uint32_t value, uint32_t elementBytes,
                                uint64_t count) {
  if (count > UINT64_MAX / elementBytes)
    return fail(ErrorCode::RunFailed, "the program fills more bytes than 64 bits can count");
  PSTUDIO_TRY(checkInside(to, count * elementBytes, "fills"));
  return m_device.fill(to, value, elementBytes, count);
}

uint64_t DeviceMemory::reachableFrom(uint64_t address) const {
  const auto found = find(address);
  return found == m_ranges.end() ? 0 : roundedUp(found->second.bytes) - (address - found->first);
}

DeviceMemory::Ranges::const_iterator DeviceMemory::find(uint64_t address) const {
  auto after = m_ranges.upper_bound(address);
  if (after == m_ranges.begin())
    return m_ranges.end();
  const auto before = std::prev(after);
  return address - before->first < roundedUp(before->second.bytes) ? before : m_ranges.end();
}

Result<void> DeviceMemory::checkInside(uint64_t address, uint64_t bytes,
                                       const std::string &what) const {
  const auto found = find(address);
  if (found == m_ranges.end() || bytes <= reachableFrom(address))
    return {}; // host memory, whose size is unknown
  return fail(ErrorCode::RunFailed,
              "the program " + what + " " + std::to_string(bytes) + " bytes from byte " +
                  std::to_string(address - found->first) + " of " +
                  (found->second.isRegistered ? "registered" : "device") + " memory of " +
                  std::to_string(found->second.bytes) + " bytes");
}

} // namespace pstudio::program
