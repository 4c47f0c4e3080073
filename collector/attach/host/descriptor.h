// SPDX-License-Identifier: Apache-2.0
// Owns one file descriptor.
#pragma once

#include <unistd.h>
#include <utility>

namespace pstudio::attach {

/// Closes the descriptor when it goes. Move-only.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : m_descriptor(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    if (this != &other) {
      reset();
      m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return m_descriptor; }
  bool isOpen() const { return m_descriptor >= 0; }
  void reset() {
    if (m_descriptor >= 0)
      ::close(m_descriptor);
    m_descriptor = -1;
  }

private:
  int m_descriptor = -1;
};

} // namespace pstudio::attach
