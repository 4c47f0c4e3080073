// SPDX-License-Identifier: Apache-2.0
// The fields of a launch's memory in files: buffers, tensor maps and the numbers of the chip.
#pragma once

#include "core/access/access_names.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"
#include "core/access/tensor_map.h"
#include "core/base/fields.h"

namespace pstudio::memory {

inline constexpr size_t kMaxExtents = 64;
inline constexpr size_t kMaxMapDimensions = 5;

template <FieldsOwner<Buffer> T> constexpr auto fieldsOf(T &buffer) {
  auto &[name, space, base, dtype, elementBytes, shape] = buffer;
  return std::tuple(Field{"name", name}.numbered(1),
                    Field{"space", space, oneOf(kAccessSpaceNames)}.numbered(2),
                    Field{"base", base}.numbered(3), Field{"dtype", dtype}.numbered(4),
                    Field{"element_bytes", elementBytes, within(1, UINT32_MAX)}.numbered(5),
                    Field{"shape", shape, {.low = 0, .most = kMaxExtents}}.numbered(6));
}

template <FieldsOwner<PhaseRule> T> constexpr auto fieldsOf(T &rule) {
  auto &[bytes, ofLoads, banks, masks] = rule;
  return std::tuple(Field{"bytes", bytes, within(1, UINT32_MAX)}.numbered(1),
                    Field{"of_loads", ofLoads}.numbered(2),
                    Field{"banks", banks, within(1, UINT32_MAX)}.numbered(3),
                    Field{"masks", masks}.numbered(4));
}

/// Files contain only phase rules with a width that is not 0.
template <FieldsOwner<MemoryModel> T> constexpr auto fieldsOf(T &model) {
  auto &[lineBytes, sectorBytes, bankRules] = model;
  auto &[banks, bankBytes, phaseBytes, maxLaneBytes, atomicsOneByOne, rules] = bankRules;
  constexpr FieldRule kPositive = within(1, UINT32_MAX);
  return std::tuple(Field{"line_bytes", lineBytes, kPositive}.numbered(1),
                    Field{"sector_bytes", sectorBytes, kPositive}.numbered(2),
                    Field{"banks", banks, kPositive}.numbered(3),
                    Field{"bank_bytes", bankBytes, kPositive}.numbered(4),
                    Field{"phase_bytes", phaseBytes, kPositive}.numbered(5),
                    Field{"max_lane_bytes", maxLaneBytes, kPositive}.numbered(6),
                    Field{"atomics_serial", atomicsOneByOne}.numbered(7),
                    Field{"phase_rules", rules}.optional().numbered(8));
}

inline std::optional<FieldProblem> problemOf(const MemoryModel &model) {
  if (isUsable(model))
    return std::nullopt;
  return FieldProblem{{}, "no memory has these numbers"};
}

template <FieldsOwner<TensorMap> T> constexpr auto fieldsOf(T &map) {
  auto &[argument, base, elementBytes, extents, strideBytes, box, elementStrides, isInterleaved] =
      map;
  constexpr FieldRule kSizes{.low = 0, .most = kMaxMapDimensions};
  return std::tuple(Field{"argument", argument, within(0, UINT16_MAX)}, Field{"base", base},
                    Field{"element_bytes", elementBytes, within(1, 16)},
                    Field{"extents", extents, kSizes}, Field{"stride_bytes", strideBytes, kSizes},
                    Field{"box", box, kSizes}, Field{"element_strides", elementStrides, kSizes},
                    Field{"interleaved", isInterleaved});
}

inline std::optional<FieldProblem> problemOf(const TensorMap &map) {
  if (isUsable(map))
    return std::nullopt;
  return FieldProblem{{}, "no tensor map has these numbers"};
}

} // namespace pstudio::memory
