// SPDX-License-Identifier: Apache-2.0
// The static side of records: the meaning of the operation id in a tag. The compiler creates the
// table, the decoder reads it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/access/access_counts.h"
#include "core/access/access_names.h"
#include "core/base/fields.h"
#include "core/base/ids.h"
#include "core/queues/async_names.h"
#include "core/record/access_layout.h"
#include "core/record/group_layout.h"
#include "core/record/thread_offsets.h"
#include "core/record/value_type.h"

namespace pstudio::record {

enum class OperationKind : uint8_t {
  Scope,
  Event,
  Value,
  MemoryAccess,
  Profile, ///< a scope around work of the profile itself: a handover of slots
  Async,   ///< a step of an asynchronous queue
};
inline constexpr uint8_t kOperationKinds = 6;
inline constexpr std::array<std::string_view, kOperationKinds> kOperationKindNames{
    "scope", "event", "value", "memory", "profile", "async"};

/// The static properties of a memory access.
struct AccessFacts {
  memory::AccessKind kind = memory::AccessKind::Load;
  memory::AccessSpace space = memory::AccessSpace::Global;
  uint32_t bytesPerLane = 4; ///< at least 1; of a bulk access its length, or 1 if in records
  /// Difference from each lane's address to the next [bytes]. With it, a record has the address of
  /// one lane of each group; without it, the addresses of all lanes.
  std::optional<int64_t> stride = {};
  /// Lanes of a group, a power of two: groups begin at its multiples, and the stride holds within
  /// them. 0: all lanes of a warp are one group.
  uint32_t groupLanes = 0;
  /// Of a bulk access that copies a tile: index of the kernel argument that is its tensor map.
  std::optional<uint32_t> tensorMap = {};
  /// Accesses are not recorded but counted, by the piece of memory that they begin in.
  std::optional<memory::CountedBins> counted = {};
  /// Entry b: the address bits that differ between two lanes whose numbers differ in bit b
  /// (swizzling). With it, a record has the address of one lane. The address bits above all entries
  /// are a number that grows by the stride, if there is one. Empty: no swizzling.
  std::vector<uint64_t> laneXors = {};
  /// With it, a record has the address of one lane, from which the offsets lead to those of the
  /// others. Excludes a stride, groups and xors.
  std::optional<ThreadOffsets> offsets = {};
  /// The access has no record of its own. It happens together with the access of the last preceding
  /// operation in the table without a distance, at the address of that access in each lane plus
  /// this distance [bytes].
  std::optional<int64_t> distance = {};
  bool operator==(const AccessFacts &) const = default;
};

/// The fields of AccessFacts in files.
template <FieldsOwner<AccessFacts> T> constexpr auto fieldsOf(T &access) {
  auto &[kind, space, bytesPerLane, stride, groupLanes, tensorMap, counted, laneXors, offsets,
         distance] = access;
  constexpr size_t kLaneBits = std::bit_width(memory::kMaxLanes - 1);
  return std::tuple(
      Field{"kind", kind, oneOf(memory::kAccessKindNames)},
      Field{"space", space, oneOf(memory::kAccessSpaceNames)},
      Field{"bytes_per_lane", bytesPerLane, within(1, UINT32_MAX)}, Field{"stride", stride},
      Field{"group_lanes", groupLanes, within(2, memory::kMaxLanes / 2)}.omittedIf(groupLanes == 0),
      Field{"lane_xors", laneXors, atMost(kLaneBits)}.omittedIf(laneXors.empty()),
      Field{"thread_offsets", offsets}, Field{"tensor_map", tensorMap, within(0, UINT16_MAX)},
      Field{"counted", counted}, Field{"distance", distance});
}

/// Reports facts that exclude each other.
std::optional<FieldProblem> problemOf(const AccessFacts &access);

/// One call on the way from a kernel to a function that records.
struct CallSite {
  std::string function; ///< the called function
  std::string location; ///< "file:line:column" of the call, or empty
  bool operator==(const CallSite &) const = default;
};

template <FieldsOwner<CallSite> T> constexpr auto fieldsOf(T &call) {
  auto &[function, location] = call;
  return std::tuple(Field{"function", function},
                    Field{"location", location}.omittedIf(location.empty()));
}

/// One instrumented operation of a kernel, reached over one path of calls; its index in the table
/// is its OperationId.
struct Operation {
  OperationKind kind = OperationKind::Scope;
  std::string name;
  OperationId parent;   ///< innermost scope that statically encloses it, also across calls; none at
                        ///< the top or for crossing scopes
  std::string location; ///< "file:line:column" of the start, or empty
  std::vector<CallSite> path = {}; ///< from the kernel inwards; empty in the kernel itself
  ValueType type = ValueType::I32; ///< of a Value
  std::string unit = {};           ///< of a Value: its unit, e.g. "bytes", or empty
  std::optional<analysis::AsyncSite> async = {}; ///< given if and only if kind is Async
  std::optional<AccessFacts> access = {};        ///< given if and only if kind is MemoryAccess
  bool operator==(const Operation &) const = default;
};

template <FieldsOwner<Operation> T> constexpr auto fieldsOf(T &operation) {
  auto &[kind, name, parent, location, path, type, unit, async, access] = operation;
  constexpr size_t kMaxCalls = 1 << 12;
  return std::tuple(
      Field{"kind", kind, oneOf(kOperationKindNames)}, Field{"name", name},
      Field{"parent", parent, within(0, kMaxOperations - 1)}.omittedIf(!parent.isValid()),
      Field{"location", location}.omittedIf(location.empty()),
      Field{"path", path, atMost(kMaxCalls)}.omittedIf(path.empty()),
      Field{"type", type, oneOf(kValueTypeNames)}.omittedIf(kind != OperationKind::Value),
      Field{"unit", unit}.omittedIf(unit.empty()), Field{"async", async}, Field{"access", access});
}

/// Reports a kind without its facts, or with facts of another kind.
std::optional<FieldProblem> problemOf(const Operation &operation);

/// All instrumented operations of one kernel, at most record::kMaxOperations, and the groups in
/// which their records are stored, at most record::kMaxGroups.
struct OperationTable {
  std::vector<Operation> operations;
  std::vector<RecordGroup> groups = {}; ///< by number; empty: each record is stored alone
  /// Blocks of the kernel have kGroupedFlag.
  bool isGrouped() const { return !groups.empty(); }
  const Operation *find(OperationId id) const {
    return id.value < operations.size() ? &operations[id.value] : nullptr;
  }
  /// True if the kernel records memory accesses. O(operations).
  bool recordsAccesses() const {
    return std::ranges::any_of(
        operations, [](const Operation &operation) { return operation.access.has_value(); });
  }
  bool operator==(const OperationTable &) const = default;
};

} // namespace pstudio::record
