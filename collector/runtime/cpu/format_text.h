// SPDX-License-Identifier: Apache-2.0
// What printf() would print, from words instead of C's variable arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pstudio::cpu {

/// Each conversion of `format` takes one word: an integer, or for e, f, g and a the bits of a
/// double. A conversion that is unknown, that writes memory or reads text (n, s), or that has no
/// word left is printed as it stands. "*" is not supported: it is printed as it stands, too.
std::string formatText(std::string_view format, std::span<const uint64_t> words);

} // namespace pstudio::cpu
