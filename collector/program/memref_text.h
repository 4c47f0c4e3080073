// SPDX-License-Identifier: Apache-2.0
// Arrays of host code as text, the same as MLIR's runner utilities print them.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::program {

/// A memref descriptor in memory: allocated and aligned pointer, offset, sizes, strides.
class MemrefView {
public:
  /// `descriptor` must be one of this rank and outlive the view.
  MemrefView(int64_t rank, const void *descriptor);

  int64_t rank() const { return m_rank; }
  const std::byte *data() const; ///< the aligned pointer
  int64_t offset() const;        ///< [elements]
  int64_t size(int64_t axis) const;
  int64_t stride(int64_t axis) const; ///< [elements]

  /// From the first byte that elements of this size can have to the end of the last, if no stride
  /// is negative [bytes].
  uint64_t spanBytes(uint64_t elementBytes) const;

private:
  int64_t word(int64_t index) const;
  int64_t m_rank;
  const std::byte *m_descriptor;
};

enum class ElementKind : uint8_t { I8, I16, I32, I64, F32, F64 };

/// "Unranked Memref base@ = 0x... rank = 1 offset = 0 sizes = [2] strides = [1] data = \n[1, 2]\n";
/// `title` is its beginning.
std::string memrefText(const MemrefView &memref, ElementKind kind, const std::string &title);
/// The first line alone, without "data = ".
std::string memrefShapeText(const MemrefView &memref, const std::string &title);

} // namespace pstudio::program
