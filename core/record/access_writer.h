// SPDX-License-Identifier: Apache-2.0
// From recorded memory accesses to the table of a launch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/access/tensor_map.h"
#include "core/record/bulk_writer.h"
#include "core/record/counter_decoder.h"
#include "core/record/cta_matcher.h"
#include "core/record/implied_accesses.h"
#include "core/record/operation_table.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// What a launch says of its memory.
struct LaunchMemory {
  /// Arguments and shared allocations; those of shared memory count from its start.
  std::vector<memory::Buffer> buffers = {};
  memory::MemoryModel model = {};
  /// The address at which a CTA's shared memory starts, in records [bytes].
  uint64_t sharedBase = 0;
  /// Of the arguments that are tensor maps.
  std::vector<memory::TensorMap> tensorMaps = {};
  bool operator==(const LaunchMemory &) const = default;
};

/// Collects the accesses of a launch, unit by unit. [not thread-safe]
class AccessWriter {
public:
  AccessWriter(const AccessWriter &) = delete;
  AccessWriter &operator=(const AccessWriter &) = delete;
  /// `threads` of a CTA. The first two outlive this.
  AccessWriter(const OperationTable &operations, const LaunchMemory &memory, uint32_t threads,
               uint32_t lanesPerWarp);

  /// True if the launch was to record accesses.
  bool isWanted() const { return m_isWanted; }
  /// Adds what a warp recorded. A warp comes once, and the warps of a CTA one after the other;
  /// others are counted and left out. O(addresses).
  void addWarp(uint32_t cta, const MatchedUnit &unit,
               const std::function<Picoseconds(int64_t cycles)> &timeAt);
  /// Adds what a CTA counted. A CTA comes once. O(counters).
  void addCounters(uint64_t cta, std::span<const CtaCounter> counters);
  /// What was collected, with notes about what is odd; null if nothing was to be recorded.
  std::shared_ptr<const memory::LaunchAccesses> finish(const memory::RecordedShare &share,
                                                       TraceBuilder &trace);

private:
  void add(const Record &record, const MatchedUnit &unit, memory::LaneMask live, Picoseconds time);
  bool completeLanes(const AccessFacts &facts, std::span<const LaneAddress> told,
                     memory::LaneMask mask);
  uint64_t lowestAddress(const AccessFacts &facts, memory::LaneMask mask,
                         const LaneAddress &told) const;
  void completeSwizzled(const AccessFacts &facts, memory::LaneMask mask, const LaneAddress &told);
  std::optional<uint16_t> siteOf(const ImpliedAccess &implied);
  void addAffine(uint32_t operation, memory::LaneMask mask, uint64_t base, int64_t stride,
                 Picoseconds time);
  void addLanes(uint32_t operation, memory::LaneMask mask, Picoseconds time);

  const OperationTable &m_operations;
  const ImpliedAccesses m_implied;
  const LaunchMemory &m_memory;
  const uint32_t m_threads;
  const uint32_t m_lanesPerWarp;
  bool m_isWanted = false;
  memory::AccessTable m_table;
  BulkWriter m_bulk;                            ///< writes to the table
  std::vector<std::optional<uint16_t>> m_sites; ///< by operation
  memory::AccessCounts m_counts;
  std::vector<uint64_t> m_addresses; // scratch
  uint64_t m_records = 0;
  uint64_t m_impliedAccesses = 0;
  uint64_t m_unknown = 0;       ///< accesses of no operation of the table
  uint64_t m_oddCounters = 0;   ///< with fewer lanes than accesses, or too many
  uint64_t m_contradicting = 0; ///< whose lanes and addresses do not agree
  uint64_t m_repeated = 0;      ///< of warps that had been added
};

} // namespace pstudio::record
