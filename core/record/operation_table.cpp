// SPDX-License-Identifier: Apache-2.0
#include "core/record/operation_table.h"

#include <bit>

namespace pstudio::record {

std::optional<FieldProblem> problemOf(const AccessFacts &access) {
  const bool hasGroups = access.groupLanes != 0;
  if (hasGroups && (!access.stride || !std::has_single_bit(access.groupLanes)))
    return FieldProblem{"group_lanes", "must be a power of two, beside a stride"};
  if (!access.laneXors.empty() &&
      (hasGroups || !isAboveXors(access.stride.value_or(0), access.laneXors)))
    return FieldProblem{
        "lane_xors", "needs a stride that is a multiple of what its bits can hold, and no group"};
  if (access.offsets &&
      (access.stride || !access.laneXors.empty() || !memory::isByLane(access.kind)))
    return FieldProblem{"thread_offsets", "exclude a stride, xors and bulk accesses"};
  if (access.tensorMap && memory::isByLane(access.kind))
    return FieldProblem{"tensor_map", "is only valid for bulk accesses"};
  if (access.distance && (!memory::isByLane(access.kind) || access.counted))
    return FieldProblem{"distance", "is not valid for bulk or counted accesses"};
  return std::nullopt;
}

std::optional<FieldProblem> problemOf(const Operation &operation) {
  if (operation.async.has_value() != (operation.kind == OperationKind::Async))
    return FieldProblem{{}, "the kind async and the field \"async\" belong together"};
  if (operation.access && operation.kind != OperationKind::MemoryAccess)
    return FieldProblem{{}, "the field \"access\" is only valid for the kind memory"};
  return std::nullopt;
}

} // namespace pstudio::record
