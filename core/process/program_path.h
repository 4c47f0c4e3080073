// SPDX-License-Identifier: Apache-2.0
// Programs by name.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace pstudio {

/// The executable file of this name in the folders of PATH.
std::optional<std::filesystem::path> findOnPath(std::string_view name);

/// Whether the path is an executable file.
bool isProgram(const std::filesystem::path &path);

} // namespace pstudio
