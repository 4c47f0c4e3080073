// SPDX-License-Identifier: Apache-2.0
// The static side of records: what the operation id in a tag means. Made by the compiler, read by
// the decoder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace pstudio::record {

enum class OperationKind : uint8_t { Scope, Event, Value, MemoryAccess };

/// One instrumented operation of a kernel; its index in the table is its OperationId.
struct Operation {
  OperationKind kind = OperationKind::Scope;
  std::string name;
  OperationId parent;   ///< innermost scope that statically encloses it; none at the top or for
                        ///< crossing scopes
  std::string location; ///< "file:line:column" of the start, or empty
  bool operator==(const Operation &) const = default;
};

/// All instrumented operations of one kernel, at most record::kMaxOperations.
struct OperationTable {
  std::vector<Operation> operations;
  const Operation *find(OperationId id) const {
    return id.value < operations.size() ? &operations[id.value] : nullptr;
  }
  bool operator==(const OperationTable &) const = default;
};

} // namespace pstudio::record
