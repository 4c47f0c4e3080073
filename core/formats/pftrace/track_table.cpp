// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/track_table.h"

#include <algorithm>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

TrackSlot TrackTable::add(TrackEntry entry) {
  m_entries.push_back(entry);
  return static_cast<TrackSlot>(m_entries.size() - 1);
}

TrackSlot TrackTable::slotOf(uint64_t uuid, uint32_t file) {
  if (uuid == m_lastUuid && file == m_lastFile && m_lastSlot != UINT32_MAX)
    return m_lastSlot;
  auto [found, isNew] = m_byUuid.try_emplace({file, uuid}, 0);
  if (isNew) {
    TrackEntry entry;
    entry.file = file;
    found->second = add(entry);
  }
  m_lastUuid = uuid;
  m_lastFile = file;
  return m_lastSlot = found->second;
}

TrackSlot TrackTable::threadSlot(int64_t pid, int64_t tid) {
  auto [found, isNew] = m_threads.try_emplace({pid, tid}, 0);
  if (isNew) {
    TrackEntry entry;
    entry.kind = TrackKind::Thread;
    entry.number = tid;
    entry.pid = pid;
    found->second = add(entry);
  }
  return found->second;
}

TrackSlot TrackTable::processSlot(int64_t pid) {
  auto [found, isNew] = m_processes.try_emplace(pid, 0);
  if (isNew) {
    TrackEntry entry;
    entry.kind = TrackKind::Process;
    entry.number = pid;
    found->second = add(entry);
  }
  return found->second;
}

TrackSlot TrackTable::namedSlot(TrackSlot parent, TrackKind kind, StringId name,
                                const std::string &key) {
  auto [found, isNew] = m_named.try_emplace(key, 0);
  if (isNew) {
    TrackEntry entry;
    entry.kind = kind;
    entry.name = name;
    found->second = add(entry);
    if (parent != UINT32_MAX)
      m_parents.emplace(found->second, parent);
  }
  return found->second;
}

TrackTable::Identity TrackTable::readProcess(protozero::data_view data) {
  Identity identity;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::process_descriptor::kPid))
      identity.pid = static_cast<int32_t>(field.int64());
    else if (field.isBytes(perfetto::process_descriptor::kName))
      identity.name = m_builder.intern(field.text());
    else if (field.isVarint(perfetto::process_descriptor::kSortIndex))
      identity.sortIndex = static_cast<int32_t>(field.int64());
    else if (field.isBytes(perfetto::process_descriptor::kLabels) && !field.text().empty())
      identity.labels.append(identity.labels.empty() ? "" : ", ").append(field.text());
  });
  return identity;
}

TrackTable::Identity TrackTable::readThread(protozero::data_view data) {
  Identity identity;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(perfetto::thread_descriptor::kPid))
      identity.pid = static_cast<int32_t>(field.int64());
    else if (field.isVarint(perfetto::thread_descriptor::kTid))
      identity.tid = field.int64();
    else if (field.isBytes(perfetto::thread_descriptor::kName))
      identity.name = m_builder.intern(field.text());
    else if (field.isVarint(perfetto::thread_descriptor::kSortIndex))
      identity.sortIndex = static_cast<int32_t>(field.int64());
  });
  return identity;
}

void TrackTable::complete(TrackEntry &entry, const Identity &identity) {
  if (identity.name.isValid())
    entry.name = identity.name;
  if (!identity.labels.empty())
    entry.labels = m_builder.intern(identity.labels);
  if (identity.sortIndex && entry.rank == 0)
    entry.rank = *identity.sortIndex;
}

void TrackTable::readCounter(protozero::data_view data, TrackEntry &entry) {
  namespace fields = perfetto::counter_descriptor;
  entry.kind = TrackKind::Counter;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kUnit) && field.uint64() == fields::kUnitTimeNs)
      entry.unit = m_builder.intern("ns");
    else if (field.isVarint(fields::kUnit) && field.uint64() == fields::kUnitCount)
      entry.unit = m_builder.intern("count");
    else if (field.isVarint(fields::kUnit) && field.uint64() == fields::kUnitSizeBytes)
      entry.unit = m_builder.intern("bytes");
    else if (field.isBytes(fields::kUnitName))
      entry.unit = m_builder.intern(field.text());
    else if (field.isVarint(fields::kUnitMultiplier) && field.int64() != 0)
      entry.unitMultiplier = field.int64();
    else if (field.isVarint(fields::kIsIncremental))
      entry.isIncremental = field.uint64() != 0;
    else if (field.isVarint(fields::kType) && !entry.name.isValid() && field.uint64() == 1)
      entry.name = m_builder.intern("thread_time");
    else if (field.isVarint(fields::kType) && !entry.name.isValid() && field.uint64() == 2)
      entry.name = m_builder.intern("thread_instruction_count");
  });
}

