// SPDX-License-Identifier: Apache-2.0
// Text of reports in HTML.
#include "core/base/html_text.h"

#include "core/base/utf8.h"

namespace pstudio {

std::string htmlEscaped(std::string_view text) {
  std::string result;
  const std::string valid = isUtf8(text) ? std::string(text) : escapedUtf8(text);
  for (const char c : valid) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += static_cast<unsigned char>(c) < ' ' && c != '\n' ? ' ' : c;
  }
  return result;
}

std::string htmlCell(std::string_view text, bool isNumber) {
  return (isNumber ? "<td class=\"n\">" : "<td>") + htmlEscaped(text) + "</td>";
}

} // namespace pstudio
