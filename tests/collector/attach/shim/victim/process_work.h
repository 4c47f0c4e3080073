// SPDX-License-Identifier: Apache-2.0
// Files, limits and foreign libraries of the victim.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::test {

/// The bytes of a file, mapped until the process ends; with `isDeleted` the file is deleted.
const char *mappedFile(const std::string &path, bool isDeleted);
/// Longest file that the process may write [bytes].
void limitFileSize(uint64_t bytes);
/// Calls cuLaunchKernel of a library of another vendor, which exports the same name.
void callLaunchOf(const std::string &library);

} // namespace pstudio::test
