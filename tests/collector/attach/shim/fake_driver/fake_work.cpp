// SPDX-License-Identifier: Apache-2.0
// The fake driver's contexts, memory, streams, events, captures and launches.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include "tests/collector/attach/shim/fake_driver/fake_state.h"

using namespace pstudio::test;

namespace {

constexpr int kMultiprocessors = 4;

CuResult contextError() {
  if (fakeDriver().isOver)
    return kCuDeinitialized;
  const auto &stack = fakeThread().stack;
  return stack.empty() ? kInvalidContext : stack.back()->error;
}

/// The variables of its module that a kernel changes. \return what it adds of others
uint64_t computeVariables(const FakeEntry &entry, uint64_t number, const FakeStream &stream) {
  FakeDriver &driver = fakeDriver();
  const auto variable = [&](const char *name) -> FakeVariable & {
    return entry.code->variables[name];
  };
  if (entry.text.value("count", 0) != 0)
    variable("count").words.at(0) += number;
  if (entry.text.value("weigh", 0) != 0)
    variable("weight").words.at(0) += number;
  if (entry.text.value("cell", 0) != 0) {
    FakeVariable *addressed = driver.variableAt(variable("pstudio_address_of_count").words.at(0));
    if (addressed)
      addressed->words.at(0) += number;
    else
      driver.offences.push_back("a cell without the address of a variable");
  }
  uint64_t added = entry.text.value("read", 0) != 0 ? variable("count").words.at(0) : 0;
  if (entry.text.value("weight", 0) != 0) {
    const FakeVariable &weight = variable("weight");
    if (weight.writer && weight.writer != &stream)
      driver.offences.push_back("a copy on another stream");
    added += weight.words.at(0);
  }
  return added;
}

void compute(const FakeEntry &entry, const uint64_t *arguments, FakeStream &stream) {
  FakeDriver &driver = fakeDriver();
  const FakeKernelText &kernel = entry.text;
  uint64_t total = 0;
  std::memcpy(&total, reinterpret_cast<void *>(arguments[0]), sizeof total);
  total += arguments[1] + computeVariables(entry, arguments[1], stream);
  std::memcpy(reinterpret_cast<void *>(arguments[0]), &total, sizeof total);
  if (kernel.value("parameters", 2) < 3)
    return;
  const auto records = driver.allocations.find(arguments[2]);
  if (records == driver.allocations.end()) {
    driver.offences.push_back("records outside of memory");
    return;
  }
  const FakeAllocation &memory = records->second;
  if (memory.writer != &stream && stream.seen[memory.writer] < memory.operation)
    driver.offences.push_back("records that nothing has waited for");
  char *bytes = reinterpret_cast<char *>(records->first);
  if (std::any_of(bytes, bytes + memory.bytes, [](char byte) { return byte != 0; }))
    driver.offences.push_back("records that are not zero");
  for (size_t i = 0; i < memory.bytes; ++i)
    bytes[i] = static_cast<char>(i * 7 + total);
}

uint64_t systemTimeNs() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

/// Sets begin and end: the work ends when the stream has completed its current work. \pre the
/// caller holds the driver's mutex
void timeWork(FakeWork &work, const FakeStream &stream) {
  const std::chrono::nanoseconds left =
      std::max(FakeClock::duration::zero(), stream.busyUntil - FakeClock::now());
  work.begin = systemTimeNs();
  work.end = work.begin + 1000 + static_cast<uint64_t>(left.count());
}

/// Reports work to the observer. \pre the caller does not hold the driver's mutex
CuResult observe(CuResult result, const FakeWork &work) {
  if (const FakeObserver observer = fakeDriver().observer.load(); observer && result == kCuSuccess)
    observer(work);
  return result;
}

/// The driver's result before a kernel starts.
CuResult answerToLaunch(const FakeEntry &entry, uint32_t sharedBytes) {
  if (const int error = entry.text.value("launch", 0))
    return CuResult{error};
  return static_cast<int>(sharedBytes) > entry.attributes.at(8) ? kInvalidValue : kCuSuccess;
}

CuResult start(void *function, void *handle, void **parameters, void **extra, uint32_t sharedBytes,
               FakeWork &work) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  const auto *entry = static_cast<const FakeEntry *>(function);
  if (!entry || entry->kind == FakeEntry::Kind::Free)
    return kInvalidHandle;
  if (const CuResult error = contextError(); error != kCuSuccess)
    return error;
  const FakeKernelText &kernel = entry->text;
  if (const CuResult answer = answerToLaunch(*entry, sharedBytes); answer != kCuSuccess)
    return answer;
  ++driver.launches[kernel.name];
  driver.launched.notify_all();
  driver.lastLaunch = kernel.name;
  for (const int number : {8, 9, 14})
    driver.lastLaunch +=
        " " + std::to_string(number) + "=" + std::to_string(entry->attributes.at(number));
  FakeStream &stream = driver.stream(handle);
  if (stream.isCapturing) {
    captureNode(stream.captured, function,
                {work.grid[0], work.grid[1], work.grid[2], work.block[0], work.block[1],
                 work.block[2], sharedBytes},
                parameters, extra);
    return kCuSuccess;
  }
  work.kind = 10;
  work.name = kernel.name;
  uint64_t arguments[3] = {};
  const int count = kernel.value("parameters", 2);
  if (parameters)
    for (int i = 0; i < count; ++i)
      std::memcpy(&arguments[i], parameters[i], 8);
  else if (*static_cast<size_t *>(extra[3]) == size_t(count) * 8)
    std::memcpy(arguments, extra[1], size_t(count) * 8);
  else
    driver.offences.push_back("a buffer of arguments of another size");
  compute(*entry, arguments, stream);
  ++stream.done;
  const auto time = std::chrono::milliseconds(kernel.value("ms", 0));
  stream.busyUntil = std::max(stream.busyUntil, FakeClock::now()) + time;
  timeWork(work, stream);
  if (const int fault = kernel.value("fault", 0))
    fakeThread().stack.back()->error = CuResult{fault};
  return kCuSuccess;
}

