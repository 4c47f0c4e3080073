// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/log_importer.h"

#include <string>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/gpu_fields.h"

namespace pstudio {

namespace log_fields = perfetto::android_log;

bool LogImporter::add(protozero::data_view payload) {
  bool hasEvent = false;
  forEachField(payload, [&](const FieldReader &field) {
    if (!field.isBytes(log_fields::kEvents))
      return;
    hasEvent = true;
    addEvent(field.bytes());
  });
  return hasEvent;
}

void LogImporter::addEvent(protozero::data_view data) {
  int64_t realtimeNs = 0, pid = -1;
  std::string_view tag, message;
  std::vector<Arg> args;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(log_fields::kTimestamp))
      realtimeNs = field.int64();
    else if (field.isVarint(log_fields::kPid))
      pid = static_cast<int32_t>(field.int64());
    else if (field.isBytes(log_fields::kTag))
      tag = field.text();
    else if (field.isBytes(log_fields::kMessage))
      message = field.text();
    else if (field.isVarint(log_fields::kTid))
      args.push_back(Arg::ofInt(m_builder.intern("tid"), static_cast<int32_t>(field.int64())));
    else if (field.isVarint(log_fields::kPriority))
      args.push_back(Arg::ofUint(m_builder.intern("priority"), field.uint64()));
    else if (field.isVarint(log_fields::kLogId))
      args.push_back(Arg::ofUint(m_builder.intern("log_id"), field.uint64()));
  });
  const std::optional<int64_t> time = m_clocks.toTraceTimeNs(realtimeNs, perfetto::kClockRealtime);
  if (!time) {
    ++m_counts.eventsWithoutTime;
    return;
  }
  TrackAction action;
  action.kind = TrackAction::Kind::Instant;
  action.timestamp = *time;
  action.name = m_builder.intern(message.empty() ? tag : message);
  action.category = m_builder.intern(tag);
  action.args = m_argSets.add(args);
  const TrackSlot parent = pid >= 0 ? m_tracks.processSlot(pid) : UINT32_MAX;
  action.stack = m_tracks.namedSlot(parent, TrackKind::Group, m_builder.intern("Android log"),
                                    "android-log/" + std::to_string(pid));
  m_foreign.add(action, {});
}

} // namespace pstudio
