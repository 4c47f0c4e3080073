// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/mapped_buffer.h"

#include <string>
#include <utility>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/driver_error.h"

namespace pstudio::cuda {

Result<MappedBuffer> MappedBuffer::allocate(const Context &context, uint64_t bytes,
                                            std::string_view purpose) {
  MappedBuffer buffer(context.state());
  ContextState &state = *buffer.m_context;
  const std::string doing =
      "mapping " + sizeText(bytes) + " of the host's memory for " + std::string(purpose);
  PSTUDIO_TRY_ASSIGN(const CurrentContext current, state.enter(doing));
  if (bytes == 0)
    return buffer;
  const DriverApi &api = state.api();
  void *memory = nullptr;
  PSTUDIO_TRY(state.call(doing, api.cuMemHostAlloc, &memory, static_cast<size_t>(bytes),
                         unsigned{kCuMemHostAllocDeviceMap}));
  buffer.m_bytes = {static_cast<std::byte *>(memory), static_cast<size_t>(bytes)};
  CuDevicePointer address = 0;
  PSTUDIO_TRY(state.call(doing, api.cuMemHostGetDevicePointer_v2, &address, memory, 0u));
  buffer.m_address = address;
  return buffer;
}

MappedBuffer::MappedBuffer(MappedBuffer &&other) noexcept
    : m_context(std::move(other.m_context)), m_bytes(std::exchange(other.m_bytes, {})),
      m_address(std::exchange(other.m_address, 0)) {}

MappedBuffer::~MappedBuffer() {
  if (!m_bytes.empty())
    m_context->release(m_context->api().cuMemFreeHost, static_cast<void *>(m_bytes.data()));
}

} // namespace pstudio::cuda
