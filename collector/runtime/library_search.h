// SPDX-License-Identifier: Apache-2.0
// Candidate paths of a vendor's library: the user's choice, and folders that contain it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/runtime/opened_library.h"

namespace pstudio {

/// File names of a library, the preferred one first.
using LibraryNames = std::span<const char *const>;

/// Candidates from the environment variable `name`, whether they exist or not: the file that it
/// names, or each of `names` in the folder that it names. nullopt if the variable is not set.
std::optional<std::vector<std::string>> chosenLibrary(const Environment &environment,
                                                      const char *name, LibraryNames names);

/// Appends the paths of those `names` that exist in `folder`.
void addLibrariesIn(const std::filesystem::path &folder, LibraryNames names,
                    std::vector<std::string> &candidates);

/// Entries of `parent` whose names begin with `prefix`, the last name first: versions of a toolkit,
/// the newest first. Empty if there is no such folder.
std::vector<std::filesystem::path> foldersIn(const std::filesystem::path &parent,
                                             std::string_view prefix);

} // namespace pstudio
