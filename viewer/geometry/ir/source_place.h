// SPDX-License-Identifier: Apache-2.0
// A place in a source file, and its text where the file can be read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Line `line` (from 1) of a file with `context` lines before and after it.
struct SourceExcerpt {
  uint32_t firstLine = 1;
  std::vector<std::string> lines;
};
/// nullopt if the file cannot be read or has no such line. Reads at most the first 4 MiB.
std::optional<SourceExcerpt> readSource(const SourcePlace &place, uint32_t context);

/// The line of each place without the space around it; empty where it cannot be read. Each file is
/// read once.
std::vector<std::string> sourceLines(std::span<const SourcePlace> places);

} // namespace pstudio
