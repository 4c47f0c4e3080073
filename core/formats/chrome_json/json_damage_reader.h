// SPDX-License-Identifier: Apache-2.0
// Reads Chrome trace JSON token by token with a full parser, which locates damage.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/formats/chrome_json/json_event_sink.h"

namespace pstudio {

/// Where and how the full parser reads.
struct FullReadStart {
  size_t offset = 0;
  bool opensList = false;   ///< the text at `offset` is an element of a list of events
  size_t passedEvents = 0;  ///< the first events are not passed on: they were before
  bool isOneEvent = false;  ///< ends after the first event that is passed on
  bool isOfSamples = false; ///< `offset` lies in the list "samples"
};

/// Where and why the full parser ended.
struct FullReadEnd {
  enum class Reason : uint8_t { Damage, OneEvent, EndOfValue };
  Reason reason = Reason::EndOfValue;
  size_t position = 0;       ///< after the last character that it took
  size_t eventStart = 0;     ///< of the latest event
  bool isWithinList = false; ///< of events, and in no event
  bool isWithinEvent = false;
  std::string message; ///< of the damage
};

/// Reads `text` from `start` on. Texts of arguments are interned in `builder`, as are stack frames
/// of `outcome`. Reports its position to `progress`, which may be null, and ends early once that is
/// cancelled. Ten times slower than JsonEventReader.
FullReadEnd readFully(std::string_view text, const FullReadStart &start, TraceBuilder &builder,
                      JsonEventSink &sink, JsonOutcome &outcome, ReadProgress *progress);

} // namespace pstudio
