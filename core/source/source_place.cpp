// SPDX-License-Identifier: Apache-2.0
#include "core/source/source_place.h"

#include <charconv>

namespace pstudio {
namespace {

std::optional<uint32_t> parseLineNumber(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0)
    return std::nullopt;
  return value;
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

std::string_view fileNameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::string shortPlace(const SourcePlace &place) {
  return std::string(fileNameOf(place.file)) + ":" + std::to_string(place.line);
}

} // namespace pstudio
