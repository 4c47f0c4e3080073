// SPDX-License-Identifier: Apache-2.0
// A TrackEvent message, taken apart but not yet interpreted.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/formats/import/event_applier.h"
#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/perfetto_fields.h"
#include "core/formats/pftrace/sequence_state.h"

namespace pstudio {

/// The deprecated LegacyEvent part. `phase` 0: not there.
struct LegacyEventMessage {
  int32_t phase = 0;
  uint64_t nameIid = 0;
  std::optional<int64_t> durationUs, threadDurationUs;
  std::optional<uint64_t> unscopedId, localId, globalId;
  std::string_view idScope;
  std::optional<uint64_t> bindId;
  bool bindsToEnclosing = false;
  uint64_t flowDirection = 0; ///< 1 in, 2 out, 3 both
  uint64_t instantScope = 0;  ///< 1 global, 2 process, 3 thread
  std::optional<int64_t> pidOverride, tidOverride;
};

/// The message of a log that a track event carries.
struct LogMessage {
  uint64_t bodyIid = 0, sourceLocationIid = 0, priority = 0;
};

/// Fields of one TrackEvent. Reused from event to event so that nothing is allocated; views point
/// into the packet.
struct TrackEventMessage {
  perfetto::EventType type = perfetto::EventType::Unspecified;
  uint64_t nameIid = 0;
  std::string_view name; ///< if nameIid is 0
  bool hasName = false;
  std::vector<uint64_t> categoryIids;
  std::vector<std::string_view> categories;
  std::optional<uint64_t> trackUuid;
  std::optional<double> counterValue;
  std::vector<uint64_t> counterTracks, doubleCounterTracks;
  std::vector<int64_t> counterValues;
  std::vector<double> doubleCounterValues;
  std::vector<FlowMark> flows;
  std::vector<protozero::data_view> annotations;
  std::optional<int64_t> timestampDeltaUs, timestampAbsoluteUs;
  std::optional<int64_t> threadTimeDeltaUs, threadTimeAbsoluteUs;
  std::optional<int64_t> instructionDelta, instructionAbsolute;
  LegacyEventMessage legacy;
  std::optional<LogMessage> log;

  /// Replaces everything by the message `data`. Throws protozero::exception.
  void read(protozero::data_view data);
  /// The name, or none.
  StringId nameIn(const SequenceState &state, TraceBuilder &builder) const;
  /// All categories, joined by commas, or none.
  StringId categoryIn(const SequenceState &state, TraceBuilder &builder) const;

private:
  void clear();
  void readLegacy(protozero::data_view data);
  void readLog(protozero::data_view data);
  bool readCounterField(const FieldReader &field);
  bool readFlowField(const FieldReader &field);
  void readOldTimeField(const FieldReader &field);
};

} // namespace pstudio
