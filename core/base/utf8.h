// SPDX-License-Identifier: Apache-2.0
// Text from files and compilers that should be UTF-8 and may not be.
#pragma once

#include <string>
#include <string_view>

namespace pstudio {

/// True for well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, up to U+10FFFF). O(n).
bool isUtf8(std::string_view text);

/// `text` with each byte that is part of no well-formed character as four, "\xFF". The rest,
/// backslashes included, is as it was. O(n).
std::string escapedUtf8(std::string_view text);

/// `text` for one line of a terminal: escapedUtf8() with each control character (C0, DEL, C1; line
/// feeds and tabs too) as "\x1B" or "\u009B". Names in files can contain escape sequences that
/// change what a terminal shows or does. O(n).
std::string printableText(std::string_view text);

/// printableText() that keeps line feeds and tabs: for text of several lines. O(n).
std::string printableLines(std::string_view text);

} // namespace pstudio