[[gnu::noinline]] CuResult startObserved(void *function, void *handle, void **parameters,
                                         void **extra, const std::array<uint32_t, 7> &extents,
                                         uint32_t call) {
  FakeWork work;
  work.call = call;
  work.grid = {extents[0], extents[1], extents[2]};
  work.block = {extents[3], extents[4], extents[5]};
  return observe(start(function, handle, parameters, extra, extents[6], work), work);
}

/// An idle kernel returns at once, so that benchmarks measure only the overhead of a launch.
inline CuResult launch(void *function, void *handle, void **parameters, void **extra,
                       const std::array<uint32_t, 7> &extents, uint32_t call) {
  if (function && static_cast<const FakeEntry *>(function)->text.isIdle)
    return kCuSuccess;
  return startObserved(function, handle, parameters, extra, extents, call);
}

/// Reports a copy or a memset whose bytes the caller has already written.
CuResult observeBytes(uint32_t call, uint32_t kind, uint64_t bytes) {
  FakeWork work;
  work.call = call;
  work.kind = kind;
  work.bytes = bytes;
  work.begin = systemTimeNs();
  work.end = work.begin + 500;
  return observe(kCuSuccess, work);
}

} // namespace

CuResult pstudio::test::runNode(FakeNodeParameters &kernel, void *stream, bool isStart) {
  const pstudio::CuKernelNodeParams &given = kernel.given;
  void *function = given.function ? given.function : given.kernel;
  if (!isStart)
    return answerToLaunch(*static_cast<const FakeEntry *>(function), given.dynamicSharedBytes);
  return startObserved(function, stream, kernel.pointers.data(), nullptr,
                       {given.grid[0], given.grid[1], given.grid[2], given.block[0], given.block[1],
                        given.block[2], given.dynamicSharedBytes},
                       514);
}

