// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/launch_checks.h"

#include "collector/runtime/cuda/driver_error.h"
#include "collector/runtime/gpu/launch_checks.h"
#include "core/base/number_text.h"

namespace pstudio::cuda {

namespace {

using Extents = std::array<uint32_t, 3>;
constexpr std::array kAxes{'x', 'y', 'z'};

tl::unexpected<Error> reject(const Kernel &kernel, std::string what, std::string hint = {},
                             ErrorCode code = ErrorCode::InvalidInput) {
  return gpu::rejectLaunch(kernel.name(), std::move(what), std::move(hint), code);
}

/// Checks the number of threads against the limit that the kernel was compiled for.
Result<void> checkThreads(const Kernel &kernel, const Extents &block) {
  const uint64_t threads = volume(block);
  const KernelResources &resources = kernel.resources();
  if (threads <= resources.maxThreadsPerCta)
    return {};
  return reject(kernel,
                std::to_string(threads) + " threads per CTA, the kernel was compiled for at most " +
                    std::to_string(resources.maxThreadsPerCta) + " with its " +
                    std::to_string(resources.registersPerThread) + " registers per thread",
                "compile it for this CTA size (.maxntid), or use fewer threads");
}

Result<void> checkRequiredCluster(const Kernel &kernel, const Extents &cluster) {
  const Extents &required = kernel.resources().requiredCluster;
  if (volume(required) == 0 || required == cluster)
    return {};
  return reject(kernel, "it was compiled for clusters of " + extentsText(required) +
                            " CTAs, the launch requests " + extentsText(cluster));
}

Result<void> checkKind(const DeviceInfo &device, const Kernel &kernel, const LaunchShape &shape) {
  const std::string gpu = device.name + " (compute capability " + std::to_string(device.major) +
                          "." + std::to_string(device.minor) + ")";
  if (shape.isCooperative && !device.canLaunchCooperatively)
    return reject(kernel, gpu + " has no cooperative launches", "", ErrorCode::Unsupported);
  if (shape.isProgrammatic && device.major < 9)
    return reject(kernel, gpu + " has no programmatic launches",
                  "programmatic launches need compute capability 9.0", ErrorCode::Unsupported);
  return {};
}

Result<void> checkCluster(const DeviceInfo &device, const Kernel &kernel,
                          const LaunchShape &shape) {
  PSTUDIO_TRY(checkRequiredCluster(kernel, shape.cluster));
  const uint64_t ctas = volume(shape.cluster);
  if (ctas == 1)
    return {};
  const std::string name = "cluster " + extentsText(shape.cluster);
  if (ctas == 0)
    return reject(kernel, name + " is empty");
  if (!device.canLaunchClusters)
    return reject(kernel,
                  name + ": " + device.name + " (compute capability " +
                      std::to_string(device.major) + "." + std::to_string(device.minor) +
                      ") has no clusters",
                  "clusters need compute capability 9.0", ErrorCode::Unsupported);
  if (ctas > kLargestClusterSize)
    return reject(kernel, name + " has " + std::to_string(ctas) + " CTAs, a cluster at most " +
                              std::to_string(kLargestClusterSize));
  for (size_t axis = 0; axis < kAxes.size(); ++axis)
    if (shape.grid[axis] % shape.cluster[axis] != 0)
      return reject(kernel, name + " does not divide the grid " + extentsText(shape.grid) + " in " +
                                kAxes[axis]);
  return {};
}

} // namespace

Result<void> checkLaunch(const DeviceInfo &device, const Kernel &kernel, const LaunchShape &shape) {
  PSTUDIO_TRY(gpu::checkExtents(device, kernel.name(), shape.grid, shape.block));
  PSTUDIO_TRY(gpu::checkThreads(device, kernel.name(), shape.block));
  PSTUDIO_TRY(checkThreads(kernel, shape.block));
  PSTUDIO_TRY(gpu::checkSharedMemory(device, kernel.name(), "shared memory",
                                     kernel.resources().staticSharedBytes,
                                     shape.dynamicSharedBytes));
  PSTUDIO_TRY(checkKind(device, kernel, shape));
  return checkCluster(device, kernel, shape);
}

Result<void> checkArguments(const Kernel &kernel, const ArgumentBlock &arguments) {
  const auto &sizes = kernel.parameterBytes();
  if (!sizes)
    return {};
  if (sizes->size() != arguments.count())
    return reject(kernel, std::to_string(arguments.count()) + " arguments, it takes " +
                              std::to_string(sizes->size()));
  for (size_t i = 0; i < sizes->size(); ++i) {
    const std::string name = "parameter " + std::to_string(i) + " takes " + sizeText((*sizes)[i]);
    const bool takesMap = (*sizes)[i] == sizeof(TensorMap);
    if (arguments.isTensorMap(i) && !takesMap)
      return reject(kernel, name + ", a tensor map by value has 128");
    if (!arguments.isTensorMap(i) && takesMap)
      return reject(kernel, name + ": a tensor map has to be given there, not a word");
    if ((*sizes)[i] > sizeof(uint64_t) && !takesMap)
      return reject(
          kernel, name + "; only addresses, scalars of up to 8 bytes and tensor maps can be given",
          "", ErrorCode::Unsupported);
  }
  return {};
}

} // namespace pstudio::cuda
