// SPDX-License-Identifier: Apache-2.0
// Hooks of the launch functions.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/chosen_launch.h"
#include "collector/attach/shim/hip_kernels.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/launch_note.h"

namespace pstudio::attach {

namespace {

CuResult launchNoted(Attachment &attachment, const LaunchCall &call, const NotedLaunch &noted,
                     const LaunchFunction &launch) {
  if (noted.isChosen)
    return launchChosen(attachment, call, noted, launch);
  return launch(call.function, call.parameters, call.extra);
}

/// The same with an event.
CuResult launchWithEvent(Attachment &attachment, const LaunchCall &call, const NotedLaunch &noted,
                         const LaunchFunction &launch) {
  LaunchNote note(attachment, LaunchKind::Kernel);
  const Kernel *kernel = noted.handle.kernel;
  if (kernel && kernel->counters)
    note.event.kernel = kernel->number;
  note.event.number = noted.number;
  const auto timed = [&](CuFunction function, void **parameters, void **extra) {
    note.event.flags = noted.flags | (function == call.function ? 0u : uint32_t(kLaunchRecorded));
    return note.during([&] { return launch(function, parameters, extra); });
  };
  const CuResult result = launchNoted(attachment, call, noted, LaunchFunction(timed));
  if (result != CuResult::Success)
    return result;
  note.write();
  if ((note.event.flags & kLaunchCaptured) != 0 &&
      attachment.welcome.settings.callPath != CallPath::None) {
    const CaptureGuard guard(attachment.driver);
    attachment.capturedPaths.addCaptured(attachment.driver, call.stream, note.event.path);
  }
  return result;
}

/// The attachment that records calls of `real`; null if none does. Attachment::get() chooses the
/// process's driver, which may be the other one.
template <class Real> Attachment *attachmentFor(const Real &real) {
  Attachment *attachment = real.isNested() ? nullptr : Attachment::get();
  return real.isNested() ? nullptr : attachment;
}

/// Common part of all launch hooks. `launch` calls the driver's function.
template <class Real, class Launch>
CuResult noteAndLaunch(const Real &real, const LaunchCall &call, const Launch &launch) {
  Attachment *attachment = attachmentFor(real);
  if (attachment) [[likely]] {
    const NotedLaunch noted = noteLaunch(*attachment, call.function, call.stream);
    if (attachment->notesLaunches())
      return launchWithEvent(*attachment, call, noted, LaunchFunction(launch));
    if (noted.isChosen) [[unlikely]]
      return launchChosen(*attachment, call, noted, LaunchFunction(launch));
  }
  return launch(call.function, call.parameters, call.extra);
}

/// The stream as a parameter of functions without a suffix.
CuStream streamOf(CuStream stream, bool isPerThread) {
  return isPerThread && !stream ? kCuStreamPerThread : stream;
}

bool isCooperative(const CuLaunchConfig &config) {
  for (unsigned i = 0; i < config.attributeCount; ++i)
    if (config.attributes[i].id == kCuLaunchAttributeCooperative)
      return config.attributes[i].value.flag != 0;
  return false;
}

/// A launch of HIP with a handle of a module. \param rest  what follows the list `extra`
template <HookId hook, class... Rest>
CuResult launchHip(const LaunchCall &call, const Extents &grid, Rest... rest) {
  const RealFunction<hook> real;
  const auto launch = [&](CuFunction function, void **parameters, void **extra) {
    return real(function, grid[0], grid[1], grid[2], call.block[0], call.block[1], call.block[2],
                call.dynamicSharedBytes, call.stream, parameters, extra, rest...);
  };
  return noteAndLaunch(real, call, launch);
}

template <HookId hook> CuResult launchKernel(const LaunchCall &call, CuStream stream) {
  const RealFunction<hook> real;
  const auto launch = [&](CuFunction function, void **parameters, void **extra) {
    return real(function, call.grid[0], call.grid[1], call.grid[2], call.block[0], call.block[1],
                call.block[2], call.dynamicSharedBytes, stream, parameters, extra);
  };
  return noteAndLaunch(real, call, launch);
}

template <HookId hook>
CuResult launchKernelEx(const CuLaunchConfig *config, CuFunction function, void **parameters,
                        void **extra, bool isPerThread) {
  const RealFunction<hook> real;
  if (!config) // the driver's own answer to it
    return real(config, function, parameters, extra);
  const LaunchCall call{function,
                        {config->grid[0], config->grid[1], config->grid[2]},
                        {config->block[0], config->block[1], config->block[2]},
                        config->dynamicSharedBytes,
                        streamOf(config->stream, isPerThread),
                        parameters,
                        extra,
                        config,
                        isCooperative(*config)};
  const auto launch = [&](CuFunction launched, void **its, void **extras) {
    return real(config, launched, its, extras);
  };
  return noteAndLaunch(real, call, launch);
}

template <HookId hook> CuResult launchCooperative(const LaunchCall &call, CuStream stream) {
  const RealFunction<hook> real;
  const auto launch = [&](CuFunction function, void **parameters, void **) {
    return real(function, call.grid[0], call.grid[1], call.grid[2], call.block[0], call.block[1],
                call.block[2], call.dynamicSharedBytes, stream, parameters);
  };
  return noteAndLaunch(real, call, launch);
}

} // namespace

extern "C" {

#define PSTUDIO_ATTACH_LAUNCHES(suffix, isPerThread)                                               \
  CuResult cuLaunchKernel##suffix(CuFunction function, unsigned gridX, unsigned gridY,             \
                                  unsigned gridZ, unsigned blockX, unsigned blockY,                \
                                  unsigned blockZ, unsigned sharedBytes, CuStream stream,          \
                                  void **parameters, void **extra) {                               \
    return launchKernel<HookId::cuLaunchKernel##suffix>({function,                                 \
                                                         {gridX, gridY, gridZ},                    \
                                                         {blockX, blockY, blockZ},                 \
                                                         sharedBytes,                              \
                                                         streamOf(stream, isPerThread),            \
                                                         parameters,                               \
                                                         extra},                                   \
                                                        stream);                                   \
  }                                                                                                \
  CuResult cuLaunchKernelEx##suffix(const CuLaunchConfig *config, CuFunction function,             \
                                    void **parameters, void **extra) {                             \
    return launchKernelEx<HookId::cuLaunchKernelEx##suffix>(config, function, parameters, extra,   \
                                                            isPerThread);                          \
  }                                                                                                \
  CuResult cuLaunchCooperativeKernel##suffix(CuFunction function, unsigned gridX, unsigned gridY,  \
                                             unsigned gridZ, unsigned blockX, unsigned blockY,     \
                                             unsigned blockZ, unsigned sharedBytes,                \
                                             CuStream stream, void **parameters) {                 \
    return launchCooperative<HookId::cuLaunchCooperativeKernel##suffix>(                           \
        {function,                                                                                 \
         {gridX, gridY, gridZ},                                                                    \
         {blockX, blockY, blockZ},                                                                 \
         sharedBytes,                                                                              \
         streamOf(stream, isPerThread),                                                            \
         parameters,                                                                               \
         nullptr,                                                                                  \
         nullptr,                                                                                  \
         true},                                                                                    \
        stream);                                                                                   \
  }

