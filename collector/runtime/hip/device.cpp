// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/device.h"

#include <utility>

#include "collector/runtime/hip/device_state.h"
#include "core/base/number_text.h"

namespace pstudio::hip {

Result<Device> Device::open(std::shared_ptr<const Library> library, uint32_t index) {
  PSTUDIO_TRY_ASSIGN(std::vector<DeviceInfo> devices, library->devices());
  if (index >= devices.size())
    return fail(ErrorCode::InvalidInput, "there is no GPU " + std::to_string(index) +
                                             ": HIP shows " + std::to_string(devices.size()) +
                                             ", counted from 0");
  auto state = std::make_shared<DeviceState>(std::move(library), std::move(devices[index]));
  PSTUDIO_TRY(state->enter("opening GPU " + std::to_string(index)));
  return Device(std::move(state));
}

const DeviceInfo &Device::info() const {
  return m_state->info();
}

const Library &Device::library() const {
  return m_state->library();
}

bool Device::isLost() const {
  return m_state->condition().isLost();
}

Result<DeviceBuffer> DeviceBuffer::allocate(const Device &device, uint64_t bytes,
                                            std::string_view purpose) {
  DeviceBuffer buffer;
  buffer.m_device = device.state();
  DeviceState &state = *buffer.m_device;
  const std::string doing = "allocating " + sizeText(bytes) + " for " + std::string(purpose);
  PSTUDIO_TRY(state.enter(doing));
  if (bytes == 0)
    return buffer;
  const HipApi &api = state.api();
  void *pointer = nullptr;
  if (const HipResult r = api.hipMalloc(&pointer, static_cast<size_t>(bytes));
      r != HipResult::Success) {
    Error error = state.judge(r, api.hipMalloc.name, doing);
    size_t free = 0;
    size_t total = 0;
    if (r == HipResult::OutOfMemory && api.hipMemGetInfo(&free, &total) == HipResult::Success)
      error.message += "; " + sizeText(free) + " of " + sizeText(total) + " are free";
    return tl::unexpected<Error>(std::move(error));
  }
  buffer.m_pointer = pointer;
  buffer.m_bytes = bytes;
  return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : m_device(std::move(other.m_device)), m_pointer(std::exchange(other.m_pointer, nullptr)),
      m_bytes(std::exchange(other.m_bytes, 0)) {}

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept {
  std::swap(m_device, other.m_device);
  std::swap(m_pointer, other.m_pointer);
  std::swap(m_bytes, other.m_bytes);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (m_pointer)
    m_device->release(m_device->api().hipFree, m_pointer);
}

uint64_t DeviceBuffer::address() const {
  return reinterpret_cast<uintptr_t>(m_pointer);
}

} // namespace pstudio::hip
