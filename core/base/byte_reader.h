// SPDX-License-Identifier: Apache-2.0
// Reads little-endian numbers from untrusted bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "core/base/result.h"

namespace pstudio {

/// A cursor over bytes that never leaves them. It does not own the bytes: they must outlive it.
/// Every failure is ErrorCode::InvalidFormat with the offset in `where`. [not thread-safe]
class ByteReader {
public:
  explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  size_t offset() const { return m_offset; }                     ///< [bytes] from the start
  size_t remaining() const { return m_bytes.size() - m_offset; } ///< [bytes]
  bool atEnd() const { return remaining() == 0; }

  /// The next little-endian unsigned or signed integer of 1, 2, 4 or 8 bytes.
  template <class T> Result<T> read() {
    static_assert(std::is_integral_v<T>, "only integers have a defined byte order here");
    PSTUDIO_TRY(require(sizeof(T)));
    T value;
    std::memcpy(&value, m_bytes.data() + m_offset, sizeof(T));
    m_offset += sizeof(T);
    return value;
  }

  /// The next `size` bytes, as a view of the input.
  Result<std::span<const std::byte>> take(size_t size) {
    PSTUDIO_TRY(require(size));
    auto view = m_bytes.subspan(m_offset, size);
    m_offset += size;
    return view;
  }

  /// Moves to an absolute offset; the end itself is allowed.
  Result<void> seek(size_t offset) {
    if (offset > m_bytes.size())
      return fail(ErrorCode::InvalidFormat,
                  "seek to " + std::to_string(offset) + " in " + std::to_string(m_bytes.size()) +
                      " bytes",
                  "byte " + std::to_string(m_offset));
    m_offset = offset;
    return {};
  }

private:
  Result<void> require(size_t size) const {
    if (size > remaining())
      return fail(ErrorCode::InvalidFormat,
                  "needs " + std::to_string(size) + " bytes, has " + std::to_string(remaining()),
                  "byte " + std::to_string(m_offset));
    return {};
  }

  std::span<const std::byte> m_bytes;
  size_t m_offset = 0;
};

} // namespace pstudio
