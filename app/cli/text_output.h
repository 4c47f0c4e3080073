// SPDX-License-Identifier: Apache-2.0
// Text on standard output and standard error. Every command writes through these functions.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

namespace pstudio::cli {

/// The text of a printf() format and its arguments, of any length. Uses up `arguments`.
[[gnu::format(printf, 1, 0)]] std::string formattedText(const char *format, va_list arguments);

/// Writes text for a reader, with printableLines(): names in files cannot send escape sequences to
/// a terminal. finishStandardOutput() reports failed writes.
void printText(std::FILE *stream, std::string_view text);

/// printText() of a printf() format and its arguments.
[[gnu::format(printf, 2, 3)]] void printFormatted(std::FILE *stream, const char *format, ...);

/// Writes CSV, JSON or code to standard output as it is. CSV and JSON escape control characters
/// themselves.
void writeData(std::string_view text);

/// Writes buffered bytes of standard output. Call once, at the end of the command. Returns
/// `exitCode`, or kFailed after a message if any write to standard output failed.
int finishStandardOutput(int exitCode);

} // namespace pstudio::cli
