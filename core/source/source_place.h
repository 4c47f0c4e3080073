// SPDX-License-Identifier: Apache-2.0
// A place in a source file, as locations name it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pstudio {

/// A place in a source file. Lines and columns start at 1; 0 = unknown.
struct SourcePlace {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// "file:line:column" or "file:line". nullopt for anything else.
std::optional<SourcePlace> parseSourcePlace(std::string_view text);

/// "softmax.mlir:40": the file without its folders, and the line.
std::string shortPlace(const SourcePlace &place);

/// "softmax.mlir" of "/kernels/softmax.mlir".
std::string_view fileNameOf(std::string_view path);

} // namespace pstudio
