// SPDX-License-Identifier: Apache-2.0
// Call path of each thread: scopes, states, operations and Python frames as one number.
#pragma once

#include <cstdint>
#include <string_view>

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// The call path of the calling thread. A thread without scopes uses the path of the main thread:
/// while a session of Proton is active, the path at the thread's first use in that session, as
/// Proton does; else the current path. All functions may be called before the process has an
/// attachment. [thread: any]
class HostPath {
public:
  /// The path of a launch of the calling thread at this moment; 0: none, or the server requests
  /// none. Takes a few ns, or 2 us with 40 Python frames. Must not be called with a lock of this
  /// library.
  static uint32_t current(Attachment &attachment);

  /// The number of a text for the functions below; 0 for an empty text.
  static uint32_t text(std::string_view text);

  /// Returns the number of the entry, from 1.
  static uint64_t enterScope(uint32_t name);
  /// No effect for a scope that the thread did not enter or has already left.
  static void exitScope(uint64_t scope);
  /// True if a scope with this name, a number of text(), is part of the calling thread's path, or
  /// if a range of the process with this name is open.
  static bool isInScope(uint32_t name);
  /// A range of NVTX that nests in the ranges of the same domain (0: the default one) and thread: a
  /// scope until popRange(). Scopes and ranges of other domains that were entered in it are not in
  /// it after its end. Returns its depth, from 0; popRange() that of the range that ends, -1 if
  /// there is none. `name` is a number of text().
  static int pushRange(uint64_t domain, uint32_t name);
  static int popRange(uint64_t domain);
  /// A range of the whole process, no part of any path, with an event of its begin and its end.
  /// Returns its number, from 1.
  static uint64_t beginRange(uint32_t name);
  static void endRange(uint64_t range);
  /// Sets the name and the metrics of the thread's launches until exitOperation(). Returns 0
  /// without effect inside of another operation.
  static uint64_t enterOperation(uint32_t name);
  static void exitOperation(uint64_t operation);
  /// The active operation of the calling thread; 0: none.
  static uint64_t operation();
  /// Sets the state of the thread's next launches, a node below its scopes, and a part of the
  /// state; 0: none.
  static void setState(uint32_t name, uint32_t part);
  /// The calling thread enters (+1) or leaves (-1) an autotuner's benchmark.
  static void changeAutotuning(int change);
  /// Adds a metric of the scope or operation with this number, or, for 0, of the thread's path.
  /// `flags` are MetricFlags.
  static void addMetric(uint64_t scope, uint32_t name, uint64_t value, uint32_t flags);
  /// `files` are SessionFiles.
  static void noteSession(uint32_t session, SessionChange change, uint32_t name,
                          uint32_t files = 0);
  /// Clear and AdvancePhase of a session. `phase` is that of Clear.
  static void notePhase(uint32_t session, SessionChange change, uint32_t phase);
};

} // namespace pstudio::attach
