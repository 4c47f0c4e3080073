// SPDX-License-Identifier: Apache-2.0
// Names of the numbered files that attached programs write into out/raw: PID.N.EXTENSION.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

namespace pstudio::attach {

/// The files PID.N.`extension` ("records") of each process, by N.
std::map<uint32_t, std::vector<std::filesystem::path>>
numberedFilesIn(const std::filesystem::path &raw, std::string_view extension);

/// Those of one process; empty if there are none.
std::vector<std::filesystem::path>
filesOf(const std::map<uint32_t, std::vector<std::filesystem::path>> &files, uint32_t process);

} // namespace pstudio::attach
