// SPDX-License-Identifier: Apache-2.0
// Makes the output of programs comparable.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::test {

/// Replaces the addresses at the begin of MLIR's print functions, which differ from run to run.
inline std::string withoutAddresses(std::string text) {
  constexpr std::string_view kBase = "base@ = ";
  for (size_t at = 0; (at = text.find(kBase, at)) != std::string::npos; at += kBase.size()) {
    const size_t begin = at + kBase.size();
    text.replace(begin, text.find(' ', begin) - begin, "ADDRESS");
  }
  return text;
}

} // namespace pstudio::test
