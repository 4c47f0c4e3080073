// SPDX-License-Identifier: Apache-2.0
// Owns a POSIX file descriptor.
#pragma once

#include <unistd.h>
#include <utility>

namespace pstudio {

/// Closes its descriptor at its end. Movable, not copyable. [not thread-safe]
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    if (this != &other) {
      close();
      m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return m_descriptor; } ///< -1 if there is none
  bool isOpen() const { return m_descriptor >= 0; }
  void close() {
    if (m_descriptor >= 0)
      ::close(std::exchange(m_descriptor, -1));
  }

private:
  int m_descriptor = -1;
};

} // namespace pstudio
