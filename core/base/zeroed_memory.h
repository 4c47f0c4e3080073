// SPDX-License-Identifier: Apache-2.0
// A large piece of zeroed memory. It takes physical memory only for the pages that are accessed.
#pragma once

#include <cstddef>
#include <utility>

namespace pstudio {

/// Zeros, aligned to 2 MiB. Requests large pages of the system, which make scattered accesses
/// faster. Throws std::bad_alloc if there is no memory, as `new` does.
class ZeroedMemory {
public:
  ZeroedMemory() = default; ///< of no bytes
  explicit ZeroedMemory(size_t bytes);
  ZeroedMemory(ZeroedMemory &&other) noexcept { swap(other); }
  ZeroedMemory &operator=(ZeroedMemory &&other) noexcept {
    ZeroedMemory(std::move(other)).swap(*this);
    return *this;
  }
  ~ZeroedMemory();

  /// Null if there are no bytes. Valid until this is destroyed; moving keeps it.
  void *data() const { return m_data; }

private:
  void swap(ZeroedMemory &other) {
    std::swap(m_mapping, other.m_mapping);
    std::swap(m_mappedBytes, other.m_mappedBytes);
    std::swap(m_data, other.m_data);
  }

  void *m_mapping = nullptr;
  size_t m_mappedBytes = 0;
  void *m_data = nullptr; // the first multiple of a large page in it
};

} // namespace pstudio
