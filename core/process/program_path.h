// SPDX-License-Identifier: Apache-2.0
// Programs by name, and the running program.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace pstudio {

/// The executable file of this name in the folders of PATH.
std::optional<std::filesystem::path> findOnPath(std::string_view name);

/// Whether the path is an executable file.
bool isProgram(const std::filesystem::path &path);

/// The file of the running program, absolute; empty if the system does not report it. Where the
/// dynamic linker was started with the program as its argument (`ld-linux-x86-64.so.2 PROGRAM`),
/// it is the program, although /proc/self/exe is the linker. Reads /proc. [thread: any]
std::filesystem::path runningProgram();

/// The path by which the running program starts itself once more: /proc/self/exe, which stays the
/// same program when its file is replaced, or runningProgram() where the dynamic linker was
/// started. [thread: any]
std::filesystem::path programToStartAgain();

} // namespace pstudio
