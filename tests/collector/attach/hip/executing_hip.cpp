// SPDX-License-Identifier: Apache-2.0
// libamdhip64 without a GPU: one device whose kernels run in the interpreter of AMD's instructions,
// at their launch. Device memory is memory of the process. [thread: any]
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include "collector/runtime/hip/hip_types.h"
#include "tests/collector/attach/hip/executor.h"

namespace {

using pstudio::hip::HipDeviceAttribute;
using pstudio::hip::HipResult;
using pstudio::test::ExecutedLaunch;
using pstudio::test::Executor;
using pstudio::test::KernelFacts;

struct Function {
  std::string name;
  const std::string *codeObject;
};

struct Module {
  std::string codeObject;
  std::list<Function> functions;
};

struct State {
  std::mutex mutex;
  std::string chip = "gfx942";
  std::list<Module> modules;
  std::map<uint64_t, std::vector<std::byte>> memory;
  int captures = 0;
  Executor executor;
};

State &state() {
  static State instance;
  return instance;
}

/// Until hipGetLastError() reads it.
thread_local HipResult t_lastError = HipResult::Success;

HipResult failed(HipResult error) {
  t_lastError = error;
  return error;
}

/// Bytes of an ELF file: up to the end of its table of sections, which LLD writes last.
std::string elfFileAt(const void *image) {
  const auto *bytes = static_cast<const char *>(image);
  uint64_t table = 0;
  uint16_t entryBytes = 0, entries = 0;
  std::memcpy(&table, bytes + 40, sizeof table);
  std::memcpy(&entryBytes, bytes + 58, sizeof entryBytes);
  std::memcpy(&entries, bytes + 60, sizeof entries);
  return std::string(bytes, table + uint64_t{entryBytes} * entries);
}

/// The explicit arguments as the kernel reads them.
std::vector<std::byte> segmentOf(const KernelFacts &facts, void **parameters, void **extra) {
  if (extra) {
    const auto *bytes = static_cast<const std::byte *>(extra[1]);
    return {bytes, bytes + *static_cast<const size_t *>(extra[3])};
  }
  std::vector<std::byte> segment;
  for (size_t i = 0; i < facts.arguments.size(); ++i) {
    const KernelFacts::Argument &argument = facts.arguments[i];
    segment.resize(std::max(segment.size(), size_t{argument.offset} + argument.bytes));
    std::memcpy(segment.data() + argument.offset, parameters[i], argument.bytes);
  }
  return segment;
}

HipResult launch(const Function &function, const std::array<uint32_t, 3> &grid,
                 const std::array<uint32_t, 3> &block, uint32_t ldsBytes, void **parameters,
                 void **extra) {
  State &hip = state();
  const std::lock_guard lock(hip.mutex);
  if (hip.captures > 0)
    return HipResult::Success; // a node of a graph, which nothing runs
  KernelFacts facts;
  if (!hip.executor.read(*function.codeObject, function.name.c_str(), facts))
    return HipResult::NotFound;
  ExecutedLaunch launch{*function.codeObject,
                        function.name,
                        hip.chip,
                        grid,
                        block,
                        ldsBytes,
                        segmentOf(facts, parameters, extra),
                        {}};
  for (auto &[address, bytes] : hip.memory)
    launch.memory.push_back({address, bytes});
  const std::string reason = hip.executor.execute(launch);
  if (reason.empty())
    return HipResult::Success;
  std::fprintf(stderr, "executing HIP: %s\n", reason.c_str());
  return HipResult::LaunchFailed;
}

/// The allocated bytes at an address; null if there are fewer.
std::byte *bytesAt(uint64_t address, size_t size) {
  auto next = state().memory.upper_bound(address);
  if (next == state().memory.begin())
    return nullptr;
  --next;
  const uint64_t offset = address - next->first;
  return offset + size <= next->second.size() ? next->second.data() + offset : nullptr;
}

HipResult copied(void *to, const void *from, size_t size) {
  if (!to || !from)
    return HipResult::InvalidValue;
  std::memcpy(to, from, size);
  return HipResult::Success;
}

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void executingHipUse(const Executor &executor) {
  state().executor = executor;
}

EXPORT HipResult hipInit(unsigned) {
  return HipResult::Success;
}
EXPORT HipResult hipRuntimeGetVersion(int *version) {
  *version = 60'400'000;
  return HipResult::Success;
}
EXPORT HipResult hipDrvGetErrorName(HipResult error, const char **name) {
  *name = error == HipResult::LaunchFailed ? "hipErrorLaunchFailure" : "hipErrorUnknown";
  return HipResult::Success;
}
EXPORT HipResult hipGetLastError() {
  return std::exchange(t_lastError, HipResult::Success);
}
EXPORT HipResult hipGetDeviceCount(int *count) {
  *count = 1;
  return HipResult::Success;
}
EXPORT HipResult hipGetDevice(int *device) {
  *device = 0;
  return HipResult::Success;
}
EXPORT HipResult hipSetDevice(int device) {
  return device == 0 ? HipResult::Success : HipResult::InvalidDevice;
}
EXPORT HipResult hipDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return HipResult::Success;
}
EXPORT HipResult hipDeviceReset() {
  return HipResult::Success;
}
EXPORT HipResult hipDeviceGetName(char *name, int length, int) {
  std::snprintf(name, static_cast<size_t>(length), "AMD Instinct MI300X");
  return HipResult::Success;
}
EXPORT HipResult hipDeviceGetUuid(std::array<unsigned char, 16> *uuid, int) {
  uuid->fill(0x42);
  return HipResult::Success;
}
EXPORT HipResult hipDeviceGetAttribute(int *value, HipDeviceAttribute attribute, int) {
  if (attribute == HipDeviceAttribute::MultiprocessorCount)
    *value = 304;
  else if (attribute == HipDeviceAttribute::MaxSharedMemoryPerBlock)
    *value = 65536;
  else if (static_cast<int>(attribute) == 5) // the clock's rate
    *value = 2'100'000;
  else
    return failed(HipResult::InvalidValue);
  return HipResult::Success;
}
EXPORT HipResult hipGetDevicePropertiesR0600(void *properties, int) {
  const std::string name = state().chip + ":sramecc+:xnack-";
  std::memcpy(static_cast<char *>(properties) + pstudio::hip::kHipProperties6.architectureName,
              name.c_str(), name.size() + 1);
  return HipResult::Success;
}

