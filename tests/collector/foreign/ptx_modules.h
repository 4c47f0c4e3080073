// SPDX-License-Identifier: Apache-2.0
// The corpus of PTX modules, tests/data/ptx.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/file_bytes.h"
#include "core/base/inflate.h"

namespace pstudio::test {

struct PtxModule {
  std::string name; ///< "saxpy.sm_90a.ptx"
  std::string text;
};

/// The modules of a packed file: "=== NAME BYTES", a line end, and the text, for each.
inline Result<std::vector<PtxModule>> unpackModules(const std::filesystem::path &packed) {
  constexpr size_t kMostBytes = size_t{64} << 20;
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(packed));
  PSTUDIO_TRY_ASSIGN(const Inflated inflated, inflate(bytes.bytes(), {.mostBytes = kMostBytes}));
  std::vector<PtxModule> modules;
  for (size_t at = 0; at < inflated.bytes.size();) {
    const size_t name = at + 4, space = inflated.bytes.find(' ', name),
                 line = inflated.bytes.find('\n', name);
    if (space == std::string::npos || line == std::string::npos || line < space)
      return fail(ErrorCode::InvalidFormat, "no name of a module", packed.string());
    const size_t length = std::stoul(inflated.bytes.substr(space + 1, line - space - 1));
    modules.push_back(
        {inflated.bytes.substr(name, space - name), inflated.bytes.substr(line + 1, length)});
    at = line + 1 + length;
  }
  return modules;
}

} // namespace pstudio::test
