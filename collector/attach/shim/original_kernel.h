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

/// Of a CUfunction in the current context; -1 if the driver does not answer.
int functionAttribute(const DriverApi &driver, CuFunction function, int number);

/// Registers and local memory of a thread of both.
struct KernelResources {
  int registers = 0, originalRegisters = 0;
  int localBytes = 0, originalLocalBytes = 0;
};

OriginalKernel originalKernel(const DriverApi &driver, const LaunchCall &call, bool isLibraryKernel,
                              CuDevice device);

/// The driver calls it so, or does not name kernels.
bool hasName(const DriverApi &driver, const OriginalKernel &original, const std::string &name);

KernelResources resourcesOf(const DriverApi &driver, const OriginalKernel &original,
                            CuFunction twin);

/// CTAs of a cluster of this launch, in each direction.
Extents clusterOf(const DriverApi &driver, const OriginalKernel &original, const LaunchCall &call);

/// CTAs of one launch that the device runs at once.
struct Residency {
  uint64_t ctas = 0;     ///< of the grid
  uint64_t original = 0; ///< 0: the driver gave no number
  uint64_t twin = 0;     ///< 0: the driver gave no number
  /// The grid fits the device at once with the original but not with the twin.
  bool isLost() const { return ctas <= original && ctas > twin; }
};
Residency residencyOf(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
                      const LaunchCall &call);

/// Why the form of the launch lets CTAs wait for each other, whatever the code does; empty: it does
/// not.
std::string formOfWait(const DriverApi &driver, const OriginalKernel &original,
                       const LaunchCall &call);

} // namespace pstudio::attach