EXPORT HipResult hipMalloc(uint64_t *address, size_t size) {
  const std::lock_guard lock(state().mutex);
  std::vector<std::byte> bytes(size, std::byte{0xa5});
  *address = reinterpret_cast<uint64_t>(bytes.data());
  state().memory[*address] = std::move(bytes);
  return HipResult::Success;
}
EXPORT HipResult hipFree(uint64_t address) {
  const std::lock_guard lock(state().mutex);
  return state().memory.erase(address) == 1 ? HipResult::Success : HipResult::InvalidValue;
}
EXPORT HipResult hipMemcpyDtoHAsync(void *to, uint64_t from, size_t size, void *) {
  const std::lock_guard lock(state().mutex);
  return copied(to, bytesAt(from, size), size);
}
EXPORT HipResult hipMemcpyHtoDAsync(uint64_t to, const void *from, size_t size, void *) {
  const std::lock_guard lock(state().mutex);
  return copied(bytesAt(to, size), from, size);
}
EXPORT HipResult hipMemcpyDtoDAsync(uint64_t to, uint64_t from, size_t size, void *) {
  const std::lock_guard lock(state().mutex);
  return copied(bytesAt(to, size), bytesAt(from, size), size);
}
EXPORT HipResult hipMemsetD8Async(uint64_t to, unsigned char value, size_t size, void *) {
  const std::lock_guard lock(state().mutex);
  std::byte *bytes = bytesAt(to, size);
  if (!bytes)
    return HipResult::InvalidValue;
  std::memset(bytes, value, size);
  return HipResult::Success;
}

