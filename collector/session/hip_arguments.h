// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments on an AMD GPU: memory of the buffers, and the words that a launch passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/hip/kernel_launch.h"
#include "collector/session/argument_binding.h"

namespace pstudio {

/// Move-only. [one thread]
class HipArguments {
public:
  /// Memory for every buffer. `arguments` must outlive this. RunFailed without enough memory;
  /// Unsupported for a tensor map, naming it: AMD GPUs have none.
  static Result<HipArguments> allocate(const hip::Device &device, BoundArguments &arguments);

  /// Copies all initial values to the device.
  Result<void> upload(hip::Stream &stream) const;
  /// Brings the buffers to the arguments' host memory.
  Result<void> fetch(hip::Stream &stream) const;

  /// What a launch passes, without what instrumentation adds: an address, or a scalar's bits.
  const std::vector<uint64_t> &words() const { return m_words; }

private:
  explicit HipArguments(BoundArguments &arguments) : m_arguments(&arguments) {}

  BoundArguments *m_arguments;
  std::vector<hip::DeviceBuffer> m_memory; ///< by the buffers' numbers
  std::vector<uint64_t> m_words;
};

} // namespace pstudio
