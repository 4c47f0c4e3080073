// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_cuda/fake_driver.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace pstudio::test {

namespace {

/// The value of a set-up step that only a broken test can fail.
template <class T> T orAbort(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "the fake driver cannot be used: %s\n", result.error().toString().c_str());
    std::abort();
  }
  return std::move(*result);
}

} // namespace

std::string pathOf(FakeLibrary library) {
  const char *names[] = {"fake_cuda", "fake_cuda_old", "fake_cuda_incomplete"};
  return FAKE_CUDA_FOLDER "/lib" + std::string(names[static_cast<int>(library)]) + ".so";
}

FakeCuda &freshFakeCuda(FakeLibrary library) {
  // Never closed: the state is the library's, and tests hold references to it.
  void *handle = dlopen(pathOf(library).c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = handle ? dlsym(handle, kFakeCudaSymbol) : nullptr;
  if (!symbol) {
    std::fprintf(stderr, "the fake driver cannot be used: %s\n", dlerror());
    std::abort();
  }
  FakeCuda &fake = *reinterpret_cast<FakeCuda *(*)()>(symbol)();
  fake.devices = {fakeH200()};
  // Numbers of CUfunction_attribute: most threads, static shared memory, local memory, registers.
  fake.kernels = {{"saxpy", {{0, 1024}, {1, 256}, {3, 16}, {4, 40}}, {8, 8, 4}}};
  return fake;
}

cuda::Context openContext(FakeLibrary library) {
  return orAbort(cuda::Context::open(orAbort(cuda::Driver::open(pathOf(library))), 0));
}

cuda::Stream openStream(const cuda::Context &context) {
  return orAbort(cuda::Stream::open(context));
}

LoadedKernel loadKernel(const cuda::Context &context, const std::string &name) {
  auto module = orAbort(cuda::Module::load(context, ".version 8.0"));
  auto kernel = orAbort(cuda::Kernel::find(module, name));
  return {std::move(module), std::move(kernel)};
}

} // namespace pstudio::test
