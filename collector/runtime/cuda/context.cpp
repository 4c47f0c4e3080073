// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/context.h"

#include <utility>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/driver_error.h"

namespace pstudio::cuda {

Result<Context> Context::open(std::shared_ptr<const Driver> driver, uint32_t device) {
  PSTUDIO_TRY_ASSIGN(auto state, ContextState::create(std::move(driver), device));
  return Context(std::move(state));
}

const DeviceInfo &Context::device() const {
  return m_state->device();
}

const Driver &Context::driver() const {
  return m_state->driver();
}

void *Context::handle() const {
  return m_state->handle();
}

bool Context::isLost() const {
  return m_state->isLost();
}

namespace {

/// "; 1.0 GiB of 139.8 GiB are free", or nothing if the driver does not tell.
std::string freeMemoryText(const DriverApi &api) {
  size_t free = 0;
  size_t total = 0;
  if (api.cuMemGetInfo_v2(&free, &total) != CuResult::Success)
    return "";
  return "; " + sizeText(free) + " of " + sizeText(total) + " are free";
}

} // namespace

Result<DeviceBuffer> DeviceBuffer::allocate(const Context &context, uint64_t bytes,
                                            std::string_view purpose) {
  DeviceBuffer buffer;
  buffer.m_context = context.state();
  ContextState &state = *buffer.m_context;
  const std::string doing = "allocating " + sizeText(bytes) + " for " + std::string(purpose);
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enter(doing));
  if (bytes == 0)
    return buffer;
  CuDevicePointer address = 0;
  const DriverApi &api = state.api();
  if (const CuResult result = api.cuMemAlloc_v2(&address, bytes); result != CuResult::Success) {
    Error error = state.judge(result, api.cuMemAlloc_v2.name, doing);
    if (result == CuResult::OutOfMemory)
      error.message += freeMemoryText(api);
    return tl::unexpected<Error>(std::move(error));
  }
  buffer.m_address = address;
  buffer.m_bytes = bytes;
  return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept
    : m_context(std::move(other.m_context)), m_address(std::exchange(other.m_address, 0)),
      m_bytes(std::exchange(other.m_bytes, 0)) {}

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept {
  std::swap(m_context, other.m_context);
  std::swap(m_address, other.m_address);
  std::swap(m_bytes, other.m_bytes);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (m_address != 0)
    m_context->release(m_context->api().cuMemFree_v2, CuDevicePointer(m_address));
}

} // namespace pstudio::cuda
