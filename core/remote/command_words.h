// SPDX-License-Identifier: Apache-2.0
// Splits a command line into words without a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// The words of `command`: divided by blanks, '...' and "..." hold blanks, \ takes the next
/// character as it is (not in '...'; in "..." only $, `, " and \). Nothing is expanded: no variables, no wildcards, no pipes.
/// InvalidInput for an empty command, an unterminated quote and a character below U+0020.
Result<std::vector<std::string>> splitCommand(std::string_view command);

/// True if the program is OpenSSH's client: its messages and its exit code 255 are understood.
bool isSshCommand(const std::vector<std::string> &words);

} // namespace pstudio
