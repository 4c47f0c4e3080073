// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments on an NVIDIA GPU: buffers, tensor maps over them, and the argument block of
// the launch.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/runtime/cuda/argument_block.h"
#include "collector/runtime/cuda/context.h"
#include "collector/session/targets/gpu_arguments.h"

namespace pstudio {

/// Move-only. [one thread]
class CudaArguments : public GpuArguments {
public:
  /// Allocates memory for every buffer, and encodes every tensor map once, through `maps`.
  /// `arguments` must outlive this object. RunFailed if there is not enough memory; errors of
  /// cuda::encodeTensorMap() with the argument's name.
  static Result<CudaArguments> allocate(const cuda::Context &context, cuda::TensorMapCache &maps,
                                        BoundArguments &arguments);

  /// Queues the copies of all initial values and of the tensor maps to the device.
  Result<void> upload(gpu::Stream &stream) const;

  /// Arguments of a launch, without those that the instrumentation adds.
  const cuda::ArgumentBlock &block() const { return m_block; }

private:
  /// A tensor map that the kernel takes by address.
  struct MapCopy {
    cuda::TensorMap map;
    cuda::DeviceBuffer memory;
  };

  explicit CudaArguments(GpuArguments buffers) : GpuArguments(std::move(buffers)) {}
  Result<void> addTensorMap(const cuda::Context &context, cuda::TensorMapCache &maps, size_t index);

  std::vector<MapCopy> m_copies;
  cuda::ArgumentBlock m_block;
};

} // namespace pstudio
