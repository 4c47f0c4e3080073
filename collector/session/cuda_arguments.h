// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments on the device: memory of the buffers, tensor maps over it, and what the
// launch passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/cuda/argument_block.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/session/argument_binding.h"

namespace pstudio {

/// Move-only. [one thread]
class CudaArguments {
public:
  /// Memory for every buffer, and every tensor map taken from `maps`, once. `arguments` must
  /// outlive this. RunFailed without enough memory, and errors of cuda::encodeTensorMap naming the
  /// argument.
  static Result<CudaArguments> allocate(const cuda::Context &context, cuda::TensorMapCache &maps,
                                        BoundArguments &arguments);

  /// Queues the copies of all initial values to the device.
  Result<void> upload(cuda::Stream &stream) const;
  /// Brings the buffers to the arguments' host memory.
  Result<void> fetch(cuda::Stream &stream) const;

  /// What a launch passes, without what instrumentation adds.
  const cuda::ArgumentBlock &block() const { return m_block; }
  /// A word for each argument: an address, or a scalar's bits; 0 for a tensor map by value.
  std::span<const uint64_t> words() const { return m_words; }

  /// Of all buffers, by number.
  std::vector<uint64_t> bufferAddresses() const;

private:
  /// A tensor map that the kernel takes by address.
  struct MapCopy {
    cuda::TensorMap map;
    cuda::DeviceBuffer memory;
  };

  explicit CudaArguments(BoundArguments &arguments) : m_arguments(&arguments) {}
  Result<void> addTensorMap(const cuda::Context &context, cuda::TensorMapCache &maps, size_t index);
  void addWord(uint64_t word);

  BoundArguments *m_arguments;
  std::vector<cuda::DeviceBuffer> m_memory; ///< by the buffers' numbers
  std::vector<MapCopy> m_copies;
  cuda::ArgumentBlock m_block;
  std::vector<uint64_t> m_words;
};

} // namespace pstudio
