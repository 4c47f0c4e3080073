// SPDX-License-Identifier: Apache-2.0
// Tensor maps: descriptors of 128 bytes for copies of the tensor memory accelerator (TMA).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>

#include "collector/runtime/cuda/context.h"
#include "collector/vendor/cuda_types.h"

namespace pstudio::cuda {

/// Parameters of cuTensorMapEncodeTiled, in the driver's order: the fastest dimension first. Array
/// elements beyond `rank` are zero.
struct TensorMapRequest {
  static constexpr size_t kMaxRank = 5;

  uint64_t address = 0; ///< on the device, aligned to 16 bytes (32 with interleave Bytes32)
  CuTensorMapDataType dataType = CuTensorMapDataType::Float32;
  uint32_t rank = 0;
  std::array<uint64_t, kMaxRank> extents{};         ///< elements
  std::array<uint64_t, kMaxRank - 1> strideBytes{}; ///< of the second dimension and later ones
  std::array<uint32_t, kMaxRank> box{};             ///< elements
  std::array<uint32_t, kMaxRank> elementStrides{};
  CuTensorMapInterleave interleave = CuTensorMapInterleave::None;
  CuTensorMapSwizzle swizzle = CuTensorMapSwizzle::None;
  CuTensorMapL2Promotion l2Promotion = CuTensorMapL2Promotion::None;
  CuTensorMapFill fill = CuTensorMapFill::Zeros;

  auto operator<=>(const TensorMapRequest &) const = default;
};

/// An encoded map (CUtensorMap). The encoding is not documented.
struct alignas(128) TensorMap {
  std::array<std::byte, 128> bytes{};
};
static_assert(sizeof(TensorMap) == 128);

/// Encodes the map by the driver. Unsupported on a device or driver without tensor maps.
/// InvalidInput for an address that is not aligned, and, with all values of the request, if the
/// driver rejects it.
Result<TensorMap> encodeTensorMap(const Context &context, const TensorMapRequest &request);

/// Cache of encoded maps by request. [one thread at a time]
class TensorMapCache {
public:
  /// As encodeTensorMap(). The result lives as long as the cache.
  Result<const TensorMap *> find(const Context &context, const TensorMapRequest &request);
  size_t size() const { return m_maps.size(); }

private:
  std::map<TensorMapRequest, TensorMap> m_maps;
};

} // namespace pstudio::cuda
