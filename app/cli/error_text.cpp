// SPDX-License-Identifier: Apache-2.0
#include "app/cli/error_text.h"

#include "app/cli/text_output.h"
#include "core/base/utf8.h"

namespace pstudio::cli {

std::string errorText(const Error &error) {
  std::string text = "error: ";
  if (!error.where.empty())
    text += error.where + ": ";
  text += error.message;
  if (!error.hint.empty())
    text += "\n  hint: " + error.hint;
  return printableLines(text); // it may quote names of a kernel
}

void printError(const Error &error) {
  printFormatted(stderr, "%s\n", errorText(error).c_str());
}

} // namespace pstudio::cli
