// SPDX-License-Identifier: Apache-2.0
// The argument sets of slices, each stored once however many slices share it.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/record/operation_table.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Makes and shares argument sets. One per launch: the meaning of operation ids differs between
/// launches.
/// [not thread-safe]
class OperationArgs {
public:
  /// Both must outlive this.
  OperationArgs(TraceBuilder &trace, const OperationTable &operations)
      : m_trace(trace), m_operations(operations) {}

  /// Properties in which slices of the same static operation differ.
  struct Detail {
    std::optional<uint16_t> instance; ///< key of an event
    std::optional<uint64_t> laneMask; ///< of a record made under divergence
    std::optional<uint32_t>
        endUnit; ///< the unit that saw the end, if it is not the one that saw the start
    bool isLengthUnknown = false; ///< kSliceLengthUnknown
  };

  /// "operation", "source", the call path and the given details. O(1).
  ArgSetId of(uint16_t operation, const Detail &detail);
  /// Appends the static arguments of an operation: "operation", "source" and the call path.
  void appendStatic(uint16_t operation, std::vector<Arg> &args);
  /// The operation's name, or "operation N" if it is not in the table.
  StringId nameOf(uint16_t operation);
  bool isKnown(uint16_t operation) const {
    return m_operations.find(OperationId(operation)) != nullptr;
  }

  /// I32 for an operation that is not in the table.
  ValueType valueTypeOf(uint16_t operation) const {
    const Operation *known = m_operations.find(OperationId(operation));
    return known != nullptr ? known->type : ValueType::I32;
  }
  /// The unit of a value's numbers; none if it has no unit.
  StringId unitOf(uint16_t operation);

  /// Scope for an operation that is not in the table.
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