TrackSlot TrackTable::describe(protozero::data_view descriptor, uint32_t file) {
  namespace fields = perfetto::track_descriptor;
  uint64_t uuid = 0;
  TrackEntry read;
  Identity process, thread;
  forEachField(descriptor, [&](const FieldReader &field) {
    if (field.isVarint(fields::kUuid))
      uuid = field.uint64();
    else if (field.isBytes(fields::kName) || field.isBytes(fields::kStaticName) ||
             field.isBytes(fields::kAtraceName))
      read.name = m_builder.intern(field.text());
    else if (field.isVarint(fields::kParentUuid))
      read.parentUuid = field.uint64();
    else if (field.isVarint(fields::kSiblingOrderRank))
      read.rank = static_cast<int32_t>(field.int64());
    else if (field.isVarint(fields::kChildOrdering))
      read.hasChildrenByName = field.uint64() == fields::kChildOrderingByName;
    else if (field.isBytes(fields::kProcess))
      process = readProcess(field.bytes());
    else if (field.isBytes(fields::kThread))
      thread = readThread(field.bytes());
    else if (field.isBytes(fields::kCounter))
      readCounter(field.bytes(), read);
  });
  const TrackSlot slot = slotOf(uuid, file);
  TrackEntry &entry = m_entries[slot];
  if (entry.id.isValid())
    return slot; // described once more after its first use
  read.file = file;
  entry = read;
  if (thread.tid >= 0) {
    entry.kind = TrackKind::Thread;
    entry.number = thread.tid;
    entry.pid = thread.pid;
    if (entry.name.isValid())
      thread.name = entry.name;
    complete(entry, thread);
    m_threads.insert_or_assign({thread.pid, thread.tid}, slot);
  } else if (process.pid >= 0) {
    entry.kind = TrackKind::Process;
    entry.number = process.pid;
    complete(entry, process);
    m_processes.insert_or_assign(process.pid, slot);
  }
  return slot;
}

TrackSlot TrackTable::describeProcess(protozero::data_view descriptor) {
  const Identity identity = readProcess(descriptor);
  const TrackSlot slot = processSlot(identity.pid);
  if (!m_entries[slot].id.isValid())
    complete(m_entries[slot], identity);
  return slot;
}

TrackSlot TrackTable::describeThread(protozero::data_view descriptor) {
  const Identity identity = readThread(descriptor);
  const TrackSlot slot = threadSlot(identity.pid, identity.tid);
  if (!m_entries[slot].id.isValid())
    complete(m_entries[slot], identity);
  return slot;
}

TrackId TrackTable::makeParent(const TrackEntry &entry) {
  // A thread lies in its process whatever its descriptor says, as in Perfetto.
  if (entry.kind == TrackKind::Thread && entry.pid >= 0)
    return make(processSlot(entry.pid));
  if (entry.parentUuid == 0)
    return TrackId();
  auto found = m_byUuid.find({entry.file, entry.parentUuid});
  return found == m_byUuid.end() ? TrackId() : make(found->second);
}

TrackId TrackTable::make(TrackSlot slot) {
  if (m_entries[slot].id.isValid())
    return m_entries[slot].id;
  if (m_entries[slot].isBeingMade || m_makeDepth >= kDeepestTrack)
    return TrackId(); // a cycle of parents or a chain that no tree view could show: cut here
  m_entries[slot].isBeingMade = true;
  const TrackEntry entry = m_entries[slot]; // a copy: making the parent may add entries
  Track track;
  auto named = m_parents.find(slot);
  ++m_makeDepth;
  track.parent = named == m_parents.end() ? makeParent(entry) : make(named->second);
  --m_makeDepth;
  track.kind = entry.kind;
  track.name = entry.name;
  if (entry.labels.isValid()) {
    const std::string name(m_builder.text(entry.name)), labels(m_builder.text(entry.labels));
    track.name = m_builder.intern(name.empty() ? labels : name + " (" + labels + ")");
  }
  track.number = entry.number;
  track.unit = entry.unit;
  m_entries[slot].parent = track.parent;
  return m_entries[slot].id = m_builder.addTrack(track, entry.rank);
}

void TrackTable::orderChildren() {
  std::map<TrackId, std::vector<TrackId>> children; // of those that order them by name
  for (const TrackEntry &entry : m_entries)
    if (entry.id.isValid() && entry.hasChildrenByName)
      children.try_emplace(entry.id);
  if (children.empty())
    return;
  for (const TrackEntry &entry : m_entries)
    if (const auto found = children.find(entry.parent);
        entry.id.isValid() && found != children.end())
      found->second.push_back(entry.id);
  for (auto &[parent, tracks] : children) {
    std::ranges::stable_sort(
        tracks, {}, [this](TrackId id) { return m_builder.text(m_builder.trackAt(id).name); });
    for (size_t i = 0; i < tracks.size(); ++i)
      m_builder.setTrackRank(tracks[i], static_cast<int64_t>(i));
  }
}

} // namespace pstudio
