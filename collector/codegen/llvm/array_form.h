// SPDX-License-Identifier: Apache-2.0
// The shape of a global array.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace pstudio {

/// An array by its elements.
struct ArrayForm {
  std::vector<int64_t> shape; ///< row-major; never empty
  uint32_t elementBytes = 1;
};

/// Of an array of arrays of numbers or vectors; anything else is an array of bytes. The type has a
/// size.
ArrayForm arrayFormOf(const llvm::Type &type, const llvm::DataLayout &layout);

} // namespace pstudio