CuResult hipModuleLaunchKernel(CuFunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                               unsigned blockX, unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, CuStream stream, void **parameters,
                               void **extra) {
  LaunchCall call{
      function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, stream, parameters,
      extra};
  call.endOfExtra = kHipLaunchParamEnd;
  return launchHip<HookId::hipModuleLaunchKernel>(call, call.grid);
}

// Its grid is in threads. A last CTA with fewer threads has no twin: its launch is passed through.
CuResult hipExtModuleLaunchKernel(CuFunction function, uint32_t threadsX, uint32_t threadsY,
                                  uint32_t threadsZ, uint32_t blockX, uint32_t blockY,
                                  uint32_t blockZ, size_t sharedBytes, CuStream stream,
                                  void **parameters, void **extra, CuEvent start, CuEvent stop,
                                  uint32_t flags) {
  const Extents threads{threadsX, threadsY, threadsZ}, block{blockX, blockY, blockZ};
  Extents grid{};
  bool isWhole = true;
  for (size_t i = 0; i < grid.size(); ++i) {
    isWhole = isWhole && block[i] > 0 && threads[i] % block[i] == 0;
    grid[i] = block[i] > 0 ? threads[i] / block[i] : 0;
  }
  if (!isWhole) {
    const RealFunction<HookId::hipExtModuleLaunchKernel> real;
    return real(function, threadsX, threadsY, threadsZ, blockX, blockY, blockZ, sharedBytes, stream,
                parameters, extra, start, stop, flags);
  }
  LaunchCall call{function, grid,       block, static_cast<unsigned>(sharedBytes),
                  stream,   parameters, extra};
  call.endOfExtra = kHipLaunchParamEnd;
  return launchHip<HookId::hipExtModuleLaunchKernel>(call, threads, start, stop, flags);
}

// A kernel of a fat binary: it is counted, and has no twin. HIP's queries take no address of a host
// function, so the table never learns one from them.
CuResult hipLaunchKernel(const void *function, HipExtents grid, HipExtents block, void **parameters,
                         size_t sharedBytes, CuStream stream) {
  const RealFunction<HookId::hipLaunchKernel> real;
  Attachment *attachment = attachmentFor(real);
  if (attachment)
    takeRegisteredKernels(attachment->kernels);
  if (!attachment || !attachment->kernels.find(function)) {
    if (attachment)
      attachment->counters().unknown.fetch_add(1, std::memory_order_relaxed);
    return real(function, grid, block, parameters, sharedBytes, stream);
  }
  const LaunchCall call{const_cast<void *>(function),
                        {grid.x, grid.y, grid.z},
                        {block.x, block.y, block.z},
                        static_cast<unsigned>(sharedBytes),
                        stream,
                        parameters};
  const auto launch = [&](CuFunction, void **, void **) {
    return real(function, grid, block, parameters, sharedBytes, stream);
  };
  return noteAndLaunch(real, call, launch);
}

PSTUDIO_ATTACH_LAUNCHES(, false)
PSTUDIO_ATTACH_LAUNCHES(_ptsz, true)
#undef PSTUDIO_ATTACH_LAUNCHES
}

} // namespace pstudio::attach
