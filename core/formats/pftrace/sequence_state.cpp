// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/sequence_state.h"

#include <string>

#include <protozero/pbf_reader.hpp>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/gpu_fields.h"
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
  for (IidTable *table :
       {&eventNames, &categories, &annotationNames, &stringValues, &gpuSpecifications,
        &computeKernels, &computeArgNames, &logBodies, &sourceLocations})
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

/// An entry with more than one text: a kernel's demangled name, the function and line of a place.
void readLongEntry(const FieldReader &entry, TraceBuilder &builder, SequenceState &state) {
  namespace fields = perfetto::gpu_interned_data;
  uint64_t iid = 0, line = 0;
  std::string_view text, second;
  forEachField(entry.bytes(), [&](const FieldReader &field) {
    if (field.isVarint(perfetto::interned_data::kEntryIid))
      iid = field.uint64();
    else if (field.isBytes(perfetto::interned_data::kEntryText))
      text = field.text();
    else if (field.isBytes(fields::kKernelDemangledName)) // and kLocationFunction
      second = field.text();
    else if (field.isVarint(fields::kLocationLine))
      line = field.uint64();
  });
  if (iid == 0)
    return;
  if (entry.number() == fields::kComputeKernels) {
    state.computeKernels.set(iid, builder.intern(second.empty() ? text : second));
    return;
  }
  std::string place(text);
  place += ":" + std::to_string(line);
  if (!second.empty())
    place += " " + std::string(second);
  state.sourceLocations.set(iid, builder.intern(place));
}

/// The table of a field whose entries are a number and a text; null for others.
IidTable *tableOf(const FieldReader &field, SequenceState &state) {
  namespace fields = perfetto::interned_data;
  namespace gpu = perfetto::gpu_interned_data;
  switch (field.number()) {
  case fields::kEventNames:
    return &state.eventNames;
  case fields::kEventCategories:
    return &state.categories;
  case fields::kDebugAnnotationNames:
    return &state.annotationNames;
  case fields::kDebugAnnotationStringValues:
    return &state.stringValues;
  case gpu::kGpuSpecifications:
    return &state.gpuSpecifications;
  case gpu::kComputeArgNames:
    return &state.computeArgNames;
  case gpu::kLogMessageBodies:
    return &state.logBodies;
  default:
    return nullptr;
  }
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

bool readInternedData(protozero::data_view data, TraceBuilder &builder, SequenceState &state) {
  namespace gpu = perfetto::gpu_interned_data;
  bool isAllRead = true;
  forEachField(data, [&](const FieldReader &field) {
    if (!field.isBytes())
      return;
    if (IidTable *table = tableOf(field, state))
      readEntry(field.bytes(), builder, *table);
    else if (field.number() == gpu::kComputeKernels || field.number() == gpu::kSourceLocations)
      readLongEntry(field, builder, state);
    else
      isAllRead &= field.number() == gpu::kGraphicsContexts;
  });
  return isAllRead;
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
