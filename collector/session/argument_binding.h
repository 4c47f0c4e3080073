// SPDX-License-Identifier: Apache-2.0
// Matches the arguments of a specification with the parameters of a kernel, and makes the buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// An argument that is ready on the target: a scalar, or the address of memory there.
struct DeviceWord {
  std::string name;            ///< for messages
  uint64_t word = 0;           ///< an address, or a scalar's bits in the low bytes
  uint64_t reachableBytes = 0; ///< what the kernel may touch behind an address [bytes]
};

/// The arguments of a kernel: buffers in host memory, and words. [not thread-safe]
class BoundArguments {
public:
  /// Arguments without buffers of their own: nothing is copied to the target or back.
  static BoundArguments ofWords(std::vector<DeviceWord> words);
  /// For `launches` launches; only for more than one the initial values are kept. InvalidInput,
  /// with the argument's name and both types, if the specification does not fit the kernel.
  static Result<BoundArguments> bind(const RunSpec &spec, const KernelSignature &signature,
                                     uint32_t launches = 1);

  size_t count() const { return m_arguments.size(); }
  const std::string &name(size_t index) const { return m_arguments[index].name; }
  /// The buffer of an argument, or null for a scalar.
  HostBuffer *buffer(size_t index);
  /// The buffer of this name, or null.
  const HostBuffer *findBuffer(std::string_view name) const;
  /// A scalar's bits in the low bytes of a word; index must name a scalar.
  uint64_t scalarBits(size_t index) const { return m_arguments[index].scalarBits; }
  /// What the kernel may touch behind a word that is an address [bytes]; 0 for a scalar.
  uint64_t reachableBytes(size_t index) const { return m_arguments[index].reachableBytes; }

  /// Gives every buffer its initial value again, for another of the specification's launches.
  /// O(bytes).
  void reset();

private:
  static constexpr size_t kScalar = SIZE_MAX;
  struct Bound {
    std::string name;
    size_t buffer = kScalar; ///< into m_buffers
    uint64_t scalarBits = 0;
    uint64_t reachableBytes = 0;
  };

  std::vector<Bound> m_arguments;
  std::vector<HostBuffer> m_buffers;
  std::vector<std::vector<std::byte>> m_initialBytes; ///< by buffer; empty for a single launch
};

} // namespace pstudio
