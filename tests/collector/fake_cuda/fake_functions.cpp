// SPDX-License-Identifier: Apache-2.0
// The exported functions of the fake CUDA driver: devices, contexts, modules and memory.
#include <cstring>
#include <type_traits>

#include "tests/collector/fake_cuda/fake_exports.h"
#include "tests/collector/fake_cuda/fake_model.h"

namespace pstudio::cuda {

using namespace pstudio::test;

namespace {

int attributeOf(const std::map<int, int> &attributes, int key) {
  const auto found = attributes.find(key);
  return found == attributes.end() ? -1 : found->second;
}

// Names of the driver's errors. A driver has no names for errors of newer versions.
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
  model().stack.push_back(&model().contexts.back());
  ++model().script.live["context"];
  return CuResult::Success;
}

CuResult cuCtxDestroy_v2(CuContext handle) {
  FAKE_BEGIN("cuCtxDestroy_v2", false);
  FakeContext *context = model().checked(model().contexts, handle, "cuCtxDestroy_v2");
  model().drain(*context, "cuCtxDestroy_v2");
  eraseItem(model().contexts, context);
  --model().script.live["context"];
  return CuResult::Success;
}

CuResult cuCtxPushCurrent_v2(CuContext handle) {
  model().stack.push_back(model().checked(model().contexts, handle, "cuCtxPushCurrent_v2"));
  return CuResult::Success;
}

CuResult cuCtxPopCurrent_v2(CuContext *context) {
  if (model().stack.empty()) {
    model().offend("cuCtxPopCurrent_v2 of an empty stack");
    return CuResult::InvalidDevice;
  }
  *context = model().stack.back();
  model().stack.pop_back();
  return CuResult::Success;
}

CuResult cuMemGetInfo_v2(size_t *free, size_t *total) {
  return model().memoryInfo("cuMemGetInfo_v2", free, total);
}

#ifndef FAKE_CUDA_INCOMPLETE
CuResult cuMemAlloc_v2(CuDevicePointer *address, size_t size) {
  return model().allocate("cuMemAlloc_v2", address, size);
}
#endif

CuResult cuMemFree_v2(CuDevicePointer address) {
  return model().free("cuMemFree_v2", address);
}

CuResult cuMemHostAlloc(void **memory, size_t size, unsigned flags) {
  return model().allocateHost("cuMemHostAlloc", memory, size, flags);
}

CuResult cuMemHostGetDevicePointer_v2(CuDevicePointer *address, void *memory, unsigned flags) {
  return model().addressOfHost("cuMemHostGetDevicePointer_v2", address, memory, flags);
}

CuResult cuMemFreeHost(void *memory) {
  return model().freeHost("cuMemFreeHost", memory);
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
  model().drain(*model().current(), "cuModuleUnload");
  eraseItem(model().modules, model().checked(model().modules, handle, "cuModuleUnload"));
  --model().script.live["module"];
  return CuResult::Success;
}

CuResult cuModuleGetGlobal_v2(CuDevicePointer *address, size_t *, CuModule handle,
                              const char *name) {
  FAKE_BEGIN("cuModuleGetGlobal_v2");
  static_cast<void>(model().checked(model().modules, handle, "cuModuleGetGlobal_v2"));
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
  for (FakeFunction &f : model().checked(model().modules, handle, "cuModuleGetFunction")->functions)
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
    model().offend("a tensor map that is not aligned to 64 bytes");
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
