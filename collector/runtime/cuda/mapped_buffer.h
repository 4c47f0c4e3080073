// SPDX-License-Identifier: Apache-2.0
// Memory of the host that kernels read and write while the host does, without a call of the driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "collector/runtime/cuda/context.h"

namespace pstudio::cuda {

/// Page-locked memory, mapped into the context. Move-only; freed with it, except in a lost context,
/// where it stays readable until the process ends. [one thread at a time; the bytes themselves: as
/// atomics at system scope order them]
class MappedBuffer {
public:
  /// RunFailed with the number of bytes and the driver's text if they cannot be had; `purpose`
  /// ("the profile buffer") stands in the message. What the bytes are at first is not known.
  static Result<MappedBuffer> allocate(const Context &context, uint64_t bytes,
                                       std::string_view purpose);
  MappedBuffer(MappedBuffer &&) noexcept;
  MappedBuffer &operator=(MappedBuffer &&) = delete;
  ~MappedBuffer();

  uint64_t address() const { return m_address; } ///< for kernels
  /// For the host, also while a kernel runs and after a fault.
  std::span<std::byte> bytes() const { return m_bytes; }

private:
  explicit MappedBuffer(std::shared_ptr<ContextState> context) : m_context(std::move(context)) {}
  std::shared_ptr<ContextState> m_context;
  std::span<std::byte> m_bytes;
  uint64_t m_address = 0;
};

} // namespace pstudio::cuda
