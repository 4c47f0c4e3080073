// SPDX-License-Identifier: Apache-2.0
// The output of printf(), from an array of words instead of C's variable arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pstudio::cpu {

/// Each conversion of `format` takes one word: an integer, or for e, f, g and a the bits of a
/// double. A conversion is printed unchanged if it is unknown, writes memory or reads text (n, s),
/// or has no word left. "*" is not supported and is printed unchanged, too.
std::string formatText(std::string_view format, std::span<const uint64_t> words);

} // namespace pstudio::cpu
