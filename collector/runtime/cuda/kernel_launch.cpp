// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/kernel_launch.h"

#include <algorithm>
#include <array>
#include <string>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/driver_error.h"
#include "collector/runtime/cuda/launch_checks.h"
#include "core/base/number_text.h"

namespace pstudio::cuda {

namespace {

// Without the opt-in a CTA gets this much shared memory on every device.
constexpr uint64_t kSharedBytesWithoutOptIn = 48 * 1024;

/// A launch with the attributes of its shape. Cannot be copied or moved: m_config points to
/// m_attributes.
class AttributedLaunch {
public:
  AttributedLaunch(const LaunchShape &shape, CuStream stream) {
    for (size_t axis = 0; axis < 3; ++axis) {
      m_config.grid[axis] = shape.grid[axis];
      m_config.block[axis] = shape.block[axis];
    }
    m_config.dynamicSharedBytes = static_cast<unsigned>(shape.dynamicSharedBytes);
    m_config.stream = stream;
    m_config.attributes = m_attributes.data();
    if (volume(shape.cluster) > 1) {
      CuLaunchAttribute &cluster = add(kCuLaunchAttributeClusterDimension);
      for (size_t axis = 0; axis < 3; ++axis)
        cluster.value.clusterDimension[axis] = shape.cluster[axis];
    }
    if (shape.isCooperative)
      add(kCuLaunchAttributeCooperative).value.flag = 1;
    if (shape.isProgrammatic)
      add(kCuLaunchAttributeProgrammaticStreamSerialization).value.flag = 1;
  }
  AttributedLaunch(const AttributedLaunch &) = delete;
  AttributedLaunch &operator=(const AttributedLaunch &) = delete;

  bool isPlain() const { return m_config.attributeCount == 0; }
  const CuLaunchConfig &config() const { return m_config; }

private:
  CuLaunchAttribute &add(int id) {
    CuLaunchAttribute &attribute = m_attributes[m_config.attributeCount++];
    attribute.id = id;
    return attribute;
  }

