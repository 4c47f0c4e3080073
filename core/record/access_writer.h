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

/// The memory of a launch: its buffers, the model of the chip and its tensor maps.
struct LaunchMemory {
  /// Arguments and shared allocations. Addresses in shared memory are relative to its start.
  std::vector<memory::Buffer> buffers = {};
  memory::MemoryModel model = {};
  /// Start address of a CTA's shared memory as it is in records [bytes].
  uint64_t sharedBase = 0;
  /// The tensor maps among the arguments.
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

  /// True if the launch records accesses.
  bool isWanted() const { return m_isWanted; }
  /// Adds the accesses of a warp. Each warp is added once, and the warps of a CTA one after the
  /// other; accesses that violate this are counted and left out. O(addresses).
  void addWarp(uint32_t cta, const MatchedUnit &unit,
               const std::function<Picoseconds(int64_t cycles)> &timeAt);
  /// Adds the counters of a CTA. Each CTA is added once. O(counters).
  void addCounters(uint64_t cta, std::span<const CtaCounter> counters);
  /// The collected accesses; null if the launch does not record accesses. Adds notes about
  /// inconsistent records to `trace`.
  std::shared_ptr<const memory::LaunchAccesses> finish(const memory::RecordedShare &share,
                                                       TraceBuilder &trace);

private:
  void add(const Record &record, const MatchedUnit &unit, memory::LaneMask live, Picoseconds time);
  bool completeLanes(const AccessFacts &facts, std::span<const LaneAddress> told,
                     memory::LaneMask mask);
  uint64_t lowestAddress(const AccessFacts &facts, memory::LaneMask mask,
                         const LaneAddress &told) const;
  void completeByOffsets(const AccessFacts &facts, const MatchedUnit &unit, memory::LaneMask mask,
                         const LaneAddress &recorded);
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
  uint64_t m_unknown = 0;       ///< accesses whose operation is not in the table
  uint64_t m_oddCounters = 0;   ///< with fewer lanes than accesses, or too many
  uint64_t m_contradicting = 0; ///< accesses whose lanes and addresses do not match
  uint64_t m_repeated = 0;      ///< accesses of warps that were added before
};

} // namespace pstudio::record
