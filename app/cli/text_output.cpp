// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_output.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <string>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "core/base/utf8.h"

namespace pstudio::cli {

std::string formattedText(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, arguments);
  std::string text(static_cast<size_t>(size > 0 ? size : 0) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  text.pop_back();
  return text;
}

void printText(std::FILE *stream, std::string_view text) {
  const std::string printable = printableLines(text);
  std::fwrite(printable.data(), 1, printable.size(), stream);
}

void printFormatted(std::FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printText(stream, formattedText(format, arguments));
  va_end(arguments);
}

void writeData(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int finishStandardOutput(int exitCode) {
  errno = 0;
  const bool isFlushed = std::fflush(stdout) == 0 && std::cout.flush().good();
  if (isFlushed && std::ferror(stdout) == 0)
    return exitCode;
  const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : std::string();
  printError(
      {ErrorCode::Io, "cannot write to standard output" + reason, "", "the output is incomplete"});
  return exitCode == kWrongUsage ? exitCode : kFailed;
}

} // namespace pstudio::cli