  std::array<CuLaunchAttribute, 3> m_attributes{};
  CuLaunchConfig m_config;
};

/// Programmatic stream serialisation exists since CUDA 11.8.
constexpr unsigned kProgrammaticSince = 11080;

/// Kind of the launch, and the first CUDA version that supports it.
std::string needText(const DriverApi &api, const LaunchShape &shape) {
  if (shape.isProgrammatic)
    return "programmatic launches need a driver for CUDA " + versionText(kProgrammaticSince);
  if (volume(shape.cluster) > 1)
    return "clusters need a driver for CUDA " + versionText(api.cuOccupancyMaxActiveClusters.since);
  return "cooperative launches need a driver for CUDA " + versionText(api.cuLaunchKernelEx.since);
}

/// The driver's function, or Unsupported.
template <class Function>
Result<void> require(const ContextState &state, const Function &function, const LaunchShape &shape,
                     std::string_view doing) {
  if (function.pointer)
    return {};
  return fail(ErrorCode::Unsupported,
              std::string(doing) + ": the driver (CUDA " + versionText(state.driver().version()) +
                  ") has no " + function.name,
              "", needText(state.api(), shape) + " or newer");
}

std::string ctaText(const Kernel &kernel, const LaunchShape &shape) {
  return std::to_string(volume(shape.block)) + " threads, " +
         std::to_string(kernel.resources().registersPerThread) + " registers per thread and " +
         sizeText(shape.dynamicSharedBytes + kernel.resources().staticSharedBytes) +
         " of shared memory";
}

/// Number of clusters of the launch that the device can run at the same time.
Result<uint64_t> activeClusters(ContextState &state, const Kernel &kernel, const LaunchShape &shape,
                                const CuLaunchConfig &config, std::string_view doing) {
  const DriverApi &api = state.api();
  PSTUDIO_TRY(require(state, api.cuOccupancyMaxActiveClusters, shape, doing));
  if (volume(shape.cluster) > kPortableClusterSize)
    PSTUDIO_TRY(state.call(doing, api.cuFuncSetAttribute, CuFunction(kernel.handle()),
                           CuFunctionAttribute::NonPortableClusterSizeAllowed, 1));
  int clusters = 0;
  PSTUDIO_TRY(state.call(doing, api.cuOccupancyMaxActiveClusters, &clusters,
                         CuFunction(kernel.handle()), &config));
  if (clusters <= 0)
    return fail(ErrorCode::InvalidInput,
                std::string(doing) + ": no part of this GPU has room for a cluster of " +
                    extentsText(shape.cluster) + " CTAs with " + ctaText(kernel, shape) + " each",
                "", "use smaller clusters or less shared memory");
  return static_cast<uint64_t>(clusters);
}

/// Number of CTAs of a launch without clusters that the device can run at the same time.
Result<uint64_t> activeCtas(ContextState &state, const Kernel &kernel, const LaunchShape &shape,
                            std::string_view doing) {
  const DriverApi &api = state.api();
  PSTUDIO_TRY(require(state, api.cuOccupancyMaxActiveBlocksPerMultiprocessor, shape, doing));
  int perSm = 0;
  PSTUDIO_TRY(state.call(doing, api.cuOccupancyMaxActiveBlocksPerMultiprocessor, &perSm,
                         CuFunction(kernel.handle()), static_cast<int>(volume(shape.block)),
                         size_t(shape.dynamicSharedBytes)));
  return uint64_t(std::max(perSm, 0)) * state.device().smCount;
}

/// `active`: CTAs that run at once.
Result<void> checkCooperative(const ContextState &state, const Kernel &kernel,
                              const LaunchShape &shape, uint64_t active, std::string_view doing) {
  if (volume(shape.grid) <= active)
    return {};
  return fail(ErrorCode::InvalidInput,
              std::string(doing) + ": a cooperative launch of " +
                  std::to_string(volume(shape.grid)) + " CTAs is too large: the " +
                  std::to_string(state.device().smCount) + " SMs of this GPU run " +
                  std::to_string(active) + " at the same time with " + ctaText(kernel, shape),
              "", "use fewer CTAs and let each do more, or CTAs that take less of an SM");
}

Result<void> checkRoom(ContextState &state, const Kernel &kernel, const LaunchShape &shape,
                       const CuLaunchConfig &config, std::string_view doing) {
  uint64_t active = UINT64_MAX;
  if (volume(shape.cluster) > 1) {
    PSTUDIO_TRY_ASSIGN(const uint64_t clusters,
                       activeClusters(state, kernel, shape, config, doing));
    active = clusters * volume(shape.cluster);
  } else if (shape.isCooperative) {
    PSTUDIO_TRY_ASSIGN(active, activeCtas(state, kernel, shape, doing));
  }
  return shape.isCooperative ? checkCooperative(state, kernel, shape, active, doing)
                             : Result<void>();
}

/// Passes the launch to the driver: by cuLaunchKernel, or by cuLaunchKernelEx with attributes for
/// clusters, cooperative and programmatic launches, after a check that the device has room.
/// `parameters` holds a pointer for each argument. The driver copies the arguments before this
/// returns. [the context is current]
Result<void> queueLaunch(ContextState &state, const Kernel &kernel, const LaunchShape &shape,
                         CuStream stream, void **parameters, std::string_view doing) {
  const DriverApi &api = state.api();
  const AttributedLaunch launch(shape, stream);
  if (launch.isPlain())
    return state.call(doing, api.cuLaunchKernel, CuFunction(kernel.handle()), shape.grid[0],
                      shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2],
                      static_cast<unsigned>(shape.dynamicSharedBytes), stream, parameters,
                      static_cast<void **>(nullptr));
  PSTUDIO_TRY(require(state, api.cuLaunchKernelEx, shape, doing));
  PSTUDIO_TRY(checkRoom(state, kernel, shape, launch.config(), doing));
  return state.call(doing, api.cuLaunchKernelEx, &launch.config(), CuFunction(kernel.handle()),
                    parameters, static_cast<void **>(nullptr));
}

} // namespace

Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    std::span<const uint64_t> arguments) {
  return launch(stream, kernel, shape, ArgumentBlock(arguments));
}

Result<void> launch(Stream &stream, const Kernel &kernel, const LaunchShape &shape,
                    const ArgumentBlock &arguments) {
  ContextState &state = *kernel.context();
  PSTUDIO_TRY(checkLaunch(state.device(), kernel, shape));
  PSTUDIO_TRY(checkArguments(kernel, arguments));
  const std::string doing = "launching kernel " + kernel.name();
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, state.enter(doing));
  if (shape.dynamicSharedBytes + kernel.resources().staticSharedBytes > kSharedBytesWithoutOptIn)
    PSTUDIO_TRY(state.call(doing, state.api().cuFuncSetAttribute, CuFunction(kernel.handle()),
                           CuFunctionAttribute::MaxDynamicSharedSizeBytes,
                           static_cast<int>(shape.dynamicSharedBytes)));
  std::vector<void *> &parameters = stream.parameters();
  arguments.pointTo(parameters);
  return stream.launched(
      kernel.name(), queueLaunch(state, kernel, shape, stream.handle(), parameters.data(), doing));
}

} // namespace pstudio::cuda
