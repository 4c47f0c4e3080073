// SPDX-License-Identifier: Apache-2.0
// Names of files as text: in JSON, whatever their bytes, and beside other files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace pstudio {

/// The bytes of `path` as hexadecimal digits, two each: for a name that is not UTF-8 and therefore
/// is no JSON text. O(n).
std::string hexOfPath(const std::filesystem::path &path);
/// The path of hexOfPath(); none if `digits` is anything else. O(n).
std::optional<std::filesystem::path> pathOfHex(std::string_view digits);

/// "PREFIX NAME SUFFIX" without blanks, with as much of `name` as a file name can hold (255 bytes
/// on Linux). Cut at a UTF-8 character. `prefix` and `suffix` are short. O(n).
std::string fileNameAround(std::string_view prefix, std::string_view name, std::string_view suffix);

} // namespace pstudio
