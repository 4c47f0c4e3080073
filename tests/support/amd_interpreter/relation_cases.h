// SPDX-License-Identifier: Apache-2.0
// The relations of v_cmp with their meaning on the host.
#pragma once

#include <bit>
#include <cstdint>

#include "tests/support/amd_interpreter/lane_cases.h"

namespace pstudio::test::amdgpu {

/// A relation by the orders that it is true for: 1 less, 2 equal, 4 greater, 8 unordered.
struct Relation {
  const char *name;
  uint32_t orders;
};
inline constexpr Relation kFloatRelations[] = {
    {"lt", 1}, {"eq", 2},  {"le", 3},   {"gt", 4},   {"lg", 5},   {"ge", 6},   {"o", 7},
    {"u", 8},  {"nge", 9}, {"nlg", 10}, {"ngt", 11}, {"nle", 12}, {"neq", 13}, {"nlt", 14}};
inline constexpr Relation kIntegerRelations[] = {{"lt", 1}, {"eq", 2}, {"le", 3},
                                                 {"gt", 4}, {"ne", 5}, {"ge", 6}};

template <class T> uint32_t orderOf(T a, T b) {
  return a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;
}

struct RelationType {
  const char *name;
  LaneType type;
  uint32_t (*order)(uint64_t a, uint64_t b);
};
inline constexpr RelationType kRelationTypes[] = {
    {"i16", LaneType::Word16,
     [](uint64_t a, uint64_t b) { return orderOf(int16_t(a), int16_t(b)); }},
    {"u16", LaneType::Word16,
     [](uint64_t a, uint64_t b) { return orderOf(uint16_t(a), uint16_t(b)); }},
    {"i32", LaneType::Word32,
     [](uint64_t a, uint64_t b) { return orderOf(int32_t(a), int32_t(b)); }},
    {"u32", LaneType::Word32,
     [](uint64_t a, uint64_t b) { return orderOf(uint32_t(a), uint32_t(b)); }},
    {"i64", LaneType::Word64,
     [](uint64_t a, uint64_t b) { return orderOf(int64_t(a), int64_t(b)); }},
    {"u64", LaneType::Word64, [](uint64_t a, uint64_t b) { return orderOf(a, b); }},
    {"f16", LaneType::Half,
     [](uint64_t a, uint64_t b) {
       return orderOf(std::bit_cast<_Float16>(uint16_t(a)), std::bit_cast<_Float16>(uint16_t(b)));
     }},
    {"f32", LaneType::Float,
     [](uint64_t a, uint64_t b) {
       return orderOf(std::bit_cast<float>(uint32_t(a)), std::bit_cast<float>(uint32_t(b)));
     }},
    {"f64", LaneType::Double,
     [](uint64_t a, uint64_t b) {
       return orderOf(std::bit_cast<double>(a), std::bit_cast<double>(b));
     }},
};

} // namespace pstudio::test::amdgpu
