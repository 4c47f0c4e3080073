// SPDX-License-Identifier: Apache-2.0
// Where in the program each thread is: scopes, states, operations and Python frames as one number.
#pragma once

#include <cstdint>
#include <string_view>

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// The call path of the calling thread. A thread without scopes of its own takes that of the main
/// thread: while a session of Proton is active the one of its first use, as Proton does; else the
/// one of now. All functions may be called before the process has an attachment. [thread: any]
class HostPath {
public:
  /// The path of a launch that the calling thread makes now; 0: none, or the server asks for none.
  /// Some ns, with Python frames 2 us at 40 frames. Must not be called with a lock of this library.
  static uint32_t current(Attachment &attachment);

  /// The number of a text for the functions below; 0 for an empty one.
  static uint32_t text(std::string_view text);

  /// Returns the number of the entry, from 1.
  static uint64_t enterScope(uint32_t name);
  /// A scope that the thread did not enter, or left already, changes nothing.
  static void exitScope(uint64_t scope);
  /// The name and the metrics of the thread's launches until exitOperation. Not nested:
  /// inside of an operation it changes nothing and returns 0.
  static uint64_t enterOperation(uint32_t name);
  static void exitOperation(uint64_t operation);
  /// The operation that the calling thread is in; 0: none.
  static uint64_t operation();
  /// What the thread does in its next launches, below its scopes, and a part of it; 0: nothing
  /// special.
  static void setState(uint32_t name, uint32_t part);
  /// The calling thread enters (+1) or leaves (-1) an autotuner's benchmark.
  static void changeAutotuning(int change);
  /// Of the scope or operation with this number; of 0: of the thread's path. `flags` are
  /// MetricFlags.
  static void addMetric(uint64_t scope, uint32_t name, uint64_t value, uint32_t flags);
  static void noteSession(uint32_t session, SessionChange change, uint32_t name);
};

} // namespace pstudio::attach
