// SPDX-License-Identifier: Apache-2.0
// Layout of a tensor map over its buffer. Checks every rule of the driver and reports errors by the
// fields of the specification.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Limits of tensor maps, all inclusive (CUDA driver API, cuTensorMapEncodeTiled).
struct TensorMapLimits {
  static constexpr size_t kMaxRank = 5;
  static constexpr size_t kMinRankInterleaved = 3;
  static constexpr int64_t kMaxExtent = int64_t{1} << 32;
  static constexpr int64_t kMaxStrideBytes = (int64_t{1} << 40) - 1;
  static constexpr int64_t kMaxBox = 256;
  static constexpr int64_t kMaxElementStride = 8;
  static constexpr int64_t kUnitBytes = 16; ///< boxes and strides are multiples of it
};

/// A checked tensor map in the order of the driver and of PTX: the fastest dimension comes first.
struct TensorMapLayout {
  DType dtype = DType::F32;
  std::vector<uint64_t> extents;     ///< elements
  std::vector<uint64_t> strideBytes; ///< of all dimensions but the first, which has none [bytes]
  std::vector<uint32_t> box;         ///< elements
  std::vector<uint32_t> elementStrides;
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorInterleave interleave = TensorInterleave::None;
  TensorL2Promotion l2Promotion = TensorL2Promotion::None;
  TensorFill fill = TensorFill::Zeros;
};

/// The layout of `map` over `buffer`. InvalidInput for whatever the driver would reject and for a
/// view that does not lie in the buffer; `where` is then the field of the map: "box[1]".
Result<TensorMapLayout> layOutTensorMap(const TensorMapArgument &map, const BufferArgument &buffer);

/// Checks every tensor map of the specification, and that its buffer exists; `where` of an error is
/// "arguments[2].tensor_map.box[1]".
Result<void> validateTensorMaps(const RunSpec &spec);

} // namespace pstudio
