// SPDX-License-Identifier: Apache-2.0
// Where libcupti is: in the process, or beside the libraries of CUDA that the process has loaded.
#pragma once

#include <string>

namespace pstudio::attach {

/// A handle of the libcupti that the process has loaded; null without one. O(libraries).
/// [thread: any]
void *loadedCupti();

/// Loads one that suits a driver of CUDA `driverMajor` (0: unknown), unless there is one. Null,
/// with what was tried in `problem`, if there is none. [thread: any]
void *openCupti(int driverMajor, std::string &problem);

/// True if `address` is code of libcupti, whatever its path and version. [thread: any]
bool isInCupti(const void *address);

} // namespace pstudio::attach
