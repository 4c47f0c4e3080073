// SPDX-License-Identifier: Apache-2.0
// The call tree of a recorded trace: its scopes, merged by their path.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/calltree/call_tree.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Which slices of a trace a tree contains. Times of both cannot be added: warps of a kernel run
/// at the same time, and the host waits for them.
enum class TracePart : uint8_t {
  Kernels, ///< tracks of launches: kernel, then nested scopes of all its warps
  Tracks,  ///< all other tracks (host, streams): track, then nested slices
};

/// A tree of a trace and the slices of its nodes.
struct TraceTree {
  calltree::CallTree tree;                   ///< empty if the trace has no slices of this part
  std::vector<calltree::NodeId> nodeOfSlice; ///< by slice; kNoNode: not in this tree
  std::vector<SliceId> longestSlices;        ///< by node; none: no slice stands for the node
  uint64_t overlappingSlices = 0;            ///< of this part, without a node: operations in flight
};

/// The launch of a track, or of the nearest track above it that has one; none: no launch. O(depth).
LaunchId launchOf(const Trace &trace, TrackId track);

/// One root, which has the title of the trace. Metrics: "time (ns)", without the time of nested
/// scopes, and "count", the number of slices, of a kernel the number of its launches. Operations in
/// flight are omitted, because they overlap each other.
///
/// The shares of the tree are those of statistics/time_shares.h: the last child of each kernel or
/// track is the time outside of scopes, so that the root has the whole time of the tracks. Scopes
/// whose begin or end is not recorded are nodes of the type "open scope", beside those of whole
/// scopes with the same name; their time is in a child of the type "not recorded". O(slices). Once
/// a stop is requested, rows are left out; the result has no use then.
TraceTree treeOfTrace(const Trace &trace, TracePart part, const std::stop_token &stop = {});

/// Whether the trace has slices of this part. O(tracks * their depth).
bool hasSlicesOf(const Trace &trace, TracePart part);

} // namespace pstudio
