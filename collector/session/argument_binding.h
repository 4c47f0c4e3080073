// SPDX-License-Identifier: Apache-2.0
// Matches the arguments of a specification with the parameters of a kernel, and creates the
// buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collector/codegen/kernel_module.h"
#include "core/base/result.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio {

/// A tensor map in the target's memory.
struct DeviceTensorMap {
  TensorMapLayout layout;
  uint64_t base = 0; ///< address of the tensor
};

/// An argument that is ready on the target: a scalar, or the address of memory there.
struct DeviceWord {
  std::string name;            ///< for messages
  uint64_t word = 0;           ///< an address, or a scalar's bits in the low bytes
  uint64_t reachableBytes = 0; ///< size that the kernel may access from the address on [bytes]
  uint32_t parameter = 0;      ///< kernel parameter that contains the word
  std::optional<DeviceTensorMap> tensorMap = {}; ///< the tensor map at the address, if there is one
};

/// A tensor map as an argument.
struct BoundTensorMap {
  TensorMapLayout layout;
  size_t buffer = 0;      ///< number of the mapped buffer (BoundArguments::bufferAt)
  bool isByValue = false; ///< passed by value, not as the address of a copy
};

/// The arguments of a kernel: buffers in host memory, tensor maps over them, and words. Buffers
/// that are arguments come before the other buffers. [not thread-safe]
class BoundArguments {
public:
  /// Arguments without buffers of their own: nothing is copied to the target or back.
  static BoundArguments ofWords(std::vector<DeviceWord> words);
  /// Binds for `launches` launches. The initial values are kept only if there is more than one
  /// launch. InvalidInput, with the argument's name and both types, if the specification does not
  /// match the kernel.
  static Result<BoundArguments> bind(const RunSpec &spec, const KernelSignature &signature,
                                     uint32_t launches = 1);

  size_t count() const { return m_arguments.size(); }
  const std::string &name(size_t index) const { return m_arguments[index].name; }
  /// The buffer of an argument, or null if it has none.
  HostBuffer *buffer(size_t index);
  /// The tensor map of an argument, or null.
  const BoundTensorMap *tensorMap(size_t index) const;

  /// The kernel parameter that an argument forms, or that contains its word.
  uint32_t parameter(size_t index) const { return m_arguments[index].parameter; }
  /// The tensor map at the address of an argument without a buffer, or null if there is none.
  const DeviceTensorMap *tensorMapAt(size_t index) const;

  /// All buffers by number, arguments or not.
  size_t bufferCount() const { return m_buffers.size(); }
  HostBuffer &bufferAt(size_t number) { return m_buffers[number]; }
  const HostBuffer &bufferAt(size_t number) const { return m_buffers[number]; }
  const std::string &bufferName(size_t number) const { return m_bufferNames[number]; }
  /// The number of an argument's buffer; the argument must have one.
  size_t bufferNumber(size_t index) const { return m_arguments[index].buffer; }
  /// The buffer of this name, or null.
  const HostBuffer *findBuffer(std::string_view name) const;
  /// A scalar's bits in the low bytes of a word; index must name a scalar.
  uint64_t scalarBits(size_t index) const { return m_arguments[index].scalarBits; }
  /// Size that the kernel may access from a word's address on [bytes]; 0 for a scalar.
  uint64_t reachableBytes(size_t index) const { return m_arguments[index].reachableBytes; }

  /// Restores the initial values of every buffer, for the next launch of the specification.
  /// O(bytes).
  void reset();

private:
  static constexpr size_t kNone = SIZE_MAX;
  struct Bound {
    std::string name;
    size_t buffer = kNone; ///< into m_buffers
    uint64_t scalarBits = 0;
    uint64_t reachableBytes = 0;
    uint32_t parameter = 0;
    std::optional<BoundTensorMap> tensorMap = {};
    std::optional<DeviceTensorMap> mapInMemory = {};
  };

  Result<void> addBuffer(const std::string &name, const BufferArgument &buffer, uint32_t launches);
  Result<void> bindArgument(const RunSpec &spec, size_t index, const KernelParameter &parameter,
                            uint32_t launches);
  Result<void> bindTensorMaps(const RunSpec &spec, const KernelSignature &signature);

  std::vector<Bound> m_arguments;
  std::vector<HostBuffer> m_buffers;
  std::vector<std::string> m_bufferNames;
  std::vector<std::vector<std::byte>> m_initialBytes; ///< by buffer; empty for a single launch
};

} // namespace pstudio
