// SPDX-License-Identifier: Apache-2.0
// The records that a calibration kernel leaves on a device whose costs are known.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/operation_table.h"
#include "tests/support/record_emitter.h"

namespace pstudio::test {

/// What a warp of the device does; the numbers are cycles.
struct PlayedCosts {
  uint64_t empty = 13;
  uint64_t inLoop = 17;
  uint64_t wait = 21;
  uint64_t chain = 500;
  uint64_t region = 511;         ///< of one chain, with what the record adds
  uint64_t straightRegion = 505; ///< the same where the record overlaps with the work
  uint64_t around = 30;          ///< of a scope around several chains
  uint64_t plain = 800;
  uint64_t added = 3; ///< by each record in the loop
};

/// One operation for each name of scope.
record::OperationTable calibrationTable();

/// Plays the calibration kernel with records of one warp.
class PlayedWarp {
public:
  /// The scopes get the ids that `operations` has for their names.
  explicit PlayedWarp(record::OperationTable operations = calibrationTable())
      : m_operations(std::move(operations)) {}

  void scopes(std::string_view name, int count, uint64_t gap);
  /// A loop of four scopes of work, with and without them.
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
/// The block that the whole calibration kernel leaves with `warps` warps.
std::vector<std::byte> blockOf(const PlayedCosts &costs, uint32_t warps,
                               const record::OperationTable &operations = calibrationTable());

} // namespace pstudio::test
