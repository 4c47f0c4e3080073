// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake HIP runtime: devices, memory and modules.
#include <algorithm>
#include <cstring>

#include "tests/collector/fake_hip/fake_exports.h"
#include "tests/collector/fake_hip/fake_model.h"

namespace pstudio::test {

FakeHipModel &hipModel() {
  static FakeHipModel instance;
  return instance;
}

} // namespace pstudio::test

namespace pstudio::hip {

using namespace pstudio::test;

namespace {

struct Words {
  const char *name;
  const char *text;
};
const std::map<int, Words> kErrors{
    {0, {"hipSuccess", "no error"}},
    {1, {"hipErrorInvalidValue", "invalid argument"}},
    {2, {"hipErrorOutOfMemory", "out of memory"}},
    {100, {"hipErrorNoDevice", "no ROCm-capable device is detected"}},
    {101, {"hipErrorInvalidDevice", "invalid device ordinal"}},
    {209, {"hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"}},
    {500, {"hipErrorNotFound", "named symbol not found"}},
    {600, {"hipErrorNotReady", "device not ready"}},
    {700, {"hipErrorIllegalAddress", "an illegal memory access was encountered"}},
    {719, {"hipErrorLaunchFailure", "unspecified launch failure"}}};

const FakeHipDevice *deviceAt(int index, const char *call) {
  const auto &devices = hipModel().script.devices;
  if (index >= 0 && static_cast<size_t>(index) < devices.size())
    return &devices[index];
  hipModel().offend(std::string(call) + " of a device that does not exist");
  return nullptr;
}

HipResult writeProperties(void *to, int index, const HipPropertyLayout &layout, const char *call) {
  const FakeHipDevice *device = deviceAt(index, call);
  if (!device)
    return HipResult::InvalidDevice;
  auto *bytes = static_cast<std::byte *>(to);
  std::memset(bytes, 0, layout.bytes);
  const size_t shift = hipModel().script.hasOtherLayout ? 8 : 0;
  std::memcpy(bytes + layout.memoryBytes + shift, &device->memoryBytes, sizeof device->memoryBytes);
  std::memcpy(bytes + layout.architectureName + shift, device->architecture.c_str(),
              device->architecture.size() + 1);
  return HipResult::Success;
}

/// The bytes of an ELF file up to the end of its sections and segments; empty for another image.
std::string elfFileAt(const void *image) {
  const auto *bytes = static_cast<const char *>(image);
  const auto read = [bytes](size_t at, auto value) {
    std::memcpy(&value, bytes + at, sizeof value);
    return uint64_t(value);
  };
  if (std::memcmp(bytes,
                  "\x7f"
                  "ELF",
                  4) != 0)
    return {};
  // Tables of sections and segments: offset, entries, bytes of an entry.
  uint64_t size = read(40, uint64_t()) + read(60, uint16_t()) * read(58, uint16_t());
  for (uint64_t i = 0; i < read(56, uint16_t()); ++i) {
    const uint64_t header = read(32, uint64_t()) + i * read(54, uint16_t());
    size = std::max(size, read(header + 8, uint64_t()) + read(header + 32, uint64_t()));
  }
  return std::string(bytes, size);
}

} // namespace

extern "C" {

FakeHip *pstudioFakeHip() {
  hipModel() = FakeHipModel();
  return &hipModel().script;
}

HipResult hipInit(unsigned) {
  FAKE_HIP_BEGIN("hipInit");
  return hipModel().script.devices.empty() ? HipResult::NoDevice : HipResult::Success;
}

HipResult hipRuntimeGetVersion(int *version) {
  FAKE_HIP_BEGIN("hipRuntimeGetVersion");
  *version = hipModel().script.version;
  return HipResult::Success;
}

const char *hipGetErrorName(HipResult error) {
  const auto found = kErrors.find(static_cast<int>(error));
  return found == kErrors.end() ? "hipErrorUnknown" : found->second.name;
}

const char *hipGetErrorString(HipResult error) {
  const auto found = kErrors.find(static_cast<int>(error));
  return found == kErrors.end() ? "unknown error" : found->second.text;
}

HipResult hipGetDeviceCount(int *count) {
  FAKE_HIP_BEGIN("hipGetDeviceCount");
  *count = static_cast<int>(hipModel().script.devices.size());
  return HipResult::Success;
}

HipResult hipGetDevice(int *device) {
  FAKE_HIP_BEGIN("hipGetDevice");
  *device = hipModel().device;
  return HipResult::Success;
}

HipResult hipSetDevice(int device) {
  if (!deviceAt(device, "hipSetDevice"))
    return HipResult::InvalidDevice;
  hipModel().device = device;
  return HipResult::Success;
}

HipResult hipDeviceGetName(char *name, int length, HipDevice device) {
  FAKE_HIP_BEGIN("hipDeviceGetName");
  std::strncpy(name, deviceAt(device, "hipDeviceGetName")->name.c_str(),
               static_cast<size_t>(length));
  return HipResult::Success;
}

HipResult hipDeviceGetAttribute(int *value, HipDeviceAttribute attribute, HipDevice device) {
  FAKE_HIP_BEGIN("hipDeviceGetAttribute");
  const auto &attributes = deviceAt(device, "hipDeviceGetAttribute")->attributes;
  const auto found = attributes.find(static_cast<int>(attribute));
  if (found == attributes.end())
    return HipResult::InvalidValue;
  *value = found->second;
  return HipResult::Success;
}

HipResult hipDeviceTotalMem(size_t *bytes, HipDevice device) {
  FAKE_HIP_BEGIN("hipDeviceTotalMem");
  *bytes = deviceAt(device, "hipDeviceTotalMem")->memoryBytes;
  return HipResult::Success;
}

HipResult hipGetDeviceProperties(void *properties, int device) {
  FAKE_HIP_BEGIN("hipGetDeviceProperties");
  return writeProperties(properties, device, kHipProperties5, "hipGetDeviceProperties");
}

#ifndef FAKE_HIP_5
HipResult hipGetDevicePropertiesR0600(void *properties, int device) {
  FAKE_HIP_BEGIN("hipGetDevicePropertiesR0600");
  return writeProperties(properties, device, kHipProperties6, "hipGetDevicePropertiesR0600");
}
#endif

HipResult hipMemGetInfo(size_t *free, size_t *total) {
  return hipModel().memoryInfo("hipMemGetInfo", free, total);
}

#ifndef FAKE_HIP_INCOMPLETE
HipResult hipMalloc(HipPointer *pointer, size_t size) {
  return hipModel().allocate("hipMalloc", pointer, size);
}
#endif

HipResult hipFree(HipPointer pointer) {
  return hipModel().free("hipFree", pointer);
}

HipResult hipHostMalloc(void **memory, size_t size, unsigned flags) {
  return hipModel().allocateHost("hipHostMalloc", memory, size, flags);
}

HipResult hipHostGetDevicePointer(HipPointer *address, void *memory, unsigned flags) {
  return hipModel().addressOfHost("hipHostGetDevicePointer", address, memory, flags);
}

HipResult hipHostFree(void *memory) {
  return hipModel().freeHost("hipHostFree", memory);
}

HipResult hipModuleLoadData(HipModule *handle, const void *image) {
  FAKE_HIP_BEGIN("hipModuleLoadData");
  FakeHip &script = hipModel().script;
  script.codeObject.assign(static_cast<const char *>(image), 64);
  const auto codeObject = std::make_shared<const std::string>(elfFileAt(image));
  FakeHipModule &module = hipModel().modules.emplace_back();
  for (const std::string &kernel : script.kernels)
    module.functions.push_back({kernel, codeObject});
  *handle = &module;
  ++script.live["module"];
  return HipResult::Success;
}

HipResult hipModuleUnload(HipModule handle) {
  FAKE_HIP_BEGIN("hipModuleUnload");
  hipModel().drain(hipModel().context, "hipModuleUnload");
  eraseItem(hipModel().modules, hipModel().checked(hipModel().modules, handle, "hipModuleUnload"));
  --hipModel().script.live["module"];
  return HipResult::Success;
}

HipResult hipModuleGetFunction(HipFunction *function, HipModule handle, const char *name) {
  FAKE_HIP_BEGIN("hipModuleGetFunction");
  for (FakeHipFunction &f :
       hipModel().checked(hipModel().modules, handle, "hipModuleGetFunction")->functions)
    if (f.name == name) {
      *function = &f;
      return HipResult::Success;
    }
  return HipResult::NotFound;
}

} // extern "C"

} // namespace pstudio::hip
