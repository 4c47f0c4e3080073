// SPDX-License-Identifier: Apache-2.0
// Typed, aligned memory of the host: what a kernel's buffer argument starts as and ends as.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Alignment of every buffer's bytes, that of cudaMalloc() and hipMalloc(): the CPU target then
/// counts the same cache lines, sectors and banks in every run, and those that a GPU counts.
inline constexpr size_t kHostBufferAlignment = 256;
/// Largest buffer that is made [bytes]: 16 GiB.
inline constexpr uint64_t kMaxHostBufferBytes = uint64_t{1} << 34;

/// Elements of a shape (1 for rank 0). Fails with InvalidInput if an extent is negative, or if the
/// buffer would have more than kMaxHostBufferBytes.
Result<uint64_t> countElements(DType dtype, std::span<const int64_t> shape);

/// "f32[128, 64]".
std::string describeShape(DType dtype, std::span<const int64_t> shape);

/// A dense row-major array that owns its memory. [not thread-safe; reading from several threads is
/// fine]
class HostBuffer {
public:
  /// All zero. Fails as countElements, and with RunFailed if there is no memory.
  static Result<HostBuffer> make(DType dtype, std::vector<int64_t> shape);

  DType dtype() const { return m_dtype; }
  std::span<const int64_t> shape() const { return m_shape; }
  uint64_t elementCount() const { return m_elementCount; }

  /// elementCount * dtypeSize bytes, little-endian elements, aligned to kHostBufferAlignment. The
  /// address stays the same when the buffer is moved.
  std::span<std::byte> bytes() { return {m_bytes.get(), m_byteCount}; }
  std::span<const std::byte> bytes() const { return {m_bytes.get(), m_byteCount}; }

  /// Element `index` of the flat row-major order. Integers beyond 2^53 lose their last bits. index
  /// < elementCount.
  double at(uint64_t index) const;
  /// Rounds to the nearest element value; integer types take the value towards zero, clamped to
  /// their range (NaN becomes 0). index < elementCount.
  void set(uint64_t index, double value);
  /// Integer types: the low bits of `value` (two's complement); floating types: rounded. index <
  /// elementCount.
  void setInteger(uint64_t index, int64_t value);

private:
  struct AlignedDelete {
    void operator()(std::byte *bytes) const;
  };
  HostBuffer() = default;

  DType m_dtype = DType::F32;
  std::vector<int64_t> m_shape;
  uint64_t m_elementCount = 0;
  size_t m_byteCount = 0;
  std::unique_ptr<std::byte, AlignedDelete> m_bytes;
};

/// Memory for an argument with its initial value: the same bytes for the same argument on every
/// machine.
///   zeros   all 0
///   iota    0, 1, 2, ... (integers wrap, floating types round)
///   random  element i is low + (high - low) * u(i), u(i) = top 53 bits of SplitMix64's output i
///   for the seed, / 2^53
///           (Steele, Lea, Flood, OOPSLA 2014), below high before it is rounded to the dtype
///           (integers: floor)
///   file    the .npy file, whose shape and dtype must match; a bf16 buffer takes an f32 file and
///   rounds it, since
///           .npy has no bf16. Mismatch is InvalidInput and names both.
/// O(elements).
Result<HostBuffer> makeHostBuffer(const BufferArgument &argument);

} // namespace pstudio
