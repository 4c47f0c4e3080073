// SPDX-License-Identifier: Apache-2.0
// Attributes, resources and occupancy of the two kernels.
#include "collector/attach/shim/original_kernel.h"

namespace pstudio::attach {

namespace {

uint64_t product(const Extents &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

/// CTAs that the device runs at once; 0 if the driver does not answer.
uint64_t residentCtas(const DriverApi &driver, CuFunction function, const LaunchCall &call,
                      const Extents &cluster, CuDevice device) {
  int count = 0;
  if (product(cluster) > 1 && call.config && driver.cuOccupancyMaxActiveClusters)
    return driver.cuOccupancyMaxActiveClusters(&count, function, call.config) == CuResult::Success
               ? uint64_t(count) * product(cluster)
               : 0;
  int multiprocessors = 0;
  const int threads = static_cast<int>(product(call.block));
  if (driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
          &count, function, threads, call.dynamicSharedBytes) != CuResult::Success ||
      driver.cuDeviceGetAttribute(&multiprocessors, CuDeviceAttribute::MultiprocessorCount,
                                  device) != CuResult::Success)
    return 0;
  return uint64_t(count) * static_cast<uint64_t>(multiprocessors);
}

} // namespace

int functionAttribute(const DriverApi &driver, CuFunction function, CuFunctionAttribute number) {
  int value = 0;
  return driver.cuFuncGetAttribute(&value, number, function) == CuResult::Success ? value : -1;
}

int OriginalKernel::attribute(const DriverApi &driver, CuFunctionAttribute number) const {
  int value = 0;
  if (isLibraryKernel && driver.cuKernelGetAttribute)
    return driver.cuKernelGetAttribute(&value, number, handle, device) == CuResult::Success ? value
                                                                                            : -1;
  return functionAttribute(driver, function, number);
}

OriginalKernel originalKernel(const DriverApi &driver, const LaunchCall &call, bool isLibraryKernel,
                              CuDevice device) {
  OriginalKernel original{call.function, isLibraryKernel, device, call.function};
  if (isLibraryKernel &&
      (!driver.cuKernelGetFunction ||
       driver.cuKernelGetFunction(&original.function, call.function) != CuResult::Success))
    original.function = nullptr;
  return original;
}

bool hasName(const DriverApi &driver, const OriginalKernel &original, const std::string &name) {
  const auto &ask = original.isLibraryKernel ? driver.cuKernelGetName : driver.cuFuncGetName;
  const char *found = nullptr;
  return !ask || (ask(&found, original.handle) == CuResult::Success && found && name == found);
}

KernelResources resourcesOf(const DriverApi &driver, const OriginalKernel &original,
                            CuFunction twin) {
  using F = CuFunctionAttribute;
  return {functionAttribute(driver, twin, F::NumRegs), original.attribute(driver, F::NumRegs),
          functionAttribute(driver, twin, F::LocalSizeBytes),
          original.attribute(driver, F::LocalSizeBytes)};
}

Extents clusterOf(const DriverApi &driver, const OriginalKernel &original, const LaunchCall &call) {
  for (unsigned i = 0; call.config && i < call.config->attributeCount; ++i) {
    const CuLaunchAttribute &attribute = call.config->attributes[i];
    if (attribute.id == kCuLaunchAttributeClusterDimension)
      return {attribute.value.clusterDimension[0], attribute.value.clusterDimension[1],
              attribute.value.clusterDimension[2]};
  }
  Extents cluster{1, 1, 1};
  using F = CuFunctionAttribute;
  constexpr F kExtents[] = {F::RequiredClusterWidth, F::RequiredClusterHeight,
                            F::RequiredClusterDepth};
  for (size_t i = 0; i < cluster.size(); ++i)
    if (const int extent = original.attribute(driver, kExtents[i]); extent > 0)
      cluster[i] = static_cast<uint32_t>(extent);
  return cluster;
}

Residency residencyOf(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
                      const LaunchCall &call) {
  const Extents cluster = clusterOf(driver, original, call);
  return {product(call.grid),
          residentCtas(driver, original.function, call, cluster, original.device),
          residentCtas(driver, twin, call, cluster, original.device)};
}

std::string formOfWait(const DriverApi &driver, const OriginalKernel &original,
                       const LaunchCall &call) {
  if (call.isCooperative)
    return "the launch is cooperative";
  if (product(clusterOf(driver, original, call)) > 1)
    return "CTAs of a cluster run together";
  return {};
}

} // namespace pstudio::attach
