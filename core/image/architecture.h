// SPDX-License-Identifier: Apache-2.0
// Architecture of an NVIDIA GPU or of code for one: "sm_90a".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pstudio::image {

/// A compute capability with its suffix.
struct Architecture {
  uint32_t number = 0; ///< 10 * major + minor: 90 for 9.0; 0: unknown
  char suffix = 0;     ///< 'a': for this architecture only; 'f': for its family; 0: none

  uint32_t major() const { return number / 10; }
  bool operator==(const Architecture &) const = default;
};

/// "sm_90a"; "unknown" for the number 0.
std::string toString(Architecture architecture);

/// The architecture of "sm_90a" or "compute_90a"; nullopt for other text.
std::optional<Architecture> architectureFrom(std::string_view text);

/// True if machine code of `code` runs on `device`: the same number for the suffix 'a', a number of
/// the same major version that is not larger otherwise. (CUDA C++ Programming Guide, "Binary
/// Compatibility" and "Feature Set Compiler Targets".) The suffix of `device` is ignored.
bool runsOn(Architecture code, Architecture device);

/// True if the driver can compile PTX of `code` for `device`: the same number for the suffix 'a',
/// the same major version for 'f', any number that is not larger otherwise.
bool compilesFor(Architecture code, Architecture device);

} // namespace pstudio::image
