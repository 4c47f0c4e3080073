// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_hip/fake_hip_library.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

#include "core/base/little_endian.h"

namespace pstudio::test {
namespace {

/// The value of a set-up step that only a broken test can fail.
template <class T> T orAbort(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "the fake HIP cannot be used: %s\n", result.error().toString().c_str());
    std::abort();
  }
  return std::move(*result);
}

// Numbers of hipDeviceAttribute_t: L2, extents of a CTA and of the grid, threads, compute units,
// LDS, lanes.
FakeHipDevice fakeDevice(std::string name, std::string architecture, int units, int lanes) {
  return {std::move(name),
          std::move(architecture),
          uint64_t(192) << 30,
          {{19, 4 << 20},
           {26, 1024},
           {27, 1024},
           {28, 1024},
           {29, 2147483647},
           {30, 65536},
           {31, 65536},
           {56, 1024},
           {57, 2048},
           {63, units},
           {74, 65536},
           {87, lanes},
           {10002, 65536}}};
}

} // namespace

uint64_t FakeHipLaunch::word(size_t offset) const {
  return loadLittle<uint64_t>(segment.data() + offset);
}

FakeHipDevice fakeMi300() {
  return fakeDevice("AMD Instinct MI300X", "gfx942:sramecc+:xnack-", 304, 64);
}

FakeHipDevice fakeRadeon() {
  return fakeDevice("AMD Radeon RX 7900 XTX", "gfx1100", 48, 32);
}

std::string pathOf(FakeHipVariant variant) {
  const char *names[] = {"fake_hip", "fake_hip_5", "fake_hip_incomplete"};
  return FAKE_HIP_FOLDER "/lib" + std::string(names[static_cast<int>(variant)]) + ".so";
}

FakeHip &freshFakeHip(FakeHipVariant variant) {
  // Never closed: the state is the library's, and tests hold references to it.
  void *handle = dlopen(pathOf(variant).c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = handle ? dlsym(handle, kFakeHipSymbol) : nullptr;
  if (!symbol) {
    std::fprintf(stderr, "the fake HIP cannot be used: %s\n", dlerror());
    std::abort();
  }
  FakeHip &fake = *reinterpret_cast<FakeHip *(*)()>(symbol)();
  fake.devices = {fakeMi300()};
  fake.kernels = {"saxpy"};
  if (variant == FakeHipVariant::Old)
    fake.version = 50'221'153;
  return fake;
}

hip::Device openFakeDevice(FakeHipVariant variant) {
  return orAbort(hip::Device::open(orAbort(hip::Library::load(pathOf(variant))), 0));
}

hip::Stream openFakeStream(const hip::Device &device) {
  return orAbort(hip::Stream::open(device));
}

hip::Kernel loadSaxpy(const hip::Device &device) {
  return orAbort(hip::Kernel::load(device, codeObjectOf(layoutWith("saxpy", {8, 8, 4})), "saxpy"));
}

} // namespace pstudio::test
