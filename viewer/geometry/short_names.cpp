// SPDX-License-Identifier: Apache-2.0
// Names of scopes for narrow columns: the line first, then the operation.
#include "viewer/geometry/short_names.h"

#include <optional>

namespace pstudio {
namespace {

/// "wait mbarrier", "gemm_wgmma.mlir", ":147".
struct PlacedName {
  std::string_view operation;
  std::string_view file;
  std::string_view lines;
};

std::optional<PlacedName> placedName(std::string_view name) {
  const size_t space = name.rfind(' ');
  const size_t colon = name.rfind(':');
  if (space == std::string_view::npos || colon == std::string_view::npos || space == 0 ||
      colon < space + 2)
    return std::nullopt;
  const std::string_view file = name.substr(space + 1, colon - space - 1);
  const std::string_view lines = name.substr(colon);
  const bool isNumber = lines.size() > 1 && lines[1] != '-' && lines.back() != '-' &&
                        lines.find_first_not_of("0123456789-", 1) == std::string_view::npos;
  if (!isNumber || file.find('.') == std::string_view::npos)
    return std::nullopt;
  return PlacedName{name.substr(0, space), file, lines};
}

} // namespace

std::string lineFirst(std::string_view name) {
  const std::optional<PlacedName> placed = placedName(name);
  return placed ? std::string(placed->lines) + " " + std::string(placed->operation)
                : std::string(name);
}

ShortNames::ShortNames(std::span<const std::string_view> names) {
  std::string_view file;
  for (const std::string_view name : names)
    if (const std::optional<PlacedName> placed = placedName(name)) {
      if (!file.empty() && placed->file != file)
        return;
      file = placed->file;
    }
  m_isShort = !file.empty();
}

std::string ShortNames::of(std::string_view name) const {
  return m_isShort ? lineFirst(name) : std::string(name);
}

} // namespace pstudio
