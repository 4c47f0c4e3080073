// SPDX-License-Identifier: Apache-2.0
#include "core/base/path_text.h"

#include <algorithm>
#include <charconv>
#include <climits>

namespace pstudio {

std::string hexOfPath(const std::filesystem::path &path) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (const char c : path.native()) {
    const auto byte = static_cast<unsigned char>(c);
    digits += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return digits;
}

std::optional<std::filesystem::path> pathOfHex(std::string_view digits) {
  std::string bytes;
  if (digits.size() % 2 != 0)
    return std::nullopt;
  for (size_t i = 0; i < digits.size(); i += 2) {
    unsigned byte = 0;
    const char *const end = digits.data() + i + 2;
    if (std::from_chars(digits.data() + i, end, byte, 16).ptr != end)
      return std::nullopt;
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string fileNameAround(std::string_view prefix, std::string_view name,
                           std::string_view suffix) {
  constexpr size_t kLongestName = NAME_MAX;
  size_t kept = std::min(name.size(), kLongestName - prefix.size() - suffix.size());
  while (kept > 0 && kept < name.size() && (static_cast<unsigned char>(name[kept]) & 0xC0) == 0x80)
    --kept;
  return std::string(prefix) + std::string(name.substr(0, kept)) + std::string(suffix);
}

} // namespace pstudio
