// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/plane_tables.h"

#include "core/formats/xplane/xplane_fields.h"

namespace pstudio::xplane {
namespace {

/// Key and value of an entry of a map. Throws protozero::exception.
struct MapEntry {
  int64_t key = 0;
  protozero::data_view value;

  explicit MapEntry(protozero::data_view entry) {
    forEachField(entry, [this](const FieldReader &field) {
      if (field.isVarint(map_entry::kKey))
        key = field.int64();
      else if (field.isBytes(map_entry::kValue))
        value = field.bytes();
    });
  }
};

} // namespace

PlaneTables::PlaneTables(protozero::data_view plane, TraceBuilder &builder, XplaneCounts &counts) {
  forEachFieldToCut(plane, [&](const FieldReader &field, bool isCut) {
    if (isCut)
      return;
    try {
      if (field.isBytes(plane::kEventMetadata))
        readEvent(field.bytes(), builder, counts);
      else if (field.isBytes(plane::kStatMetadata))
        readStat(field.bytes());
    } catch (const protozero::exception &) {
      ++counts.damaged;
    }
  });
}

void PlaneTables::readEvent(protozero::data_view entry, TraceBuilder &builder,
                            XplaneCounts &counts) {
  const MapEntry event(entry);
  EventMetadata metadata;
  std::string_view name, displayName;
  forEachField(event.value, [&](const FieldReader &field) {
    if (field.isBytes(event_metadata::kName))
      name = field.text();
    else if (field.isBytes(event_metadata::kDisplayName))
      displayName = field.text();
    else if (field.isBytes(event_metadata::kMetadata) && field.bytes().size() != 0)
      ++counts.binaryStats;
    else if (field.isBytes(event_metadata::kStats) && metadata.stats.size() < kMostConstantStats)
      metadata.stats.push_back(field.bytes());
    else if (field.isBytes(event_metadata::kStats))
      ++counts.leftOutStats;
  });
  if (!displayName.empty() && !name.empty() && displayName != name)
    metadata.longName = builder.intern(name);
  if (const std::string_view shown = displayName.empty() ? name : displayName; !shown.empty())
    metadata.name = builder.intern(shown);
  m_events.insert_or_assign(event.key, std::move(metadata));
}

void PlaneTables::readStat(protozero::data_view entry) {
  const MapEntry stat(entry);
  forEachField(stat.value, [&](const FieldReader &field) {
    if (field.isBytes(stat_metadata::kName))
      m_stats.insert_or_assign(stat.key, field.text());
  });
}

const EventMetadata *PlaneTables::eventOf(int64_t id) const {
  const auto found = m_events.find(id);
  return found == m_events.end() ? nullptr : &found->second;
}

std::string_view PlaneTables::statName(int64_t id) const {
  const auto found = m_stats.find(id);
  return found == m_stats.end() ? std::string_view() : found->second;
}

} // namespace pstudio::xplane
