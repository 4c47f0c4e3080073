// SPDX-License-Identifier: Apache-2.0
// Properties of the original kernel that its twin must have, too.
#pragma once

#include <string>

#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/kernel_table.h"
#include "collector/attach/shim/launch_call.h"

namespace pstudio::attach {

/// The program's kernel in the current context.
struct OriginalKernel {
  CuFunction handle = nullptr;
  bool isLibraryKernel = false;
  CuDevice device = 0;
  CuFunction function = nullptr; ///< its CUfunction in the current context

  /// -1 if the driver's call fails.
  int attribute(const DriverApi &driver, CuFunctionAttribute number) const;
};

/// Attribute of a CUfunction in the current context; -1 if the driver's call fails.
int functionAttribute(const DriverApi &driver, CuFunction function, CuFunctionAttribute number);

/// Registers and local memory per thread of the twin and the original.
struct KernelResources {
  int registers = 0, originalRegisters = 0;
  int localBytes = 0, originalLocalBytes = 0;
};

OriginalKernel originalKernel(const DriverApi &driver, const LaunchCall &call, bool isLibraryKernel,
                              CuDevice device);

/// True if the driver reports this name, or if it does not support names.
bool hasName(const DriverApi &driver, const OriginalKernel &original, const std::string &name);

KernelResources resourcesOf(const DriverApi &driver, const OriginalKernel &original,
                            CuFunction twin);

/// CTAs of a cluster of this launch, in each direction.
Extents clusterOf(const DriverApi &driver, const OriginalKernel &original, const LaunchCall &call);

/// Numbers of CTAs of one launch that the device can run at the same time.
struct Residency {
  uint64_t ctas = 0;     ///< CTAs of the grid
  uint64_t original = 0; ///< 0: unknown
  uint64_t twin = 0;     ///< 0: unknown
  /// True if the whole grid can run at the same time with the original, but not with the twin.
  bool isLost() const { return ctas <= original && ctas > twin; }
};
Residency residencyOf(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
                      const LaunchCall &call);

/// Reason why this kind of launch lets CTAs wait for each other, independent of the code; empty if
/// it does not.
std::string formOfWait(const DriverApi &driver, const OriginalKernel &original,
                       const LaunchCall &call);

} // namespace pstudio::attach
