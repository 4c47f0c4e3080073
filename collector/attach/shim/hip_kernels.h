// SPDX-License-Identifier: Apache-2.0
// Kernels that HIP C++ programs register when they start.
#pragma once

#include "collector/attach/shim/kernel_table.h"

namespace pstudio::attach {

/// Adds the kernels that were registered since the last call, under the addresses of their host
/// functions. O(1) if there is none. [thread: any]
void takeRegisteredKernels(KernelTable &kernels);
// Called before and after fork, so that the child has consistent data.
void lockRegisteredKernels();
void unlockRegisteredKernels();

} // namespace pstudio::attach
