// SPDX-License-Identifier: Apache-2.0
// What programs print, made comparable.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::test {

/// The addresses that MLIR's printing functions begin with differ from run to run.
inline std::string withoutAddresses(std::string text) {
  constexpr std::string_view kBase = "base@ = ";
  for (size_t at = 0; (at = text.find(kBase, at)) != std::string::npos; at += kBase.size()) {
    const size_t begin = at + kBase.size();
    text.replace(begin, text.find(' ', begin) - begin, "ADDRESS");
  }
  return text;
}

} // namespace pstudio::test
