// SPDX-License-Identifier: Apache-2.0
// The static side of records: what the operation id in a tag means. Made by the compiler, read by
// the decoder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/access/access.h"
#include "core/access/access_counts.h"
#include "core/base/ids.h"
#include "core/queues/async_site.h"
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

/// What is known of a memory access before it happens.
struct AccessFacts {
  memory::AccessKind kind = memory::AccessKind::Load;
  memory::AccessSpace space = memory::AccessSpace::Global;
  uint32_t bytesPerLane = 4; ///< at least 1; of a bulk access all, or 1: each record says how many
  /// From each lane's address to the next [bytes]: then a record has the address of one lane of
  /// each group. Else it has those of all lanes.
  std::optional<int64_t> stride = {};
  /// Lanes of a group, a power of two: groups begin at its multiples, and the stride holds within
  /// them. 0: all lanes of a warp are one.
  uint32_t groupLanes = 0;
  /// Of a bulk access that copies a tile: the argument of the kernel that is its tensor map.
  std::optional<uint32_t> tensorMap = {};
  /// Accesses are not recorded but counted, by the piece of memory that they begin in.
  std::optional<memory::CountedBins> counted = {};
  /// By bit of a lane's number: the bits of the address in which lanes differ whose numbers differ
  /// in that bit. Then a record has the address of one lane; the bits above theirs are a number
  /// that grows by the stride, if there is one. Empty: no lanes differ so.
  std::vector<uint64_t> laneXors = {};
  bool operator==(const AccessFacts &) const = default;
};

/// One call on the way from a kernel to a function that records.
struct CallSite {
  std::string function; ///< that is called
  std::string location; ///< "file:line:column" of the call, or empty
  bool operator==(const CallSite &) const = default;
};

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
  std::string unit = {};           ///< of a Value: what it counts, "bytes", or empty
  std::optional<analysis::AsyncSite> async = {}; ///< given if and only if kind is Async
  std::optional<AccessFacts> access = {};        ///< given if and only if kind is MemoryAccess
  bool operator==(const Operation &) const = default;
};

/// All instrumented operations of one kernel, at most record::kMaxOperations.
struct OperationTable {
  std::vector<Operation> operations;
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
