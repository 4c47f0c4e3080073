// SPDX-License-Identifier: Apache-2.0
// Wildcard matching that only ever goes back to the last star.
#include "core/base/glob.h"

namespace pstudio {

bool matchesGlob(std::string_view name, std::string_view glob) {
  size_t at = 0, in = 0;
  size_t star = std::string_view::npos, starAt = 0;
  while (at < name.size()) {
    const bool isEscaped = in + 1 < glob.size() && glob[in] == '\\';
    if (in < glob.size() && glob[in] == '*') {
      star = in++;
      starAt = at;
    } else if (isEscaped && glob[in + 1] == name[at]) {
      ++at;
      in += 2;
    } else if (!isEscaped && in < glob.size() && (glob[in] == '?' || glob[in] == name[at])) {
      ++at;
      ++in;
    } else if (star != std::string_view::npos) {
      // The last star takes one character more.
      in = star + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', in) == std::string_view::npos;
}

std::string escapedGlob(std::string_view name) {
  std::string glob;
  for (const char c : name) {
    if (c == '*' || c == '?' || c == '\\')
      glob += '\\';
    glob += c;
  }
  return glob;
}

} // namespace pstudio
