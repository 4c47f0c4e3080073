// SPDX-License-Identifier: Apache-2.0
// Where the driver is, CUDA's or HIP's, and what lies in it.
#pragma once

namespace pstudio::attach {

/// dlsym of the C library, called from the shim. [thread: any]
void *realDlsym(void *handle, const char *name);

enum class DriverKind : unsigned char {
  Cuda, ///< libcuda
  Hip,  ///< libamdhip64
};

/// A handle of the driver if the process has loaded it; else null. Never loads it. [thread: any]
void *driverLibrary(DriverKind kind);

/// True if `address` is code of either driver, whatever its path and version. [thread: any]
bool isInDriver(const void *address);

} // namespace pstudio::attach
