// SPDX-License-Identifier: Apache-2.0
// One element of "traceEvents", as far as it concerns us.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/chrome_json/precise_time.h"
#include "core/trace/trace.h"

namespace pstudio {

/// A pid, tid or id: files write numbers and texts.
struct JsonIdentity {
  bool isGiven = false;
  bool isNumber = false;
  int64_t number = 0;
  std::string text; ///< of a number too

  void clear();
};

/// Reused from event to event, so that strings keep their memory.
struct JsonEvent {
  char phase = 0;             ///< 0: not given
  std::string name, category; ///< empty: not given
  JsonIdentity pid, tid, id, localId, globalId, bindId;
  std::string idScope;
  std::optional<PreciseTime> timestamp, duration;
  bool hasUnreadableTime = false;
  bool flowsIn = false, flowsOut = false;
  bool bindsToEnclosing = false; ///< "bp": "e"
  char instantScope = 0;         ///< 'g', 'p' or 't'
  std::string frame;             ///< "sf": id of the innermost call in "stackFrames"
  bool isSample = false;         ///< an element of "samples"
  std::vector<Arg> args;         ///< flattened: "a.b", "a[0]"
  size_t fieldCount = 0;

  void clear();
};

} // namespace pstudio
