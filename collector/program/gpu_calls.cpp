// SPDX-License-Identifier: Apache-2.0
// The mgpu* interface of MLIR 19's GPU lowering, for every target.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "collector/program/launch_runner.h"
#include "collector/program/memref_text.h"
#include "collector/program/program_run.h"
#include "collector/program/runtime_tables.h"
#include "collector/program/tensor_map_calls.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio::program {
namespace {

uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

// --- Modules and launches

Result<void *> moduleLoad(ProgramRun &run, void *data, int64_t bytes) {
  return run.handles().loadModule({static_cast<const char *>(data), static_cast<size_t>(bytes)});
}

/// The lowering calls it for modules that are still PTX. In this project `data` is the module's
/// name, as in moduleLoad().
Result<void *> moduleLoadJit(ProgramRun &run, void *data, int32_t, int64_t bytes) {
  return moduleLoad(run, data, bytes);
}

Result<void> moduleUnload(ProgramRun &run, void *module) {
  return run.handles().unloadModule(module);
}

Result<void *> moduleGetFunction(ProgramRun &run, void *module, void *name) {
  return run.handles().findKernel(module, static_cast<const char *>(name));
}

Result<uint32_t> extentOf(int64_t extent) {
  if (extent < 1 || extent > std::numeric_limits<int32_t>::max())
    return fail(ErrorCode::RunFailed,
                "the program launches a grid or block with an extent of " + std::to_string(extent),
                {}, "every extent must be 1 or more");
  return static_cast<uint32_t>(extent);
}

Result<std::array<uint32_t, 3>> extentsOf(int64_t x, int64_t y, int64_t z) {
  std::array<uint32_t, 3> extents{};
  PSTUDIO_TRY_ASSIGN(extents[0], extentOf(x));
  PSTUDIO_TRY_ASSIGN(extents[1], extentOf(y));
  PSTUDIO_TRY_ASSIGN(extents[2], extentOf(z));
  return extents;
}

Result<void> launch(ProgramRun &run, void *function, LaunchShape shape, int32_t sharedBytes,
                    void *stream, void *arguments, std::optional<size_t> count) {
  PSTUDIO_TRY_ASSIGN(const KernelHandle *kernel, run.handles().kernel(function));
  PSTUDIO_TRY(run.handles().checkStream(stream));
  run.flushOutput();
  shape.dynamicSharedBytes = static_cast<uint32_t>(sharedBytes);
  return run.launches().launch(
      {*kernel, shape, static_cast<void *const *>(arguments), count, run.callSite, stream},
      run.memory());
}

Result<void> launchKernel(ProgramRun &run, void *function, int64_t gridX, int64_t gridY,
                          int64_t gridZ, int64_t blockX, int64_t blockY, int64_t blockZ,
                          int32_t sharedBytes, void *stream, void *arguments, void *,
                          int64_t count) {
  LaunchShape shape;
  PSTUDIO_TRY_ASSIGN(shape.grid, extentsOf(gridX, gridY, gridZ));
  PSTUDIO_TRY_ASSIGN(shape.block, extentsOf(blockX, blockY, blockZ));
  return launch(run, function, shape, sharedBytes, stream, arguments, static_cast<size_t>(count));
}

/// Unlike the launch without clusters, the call does not pass the number of arguments.
Result<void> launchClusterKernel(ProgramRun &run, void *function, int64_t clusterX,
                                 int64_t clusterY, int64_t clusterZ, int64_t gridX, int64_t gridY,
                                 int64_t gridZ, int64_t blockX, int64_t blockY, int64_t blockZ,
                                 int32_t sharedBytes, void *stream, void *arguments, void *) {
  LaunchShape shape;
  PSTUDIO_TRY_ASSIGN(shape.cluster, extentsOf(clusterX, clusterY, clusterZ));
  PSTUDIO_TRY_ASSIGN(shape.grid, extentsOf(gridX, gridY, gridZ));
  PSTUDIO_TRY_ASSIGN(shape.block, extentsOf(blockX, blockY, blockZ));
  return launch(run, function, shape, sharedBytes, stream, arguments, std::nullopt);
}

// --- Streams and events. They order launches; all other operations are done when the call returns.

Result<void *> streamCreate(ProgramRun &run) {
  void *stream = run.handles().createStream();
  PSTUDIO_TRY(run.launches().openStream(stream));
  return stream;
}
Result<void> streamDestroy(ProgramRun &run, void *stream) {
  PSTUDIO_TRY(run.handles().destroyStream(stream));
  PSTUDIO_TRY(run.launches().waitForStream(stream));
  run.launches().closeStream(stream);
  return {};
}
Result<void> streamSynchronize(ProgramRun &run, void *stream) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  return run.launches().waitForStream(stream);
}
Result<void> streamWaitEvent(ProgramRun &run, void *stream, void *event) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  PSTUDIO_TRY(run.handles().checkEvent(event));
  run.launches().order().await(stream, event);
  return {};
}
Result<void *> eventCreate(ProgramRun &run) {
  return run.handles().createEvent();
}
Result<void> eventDestroy(ProgramRun &run, void *event) {
  PSTUDIO_TRY(run.handles().destroyEvent(event));
  run.launches().order().forgetEvent(event);
  return {};
}
Result<void> eventSynchronize(ProgramRun &run, void *event) {
  PSTUDIO_TRY(run.handles().checkEvent(event));
  return run.launches().waitForEvent(event);
}
Result<void> eventRecord(ProgramRun &run, void *event, void *stream) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  PSTUDIO_TRY(run.handles().checkEvent(event));
  run.launches().order().record(event, stream);
  return {};
}

