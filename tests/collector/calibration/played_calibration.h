// SPDX-License-Identifier: Apache-2.0
// The records of a calibration kernel on a simulated device with given costs.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/operation_table.h"
#include "tests/support/record_emitter.h"

namespace pstudio::test {

/// Execution times of a warp on the simulated device [cycles].
struct PlayedCosts {
  uint64_t empty = 13;
  uint64_t inLoop = 17;
  uint64_t wait = 21;
  uint64_t chain = 500;
  uint64_t region = 511;         ///< of one chain, including the cost of the record
  uint64_t straightRegion = 505; ///< the same if the record overlaps with the work
  uint64_t around = 30;          ///< overhead of a scope around several chains
  uint64_t plain = 800;
  uint64_t added = 3; ///< by each record in the loop
};

/// One operation for each scope name.
record::OperationTable calibrationTable();

/// Simulates the records of one warp in the calibration kernel.
class PlayedWarp {
public:
  /// The scopes have the ids of their names in `operations`.
  explicit PlayedWarp(record::OperationTable operations = calibrationTable())
      : m_operations(std::move(operations)) {}

  void scopes(std::string_view name, int count, uint64_t gap);
  /// A loop of four scopes of work, with and without the scopes.
  void work(uint64_t cycles, uint64_t added);

  const SegmentEmitter &segment() const { return m_segment; }
  uint64_t now() const { return m_now; }

private:
  uint16_t idOf(std::string_view name) const;

  record::OperationTable m_operations;
  SegmentEmitter m_segment{256};
  uint64_t m_now = 5000;
};

/// The block of a CTA with these warps.
std::vector<std::byte> blockOf(const std::vector<PlayedWarp> &warps);
/// The block of the complete calibration kernel with `warps` warps.
std::vector<std::byte> blockOf(const PlayedCosts &costs, uint32_t warps,
                               const record::OperationTable &operations = calibrationTable());

} // namespace pstudio::test
