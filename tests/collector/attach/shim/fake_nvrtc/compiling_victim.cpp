// SPDX-License-Identifier: Apache-2.0
// compiling_victim WAY SOURCE [OPTION...]: compiles a source by NVRTC, before it uses the driver,
// and launches the kernel "add" of the machine code twice, in two modules. WAY: "found", by dlsym
// in libnvrtc.so.13 of the folder of the program; "linked"; "second", by dlsym in a second libnvrtc
// while the first is loaded.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "collector/vendor/nvrtc_types.h"
#include "tests/collector/attach/shim/victim/driver_table.h"
#include "tests/collector/attach/shim/victim/memory_work.h"

namespace pstudio::test {
namespace {

#define VICTIM_NVRTC(X)                                                                            \
  X(nvrtcCreateProgram, NvrtcProgram *, const char *, const char *, int, const char *const *,      \
    const char *const *)                                                                           \
  X(nvrtcCompileProgram, NvrtcProgram, int, const char *const *)                                   \
  X(nvrtcGetCUBINSize, NvrtcProgram, size_t *)                                                     \
  X(nvrtcGetCUBIN, NvrtcProgram, char *)                                                           \
  X(nvrtcDestroyProgram, NvrtcProgram *)

struct NvrtcTable {
#define VICTIM_MEMBER(name, ...) NvrtcResult (*name)(__VA_ARGS__) = nullptr;
  VICTIM_NVRTC(VICTIM_MEMBER)
#undef VICTIM_MEMBER
};

#ifdef VICTIM_IS_LINKED
extern "C" {
#define VICTIM_DECLARE(name, ...) NvrtcResult name(__VA_ARGS__);
VICTIM_NVRTC(VICTIM_DECLARE)
#undef VICTIM_DECLARE
}
NvrtcTable findNvrtc(const std::string &) {
#define VICTIM_VALUE(name, ...) &name,
  return {VICTIM_NVRTC(VICTIM_VALUE)};
#undef VICTIM_VALUE
}
#else
NvrtcTable findNvrtc(const std::string &way) {
  const std::string folder = std::getenv("FAKE_NVRTC");
  void *library = dlopen((folder + "/nvrtc-13/libnvrtc.so.13").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (way == "second")
    library = dlopen((folder + "/nvrtc-12/libnvrtc.so.12").c_str(), RTLD_NOW | RTLD_LOCAL);
  NvrtcTable table;
  if (!library) {
    std::printf("%s\n", dlerror());
    return table;
  }
#define VICTIM_FIND(name, ...)                                                                     \
  table.name = reinterpret_cast<decltype(table.name)>(dlsym(library, #name));
  VICTIM_NVRTC(VICTIM_FIND)
#undef VICTIM_FIND
  return table;
}
#endif

std::string compiled(const NvrtcTable &nvrtc, const std::string &source,
                     const std::vector<const char *> &options) {
  NvrtcProgram program = nullptr;
  nvrtc.nvrtcCreateProgram(&program, source.c_str(), "add.cu", 0, nullptr, nullptr);
  nvrtc.nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  size_t bytes = 0;
  nvrtc.nvrtcGetCUBINSize(program, &bytes);
  std::string cubin(bytes, '\0');
  nvrtc.nvrtcGetCUBIN(program, cubin.data());
  nvrtc.nvrtcDestroyProgram(&program);
  return cubin;
}

void launch(const DriverTable &driver, const std::string &cubin, uint64_t memory) {
  void *module = nullptr, *function = nullptr;
  printError("cuModuleLoadData", driver.cuModuleLoadData(&module, cubin.data()));
  printError("cuModuleGetFunction", driver.cuModuleGetFunction(&function, module, "add"));
  uint64_t number = 1;
  void *parameters[] = {&memory, &number};
  printError("cuLaunchKernel",
             driver.cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
}

int run(const std::string &way, const std::string &source,
        const std::vector<const char *> &options) {
  const NvrtcTable nvrtc = findNvrtc(way);
  if (!nvrtc.nvrtcGetCUBIN)
    return 1;
  const std::string cubin = compiled(nvrtc, source, options);
  const DriverTable driver = findDriver("v2");
  void *context = nullptr;
  uint64_t memory = 0;
  printError("cuInit", driver.cuInit(0));
  printError("cuCtxCreate", driver.cuCtxCreate_v2(&context, 0, 0));
  printError("cuMemAlloc", driver.cuMemAlloc_v2(&memory, 64));
  launch(driver, cubin, memory);
  launch(driver, cubin, memory);
  printError("cuStreamSynchronize", driver.cuStreamSynchronize(nullptr));
  return 0;
}

} // namespace
} // namespace pstudio::test

int main(int count, char **arguments) {
  if (count < 3)
    return 9;
  return pstudio::test::run(arguments[1], arguments[2], {arguments + 3, arguments + count});
}