// --- Memory

Result<void *> memAlloc(ProgramRun &run, int64_t bytes, void *stream, int32_t isShared) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  PSTUDIO_TRY_ASSIGN(const uint64_t address,
                     run.memory().allocate(static_cast<uint64_t>(bytes), isShared != 0));
  return reinterpret_cast<void *>(address);
}
Result<void> memFree(ProgramRun &run, void *address, void *stream) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  PSTUDIO_TRY(run.launches().waitForAll()); // as the driver does before it frees
  return run.memory().release(addressOf(address));
}
/// Copies and fills are synchronous, so they wait for the preceding work of their stream.
Result<void> beforeTransfer(ProgramRun &run, void *stream) {
  PSTUDIO_TRY(run.handles().checkStream(stream));
  return run.launches().waitForStream(stream);
}
Result<void> memCopy(ProgramRun &run, void *to, void *from, int64_t bytes, void *stream) {
  PSTUDIO_TRY(beforeTransfer(run, stream));
  return run.memory().copy(addressOf(to), addressOf(from), static_cast<uint64_t>(bytes));
}
Result<void> memSet32(ProgramRun &run, void *to, int32_t value, int64_t count, void *stream) {
  PSTUDIO_TRY(beforeTransfer(run, stream));
  return run.memory().fill(addressOf(to), static_cast<uint32_t>(value), 4,
                           static_cast<uint64_t>(count));
}
Result<void> memSet16(ProgramRun &run, void *to, int32_t value, int64_t count, void *stream) {
  PSTUDIO_TRY(beforeTransfer(run, stream));
  return run.memory().fill(addressOf(to), static_cast<uint32_t>(value), 2,
                           static_cast<uint64_t>(count));
}

/// The first byte of a memref's elements.
uint64_t firstByte(const MemrefView &memref, int64_t elementBytes) {
  return addressOf(memref.data()) + static_cast<uint64_t>(memref.offset() * elementBytes);
}

Result<void> hostRegister(ProgramRun &run, void *address, int64_t bytes) {
  return run.memory().registerHost(addressOf(address), static_cast<uint64_t>(bytes));
}
Result<void> hostUnregister(ProgramRun &run, void *address) {
  PSTUDIO_TRY(run.launches().waitForAll());
  return run.memory().unregisterHost(addressOf(address));
}
Result<void> hostRegisterMemref(ProgramRun &run, int64_t rank, void *descriptor,
                                int64_t elementBytes) {
  const MemrefView memref(rank, descriptor);
  return run.memory().registerHost(firstByte(memref, elementBytes),
                                   memref.spanBytes(static_cast<uint64_t>(elementBytes)));
}
Result<void> hostUnregisterMemref(ProgramRun &run, int64_t rank, void *descriptor,
                                  int64_t elementBytes) {
  PSTUDIO_TRY(run.launches().waitForAll());
  return run.memory().unregisterHost(firstByte(MemrefView(rank, descriptor), elementBytes));
}

// --- Tensor maps

/// `count` numbers at `numbers`.
template <class Number> std::vector<int64_t> listAt(const void *numbers, int64_t count) {
  std::vector<Number> read(static_cast<size_t>(count));
  if (!read.empty())
    std::memcpy(read.data(), numbers, read.size() * sizeof(Number));
  return {read.begin(), read.end()};
}

Result<void> checkRank(int64_t rank) {
  if (rank >= 1 && rank <= static_cast<int64_t>(TensorMapLimits::kMaxRank))
    return {};
  return fail(ErrorCode::InvalidInput, "a tensor map has " + std::to_string(rank) +
                                           " dimensions; the limit is 1 to " +
                                           std::to_string(TensorMapLimits::kMaxRank));
}

/// The map of a memref, in memory of the device: what nvgpu.tma.create.descriptor becomes.
Result<void *> tensorMapOfMemref(ProgramRun &run, int64_t rank, void *descriptor, int64_t dataType,
                                 int64_t interleave, int64_t swizzle, int64_t l2Promotion,
                                 int64_t fill, void *box) {
  return run.atCallSite([&]() -> Result<void *> {
    PSTUDIO_TRY(checkRank(rank));
    PSTUDIO_TRY_ASSIGN(const int64_t elementBytes, elementBytesOf(dataType));
    const MemrefView memref(rank, descriptor);
    TensorMapOrder order{firstByte(memref, elementBytes), dataType};
    for (int64_t axis = 0; axis < rank; ++axis) {
      order.shape.push_back(memref.size(axis));
      order.strides.push_back(memref.stride(axis));
    }
    order.box = listAt<int64_t>(box, rank);
    order.interleave = interleave;
    order.swizzle = swizzle;
    order.l2Promotion = l2Promotion;
    order.fill = fill;
    PSTUDIO_TRY_ASSIGN(EncodedTensorMap map, encodeTensorMap(run.memory(), order));
    const TensorMapBytes &bytes = map.bytes;
    PSTUDIO_TRY_ASSIGN(const uint64_t address, run.memory().allocate(bytes.size(), false));
    PSTUDIO_TRY(run.memory().copy(address, addressOf(bytes.data()), bytes.size()));
    run.memory().keepTensorMap(address, {std::move(map.layout), order.address});
    return reinterpret_cast<void *>(address);
  });
}

