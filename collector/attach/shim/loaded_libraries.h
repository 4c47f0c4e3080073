// SPDX-License-Identifier: Apache-2.0
// The libraries that the process has loaded, by their file names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pstudio::attach {

/// The part of a path after its last slash.
std::string_view fileNameOf(std::string_view path);

/// Paths of the libraries, in the order in which they were loaded. O(libraries). [thread: any]
std::vector<std::string> loadedLibraries();

/// A handle of the first library whose file name begins with `begin` ("libnvrtc.so"); null without
/// one. Never loads it. O(libraries). [thread: any]
void *loadedLibrary(std::string_view begin);

/// As loadedLibrary(), the one that the dynamic linker has loaded for the code at `address`, which
/// is linked with it; null if it is not linked with such a library.
void *libraryNeededBy(const void *address, std::string_view begin);

/// True if `address` lies in a library whose file name begins with `begin`. Allocates nothing.
/// [thread: any]
bool isInLibrary(const void *address, std::string_view begin);

} // namespace pstudio::attach