EXPORT HipResult hipModuleLoadData(void **module, const void *image) {
  const std::lock_guard lock(state().mutex);
  *module = &state().modules.emplace_back(Module{elfFileAt(image), {}});
  return HipResult::Success;
}
EXPORT HipResult hipModuleUnload(void *module) {
  const std::lock_guard lock(state().mutex);
  state().modules.remove_if([module](const Module &known) { return &known == module; });
  return HipResult::Success;
}
EXPORT HipResult hipModuleGetFunction(void **function, void *module, const char *name) {
  const std::lock_guard lock(state().mutex);
  auto *known = static_cast<Module *>(module);
  KernelFacts facts;
  if (!state().executor.read(known->codeObject, name, facts))
    return HipResult::NotFound;
  *function = &known->functions.emplace_back(Function{name, &known->codeObject});
  return HipResult::Success;
}
EXPORT HipResult hipModuleGetGlobal(uint64_t *, size_t *, void *, const char *) {
  return HipResult::NotFound;
}
EXPORT const char *hipKernelNameRef(void *function) {
  return static_cast<Function *>(function)->name.c_str();
}
EXPORT HipResult hipFuncGetAttribute(int *value, int attribute, void *function) {
  const auto *known = static_cast<Function *>(function);
  KernelFacts facts;
  if (!state().executor.read(*known->codeObject, known->name.c_str(), facts) || attribute > 9)
    return failed(HipResult::InvalidValue);
  *value = attribute == 4   ? facts.registers
           : attribute == 1 ? facts.ldsBytes
           : attribute == 3 ? facts.scratchBytes
                            : 0;
  return HipResult::Success;
}
EXPORT HipResult hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *, int,
                                                                    size_t) {
  *blocks = 2;
  return HipResult::Success;
}

EXPORT HipResult hipStreamCreateWithFlags(void **stream, unsigned) {
  *stream = new int(0); // until the process ends
  return HipResult::Success;
}
EXPORT HipResult hipStreamSynchronize(void *) {
  return HipResult::Success;
}
EXPORT HipResult hipStreamWaitEvent(void *, void *, unsigned) {
  return HipResult::Success;
}
EXPORT HipResult hipStreamIsCapturing(void *, int *status) {
  const std::lock_guard lock(state().mutex);
  *status = state().captures > 0;
  return HipResult::Success;
}
EXPORT HipResult hipStreamBeginCapture(void *, int) {
  const std::lock_guard lock(state().mutex);
  ++state().captures;
  return HipResult::Success;
}
EXPORT HipResult hipStreamEndCapture(void *, void **graph) {
  const std::lock_guard lock(state().mutex);
  --state().captures;
  *graph = nullptr;
  return HipResult::Success;
}
EXPORT HipResult hipThreadExchangeStreamCaptureMode(int *) {
  return HipResult::Success;
}
EXPORT HipResult hipEventCreateWithFlags(void **event, unsigned) {
  *event = new int(0);
  return HipResult::Success;
}
EXPORT HipResult hipEventDestroy(void *event) {
  delete static_cast<int *>(event);
  return HipResult::Success;
}
EXPORT HipResult hipEventRecord(void *, void *) {
  return HipResult::Success;
}
EXPORT HipResult hipEventQuery(void *) {
  return HipResult::Success; // launches run at once
}

EXPORT HipResult hipModuleLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                                       unsigned gridZ, unsigned blockX, unsigned blockY,
                                       unsigned blockZ, unsigned ldsBytes, void *,
                                       void **parameters, void **extra) {
  return launch(*static_cast<Function *>(function), {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                ldsBytes, parameters, extra);
}
EXPORT HipResult hipExtModuleLaunchKernel(void *function, uint32_t threadsX, uint32_t threadsY,
                                          uint32_t threadsZ, uint32_t blockX, uint32_t blockY,
                                          uint32_t blockZ, size_t ldsBytes, void *,
                                          void **parameters, void **extra, void *, void *,
                                          uint32_t) {
  return launch(*static_cast<Function *>(function),
                {threadsX / blockX, threadsY / blockY, threadsZ / blockZ}, {blockX, blockY, blockZ},
                static_cast<uint32_t>(ldsBytes), parameters, extra);
}

struct Extents {
  unsigned x, y, z;
};
EXPORT HipResult hipLaunchKernel(const void *, Extents, Extents, void **, size_t, void *) {
  return HipResult::Success; // the code object of the fat binary is not executed
}
EXPORT void __hipRegisterFunction(void **, const void *, char *, const char *, int, void *, void *,
                                  void *, void *, int *) {}

EXPORT HipResult hipGetProcAddress(const char *name, void **function, int, uint64_t, int *) {
  // The library's own: the preloaded library exports the same names.
  Dl_info info{};
  static const char s_here = 0;
  void *self = dladdr(&s_here, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
  *function = self ? dlsym(self, name) : nullptr;
  return *function ? HipResult::Success : HipResult::NotFound;
}
