// SPDX-License-Identifier: Apache-2.0
// Paths with wildcards as the files that they match.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// Whether a path has a wildcard and no file of this very name exists.
bool isFilePattern(const std::string &path);

struct MatchedFiles {
  /// Sorted by bytes; a file that several arguments or links name is there once, under the first
  /// name. Includes paths without wildcards whether or not they exist.
  std::vector<std::filesystem::path> files;
  std::vector<Error> errors; ///< folders that cannot be read, patterns that match no file
};

/// Files of paths and patterns. In a pattern '*' and '?' (matchesGlob()) match within one name, and
/// a name "**" any number of folders, also none, without following links to folders. No wildcard
/// matches a dot at the begin of a name. O(entries of the folders).
MatchedFiles matchFiles(std::span<const std::string> patterns);

} // namespace pstudio
