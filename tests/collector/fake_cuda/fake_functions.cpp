// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake CUDA driver: devices, contexts, modules and memory.
#include <cstring>
#include <type_traits>

#include "tests/collector/fake_cuda/fake_exports.h"
#include "tests/collector/fake_cuda/fake_model.h"

namespace pstudio::cuda {

using namespace pstudio::test;

namespace {

FakeContext *currentContext() {
  return model().current.empty() ? nullptr : model().current.back();
}

int attributeOf(const std::map<int, int> &attributes, int key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? -1 : found->second;
}

// Names of the driver; a driver knows none for numbers that came after it.
const std::map<int, std::array<const char *, 2>> kErrors{
    {1, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
    {2, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
    {100, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
    {101, {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"}},
    {218, {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
    {222,
     {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
      "the provided PTX was compiled with an unsupported toolchain."}},
    {500, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
    {600, {"CUDA_ERROR_NOT_READY", "device not ready"}},
    {700, {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"}},
    {716, {"CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"}},
};

CuResult nameOf(CuResult error, size_t which, const char **text) {
  const auto found = kErrors.find(static_cast<int>(error));
  *text = found == kErrors.end() ? nullptr : found->second[which];
  return *text ? CuResult::Success : CuResult::InvalidValue;
}

} // namespace

extern "C" {

FakeCuda *pstudioFakeCuda() {
  model() = FakeModel();
  return &model().script;
}

CuResult cuInit(unsigned) {
  FAKE_BEGIN("cuInit", false);
  return CuResult::Success;
}

CuResult cuDriverGetVersion(int *version) {
  FAKE_BEGIN("cuDriverGetVersion", false);
  *version = model().script.version;
  return CuResult::Success;
}

CuResult cuGetErrorName(CuResult error, const char **text) {
  return nameOf(error, 0, text);
}

CuResult cuGetErrorString(CuResult error, const char **text) {
  return nameOf(error, 1, text);
}

CuResult cuDeviceGetCount(int *count) {
  FAKE_BEGIN("cuDeviceGetCount", false);
  *count = static_cast<int>(model().script.devices.size());
  return CuResult::Success;
}

CuResult cuDeviceGet(CuDevice *device, int ordinal) {
  FAKE_BEGIN("cuDeviceGet", false);
  *device = ordinal;
  return CuResult::Success;
}

CuResult cuDeviceGetName(char *name, int length, CuDevice device) {
  FAKE_BEGIN("cuDeviceGetName", false);
  std::strncpy(name, model().script.devices.at(device).name.c_str(), length);
  return CuResult::Success;
}

CuResult cuDeviceGetAttribute(int *value, CuDeviceAttribute attribute, CuDevice device) {
  FAKE_BEGIN("cuDeviceGetAttribute", false);
  *value = attributeOf(model().script.devices.at(device).attributes, static_cast<int>(attribute));
  return *value < 0 ? CuResult::InvalidValue : CuResult::Success;
}

CuResult cuDeviceTotalMem_v2(size_t *bytes, CuDevice device) {
  FAKE_BEGIN("cuDeviceTotalMem_v2", false);
  *bytes = model().script.devices.at(device).memoryBytes;
  return CuResult::Success;
}

CuResult cuCtxCreate_v2(CuContext *context, unsigned, CuDevice) {
  FAKE_BEGIN("cuCtxCreate_v2", false);
  *context = &model().contexts.emplace_back();
  model().current.push_back(&model().contexts.back());
  ++model().script.live["context"];
  return CuResult::Success;
}

CuResult cuCtxDestroy_v2(CuContext handle) {
  FAKE_BEGIN("cuCtxDestroy_v2", false);
  FakeContext *context = checked(model().contexts, handle, "cuCtxDestroy_v2");
  drain(*context, "cuCtxDestroy_v2");
  eraseItem(model().contexts, context);
  --model().script.live["context"];
  return CuResult::Success;
}

CuResult cuCtxPushCurrent_v2(CuContext handle) {
  model().current.push_back(checked(model().contexts, handle, "cuCtxPushCurrent_v2"));
  return CuResult::Success;
}

CuResult cuCtxPopCurrent_v2(CuContext *context) {
  if (model().current.empty()) {
    offend("cuCtxPopCurrent_v2 of an empty stack");
    return CuResult::InvalidDevice;
  }
  *context = model().current.back();
  model().current.pop_back();
  return CuResult::Success;
}

CuResult cuMemGetInfo_v2(size_t *free, size_t *total) {
  FAKE_BEGIN("cuMemGetInfo_v2");
  *total = model().script.devices.at(0).memoryBytes;
  *free = *total;
  for (const auto &[address, bytes] : model().memory)
    *free -= bytes.size();
  return CuResult::Success;
}

#ifndef FAKE_CUDA_INCOMPLETE
CuResult cuMemAlloc_v2(CuDevicePointer *address, size_t size) {
  FAKE_BEGIN("cuMemAlloc_v2");
  size_t used = 0;
  for (const auto &[at, bytes] : model().memory)
    used += bytes.size();
  if (size == 0)
    return CuResult::InvalidValue;
  if (size > model().script.devices.at(0).memoryBytes - used)
    return CuResult::OutOfMemory;
  std::vector<std::byte> bytes(size, std::byte{0xcd});
  *address = reinterpret_cast<uintptr_t>(bytes.data());
  model().memory.emplace(*address, std::move(bytes));
  ++model().script.live["memory"];
  return CuResult::Success;
}
#endif

CuResult cuMemFree_v2(CuDevicePointer address) {
  FAKE_BEGIN("cuMemFree_v2");
  drain(*currentContext(), "cuMemFree_v2");
  if (model().memory.erase(address) != 1)
    offend("cuMemFree_v2 of an address that was not allocated");
  --model().script.live["memory"];
  return CuResult::Success;
}

CuResult cuMemHostAlloc(void **memory, size_t size, unsigned flags) {
  FAKE_BEGIN("cuMemHostAlloc");
  drain(*currentContext(), "cuMemHostAlloc");
  std::vector<std::byte> bytes(size, std::byte{0xcd});
  *memory = bytes.data();
  if (flags == gpu::kHostMemoryMapped)
    model().mapped.insert(*memory);
  else if (flags != 0)
    offend("cuMemHostAlloc with other flags");
  model().pinned.emplace(*memory, std::move(bytes));
  ++model().script.live["pinned"];
  return CuResult::Success;
}

CuResult cuMemHostGetDevicePointer_v2(CuDevicePointer *address, void *memory, unsigned flags) {
  FAKE_BEGIN("cuMemHostGetDevicePointer_v2");
  if (flags != 0 || !model().mapped.contains(memory)) {
    offend("cuMemHostGetDevicePointer_v2 of memory that is not mapped");
    return CuResult::InvalidValue;
  }
  *address =
      reinterpret_cast<uintptr_t>(memory); // the same on both sides, as with one address space
  return CuResult::Success;
}

CuResult cuMemFreeHost(void *memory) {
  FAKE_BEGIN("cuMemFreeHost");
  drain(*currentContext(), "cuMemFreeHost");
  model().mapped.erase(memory);
  if (model().pinned.erase(memory) != 1)
    offend("cuMemFreeHost of an address that was not allocated");
  --model().script.live["pinned"];
  return CuResult::Success;
}

CuResult cuModuleLoadDataEx(CuModule *handle, const void *image, unsigned count,
                            CuJitOption *options, void **values) {
  FAKE_BEGIN("cuModuleLoadDataEx");
  FakeCuda &script = model().script;
  script.ptx = static_cast<const char *>(image);
  script.compilerOptions.clear();
  const auto write = [&](CuJitOption buffer, const std::string &text) {
    for (unsigned i = 0; i + 1 < count; ++i)
      if (options[i] == buffer) {
        const size_t room = reinterpret_cast<size_t>(values[i + 1]);
        std::strncpy(static_cast<char *>(values[i]), text.c_str(), room);
      }
  };
  for (unsigned i = 0; i < count; ++i)
    script.compilerOptions.push_back(static_cast<int>(options[i]));
  write(CuJitOption::ErrorLogBuffer, script.compilerErrors);
  write(CuJitOption::InfoLogBuffer, script.compilerReport);
  if (!script.compilerErrors.empty())
    return static_cast<CuResult>(script.compilerResult);
  if (script.moduleLoaded)
    script.moduleLoaded();
  FakeModule &module = model().modules.emplace_back();
  for (const FakeKernel &kernel : script.kernels)
    module.functions.push_back({kernel});
  *handle = &module;
  ++script.live["module"];
  return CuResult::Success;
}

CuResult cuModuleUnload(CuModule handle) {
  FAKE_BEGIN("cuModuleUnload");
  drain(*currentContext(), "cuModuleUnload");
  eraseItem(model().modules, checked(model().modules, handle, "cuModuleUnload"));
  --model().script.live["module"];
  return CuResult::Success;
}

CuResult cuModuleGetGlobal_v2(CuDevicePointer *address, size_t *, CuModule handle,
                              const char *name) {
  FAKE_BEGIN("cuModuleGetGlobal_v2");
  static_cast<void>(checked(model().modules, handle, "cuModuleGetGlobal_v2"));
  const auto known = model().script.globalBytes.find(name);
  if (known == model().script.globalBytes.end())
    return CuResult::NotFound;
  CuDevicePointer &place = model().globals[name];
  if (place == 0) {
    std::vector<std::byte> bytes(known->second);
    place = reinterpret_cast<uintptr_t>(bytes.data());
    model().memory.emplace(place, std::move(bytes));
  }
  *address = place;
  return CuResult::Success;
}

CuResult cuModuleGetFunction(CuFunction *function, CuModule handle, const char *name) {
  FAKE_BEGIN("cuModuleGetFunction");
  for (FakeFunction &f : checked(model().modules, handle, "cuModuleGetFunction")->functions)
    if (f.kernel.name == name) {
      *function = &f;
      return CuResult::Success;
    }
  return CuResult::NotFound;
}

CuResult cuFuncGetAttribute(int *value, CuFunctionAttribute attribute, CuFunction handle) {
  FAKE_BEGIN("cuFuncGetAttribute");
  const auto &attributes = static_cast<FakeFunction *>(handle)->kernel.attributes;
  *value = std::max(0, attributeOf(attributes, static_cast<int>(attribute)));
  return CuResult::Success;
}

CuResult cuFuncSetAttribute(CuFunction handle, CuFunctionAttribute attribute, int value) {
  FAKE_BEGIN("cuFuncSetAttribute");
  static_cast<FakeFunction *>(handle)->kernel.attributes[static_cast<int>(attribute)] = value;
  return CuResult::Success;
}

#ifndef FAKE_CUDA_OLD
CuResult cuFuncGetParamInfo(CuFunction handle, size_t index, size_t *offset, size_t *size) {
  FAKE_BEGIN("cuFuncGetParamInfo");
  const auto &sizes = static_cast<FakeFunction *>(handle)->kernel.parameterBytes;
  if (index >= sizes.size())
    return CuResult::InvalidValue;
  *offset = 8 * index;
  *size = sizes[index];
  return CuResult::Success;
}

CuResult cuTensorMapEncodeTiled(void *map, CuTensorMapDataType dataType, unsigned rank,
                                void *address, const uint64_t *extents, const uint64_t *strideBytes,
                                const unsigned *box, const unsigned *elementStrides,
                                CuTensorMapInterleave interleave, CuTensorMapSwizzle swizzle,
                                CuTensorMapL2Promotion promotion, CuTensorMapFill fill) {
  FAKE_BEGIN("cuTensorMapEncodeTiled");
  if (reinterpret_cast<uintptr_t>(map) % 64 != 0)
    offend("a tensor map that is not aligned to 64 bytes");
  FakeTensorMap encoded;
  encoded.dataType = static_cast<int>(dataType);
  encoded.address = reinterpret_cast<uintptr_t>(address);
  encoded.extents.assign(extents, extents + rank);
  encoded.strideBytes.assign(strideBytes, strideBytes + rank - 1);
  encoded.box.assign(box, box + rank);
  encoded.elementStrides.assign(elementStrides, elementStrides + rank);
  encoded.modes = {static_cast<int>(interleave), static_cast<int>(swizzle),
                   static_cast<int>(promotion), static_cast<int>(fill)};
  const uint64_t number = model().script.tensorMaps.size() + 1;
  model().script.tensorMaps.push_back(std::move(encoded));
  std::memset(map, 0, 128);
  std::memcpy(map, &number, sizeof number);
  return CuResult::Success;
}
#endif

} // extern "C"

} // namespace pstudio::cuda
