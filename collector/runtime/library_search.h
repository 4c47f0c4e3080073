// SPDX-License-Identifier: Apache-2.0
// Places where a vendor's library may be: what the user chose, and folders that hold it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/runtime/opened_library.h"

namespace pstudio {

/// File names that a library goes by, the preferred one first.
using LibraryNames = std::span<const char *const>;

/// What the variable `name` asks for, whether it is there or not: the file that it names, or each
/// of `names` in the folder that it names. None if it is not set.
std::optional<std::vector<std::string>> chosenLibrary(const Environment &environment,
                                                      const char *name, LibraryNames names);

/// Appends those of `names` that `folder` has.
void addLibrariesIn(const std::filesystem::path &folder, LibraryNames names,
                    std::vector<std::string> &candidates);

/// Entries of `parent` whose names begin with `prefix`, the last name first: versions of a toolkit,
/// the newest first. Empty if there is no such folder.
std::vector<std::filesystem::path> foldersIn(const std::filesystem::path &parent,
                                             std::string_view prefix);

} // namespace pstudio
