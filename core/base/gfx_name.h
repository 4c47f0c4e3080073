// SPDX-License-Identifier: Apache-2.0
// Names of AMD's processors, as compilers and drivers spell them.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace pstudio {

/// The hexadecimal number in a processor's name: 0x942 of "gfx942" and of "gfx942:sramecc+:xnack-";
/// 0 if it is no such name. Source: LLVM's User Guide for the AMDGPU back end, "Processors",
/// "Target ID".
inline uint32_t gfxNumber(std::string_view name) {
  name = name.substr(0, name.find(':'));
  if (!name.starts_with("gfx"))
    return 0;
  name.remove_prefix(3);
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number, 16);
  return error == std::errc() && end == name.data() + name.size() ? number : 0;
}

} // namespace pstudio
