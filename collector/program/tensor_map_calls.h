// SPDX-License-Identifier: Apache-2.0
// Tensor maps that host code creates from memrefs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collector/program/device_memory.h"
#include "core/base/result.h"

namespace pstudio::program {

/// A tensor map that host code requests. Enumerations have the driver's numbers. Lists are in the
/// order of a memref, the fastest dimension last.
struct TensorMapOrder {
  uint64_t address = 0; ///< of the first element
  int64_t dataType = 0;
  std::vector<int64_t> shape = {};          ///< elements
  std::vector<int64_t> strides = {};        ///< elements from one to the next
  std::vector<int64_t> box = {};            ///< elements
  std::vector<int64_t> elementStrides = {}; ///< step within the box; empty: 1 everywhere
  int64_t interleave = 0;
  int64_t swizzle = 0;
  int64_t l2Promotion = 0;
  int64_t fill = 0;
};

/// An encoded tensor map, and its layout.
struct EncodedTensorMap {
  TensorMapBytes bytes{};
  TensorMapLayout layout;
};

/// Encodes the requested map. InvalidInput, in the author's terms, if it violates a rule of tensor
/// maps; RunFailed for memory that the device cannot access; Unsupported if the target has no
/// tensor maps.
Result<EncodedTensorMap> encodeTensorMap(DeviceMemory &memory, const TensorMapOrder &order);

/// Size of an element of the data type with the driver's number `dataType` [bytes]. Unsupported for
/// types that no memref has.
Result<int64_t> elementBytesOf(int64_t dataType);

} // namespace pstudio::program
