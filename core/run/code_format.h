// SPDX-License-Identifier: Apache-2.0
// Formats in which the code of a kernel can be written instead of being run.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio {

enum class CodeFormat : uint8_t {
  Ptx,   ///< "ptx": text for NVIDIA's driver
  Isa,   ///< "isa": assembly of an AMD GPU
  Hsaco, ///< "hsaco": an AMD GPU's code object, an ELF file
};

/// By the name that commands and requests use; none for another name.
constexpr std::optional<CodeFormat> codeFormatNamed(std::string_view name) {
  if (name == "ptx")
    return CodeFormat::Ptx;
  if (name == "isa")
    return CodeFormat::Isa;
  if (name == "hsaco")
    return CodeFormat::Hsaco;
  return std::nullopt;
}

constexpr std::string_view codeFormatName(CodeFormat format) {
  switch (format) {
  case CodeFormat::Ptx:
    return "ptx";
  case CodeFormat::Isa:
    return "isa";
  case CodeFormat::Hsaco:
    return "hsaco";
  }
  return {};
}

} // namespace pstudio
