// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/library_search.h"

#include <algorithm>
#include <functional>
#include <system_error>

namespace pstudio {

namespace fs = std::filesystem;

std::optional<std::vector<std::string>> chosenLibrary(const Environment &environment,
                                                      const char *name, LibraryNames names) {
  const auto chosen = environment(name);
  if (!chosen)
    return std::nullopt;
  std::error_code ignored;
  if (!fs::is_directory(*chosen, ignored))
    return std::vector<std::string>{*chosen};
  std::vector<std::string> candidates;
  for (const char *file : names)
    candidates.push_back((fs::path(*chosen) / file).string());
  return candidates;
}

void addLibrariesIn(const fs::path &folder, LibraryNames names,
                    std::vector<std::string> &candidates) {
  for (const char *file : names) {
    std::error_code ignored;
    if (fs::exists(folder / file, ignored))
      candidates.push_back((folder / file).string());
  }
}

std::vector<fs::path> foldersIn(const fs::path &parent, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, ignored))
    if (entry.path().filename().string().starts_with(prefix))
      found.push_back(entry.path());
  std::ranges::sort(found, std::greater<>());
  return found;
}

} // namespace pstudio
