// SPDX-License-Identifier: Apache-2.0
// Errors as people read them in a terminal.
#pragma once

#include <string>

#include "core/base/result.h"

namespace pstudio::cli {

/// "error: where: message", and a second line "  hint: ..." if there is one. No line break at the
/// end.
std::string errorText(const Error &error);

/// Writes errorText to standard error.
void printError(const Error &error);

} // namespace pstudio::cli
