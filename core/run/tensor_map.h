// SPDX-License-Identifier: Apache-2.0
// A tensor map (TMA descriptor) as a specification gives it: its buffer, its boxes and its layout
// in shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pstudio {

/// Permutation of the 16-byte pieces of a row in shared memory, by the width of the pattern.
enum class TensorSwizzle : uint8_t { None, Bytes32, Bytes64, Bytes128 };
/// Channels that stand together in memory: 8 or 16 of two bytes (NC/8HWC8, NC/16HWC16).
enum class TensorInterleave : uint8_t { None, Bytes16, Bytes32 };
/// Bytes that the level-2 cache fetches at once.
enum class TensorL2Promotion : uint8_t { None, Bytes64, Bytes128, Bytes256 };
/// Value of elements outside of the tensor.
enum class TensorFill : uint8_t { Zeros, Nan };

/// The names of a specification, in the order of the enumerators.
inline constexpr std::array<std::string_view, 4> kTensorSwizzleNames{"none", "32B", "64B", "128B"};
inline constexpr std::array<std::string_view, 3> kTensorInterleaveNames{"none", "16B", "32B"};
inline constexpr std::array<std::string_view, 4> kTensorL2PromotionNames{"none", "64B", "128B",
                                                                         "256B"};
inline constexpr std::array<std::string_view, 2> kTensorFillNames{"zeros", "nan"};

/// An argument that is a tensor map. All lists are in the buffer's order: the fastest dimension
/// comes last.
struct TensorMapArgument {
  std::string buffer;                  ///< name of a buffer argument, or of RunSpec::buffers
  std::vector<int64_t> box;            ///< elements that one copy moves, of each dimension
  std::vector<int64_t> shape;          ///< the tensor that is seen in the buffer; empty: its own
  std::vector<int64_t> strides;        ///< elements from one to the next; empty: dense
  std::vector<int64_t> elementStrides; ///< step within the box; empty: 1 everywhere
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorInterleave interleave = TensorInterleave::None;
  TensorL2Promotion l2Promotion = TensorL2Promotion::None;
  /// Zeros if not given; a box that is larger than the tensor requires it.
  std::optional<TensorFill> fill;

  bool operator==(const TensorMapArgument &) const = default;
};

} // namespace pstudio