/// The driver's own function, for host code that calls it: all lists begin with the fastest
/// dimension.
Result<void> tensorMapTiled(ProgramRun &run, void *map, int32_t dataType, int32_t rank,
                            void *address, void *extents, void *strideBytes, void *box,
                            void *elementStrides, int32_t interleave, int32_t swizzle,
                            int32_t l2Promotion, int32_t fill) {
  return run.atCallSite([&]() -> Result<void> {
    PSTUDIO_TRY(checkRank(rank));
    PSTUDIO_TRY_ASSIGN(const int64_t elementBytes, elementBytesOf(dataType));
    TensorMapOrder order{addressOf(address), dataType};
    order.shape = listAt<int64_t>(extents, rank);
    order.strides = listAt<int64_t>(strideBytes, rank - 1);
    for (int64_t &stride : order.strides) {
      if (stride % elementBytes != 0)
        return fail(ErrorCode::InvalidInput, "a tensor map has a stride of " +
                                                 std::to_string(stride) +
                                                 " bytes, not a multiple of the element size");
      stride /= elementBytes;
    }
    order.strides.insert(order.strides.begin(), 1);
    order.box = listAt<uint32_t>(box, rank);
    order.elementStrides = listAt<uint32_t>(elementStrides, rank);
    for (auto *list : {&order.shape, &order.strides, &order.box, &order.elementStrides})
      std::ranges::reverse(*list);
    order.interleave = interleave;
    order.swizzle = swizzle;
    order.l2Promotion = l2Promotion;
    order.fill = fill;
    PSTUDIO_TRY_ASSIGN(const EncodedTensorMap made, encodeTensorMap(run.memory(), order));
    std::memcpy(map, made.bytes.data(), made.bytes.size());
    return {};
  });
}

Result<void> setDefaultDevice(ProgramRun &, int32_t device) {
  if (device != 0)
    return fail(ErrorCode::Unsupported,
                "the program selects device " + std::to_string(device) +
                    "; a run has only device 0",
                {}, "select the device with CUDA_VISIBLE_DEVICES");
  return {};
}

} // namespace

std::vector<RuntimeFunction> gpuFunctions() {
  return {
      runtimeFunction<moduleLoad>("mgpuModuleLoad"),
      runtimeFunction<moduleLoadJit>("mgpuModuleLoadJIT"),
      runtimeFunction<moduleUnload>("mgpuModuleUnload"),
      runtimeFunction<moduleGetFunction>("mgpuModuleGetFunction"),
      runtimeFunction<launchKernel>("mgpuLaunchKernel"),
      runtimeFunction<launchClusterKernel>("mgpuLaunchClusterKernel"),
      runtimeFunction<streamCreate>("mgpuStreamCreate"),
      runtimeFunction<streamDestroy>("mgpuStreamDestroy"),
      runtimeFunction<streamSynchronize>("mgpuStreamSynchronize"),
      runtimeFunction<streamWaitEvent>("mgpuStreamWaitEvent"),
      runtimeFunction<eventCreate>("mgpuEventCreate"),
      runtimeFunction<eventDestroy>("mgpuEventDestroy"),
      runtimeFunction<eventSynchronize>("mgpuEventSynchronize"),
      runtimeFunction<eventRecord>("mgpuEventRecord"),
      runtimeFunction<memAlloc>("mgpuMemAlloc"),
      runtimeFunction<memFree>("mgpuMemFree"),
      runtimeFunction<memCopy>("mgpuMemcpy"),
      runtimeFunction<memSet32>("mgpuMemset32"),
      runtimeFunction<memSet16>("mgpuMemset16"),
      runtimeFunction<hostRegister>("mgpuMemHostRegister"),
      runtimeFunction<hostUnregister>("mgpuMemHostUnregister"),
      runtimeFunction<hostRegisterMemref>("mgpuMemHostRegisterMemRef"),
      runtimeFunction<hostUnregisterMemref>("mgpuMemHostUnregisterMemRef"),
      runtimeFunction<tensorMapOfMemref>("mgpuTensorMapEncodeTiledMemref"),
      runtimeFunction<tensorMapTiled>("mgpuTensorMapEncodeTiled"),
      runtimeFunction<setDefaultDevice>("mgpuSetDefaultDevice"),
  };
}

} // namespace pstudio::program
