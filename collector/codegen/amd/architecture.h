// SPDX-License-Identifier: Apache-2.0
// AMD's GPUs that code can be compiled for, by name.
#pragma once

#include <string>
#include <string_view>

#include "collector/chips/amd_chip.h"
#include "core/base/result.h"

namespace pstudio::amd {

/// The target of a code object.
struct Architecture {
  std::string name; ///< "gfx942"
  AmdChip chip;
  bool operator==(const Architecture &) const = default;
};

/// The architectures whose code is tested here.
inline constexpr std::string_view kTestedArchitectures = "gfx90a, gfx942, gfx1100";

/// The architecture of that name; target features in the form of a device's name
/// ("gfx90a:sramecc+:xnack-") are ignored: code without these settings runs with either value.
/// Unsupported, with the supported names, for a name that this build's LLVM does not have, and for
/// a family for which records cannot be written.
Result<Architecture> architectureNamed(std::string_view name);

} // namespace pstudio::amd
