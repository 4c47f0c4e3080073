// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/track_event_message.h"

#include <string>

#include "core/pftrace/message_reader.h"

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
  for (auto *time : {&timestampDeltaUs, &timestampAbsoluteUs, &threadTimeDeltaUs, &threadTimeAbsoluteUs,
                     &instructionDelta, &instructionAbsolute})
    time->reset();
  if (legacy.phase != 0)
    legacy = {};
}

void TrackEventMessage::read(protozero::data_view data) {
  namespace fields = perfetto::track_event;
  using Role = FlowMark::Role;
  clear();
  std::vector<uint64_t> flowIds;
  const auto addFlows = [&](Role role) {
    for (uint64_t id : flowIds)
      flows.push_back({id, role});
    flowIds.clear();
  };
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
    case fields::kCounterValue:
      counterValue = static_cast<double>(field.int64());
      return;
    case fields::kDoubleCounterValue:
      counterValue = field.float64();
      return;
    case fields::kExtraCounterTrackUuids:
      field.appendVarints(fields::kExtraCounterTrackUuids, counterTracks);
      return;
    case fields::kExtraCounterValues:
      field.appendVarints(fields::kExtraCounterValues, counterValues);
      return;
    case fields::kExtraDoubleCounterTrackUuids:
      field.appendVarints(fields::kExtraDoubleCounterTrackUuids, doubleCounterTracks);
      return;
    case fields::kExtraDoubleCounterValues:
      field.appendFixed64(fields::kExtraDoubleCounterValues, doubleCounterValues);
      return;
    case fields::kFlowIds:
      field.appendFixed64(fields::kFlowIds, flowIds);
      return addFlows(Role::Step);
    case fields::kTerminatingFlowIds:
      field.appendFixed64(fields::kTerminatingFlowIds, flowIds);
      return addFlows(Role::Termination);
    case fields::kFlowIdsOld:
      field.appendVarints(fields::kFlowIdsOld, flowIds);
      return addFlows(Role::Step);
    case fields::kTerminatingFlowIdsOld:
      field.appendVarints(fields::kTerminatingFlowIdsOld, flowIds);
      return addFlows(Role::Termination);
    case fields::kTimestampDeltaUs:
      timestampDeltaUs = field.int64();
      return;
    case fields::kTimestampAbsoluteUs:
      timestampAbsoluteUs = field.int64();
      return;
    case fields::kThreadTimeDeltaUs:
      threadTimeDeltaUs = field.int64();
      return;
    case fields::kThreadTimeAbsoluteUs:
      threadTimeAbsoluteUs = field.int64();
      return;
    case fields::kThreadInstructionDelta:
      instructionDelta = field.int64();
      return;
    case fields::kThreadInstructionAbsolute:
      instructionAbsolute = field.int64();
      return;
    case fields::kLegacyEvent:
      if (field.isBytes())
        readLegacy(field.bytes());
      return;
    default:
      return;
    }
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
