// SPDX-License-Identifier: Apache-2.0
// The argument sets of slices, each stored once however many slices share it.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/record/operation_table.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Makes and shares argument sets. One per launch: operation ids mean something else in the next.
/// [not thread-safe]
class OperationArgs {
public:
  /// Both must outlive this.
  OperationArgs(TraceBuilder &trace, const OperationTable &operations)
      : m_trace(trace), m_operations(operations) {}

  /// What, beside the static operation, tells one slice from another.
  struct Detail {
    std::optional<uint16_t> instance; ///< key of an event
    std::optional<uint64_t> laneMask; ///< of a record made under divergence
    std::optional<uint32_t>
        endUnit; ///< the unit that saw the end, if it is not the one that saw the start
    bool isLengthUnknown = false; ///< kSliceLengthUnknown
  };

  /// "operation", "source", the call path and the given details. O(1).
  ArgSetId of(uint16_t operation, const Detail &detail);
  /// Appends what is static of an operation: "operation", "source" and the call path.
  void appendStatic(uint16_t operation, std::vector<Arg> &args);
  /// The operation's name, or "operation N" if the table does not know it.
  StringId nameOf(uint16_t operation);
  bool isKnown(uint16_t operation) const {
    return m_operations.find(OperationId(operation)) != nullptr;
  }

  /// I32 for an operation that the table does not know.
  ValueType valueTypeOf(uint16_t operation) const {
    const Operation *known = m_operations.find(OperationId(operation));
    return known != nullptr ? known->type : ValueType::I32;
  }
  /// What the numbers of a value count; none if nothing is said.
  StringId unitOf(uint16_t operation);

  /// Scope for an operation that the table does not know.
  OperationKind kindOf(uint16_t operation) const {
    const Operation *known = m_operations.find(OperationId(operation));
    return known != nullptr ? known->kind : OperationKind::Scope;
  }

private:
  struct Key {
    uint64_t operationAndInstance = 0;
    uint64_t lanes = 0;
    uint32_t unit = 0;
    uint8_t given = 0;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const;
  };

  void appendLanes(uint64_t laneMask, std::vector<Arg> &args);

  TraceBuilder &m_trace;
  const OperationTable &m_operations;
  std::unordered_map<Key, ArgSetId, KeyHash> m_sets;
  std::unordered_map<uint16_t, StringId> m_names;
  std::vector<Arg> m_args; // scratch
};

} // namespace pstudio::record
