// SPDX-License-Identifier: Apache-2.0
// Gathers visits into figures.
#pragma once

#include <vector>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// Adds up visits of measured operations; keeps its memory between figures. [not thread-safe]
class FigureCollector {
public:
  explicit FigureCollector(const LaunchOverlap &launch) : m_launch(launch) {}

  /// An operation with all its visits; one that is not measured adds nothing.
  void addOperation(const AsyncOperation &operation);
  /// One visit; its operation is counted only once in a row.
  void addVisit(const OperationVisit &visit);
  /// The figures of all that was added since the last call.
  OverlapFigures take();

private:
  void add(const OperationVisit &visit);

  const LaunchOverlap &m_launch;
  std::vector<int64_t> m_exposed;
  std::vector<int64_t> m_late;
  std::vector<int64_t> m_inFlight;
  uint64_t m_operations = 0;
  uint64_t m_ready = 0;
  uint32_t m_last = kNoIndex;
};

} // namespace pstudio::analysis
