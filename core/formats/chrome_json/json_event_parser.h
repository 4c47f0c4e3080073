// SPDX-License-Identifier: Apache-2.0
// Streams the events of a Chrome trace out of its JSON text.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/read_progress.h"
#include "core/formats/chrome_json/json_event.h"
#include "core/formats/chrome_json/stack_frames.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Result of a parse.
struct JsonOutcome {
  size_t eventCount = 0;    ///< samples too
  size_t phaseCount = 0;    ///< events with the field "ph", which every Chrome event has
  size_t callTreeCount = 0; ///< elements with the field "children": nodes of a Hatchet call tree
  std::optional<int64_t> baseTimeNs; ///< "baseTimeNanoseconds", as Triton Proton writes it
  StackFrames stackFrames;           ///< "stackFrames"
  size_t samplesWithoutStack = 0;    ///< elements of "samples" that name no call; left out
  size_t damageCount = 0; ///< places that are not valid JSON beyond what the format tolerates; each
                          ///< loses at most the event that it lies in
  std::string where;      ///< of the first of them, or of the early end: "line:column"
  std::string message;    ///< what the parser expected there
  std::string cutOffAt;   ///< "line:column" where the text ends too early; empty if it does not
  bool isDamaged() const { return damageCount > 0 || !cutOffAt.empty(); }
};

/// Calls `visit` for each event and each sample in file order; the event is valid during the call.
/// Keys and texts of arguments are interned in `builder`. A damaged event is left out, and the
/// parse goes on with the next one. Parts of a large text are read ahead on all cores; `visit` is
/// called on this thread, and results do not depend on the number of cores. Once `progress`, which
/// may be null, is cancelled, the parse stops. Never throws.
JsonOutcome parseJsonEvents(std::span<const std::byte> bytes, TraceBuilder &builder,
                            const std::function<void(const JsonEvent &)> &visit,
                            ReadProgress *progress = nullptr);

} // namespace pstudio
