// SPDX-License-Identifier: Apache-2.0
// A passed check of a result as people read it in a terminal.
#pragma once

#include <cstdio>
#include <string>

namespace pstudio::cli {

/// Writes "check C: max error 0.5, allowed 1" and a line break to `stream`; `sample` ("64 of 4096
/// rows") says what was compared, and is empty if all was.
void printCheck(std::FILE *stream, const std::string &output, double maxError, double allowed,
                const std::string &sample);

} // namespace pstudio::cli
