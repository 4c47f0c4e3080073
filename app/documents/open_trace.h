// SPDX-License-Identifier: Apache-2.0
// One trace that is open in the window, and its file.
#pragma once

#include <QString>

#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/review/review.h"
#include "core/summary/summary.h"
#include "core/trace/trace.h"
#include "viewer/geometry/calltree/tree_data.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/geometry/timeline/density.h"
#include "viewer/geometry/timeline/scope_colors.h"
#include "viewer/geometry/timeline/trace_opening.h"
#include "viewer/models/review_model.h"
#include "viewer/widgets/timeline/track_panel_scopes.h"

namespace pstudio {

/// Names an open trace for as long as the window lives; ids are never used twice.
using OpenTraceId = int;
constexpr OpenTraceId kNoOpenTrace = 0;

/// Data about a whole trace that several views use; computed once, when the trace is read.
struct TraceSummary {
  std::vector<ScopeShare> scopes; ///< as scopeShares() orders them
  ScopeColors colors;
  std::shared_ptr<const BusyCurve> busy;      ///< of the minimap; never null
  std::shared_ptr<const OverlapData> overlap; ///< of its operations, as recorded; never null
  TraceOpening opening;
  summary::Summary lines; ///< as recorded
};

/// A trace and its summary, or a call tree alone: either the first two are set, or the last one.
struct LoadedTrace {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const TraceSummary> summary;
  std::shared_ptr<const TreeData> tree;
  review::ReadReview review = {};        ///< as the file, or the one beside it, contains it
  std::optional<Error> reviewError = {}; ///< why the notes beside the file were not read
};

/// Reads every slice, and analyses the asynchronous operations: see OverlapData. [thread: any]
LoadedTrace summarize(Trace trace);

/// An open trace.
struct OpenTrace {
  OpenTraceId id = kNoOpenTrace;
  QString title;          ///< unique in its list: "gemm_tiled #2"
  QString file;           ///< absolute path of the file that holds it
  QString result;         ///< the file in which a run left it, also once it is saved; or empty
  bool isUnsaved = false; ///< a run's result that so far exists only in the result folder
  bool isLive = false;    ///< of a run in progress, in no file
  LoadedTrace data;
  std::shared_ptr<ReviewModel> review; ///< notes and views; never null
  /// Whether closing would lose something.
  bool hasChanges() const { return isUnsaved || review->isModified(); }
};

} // namespace pstudio
