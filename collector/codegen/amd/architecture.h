// SPDX-License-Identifier: Apache-2.0
// AMD's GPUs that code can be made for, by name.
#pragma once

#include <string>
#include <string_view>

#include "collector/chips/amd_chip.h"
#include "core/base/result.h"

namespace pstudio::amd {

/// What a code object is made for.
struct Architecture {
  std::string name; ///< "gfx942"
  AmdChip chip;
  bool operator==(const Architecture &) const = default;
};

/// The architectures whose code is tested here.
inline constexpr std::string_view kTestedArchitectures = "gfx90a, gfx942, gfx1100";

/// The architecture of that name; target features as a device's name has them
/// ("gfx90a:sramecc+:xnack-") are left out: code for neither setting runs with both. Unsupported,
/// with what there is, for a name that this build's LLVM does not know, and for a family that
/// records cannot be written for.
Result<Architecture> architectureNamed(std::string_view name);

} // namespace pstudio::amd
