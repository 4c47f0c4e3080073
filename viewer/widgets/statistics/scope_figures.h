// SPDX-License-Identifier: Apache-2.0
// The instances of one scope and the columns of its charts.
#pragma once

#include <QStringList>

#include <memory>
#include <stop_token>
#include <vector>

#include "core/statistics/histogram.h"
#include "core/statistics/spread.h"
#include "core/statistics/statistics_text.h"

namespace pstudio {

/// Meaning of the columns of a chart.
enum class ScopeChart : uint8_t {
  Distribution, ///< bins of a histogram
  Warps,        ///< a box for each warp
  Iterations,   ///< a box for the n-th instance of all warps
};

/// Computed once for a scope and an area. Immutable.
struct ScopeFigures {
  std::shared_ptr<const Trace> trace;
  statistics::StatisticsQuery query;                                 ///< its scope and area
  statistics::LengthUnit unit = statistics::LengthUnit::Nanoseconds; ///< of all lengths
  std::vector<statistics::ScopeInstance> instances;
  statistics::Histogram histogram;
  statistics::Spread warps;
  statistics::Spread iterations;

  bool inCycles() const { return unit == statistics::LengthUnit::Cycles; }
};

/// In ns where an instance has no cycles. O(slices of the area). [thread: any]
std::shared_ptr<const ScopeFigures> makeScopeFigures(std::shared_ptr<const Trace> trace,
                                                     const statistics::StatisticsQuery &query,
                                                     statistics::LengthUnit unit,
                                                     const std::stop_token &stop);

/// Labels below the columns of a chart, and texts of their tool tips.
QStringList columnWords(const ScopeFigures &figures, ScopeChart chart);
QStringList columnToolTips(const ScopeFigures &figures, ScopeChart chart);

/// The column of an instance. O(log columns), O(log tracks).
int columnOf(const ScopeFigures &figures, ScopeChart chart,
             const statistics::ScopeInstance &instance);

/// The positions of the instances in a column; of all if it is -1. O(instances). [thread: any]
std::vector<uint32_t> instancesIn(const ScopeFigures &figures, ScopeChart chart, int column,
                                  const std::stop_token &stop);

/// The position of the instance that is this slice; the number of instances if there is none.
/// O(log instances + instances of its track).
size_t instanceOf(const ScopeFigures &figures, SliceId slice);

} // namespace pstudio
