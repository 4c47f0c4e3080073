// SPDX-License-Identifier: Apache-2.0
// A program that launches a kernel of a code object as Triton does. It finds all functions of HIP
// by dlsym in a library that it opens.
//
//   hip_victim CODE_OBJECT FORM LAUNCHES OUTPUT
//
// FORM: parameters, extra, threads (hipExtModuleLaunchKernel), address (hipGetProcAddress),
// capture, registered (hipLaunchKernel; another kernel of the file is registered before each
// launch), unregistered. The sums of all launches are written to OUTPUT.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>

#include "tests/collector/attach/hip/interpreting_executor.h"

namespace {

void *s_hip = nullptr;

/// The result of a call; ends the program if it is an error.
void check(int result, const char *name) {
  if (result == 0)
    return;
  std::fprintf(stderr, "%s: error %d\n", name, result);
  std::exit(3);
}

template <class... Values> void call(const char *name, Values... values) {
  void *found = dlsym(s_hip, name);
  check(found ? reinterpret_cast<int (*)(Values...)>(found)(values...) : -1, name);
}

constexpr uint32_t kRows = 4, kThreads = 256, kColumns = 1024, kLdsBytes = kThreads * 4;
struct Arguments {
  uint64_t in = 0, out = 0;
  int32_t columns = kColumns;
  int32_t padding = 0;
  uint64_t scratch = 0, profile = 0;
};

using Launch = int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       void *, void **, void **);

Launch launchFunction(std::string_view form) {
  void *found = nullptr;
  if (form == "address")
    call("hipGetProcAddress", "hipModuleLaunchKernel", &found, 60400, uint64_t{0},
         static_cast<int *>(nullptr));
  else
    found = dlsym(s_hip, "hipModuleLaunchKernel");
  return reinterpret_cast<Launch>(found);
}

void launch(std::string_view form, void *kernel, Arguments &arguments) {
  void *parameters[] = {&arguments.in, &arguments.out, &arguments.columns, &arguments.scratch,
                        &arguments.profile};
  size_t bytes = sizeof arguments;
  void *extra[] = {reinterpret_cast<void *>(1), &arguments, reinterpret_cast<void *>(2), &bytes,
                   reinterpret_cast<void *>(3)};
  void *const none = nullptr;
  if (form == "threads")
    call("hipExtModuleLaunchKernel", kernel, kRows * kThreads, 1u, 1u, kThreads, 1u, 1u,
         size_t{kLdsBytes}, none, &parameters[0], static_cast<void **>(nullptr), none, none, 0u);
  else
    check(launchFunction(form)(kernel, kRows, 1, 1, kThreads, 1, 1, kLdsBytes, none,
                               form == "extra" ? nullptr : parameters,
                               form == "extra" ? extra : nullptr),
          "launch");
}

struct Extents {
  unsigned x = 1, y = 1, z = 1;
};

constexpr const char *kRegistered[] = {"saxpy", "scale", "fill"};
/// In place of the host functions. A text contains no valid pointer, as a handle would.
alignas(8) constexpr char kHostFunctions[][32] = {
    "code of the stub of saxpy", "code of the stub of scale", "code of the stub of fill"};
static_assert(std::size(kHostFunctions) == std::size(kRegistered));

/// As the code that HIP's compiler adds to a program does.
void registerKernel(size_t i) {
  static void *s_modules = nullptr;
  std::string symbol = kRegistered[i];
  void *const none = nullptr;
  using Register = void (*)(void **, const void *, char *, const char *, int, void *, void *,
                            void *, void *, int *);
  reinterpret_cast<Register>(dlsym(s_hip, "__hipRegisterFunction"))(
      &s_modules, kHostFunctions[i], symbol.data(), kRegistered[i], -1, none, none, none, none,
      nullptr);
}

/// Launches the first of the kernels.
void launchOnHost() {
  const void *function = kHostFunctions[0];
  call("hipLaunchKernel", function, Extents{4}, Extents{256}, static_cast<void **>(nullptr),
       size_t{0}, static_cast<void *>(nullptr));
}

void launchNext(std::string_view form, size_t i, void *kernel, Arguments &arguments) {
  if (form == "registered")
    registerKernel(i % std::size(kRegistered));
  if (form == "registered" || form == "unregistered")
    launchOnHost();
  else
    launch(form, kernel, arguments);
  call("hipGetLastError");
}

} // namespace

int main(int count, char **words) {
  if (count != 5)
    return 2;
  s_hip = dlopen("libamdhip64.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!s_hip)
    return 4;
  const pstudio::test::Executor executor = pstudio::test::interpretingExecutor();
  using Use = void (*)(const pstudio::test::Executor &);
  reinterpret_cast<Use>(dlsym(s_hip, pstudio::test::kUseExecutor))(executor);
  const std::string_view form = words[2];
  std::ifstream file(words[1], std::ios::binary);
  const std::string code((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  void *module = nullptr, *kernel = nullptr;
  call("hipModuleLoadData", &module, static_cast<const void *>(code.data()));
  call("hipModuleGetFunction", &kernel, module, "block_sum");
  std::vector<float> in(size_t{kRows} * kColumns);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i % 97) * 0.3f;
  Arguments arguments;
  std::vector<float> out(kRows);
  call("hipMalloc", &arguments.in, in.size() * 4);
  call("hipMalloc", &arguments.out, out.size() * 4);
  void *const stream = nullptr;
  call("hipMemcpyHtoDAsync", arguments.in, static_cast<const void *>(in.data()), in.size() * 4,
       stream);
  std::ofstream output(words[4], std::ios::binary);
  void *graph = nullptr;
  if (form == "capture")
    call("hipStreamBeginCapture", stream, 2);
  for (int i = 0; i < std::atoi(words[3]); ++i) {
    launchNext(form, static_cast<size_t>(i), kernel, arguments);
    call("hipMemcpyDtoHAsync", static_cast<void *>(out.data()), arguments.out, out.size() * 4,
         stream);
    call("hipStreamSynchronize", stream);
    output.write(reinterpret_cast<const char *>(out.data()),
                 static_cast<std::streamsize>(out.size() * 4));
  }
  if (form == "capture")
    call("hipStreamEndCapture", stream, &graph);
  return 0;
}
