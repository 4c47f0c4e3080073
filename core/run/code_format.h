// SPDX-License-Identifier: Apache-2.0
// Formats in which the code of a kernel can be written instead of being run.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio {

enum class CodeFormat : uint8_t {
  Ptx,   ///< "ptx": text for NVIDIA's driver
  Isa,   ///< "isa": assembly of an AMD GPU
  Hsaco, ///< "hsaco": an AMD GPU's code object, an ELF file
};

/// Names of the formats that commands and requests use, by value.
inline constexpr std::array<std::string_view, 3> kCodeFormatNames{"ptx", "isa", "hsaco"};

/// By its name; none for another name.
constexpr std::optional<CodeFormat> codeFormatNamed(std::string_view name) {
  const auto found = std::ranges::find(kCodeFormatNames, name);
  return found == kCodeFormatNames.end()
             ? std::nullopt
             : std::optional(static_cast<CodeFormat>(found - kCodeFormatNames.begin()));
}

constexpr std::string_view codeFormatName(CodeFormat format) {
  return kCodeFormatNames[static_cast<size_t>(format)];
}

} // namespace pstudio
