// SPDX-License-Identifier: Apache-2.0
// Tensor maps that host code makes of memrefs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collector/program/device_memory.h"
#include "core/base/result.h"

namespace pstudio::program {

/// A tensor map as host code orders it, with the numbers of the driver's enumerations; lists in the
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

/// A tensor map for the device, and what it says.
struct EncodedTensorMap {
  TensorMapBytes bytes{};
  TensorMapLayout layout;
};

/// The map that is asked for. InvalidInput for what breaks a rule of tensor maps, in the author's
/// terms; RunFailed for memory that the device cannot see; Unsupported where the target has no
/// tensor maps.
Result<EncodedTensorMap> encodeTensorMap(DeviceMemory &memory, const TensorMapOrder &order);

/// Bytes of an element of the data type with that number of the driver's. Unsupported for types
/// that no memref has.
Result<int64_t> elementBytesOf(int64_t dataType);

} // namespace pstudio::program
