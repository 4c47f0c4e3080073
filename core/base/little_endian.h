// SPDX-License-Identifier: Apache-2.0
// Little-endian integers at any alignment, for code that has checked its bounds once for many
// numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace pstudio {

/// The little-endian integer at `bytes`, which must hold sizeof(T) bytes. Compiles to one load.
template <class T> constexpr T loadLittle(const std::byte *bytes) {
  static_assert(std::is_integral_v<T>, "only integers have a defined byte order here");
  std::make_unsigned_t<T> value = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<std::make_unsigned_t<T>>(std::to_integer<std::make_unsigned_t<T>>(bytes[i])
                                                  << (8 * i));
  return static_cast<T>(value);
}

/// Stores `value` little-endian into sizeof(T) bytes at `bytes`.
template <class T> constexpr void storeLittle(std::byte *bytes, T value) {
  static_assert(std::is_integral_v<T>, "only integers have a defined byte order here");
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (size_t i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
}

} // namespace pstudio
