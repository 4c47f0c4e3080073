// SPDX-License-Identifier: Apache-2.0
#include "core/process/program_path.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace pstudio {

bool isProgram(const std::filesystem::path &path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> findOnPath(std::string_view name) {
  const char *variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (!folder.empty() && isProgram(candidate))
      return candidate;
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
  }
  return std::nullopt;
}

} // namespace pstudio
