// SPDX-License-Identifier: Apache-2.0
// Where libcuda is, and what lies in it.
#pragma once

namespace pstudio::attach {

/// dlsym of the C library, called from the shim. [thread: any]
void *realDlsym(void *handle, const char *name);

/// A handle of libcuda if the process has loaded it; else null. Never loads it. [thread: any]
void *driverLibrary();

/// True if `address` is code of libcuda, whatever its path and version. [thread: any]
bool isInDriver(const void *address);

} // namespace pstudio::attach
