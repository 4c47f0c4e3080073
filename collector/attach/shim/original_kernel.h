// SPDX-License-Identifier: Apache-2.0
// What a twin has to have in common with the kernel that it stands in for.
#pragma once

#include <string>

#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/kernel_table.h"
#include "collector/attach/shim/launch_call.h"

namespace pstudio::attach {

/// The program's kernel in the current context, as the driver sees it.
struct OriginalKernel {
  CuFunction handle = nullptr;
  bool isLibraryKernel = false;
  CuDevice device = 0;
  CuFunction function = nullptr; ///< its CUfunction in the current context

  /// -1 if the driver does not answer.
  int attribute(const DriverApi &driver, int number) const;
};

/// Registers and local memory of a thread of both.
struct KernelResources {
  int registers = 0, originalRegisters = 0;
  int localBytes = 0, originalLocalBytes = 0;
};

OriginalKernel originalKernel(const DriverApi &driver, const LaunchCall &call, bool isLibraryKernel,
                              CuDevice device);

/// The driver calls it so, or does not name kernels.
bool hasName(const DriverApi &driver, const OriginalKernel &original, const std::string &name);

/// Gives the twin what the program set on the original: shared memory and cluster sizes. The error,
/// or an empty text.
std::string copyAttributes(const DriverApi &driver, const OriginalKernel &original,
                           CuFunction twin);

KernelResources resourcesOf(const DriverApi &driver, const OriginalKernel &original,
                            CuFunction twin);

/// CTAs of a cluster of this launch, in each direction.
Extents clusterOf(const DriverApi &driver, const OriginalKernel &original, const LaunchCall &call);

/// CTAs of the original may wait for each other, and those of the twin do not all run at once: the
/// grid fits the device with the original but not with the twin.
bool losesResidency(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
                    const LaunchCall &call);

} // namespace pstudio::attach
