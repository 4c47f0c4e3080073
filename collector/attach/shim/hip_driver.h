// SPDX-License-Identifier: Apache-2.0
// The HIP runtime in the place of the CUDA driver.
#pragma once

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// The functions of the HIP runtime `library`, a handle of dlopen, under the names of those of the
/// CUDA driver that do the same. HIP has one context for each device: its handle and its number are
/// the device's number plus 1. Graphs, libraries of kernels and clusters have no functions here.
/// O(functions).
DriverApi loadHipDriver(void *library);

/// Name of the function of HIP for a function of the CUDA driver; the same name if there is none.
const char *hipNameOf(const char *driverName);

} // namespace pstudio::attach