namespace {

CuResult beginCapture(void *handle, int mode) {
  const std::lock_guard lock(fakeDriver().mutex);
  fakeDriver().stream(handle).isCapturing = true;
  fakeDriver().captureIsBroken = false;
  fakeDriver().globalCaptures += mode == 0;
  return kCuSuccess;
}

} // namespace

FAKE_EXPORT CuResult cuGetErrorName(CuResult result, const char **name) {
  *name = result == kOutOfMemory    ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == kInvalidValue ? "CUDA_ERROR_INVALID_VALUE"
          : result == kNotSupported ? "CUDA_ERROR_NOT_SUPPORTED"
                                    : nullptr;
  return *name ? kCuSuccess : kInvalidValue;
}
FAKE_EXPORT CuResult cuCtxCreate_v2(void **context, unsigned, int) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  *context = &driver.contexts.emplace_back(FakeContext{++driver.contextCount});
  fakeThread().stack.push_back(static_cast<FakeContext *>(*context));
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxDestroy_v2(void *handle) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  auto *context = static_cast<FakeContext *>(handle);
  std::erase(fakeThread().stack, context);
  std::erase_if(driver.streams, [=](const auto &item) { return item.second.context == context; });
  std::erase_if(driver.allocations,
                [=](const auto &item) { return item.second.context == context; });
  driver.contexts.remove_if([=](const FakeContext &known) { return &known == context; });
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxGetCurrent(void **context) {
  *context = fakeThread().stack.empty() ? nullptr : fakeThread().stack.back();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxSetCurrent(void *context) {
  fakeThread().stack = {static_cast<FakeContext *>(context)};
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxPushCurrent_v2(void *context) {
  fakeThread().stack.push_back(static_cast<FakeContext *>(context));
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxPopCurrent_v2(void **context) {
  *context = fakeThread().stack.back();
  fakeThread().stack.pop_back();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxGetDevice(int *device) {
  *device = 0;
  return fakeThread().stack.empty() ? kInvalidContext : kCuSuccess;
}
FAKE_EXPORT CuResult cuCtxGetId(void *context, uint64_t *id) {
  const std::lock_guard lock(fakeDriver().mutex);
  *id = static_cast<FakeContext *>(context)->id;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuDeviceGetName(char *name, int size, int) {
  std::snprintf(name, static_cast<size_t>(size), "Fake GPU");
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuDeviceGetAttribute(int *value, CuDeviceAttribute attribute, int) {
  using A = CuDeviceAttribute;
  *value = attribute == A::ComputeCapabilityMajor         ? 9
           : attribute == A::ComputeCapabilityMinor       ? 0
           : attribute == A::MultiprocessorCount          ? kMultiprocessors
           : attribute == A::ClockRate                    ? 1980000
           : attribute == A::MaxSharedMemoryPerBlockOptin ? kSharedBytesOfCta
                                                          : 1;
  return kCuSuccess;
}
namespace {

/// False as on devices without memory pools.
bool hasPools() {
  return !std::getenv("FAKE_NO_POOLS");
}

/// Records an offence if the call waits for kernels: the program itself does not require this wait.
void noteWait(FakeDriver &driver, const char *call) {
  if (!hasPools())
    return;
  for (const auto &[handle, stream] : driver.streams)
    if (stream.busyUntil > FakeClock::now()) {
      driver.offences.push_back(std::string(call) + " waits for kernels");
      return;
    }
}

CuResult allocate(FakeDriver &driver, uint64_t *address, size_t bytes, bool isOfPool) {
  if (const CuResult error = contextError(); error != kCuSuccess)
    return error;
  if (bytes > size_t(64) << 20)
    return kOutOfMemory;
  void *memory = std::malloc(bytes);
  std::memset(memory, 0x5a, bytes); // device memory is not zero
  *address = reinterpret_cast<uint64_t>(memory);
  driver.allocations[*address] = {bytes, nullptr, 0, fakeThread().stack.back(), isOfPool};
  return kCuSuccess;
}

void release(FakeDriver &driver, uint64_t address, bool isToPool) {
  const auto found = driver.allocations.find(address);
  if (found == driver.allocations.end()) {
    driver.offences.push_back("memory that is freed twice");
    return;
  }
  if (found->second.isOfPool != isToPool)
    driver.offences.push_back("memory that is freed by the other function");
  driver.allocations.erase(found);
  std::free(reinterpret_cast<void *>(address));
}

} // namespace

/// FAKE_FREE_MEMORY bytes, or all memory if the variable is not set.
FAKE_EXPORT CuResult cuMemGetInfo_v2(size_t *free, size_t *total) {
  const char *chosen = std::getenv("FAKE_FREE_MEMORY");
  *total = size_t(80) << 30;
  *free = chosen ? std::strtoull(chosen, nullptr, 10) : *total;
  return contextError();
}
FAKE_EXPORT CuResult cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.forbidInCapture("cuMemAlloc");
  noteWait(driver, "cuMemAlloc");
  return allocate(driver, address, bytes, false);
}
FAKE_EXPORT CuResult cuMemFree_v2(uint64_t address) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.forbidInCapture("cuMemFree");
  noteWait(driver, "cuMemFree");
  release(driver, address, false);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuMemAllocAsync(uint64_t *address, size_t bytes, void *) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  if (!hasPools())
    return kNotSupported;
  return allocate(driver, address, bytes, true);
}
FAKE_EXPORT CuResult cuMemFreeAsync(uint64_t address, void *) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  release(driver, address, true);
  return kCuSuccess;
}
namespace {
CuResult set(uint64_t address, unsigned char value, size_t bytes, void *handle) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  FakeStream &stream = driver.stream(handle);
  FakeAllocation &memory = driver.allocations[address];
  if (memory.bytes < bytes)
    return kInvalidValue;
  std::memset(reinterpret_cast<void *>(address), value, bytes);
  memory.writer = &stream;
  memory.operation = ++stream.done;
  return kCuSuccess;
}
CuResult copy(void *to, const void *from, size_t bytes) {
  const std::lock_guard lock(fakeDriver().mutex);
  if (const CuResult error = contextError(); error != kCuSuccess)
    return error;
  std::memcpy(to, from, bytes);
  return kCuSuccess;
}
} // namespace

FAKE_EXPORT CuResult cuMemsetD8Async(uint64_t address, unsigned char value, size_t bytes,
                                     void *handle) {
  const CuResult result = set(address, value, bytes, handle);
  return result == kCuSuccess ? observeBytes(216, 2, bytes) : result;
}
FAKE_EXPORT CuResult cuMemsetD2D16_v2(uint64_t address, size_t pitch, unsigned short value,
                                      size_t width, size_t height) {
  const CuResult result = set(address, value & 0xff, pitch * height, nullptr);
  return result == kCuSuccess ? observeBytes(253, 2, 2 * width * height) : result;
}
FAKE_EXPORT CuResult cuMemsetD2D16Async(uint64_t address, size_t pitch, unsigned short value,
                                        size_t width, size_t height, void *handle) {
  const CuResult result = set(address, value & 0xff, pitch * height, handle);
  return result == kCuSuccess ? observeBytes(224, 2, 2 * width * height) : result;
}
FAKE_EXPORT CuResult cuMemcpyPeerAsync(uint64_t to, void *, uint64_t from, void *, size_t bytes,
                                       void *) {
  const CuResult result =
      copy(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
  return result == kCuSuccess ? observeBytes(319, 22, bytes) : result;
}
FAKE_EXPORT CuResult cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *) {
  const CuResult result = copy(to, reinterpret_cast<const void *>(from), bytes);
  return result == kCuSuccess ? observeBytes(279, 1, bytes) : result;
}
FAKE_EXPORT CuResult cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  const CuResult result = copy(reinterpret_cast<void *>(to), from, bytes);
  return result == kCuSuccess ? observeBytes(276, 1, bytes) : result;
}
FAKE_EXPORT CuResult cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *) {
  const CuResult result = copy(reinterpret_cast<void *>(to), from, bytes);
  return result == kCuSuccess ? observeBytes(277, 1, bytes) : result;
}
/// Between variables, which have no other writer.
FAKE_EXPORT CuResult cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *handle) {
  const CuResult result =
      copy(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
  if (result != kCuSuccess)
    return result;
  FakeDriver &driver = fakeDriver();
  {
    const std::lock_guard lock(driver.mutex);
    if (FakeVariable *variable = driver.variableAt(to))
      variable->writer = &driver.stream(handle);
  }
  return observeBytes(280, 1, bytes);
}
FAKE_EXPORT CuResult cuMemcpyHtoDAsync_v2_ptsz(uint64_t to, const void *from, size_t bytes,
                                               void *) {
  const CuResult result = copy(reinterpret_cast<void *>(to), from, bytes);
  return result == kCuSuccess ? observeBytes(421, 1, bytes) : result;
}
FAKE_EXPORT CuResult cuStreamCreate(void **handle, unsigned) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.forbidInCapture("cuStreamCreate");
  *handle = new char;
  driver.stream(*handle);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamDestroy_v2(void *handle) {
  const std::lock_guard lock(fakeDriver().mutex);
  fakeDriver().streams.erase(handle);
  delete static_cast<char *>(handle);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamSynchronize(void *handle) {
  FakeClock::time_point until;
  {
    const std::lock_guard lock(fakeDriver().mutex);
    fakeDriver().forbidInCapture("cuStreamSynchronize");
    until = fakeDriver().stream(handle).busyUntil;
  }
  std::this_thread::sleep_until(until);
  const std::lock_guard lock(fakeDriver().mutex);
  return contextError();
}
FAKE_EXPORT CuResult cuStreamWaitEvent(void *handle, void *event, unsigned) {
  const std::lock_guard lock(fakeDriver().mutex);
  const auto *waited = static_cast<FakeEvent *>(event);
  uint64_t &seen = fakeDriver().stream(handle).seen[waited->stream];
  seen = std::max(seen, waited->operation);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamIsCapturing(void *handle, int *status) {
  const std::lock_guard lock(fakeDriver().mutex);
  *status = fakeDriver().stream(handle).isCapturing ? 1 : 0;
  return fakeDriver().isOver ? kCuDeinitialized : kCuSuccess;
}
FAKE_EXPORT CuResult cuThreadExchangeStreamCaptureMode(int *mode) {
  std::swap(*mode, fakeThread().captureMode);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamBeginCapture_v2(void *stream, int mode) {
  return beginCapture(stream, mode);
}
FAKE_EXPORT CuResult cuStreamBeginCapture_v2_ptsz(void *stream, int mode) {
  return beginCapture(stream ? stream : reinterpret_cast<void *>(2), mode);
}
FAKE_EXPORT CuResult cuProfilerStart() {
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuProfilerStop() {
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamEndCapture(void *stream, void **graph) {
  const std::lock_guard lock(fakeDriver().mutex);
  if (!std::exchange(fakeDriver().stream(stream).isCapturing, false))
    return kIllegalState;
  fakeDriver().globalCaptures = 0;
  *graph = std::exchange(fakeDriver().stream(stream).captured, {}).graph;
  return fakeDriver().captureIsBroken ? kCaptureInvalidated : kCuSuccess;
}
FAKE_EXPORT CuResult cuStreamEndCapture_ptsz(void *stream, void **graph) {
  return cuStreamEndCapture(stream ? stream : reinterpret_cast<void *>(2), graph);
}
FAKE_EXPORT CuResult cuEventCreate(void **event, unsigned) {
  const std::lock_guard lock(fakeDriver().mutex);
  *event = &fakeDriver().events.emplace_back();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuEventRecord(void *handle, void *streamHandle) {
  const std::lock_guard lock(fakeDriver().mutex);
  const FakeStream &stream = fakeDriver().stream(streamHandle);
  *static_cast<FakeEvent *>(handle) = {&stream, stream.done, stream.busyUntil, stream.context};
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuEventQuery(void *handle) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  driver.forbidInCapture("cuEventQuery");
  driver.lateQueries += driver.isOver;
  const auto *event = static_cast<FakeEvent *>(handle);
  if (FakeClock::now() < event->ready)
    return kCuNotReady;
  return event->context ? event->context->error : kCuSuccess;
}
FAKE_EXPORT CuResult cuEventDestroy_v2(void *handle) {
  const std::lock_guard lock(fakeDriver().mutex);
  fakeDriver().events.remove_if([=](const FakeEvent &known) { return &known == handle; });
  return kCuSuccess;
}

namespace {
void *perThread(void *stream) {
  return stream ? stream : reinterpret_cast<void *>(2);
}
std::array<uint32_t, 7> extentsOf(const CuLaunchConfig &config) {
  return {config.grid[0],  config.grid[1],  config.grid[2],           config.block[0],
          config.block[1], config.block[2], config.dynamicSharedBytes};
}
} // namespace

#define FAKE_EXTENTS                                                                               \
  unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ
#define FAKE_PASSED                                                                                \
  { gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes }

FAKE_EXPORT CuResult cuLaunchKernel(void *function, FAKE_EXTENTS, unsigned sharedBytes,
                                    void *stream, void **parameters, void **extra) {
  return launch(function, stream, parameters, extra, FAKE_PASSED, 307);
}
/// The function that cuGetProcAddress returns for cuLaunchKernel from version 14.0 on. Its
/// parameters differ.
FAKE_EXPORT CuResult fakeLaterLaunch(void **parameters, void *function) {
  return launch(function, nullptr, parameters, nullptr, {}, 307);
}
FAKE_EXPORT CuResult cuLaunchKernel_ptsz(void *function, FAKE_EXTENTS, unsigned sharedBytes,
                                         void *stream, void **parameters, void **extra) {
  return launch(function, perThread(stream), parameters, extra, FAKE_PASSED, 442);
}
FAKE_EXPORT CuResult cuLaunchKernelEx(const CuLaunchConfig *config, void *function,
                                      void **parameters, void **extra) {
  return launch(function, config->stream, parameters, extra, extentsOf(*config), 652);
}
FAKE_EXPORT CuResult cuLaunchKernelEx_ptsz(const CuLaunchConfig *config, void *function,
                                           void **parameters, void **extra) {
  return launch(function, perThread(config->stream), parameters, extra, extentsOf(*config), 653);
}
FAKE_EXPORT CuResult cuLaunchCooperativeKernel(void *function, FAKE_EXTENTS, unsigned sharedBytes,
                                               void *stream, void **parameters) {
  return launch(function, stream, parameters, nullptr, FAKE_PASSED, 477);
}
FAKE_EXPORT CuResult fakeLaunchGraph(void *executable, void *stream);
/// Reports a graph of one kernel without a handle.
FAKE_EXPORT CuResult cuGraphLaunch(void *executable, void *stream) {
  if (executable)
    return fakeLaunchGraph(executable, stream);
  FakeWork work;
  work.call = 514;
  work.kind = 10;
  work.name = "node";
  work.begin = systemTimeNs();
  work.end = work.begin + 1000;
  return observe(kCuSuccess, work);
}
FAKE_EXPORT CuResult cuGraphLaunch_ptsz(void *graph, void *stream) {
  return cuGraphLaunch(graph, perThread(stream));
}

FAKE_EXPORT CuResult cuDriverGetVersion(int *version) {
  const char *chosen = std::getenv("FAKE_DRIVER_VERSION");
  *version = chosen ? std::atoi(chosen) : 13000;
  return kCuSuccess;
}
FAKE_EXPORT void fakeObserve(FakeObserver observer) {
  fakeDriver().observer.store(observer);
}
/// Registers or removes the CUPTI that uses the driver. Only one can use it; false for another one.
FAKE_EXPORT bool fakeUse(const void *user, bool isUsed) {
  static constinit std::atomic<const void *> s_user = nullptr;
  const void *known = nullptr;
  if (isUsed)
    return s_user.compare_exchange_strong(known, user) || known == user;
  known = user;
  return s_user.compare_exchange_strong(known, nullptr);
}
