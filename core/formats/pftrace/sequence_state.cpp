// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/sequence_state.h"

#include <protozero/pbf_reader.hpp>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

namespace {
constexpr uint64_t kMaxGap = 64;
}

void IidTable::set(uint64_t iid, StringId text) {
  if (iid > m_dense.size() + kMaxGap) {
    m_sparse[iid] = text;
    return;
  }
  if (iid >= m_dense.size())
    m_dense.resize(iid + 1);
  m_dense[iid] = text;
}

StringId IidTable::find(uint64_t iid) const {
  if (iid < m_dense.size() && m_dense[iid].isValid())
    return m_dense[iid];
  auto found = m_sparse.find(iid);
  return found == m_sparse.end() ? StringId() : found->second;
}

void IidTable::clear() {
  m_dense.clear();
  m_sparse.clear();
}

void SequenceState::clear() {
  for (IidTable *table : {&eventNames, &categories, &annotationNames, &stringValues})
    table->clear();
  defaultTrack.reset();
  defaultClock.reset();
  defaultCounters.clear();
  defaultDoubleCounters.clear();
  incrementalCounters.clear();
  thread.reset();
}

namespace {

void readEntry(protozero::data_view data, TraceBuilder &builder, IidTable &table) {
  uint64_t iid = 0;
  std::string_view text;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::interned_data::kEntryIid))
      iid = field.uint64();
    else if (field.isBytes(perfetto::interned_data::kEntryText))
      text = field.text();
  });
  if (iid != 0)
    table.set(iid, builder.intern(text));
}

void readEventDefaults(protozero::data_view data, SequenceState &state) {
  namespace fields = perfetto::track_event;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kTrackUuid))
      state.defaultTrack = field.uint64();
    else if (!field.appendVarints(fields::kExtraCounterTrackUuids, state.defaultCounters))
      field.appendVarints(fields::kExtraDoubleCounterTrackUuids, state.defaultDoubleCounters);
  });
}

} // namespace

void readInternedData(protozero::data_view data, TraceBuilder &builder, SequenceState &state) {
  namespace fields = perfetto::interned_data;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kEventNames))
      readEntry(field.bytes(), builder, state.eventNames);
    else if (field.isBytes(fields::kEventCategories))
      readEntry(field.bytes(), builder, state.categories);
    else if (field.isBytes(fields::kDebugAnnotationNames))
      readEntry(field.bytes(), builder, state.annotationNames);
    else if (field.isBytes(fields::kDebugAnnotationStringValues))
      readEntry(field.bytes(), builder, state.stringValues);
  });
}

void readPacketDefaults(protozero::data_view data, SequenceState &state) {
  state.defaultTrack.reset();
  state.defaultClock.reset();
  state.defaultCounters.clear();
  state.defaultDoubleCounters.clear();
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::packet_defaults::kTimestampClockId))
      state.defaultClock = static_cast<uint32_t>(field.uint64());
    else if (field.isBytes(perfetto::packet_defaults::kTrackEventDefaults))
      readEventDefaults(field.bytes(), state);
  });
}

} // namespace pstudio
