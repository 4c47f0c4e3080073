// SPDX-License-Identifier: Apache-2.0
// The durations of each scope of one trace, and the facts of the trace that a comparison states.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/overlap/distribution.h"
#include "core/compare/compare_progress.h"
#include "core/summary/summary.h"
#include "core/trace/record_counts.h"
#include "core/trace/trace.h"

namespace pstudio::compare {

/// Unit of the durations of slices.
enum class SampleUnit : uint8_t {
  Time,  ///< picoseconds
  Cycles ///< of the SM's counter; slices without cycles are left out and counted
};

/// Quantity that a row of the comparison measures.
enum class ScopeKind : uint8_t {
  Launch,  ///< from the first begin to the last end of each launch of a kernel, always a time; of
           ///< the CTAs that were recorded
  GpuTime, ///< of each launch, as the driver measured it, always a time
  Scope,   ///< instances of a scope, inclusive
  Flight,  ///< asynchronous operations, from the issue to the observed end
  Waited,  ///< waits for asynchronous operations, the part in which they were in flight
};

/// Whether a row has a path of names, and a unit that the user chooses; else it is a launch.
constexpr bool isOfSlices(ScopeKind kind) {
  return kind != ScopeKind::Launch && kind != ScopeKind::GpuTime;
}

/// GPU time, then the launch, then all scopes: the order in every output.
constexpr int orderOf(ScopeKind kind) {
  return kind == ScopeKind::GpuTime ? 0 : kind == ScopeKind::Launch ? 1 : 2;
}

/// All instances of one scope: slices with the same enclosing scopes and the same name.
struct ScopeSamples {
  ScopeKind kind = ScopeKind::Scope;
  std::string kernel;            ///< empty for slices of no launch
  std::vector<std::string> path; ///< names, the outermost first; empty for launches
  std::vector<int64_t> values;   ///< ascending, in the unit of the samples or in picoseconds
  analysis::Distribution figures;
  /// Waits: most of them take no time, or that of an empty wait, so their median has no meaning.
  bool isOfWaits = false;
  SliceId median;    ///< the first slice of that duration; none for launches
  SliceId first;     ///< the one that begins first; none for launches
  Picoseconds begin; ///< of the first instance
};

/// Facts of a trace as a whole that a comparison reports.
struct TraceFacts {
  std::string title;
  std::optional<Picoseconds> length;   ///< none: the trace is empty
  Picoseconds launchBegin;             ///< of the first launch, else of the trace
  std::vector<std::string> kernels;    ///< distinct, in the order of the launches
  std::vector<std::string> targets;    ///< distinct, ascending
  std::vector<std::string> grids;      ///< "128 x 1 x 1 of 256 x 1 x 1", distinct, ascending
  std::optional<TimeBase> timeBase;    ///< of all launches; none: they differ, or there is none
  std::optional<double> psPerCycle;    ///< median of the measured clocks
  std::optional<RecordCounts> records; ///< none: the file does not have them
  bool isCostSubtracted = false;       ///< of any launch
  uint64_t lossNotes = 0;              ///< notes about lost data
  /// "4 of 128 CTAs": the recorded part of the launches, distinct, ascending; empty: all CTAs.
  std::vector<std::string> sampled;
  summary::Summary summary;
  uint64_t incompleteSlices = 0;    ///< left out: without a recorded start or end
  uint64_t slicesWithoutCycles = 0; ///< left out of SampleUnit::Cycles
};

/// A trace, ready to be compared with others.
struct TraceSamples {
  SampleUnit unit = SampleUnit::Time;
  TraceFacts facts;
  std::vector<ScopeSamples> scopes; ///< launches first
};

/// Sorts the durations of every scope, on all cores. O(slices log slices). \param progress  may be
/// null; the caller announces the work as sampleSteps() before. A stopped call returns samples
/// without scopes.
TraceSamples samplesOf(const Trace &trace, SampleUnit unit, CompareProgress *progress = nullptr);

/// The work of samplesOf(), for CompareProgress::expect().
uint64_t sampleSteps(const Trace &trace);

} // namespace pstudio::compare
