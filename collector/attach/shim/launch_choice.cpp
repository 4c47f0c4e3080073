// SPDX-License-Identifier: Apache-2.0
// Which counter a launch belongs to, and which numbers are chosen.
#include "collector/attach/shim/launch_choice.h"

#include <algorithm>

namespace pstudio::attach {

namespace {

thread_local constinit int t_autotuning __attribute__((tls_model("initial-exec"))) = 0;

void count(std::atomic<uint64_t> &counter, uint64_t times = 1) {
  counter.fetch_add(times, std::memory_order_relaxed);
}

bool isCapturing(const Attachment &attachment, CuStream stream) {
  if (!attachment.driver.cuStreamIsCapturing)
    return false;
  int status = kCuCaptureStatusNone;
  const CaptureGuard guard(attachment.driver);
  return attachment.driver.cuStreamIsCapturing(stream, &status) == CuResult::Success &&
         status != kCuCaptureStatusNone;
}

bool isInRanges(const std::vector<LaunchRange> &ranges, uint64_t number) {
  for (const LaunchRange &range : ranges)
    if (number >= range.first && number <= range.last &&
        (range.step <= 1 || (number - range.first) % range.step == 0))
      return true;
  return false;
}

/// The library's kernel whose function in the current context is `function`; null if there is none.
/// The driver keeps such functions in the nodes of captured graphs, where no hook returns them.
const void *libraryKernelOf(Attachment &attachment, CuFunction function, const char *name) {
  if (!attachment.driver.cuKernelGetFunction)
    return nullptr;
  for (const void *kernel : attachment.kernels.libraryKernelsNamed(name)) {
    CuFunction found = nullptr;
    if (attachment.driver.cuKernelGetFunction(&found, const_cast<void *>(kernel)) ==
            CuResult::Success &&
        found == function)
      return kernel;
  }
  return nullptr;
}

/// Queries the name of a handle from the driver. A CUkernel is an invalid handle for functions that
/// require a CUfunction, and vice versa.
KernelHandle learn(Attachment &attachment, CuFunction function) {
  const DriverApi &driver = attachment.driver;
  const CaptureGuard guard(driver);
  const char *name = nullptr;
  void *owner = nullptr;
  if (driver.cuFuncGetName && driver.cuFuncGetName(&name, function) == CuResult::Success && name) {
    if (const void *kernel = libraryKernelOf(attachment, function, name)) {
      attachment.kernels.addFunction(kernel, function);
    } else {
      if (driver.cuFuncGetModule)
        driver.cuFuncGetModule(&owner, function);
      attachment.kernels.addHandle(owner, function, name, false);
    }
  } else if (driver.cuKernelGetName &&
             driver.cuKernelGetName(&name, function) == CuResult::Success && name) {
    if (driver.cuKernelGetLibrary)
      driver.cuKernelGetLibrary(&owner, function);
    attachment.kernels.addHandle(owner, function, name, true);
  } else {
    attachment.kernels.addNameless(nullptr, function, false);
  }
  return attachment.kernels.find(function);
}

bool isLeftOutAsAutotuning(const Attachment &attachment) {
  return t_autotuning > 0 && !attachment.welcome.settings.countsAutotuning;
}

/// Launches that have no counters of their own.
std::atomic<uint64_t> &sharedCounter(Attachment &attachment, const Kernel *kernel) {
  CounterHeader &header = attachment.counters();
  return kernel && kernel->sequence ? header.uncounted : header.unknown;
}

/// Why launches have no number; 0 if they have one.
uint32_t flagsOf(const Attachment &attachment, const LaunchesOfCall &launches) {
  if (launches.isCaptured) [[unlikely]]
    return kLaunchCaptured;
  return isLeftOutAsAutotuning(attachment) ? kLaunchAutotuning : 0;
}

} // namespace

bool isInCapture(const Attachment &attachment, CuStream stream) {
  return attachment.captures.load(std::memory_order_relaxed) > 0 && isCapturing(attachment, stream);
}

KernelHandle findKernel(Attachment &attachment, CuFunction function) {
  const KernelHandle known = attachment.kernels.find(function);
  return known ? known : learn(attachment, function);
}

NotedLaunch noteLaunches(Attachment &attachment, KernelHandle handle,
                         const LaunchesOfCall &launches) {
  Kernel *kernel = handle.kernel;
  if (!kernel || !kernel->counters) [[unlikely]] {
    count(sharedCounter(attachment, kernel), launches.nodes);
    return {handle};
  }
  if (!kernel->isAnnounced.load(std::memory_order_acquire)) [[unlikely]]
    attachment.announce(*kernel, nullptr);
  KernelCounters &counters = *kernel->counters;
  if (const uint32_t flags = flagsOf(attachment, launches)) [[unlikely]] {
    count(flags == kLaunchCaptured ? counters.captured : counters.autotuning, launches.nodes);
    return {handle, 0, flags};
  }
  if (!mayCount(attachment)) [[unlikely]] {
    count(counters.outside, launches.nodes);
    return {handle};
  }
  count(counters.launches, launches.nodes);
  if (launches.isReplay)
    count(counters.replays, launches.nodes);
  const uint64_t number =
      kernel->sequence->last.fetch_add(launches.nodes, std::memory_order_relaxed) + 1;
  const auto *choice = kernel->choice.load(std::memory_order_acquire);
  if (!choice || !attachment.mayChoose()) [[likely]]
    return {handle, number};
  const bool isByRule = isInRanges(*choice, number);
  const bool isInPlace = !isByRule && !launches.isReplay && !kernel->postponed.isEmpty();
  return {handle, number, 0, isByRule || isInPlace, isInPlace};
}

NotedLaunch noteLaunch(Attachment &attachment, CuFunction function, CuStream stream) {
  return noteLaunches(attachment, findKernel(attachment, function),
                      {1, false, isInCapture(attachment, stream)});
}

bool mayNumber(const Attachment &attachment) {
  return mayCount(attachment) && !isLeftOutAsAutotuning(attachment);
}

void countReplays(Attachment &attachment, Kernel *kernel, uint64_t launches, bool hasNumbers) {
  if (!kernel || !kernel->counters)
    return count(sharedCounter(attachment, kernel), launches);
  count(kernel->counters->launches, launches);
  count(kernel->counters->replays, launches);
  if (!hasNumbers)
    count(kernel->sequence->last, launches);
}

uint64_t nextChosen(const Kernel &kernel, uint64_t from) {
  const auto *choice = kernel.choice.load(std::memory_order_acquire);
  uint64_t next = UINT64_MAX;
  if (choice)
    for (const LaunchRange &range : *choice) {
      const uint64_t step = std::max<uint64_t>(range.step, 1);
      const uint64_t late = from <= range.first ? 0 : (from - range.first + step - 1) / step * step;
      if (const uint64_t number = range.first + late; number <= range.last && number >= from)
        next = std::min(next, number);
    }
  return next;
}

bool isChosen(const Attachment &attachment, const Kernel &kernel, uint64_t number) {
  const auto *choice = kernel.choice.load(std::memory_order_acquire);
  return choice && isInRanges(*choice, number) && attachment.mayChoose();
}

void countFailure(const Attachment &attachment, Kernel &kernel) {
  if (kernel.failures.fetch_add(1) + 1 >= attachment.welcome.settings.mostLaunches)
    kernel.choice.store(nullptr, std::memory_order_release);
}

void changeAutotuning(int change) {
  t_autotuning += change;
  if (t_autotuning < 0)
    t_autotuning = 0;
}

} // namespace pstudio::attach
