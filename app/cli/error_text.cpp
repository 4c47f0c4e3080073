// SPDX-License-Identifier: Apache-2.0
#include "app/cli/error_text.h"

#include <cstdio>

namespace pstudio::cli {

std::string errorText(const Error &error) {
  std::string text = "error: ";
  if (!error.where.empty())
    text += error.where + ": ";
  text += error.message;
  if (!error.hint.empty())
    text += "\n  hint: " + error.hint;
  return text;
}

void printError(const Error &error) {
  std::fprintf(stderr, "%s\n", errorText(error).c_str());
}

} // namespace pstudio::cli
