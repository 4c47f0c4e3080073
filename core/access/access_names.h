// SPDX-License-Identifier: Apache-2.0
// Names of the kinds of accesses and memories in files.
#pragma once

#include <array>
#include <string_view>

#include "core/access/access.h"

namespace pstudio::memory {

inline constexpr std::array<std::string_view, kAccessKinds> kAccessKindNames{
    "load", "store", "atomic", "bulk load", "bulk store"};
inline constexpr std::array<std::string_view, kAccessSpaces> kAccessSpaceNames{"global", "shared"};

constexpr std::string_view nameOf(AccessKind kind) {
  return kAccessKindNames[static_cast<size_t>(kind)];
}
constexpr std::string_view nameOf(AccessSpace space) {
  return kAccessSpaceNames[static_cast<size_t>(space)];
}

} // namespace pstudio::memory
