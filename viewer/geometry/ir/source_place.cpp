// SPDX-License-Identifier: Apache-2.0
// A place in a source file, and its text where the file can be read.
#include "viewer/geometry/ir/source_place.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <unordered_map>

namespace pstudio {
namespace {

constexpr size_t kMaxSourceBytes = size_t{4} << 20;

std::optional<uint32_t> parseLineNumber(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0)
    return std::nullopt;
  return value;
}

std::string trimmed(const std::string &text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  const size_t end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

} // namespace

std::optional<SourcePlace> parseSourcePlace(std::string_view text) {
  const size_t lastColon = text.rfind(':');
  if (lastColon == std::string_view::npos || lastColon == 0)
    return std::nullopt;
  const auto lastNumber = parseLineNumber(text.substr(lastColon + 1));
  if (!lastNumber)
    return std::nullopt;
  const std::string_view rest = text.substr(0, lastColon);
  const size_t colon = rest.rfind(':');
  if (colon != std::string_view::npos && colon > 0)
    if (const auto line = parseLineNumber(rest.substr(colon + 1)))
      return SourcePlace{std::string(rest.substr(0, colon)), *line, *lastNumber};
  return SourcePlace{std::string(rest), *lastNumber, 0};
}

std::string shortPlace(const SourcePlace &place) {
  const size_t slash = place.file.rfind('/');
  return place.file.substr(slash == std::string::npos ? 0 : slash + 1) + ":" +
         std::to_string(place.line);
}

std::optional<SourceExcerpt> readSource(const SourcePlace &place, uint32_t context) {
  std::ifstream input(place.file);
  if (!input || place.line == 0)
    return std::nullopt;
  SourceExcerpt excerpt;
  excerpt.firstLine = place.line > context ? place.line - context : 1;
  std::string text;
  size_t bytes = 0;
  for (uint32_t number = 1; number <= place.line + context && bytes < kMaxSourceBytes; ++number) {
    if (!std::getline(input, text))
      break;
    bytes += text.size() + 1;
    if (number >= excerpt.firstLine)
      excerpt.lines.push_back(text);
  }
  if (excerpt.firstLine + excerpt.lines.size() <= place.line)
    return std::nullopt; // the file is shorter than the line that was asked for
  return excerpt;
}

std::vector<std::string> sourceLines(std::span<const SourcePlace> places) {
  std::unordered_map<std::string, uint32_t> lastLines;
  for (const SourcePlace &place : places)
    lastLines[place.file] = std::max(lastLines[place.file], place.line);
  std::unordered_map<std::string, std::vector<std::string>> files;
  for (const auto &[file, last] : lastLines)
    if (auto all = last > 0 ? readSource({file, 1, 0}, last) : std::nullopt)
      files[file] = std::move(all->lines);
  std::vector<std::string> texts;
  for (const SourcePlace &place : places) {
    const auto file = files.find(place.file);
    const bool isKnown = file != files.end() && place.line > 0 && place.line <= file->second.size();
    texts.push_back(isKnown ? trimmed(file->second[place.line - 1]) : std::string());
  }
  return texts;
}

} // namespace pstudio
