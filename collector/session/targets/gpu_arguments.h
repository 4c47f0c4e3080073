// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments on a GPU: memory of the buffers, and the words that a launch passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/gpu/stream.h"
#include "collector/session/argument_binding.h"

namespace pstudio {

/// Move-only. [one thread]
class GpuArguments {
public:
  /// Memory for every buffer. `arguments` must outlive this. RunFailed without enough memory.
  static Result<GpuArguments> allocate(const gpu::Device &device, BoundArguments &arguments);

  /// Queues the copies of all initial values to the device.
  Result<void> upload(gpu::Stream &stream) const;
  /// Brings the buffers to the arguments' host memory.
  Result<void> fetch(gpu::Stream &stream) const;

  /// A word for each argument, without what instrumentation adds: an address, or a scalar's bits; 0
  /// for a tensor map by value.
  std::span<const uint64_t> words() const { return m_words; }
  /// Of all buffers, by number.
  std::vector<uint64_t> bufferAddresses() const;

protected:
  const BoundArguments &bound() const { return *m_arguments; }
  uint64_t bufferAddress(size_t number) const { return m_memory[number].address(); }
  void setWord(size_t argument, uint64_t word) { m_words[argument] = word; }

private:
  explicit GpuArguments(BoundArguments &arguments) : m_arguments(&arguments) {}

  BoundArguments *m_arguments;
  std::vector<gpu::DeviceBuffer> m_memory; ///< by the buffers' numbers
  std::vector<uint64_t> m_words;
};

} // namespace pstudio
