// SPDX-License-Identifier: Apache-2.0
// Reads "Used 42 registers" and its neighbours.
#include "tests/collector/codegen/nvidia/resource_report.h"

#include <charconv>
#include <optional>
#include <string>

#include "core/base/text_lines.h"

namespace pstudio::nvidia {
namespace {

/// The number that stands before `unit` in the line: 42 of "Used 42 registers" for " registers".
std::optional<uint64_t> numberBefore(std::string_view line, std::string_view unit) {
  const size_t end = line.find(unit);
  if (end == std::string_view::npos)
    return std::nullopt;
  const std::string_view before = line.substr(0, end);
  const size_t start = before.find_last_not_of("0123456789") + 1; // npos + 1 is 0
  uint64_t number = 0;
  const auto [last, status] =
      std::from_chars(before.data() + start, before.data() + before.size(), number);
  if (status != std::errc() || last != before.data() + before.size())
    return std::nullopt;
  return number;
}

/// The function that a heading names ("Compiling entry function 'k' for 'sm_90'", "Function
/// properties for k"); nullopt for other lines.
std::optional<std::string_view> functionNamedBy(std::string_view line) {
  for (const std::string_view heading : {"Compiling entry function ", "Function properties for "}) {
    const size_t start = line.find(heading);
    if (start == std::string_view::npos)
      continue;
    std::string_view name = line.substr(start + heading.size());
    if (name.starts_with("'")) {
      name.remove_prefix(1);
      return name.substr(0, name.find('\''));
    }
    return name.substr(0, name.find_first_of(" \r"));
  }
  return std::nullopt;
}

void readInto(ResourceReport &report, std::string_view line) {
  if (const auto bytes = numberBefore(line, " bytes stack frame"))
    report.stackBytes = *bytes;
  if (const auto bytes = numberBefore(line, " bytes spill stores"))
    report.spillStoreBytes = *bytes;
  if (const auto bytes = numberBefore(line, " bytes spill loads"))
    report.spillLoadBytes = *bytes;
  if (const auto bytes = numberBefore(line, " bytes smem"))
    report.sharedBytes = *bytes;
}

/// The text after "Potential Performance Loss: " in a line that names `entry` or no function.
std::optional<std::string> lossIn(std::string_view line, std::string_view entry) {
  constexpr std::string_view kHeading = "Potential Performance Loss: ";
  constexpr std::string_view kFunction = " in the function '";
  const size_t start = line.find(kHeading);
  if (start == std::string_view::npos)
    return std::nullopt;
  const std::string_view text = line.substr(start + kHeading.size());
  const size_t function = text.rfind(kFunction);
  if (function == std::string_view::npos)
    return std::string(text);
  const std::string_view name = text.substr(function + kFunction.size());
  return name.substr(0, name.find('\'')) == entry
             ? std::optional(std::string(text.substr(0, function)))
             : std::nullopt;
}

} // namespace

Result<ResourceReport> parseCompilerReport(std::string_view log, std::string_view entry) {
  ResourceReport report;
  bool concernsEntry = false;
  bool hasRegisters = false;
  while (!log.empty()) {
    const std::string_view line = takeLine(log);
    if (auto loss = lossIn(line, entry))
      report.performanceLosses.push_back(*std::move(loss));
    if (const auto function = functionNamedBy(line))
      concernsEntry = *function == entry;
    if (!concernsEntry)
      continue;
    readInto(report, line);
    if (const auto count = numberBefore(line, " registers")) {
      report.registers = static_cast<uint32_t>(*count);
      hasRegisters = true;
    }
  }
  if (!hasRegisters)
    return fail(ErrorCode::InvalidFormat,
                "the compiler's log has no register count for \"" + std::string(entry) + "\"");
  return report;
}

} // namespace pstudio::nvidia
