// SPDX-License-Identifier: Apache-2.0
// The argument sets of asynchronous steps and operations in flight (arg_names.h), each stored once.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/queues/paired_queues.h"
#include "core/record/operation_args.h"

namespace pstudio::record {

/// Creates and shares them: CTAs and warps in the same instance of the same operation share one
/// set. One per launch. [not thread-safe]
class QueueArgs {
public:
  /// All must outlive this.
  QueueArgs(TraceBuilder &trace, const OperationTable &operations, OperationArgs &args)
      : m_trace(trace), m_operations(operations), m_args(args) {}

  /// The static arguments of the operation, then those of its place. `endUnit`: as kEndedByUnitArg.
  /// O(1).
  ArgSetId of(uint16_t operation, const analysis::StreamPlace &place,
              std::optional<uint32_t> endUnit = std::nullopt);

private:
  struct Key {
    uint64_t operationAndInstance = 0;
    uint64_t stageAndPhase = 0;
    uint64_t pairingAndUnit = 0;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const;
  };

  void append(std::string_view key, uint32_t number);

  TraceBuilder &m_trace;
  const OperationTable &m_operations;
  OperationArgs &m_args;
  std::unordered_map<Key, ArgSetId, KeyHash> m_sets;
  std::vector<Arg> m_scratch;
};

} // namespace pstudio::record
