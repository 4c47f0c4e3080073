// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/track_event_message.h"

#include <string>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/gpu_fields.h"

namespace pstudio {

void TrackEventMessage::clear() {
  type = perfetto::EventType::Unspecified;
  nameIid = 0;
  hasName = false;
  categoryIids.clear();
  categories.clear();
  trackUuid.reset();
  counterValue.reset();
  counterTracks.clear();
  doubleCounterTracks.clear();
  counterValues.clear();
  doubleCounterValues.clear();
  flows.clear();
  annotations.clear();
  for (auto *time : {&timestampDeltaUs, &timestampAbsoluteUs, &threadTimeDeltaUs,
                     &threadTimeAbsoluteUs, &instructionDelta, &instructionAbsolute})
    time->reset();
  log.reset();
  if (legacy.phase != 0)
    legacy = {};
}

void TrackEventMessage::read(protozero::data_view data) {
  namespace fields = perfetto::track_event;
  clear();
  forEachField(data, [&](const FieldReader &field) {
    switch (field.number()) {
    case fields::kType:
      type = static_cast<perfetto::EventType>(field.uint64());
      return;
    case fields::kTrackUuid:
      trackUuid = field.uint64();
      return;
    case fields::kNameIid:
      nameIid = field.uint64();
      hasName = true;
      return;
    case fields::kName:
      name = field.text();
      hasName = true;
      return;
    case fields::kDebugAnnotations:
      if (field.isBytes())
        annotations.push_back(field.bytes());
      return;
    case fields::kCategoryIids:
      field.appendVarints(fields::kCategoryIids, categoryIids);
      return;
    case fields::kCategories:
      categories.push_back(field.text());
      return;
    case fields::kLegacyEvent:
      if (field.isBytes())
        readLegacy(field.bytes());
      return;
    case perfetto::log_message::kOfTrackEvent:
      if (field.isBytes())
        readLog(field.bytes());
      return;
    default:
      if (!readCounterField(field) && !readFlowField(field))
        readOldTimeField(field);
    }
  });
}

bool TrackEventMessage::readCounterField(const FieldReader &field) {
  namespace fields = perfetto::track_event;
  if (field.isVarint(fields::kCounterValue))
    counterValue = static_cast<double>(field.int64());
  else if (field.isFixed64(fields::kDoubleCounterValue))
    counterValue = field.float64();
  else
    return field.appendVarints(fields::kExtraCounterTrackUuids, counterTracks) ||
           field.appendVarints(fields::kExtraCounterValues, counterValues) ||
           field.appendVarints(fields::kExtraDoubleCounterTrackUuids, doubleCounterTracks) ||
           field.appendFixed64(fields::kExtraDoubleCounterValues, doubleCounterValues);
  return true;
}

bool TrackEventMessage::readFlowField(const FieldReader &field) {
  namespace fields = perfetto::track_event;
  const bool isStep = field.number() == fields::kFlowIds || field.number() == fields::kFlowIdsOld;
  const bool isEnd = field.number() == fields::kTerminatingFlowIds ||
                     field.number() == fields::kTerminatingFlowIdsOld;
  if (!isStep && !isEnd)
    return false;
  std::vector<uint64_t> ids;
  if (field.number() == fields::kFlowIds || field.number() == fields::kTerminatingFlowIds)
    field.appendFixed64(field.number(), ids);
  else
    field.appendVarints(field.number(), ids);
  for (uint64_t id : ids)
    flows.push_back({id, isStep ? FlowMark::Role::Step : FlowMark::Role::Termination});
  return true;
}

void TrackEventMessage::readOldTimeField(const FieldReader &field) {
  namespace fields = perfetto::track_event;
  if (field.isVarint(fields::kTimestampDeltaUs))
    timestampDeltaUs = field.int64();
  else if (field.isVarint(fields::kTimestampAbsoluteUs))
    timestampAbsoluteUs = field.int64();
  else if (field.isVarint(fields::kThreadTimeDeltaUs))
    threadTimeDeltaUs = field.int64();
  else if (field.isVarint(fields::kThreadTimeAbsoluteUs))
    threadTimeAbsoluteUs = field.int64();
  else if (field.isVarint(fields::kThreadInstructionDelta))
    instructionDelta = field.int64();
  else if (field.isVarint(fields::kThreadInstructionAbsolute))
    instructionAbsolute = field.int64();
}

void TrackEventMessage::readLog(protozero::data_view data) {
  namespace fields = perfetto::log_message;
  log.emplace();
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kSourceLocationIid))
      log->sourceLocationIid = field.uint64();
    else if (field.isVarint(fields::kBodyIid))
      log->bodyIid = field.uint64();
    else if (field.isVarint(fields::kPriority))
      log->priority = field.uint64();
  });
}

void TrackEventMessage::readLegacy(protozero::data_view data) {
  namespace fields = perfetto::legacy_event;
  legacy = {};
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kPhase))
      legacy.phase = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kNameIid))
      legacy.nameIid = field.uint64();
    else if (field.isVarint(fields::kDurationUs))
      legacy.durationUs = field.int64();
    else if (field.isVarint(fields::kThreadDurationUs))
      legacy.threadDurationUs = field.int64();
    else if (field.isVarint(fields::kUnscopedId))
      legacy.unscopedId = field.uint64();
    else if (field.isVarint(fields::kLocalId))
      legacy.localId = field.uint64();
    else if (field.isVarint(fields::kGlobalId))
      legacy.globalId = field.uint64();
    else if (field.isBytes(fields::kIdScope))
      legacy.idScope = field.text();
    else if (field.isVarint(fields::kBindId))
      legacy.bindId = field.uint64();
    else if (field.isVarint(fields::kBindToEnclosing))
      legacy.bindsToEnclosing = field.uint64() != 0;
    else if (field.isVarint(fields::kFlowDirection))
      legacy.flowDirection = field.uint64();
    else if (field.isVarint(fields::kInstantScope))
      legacy.instantScope = field.uint64();
    else if (field.isVarint(fields::kPidOverride))
      legacy.pidOverride = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kTidOverride))
      legacy.tidOverride = static_cast<int32_t>(field.int64());
  });
}

StringId TrackEventMessage::nameIn(const SequenceState &state, TraceBuilder &builder) const {
  if (nameIid != 0)
    return state.eventNames.find(nameIid);
  if (hasName)
    return builder.intern(name);
  return legacy.nameIid != 0 ? state.eventNames.find(legacy.nameIid) : StringId();
}

StringId TrackEventMessage::categoryIn(const SequenceState &state, TraceBuilder &builder) const {
  if (categoryIids.size() == 1 && categories.empty())
    return state.categories.find(categoryIids.front());
  if (categoryIids.empty() && categories.empty())
    return StringId();
  std::string joined;
  const auto add = [&](std::string_view category) {
    joined += (joined.empty() ? "" : ",") + std::string(category);
  };
  for (uint64_t iid : categoryIids)
    add(builder.text(state.categories.find(iid)));
  for (std::string_view category : categories)
    add(category);
  return builder.intern(joined);
}

} // namespace pstudio
