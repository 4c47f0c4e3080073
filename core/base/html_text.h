// SPDX-License-Identifier: Apache-2.0
// Text of reports in HTML.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// `text` between tags or in quotes: signs of HTML are escaped, bytes that are not UTF-8 are
/// written as such (escapedUtf8()), control characters but line ends become blanks. O(size).
std::string htmlEscaped(std::string_view text);

/// A cell of a table with escaped text, of class "n" if it is a number.
std::string htmlCell(std::string_view text, bool isNumber = true);

} // namespace pstudio
