// SPDX-License-Identifier: Apache-2.0
// Matches the arguments of a specification with the parameters of a kernel, and makes the buffers.
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

/// A tensor map in memory of the target.
struct DeviceTensorMap {
  TensorMapLayout layout;
  uint64_t base = 0; ///< address of the tensor
};

/// An argument that is ready on the target: a scalar, or the address of memory there.
struct DeviceWord {
  std::string name;            ///< for messages
  uint64_t word = 0;           ///< an address, or a scalar's bits in the low bytes
  uint64_t reachableBytes = 0; ///< what the kernel may touch behind an address [bytes]
  uint32_t parameter = 0;      ///< of the kernel, that it is a word of
  std::optional<DeviceTensorMap> tensorMap = {}; ///< what is at the address, if it is one
};

/// A tensor map as an argument.
struct BoundTensorMap {
  TensorMapLayout layout;
  size_t buffer = 0;      ///< number of the buffer that it looks at (BoundArguments::bufferAt)
  bool isByValue = false; ///< the kernel takes its bytes, not the address of a copy
};

/// The arguments of a kernel: buffers in host memory, tensor maps over them, and words. Buffers
/// that are no arguments come after those that are. [not thread-safe]
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
  /// The buffer of an argument, or null for one that has none.
  HostBuffer *buffer(size_t index);
  /// The tensor map of an argument, or null.
  const BoundTensorMap *tensorMap(size_t index) const;

  /// The parameter of the kernel that an argument is, or is a word of.
  uint32_t parameter(size_t index) const { return m_arguments[index].parameter; }
  /// What is at the address that an argument without a buffer is, if that is a tensor map; or null.
  const DeviceTensorMap *tensorMapAt(size_t index) const;

  /// Every buffer, of an argument or not, by number.
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
  /// What the kernel may touch behind a word that is an address [bytes]; 0 for a scalar.
  uint64_t reachableBytes(size_t index) const { return m_arguments[index].reachableBytes; }

  /// Gives every buffer its initial value again, for another of the specification's launches.
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
