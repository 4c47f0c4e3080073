// SPDX-License-Identifier: Apache-2.0
// Vector instructions with their meaning as functions of the host, written apart from those of the
// interpreter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pstudio::test::amdgpu {

enum class LaneType : uint8_t { Word16, Word32, Word64, Half, Float, Double };

/// One instruction. The bits of sources and result are in the low bits of the words.
struct LaneCase {
  std::string gfx11; ///< its name on gfx1100; empty: none
  std::string gfx9;  ///< its name on gfx942
  LaneType result;
  std::vector<LaneType> sources;
  uint64_t (*expected)(const uint64_t *sources);
  bool accumulates = false; ///< the destination is the last source
};

const std::vector<LaneCase> &laneCases();

size_t bytesOf(LaneType type);
bool isFloating(LaneType type);
/// The bits of -|x|, -x and |x| as the modifiers of sources make them.
uint64_t negated(LaneType type, uint64_t bits);
uint64_t absolute(LaneType type, uint64_t bits);
/// True for NaN of the floating types.
bool isNan(LaneType type, uint64_t bits);

} // namespace pstudio::test::amdgpu
