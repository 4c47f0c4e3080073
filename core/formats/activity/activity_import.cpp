// SPDX-License-Identifier: Apache-2.0
#include "core/formats/activity/activity_import.h"

#include <algorithm>

#include "core/trace/trace_span.h"

namespace pstudio::activity {
namespace {

constexpr int64_t kDeviceRank = int64_t{1} << 40; // after all processes

template <class Map, class Key> std::string_view nameIn(const Map &names, const Key &key) {
  const auto found = names.find(key);
  return found == names.end() ? std::string_view() : std::string_view(found->second);
}

} // namespace

void ActivityImport::nameProcess(uint64_t process, std::string_view name) {
  m_processNames.insert_or_assign(process, std::string(name));
}

void ActivityImport::nameThread(uint64_t process, int64_t tid, std::string_view name) {
  m_threadNames.insert_or_assign({process, tid}, std::string(name));
}

void ActivityImport::nameDevice(int64_t device, std::string_view label) {
  m_deviceLabels.insert_or_assign(device, std::string(label));
}

TrackId ActivityImport::process(uint64_t key, int64_t pid) {
  const auto [found, isNew] = m_processes.try_emplace(key);
  if (isNew)
    found->second = m_trace.addTrack(TrackKind::Process, nameIn(m_processNames, key), TrackId(),
                                     pid, static_cast<int64_t>(m_processes.size()));
  return found->second;
}

TrackId ActivityImport::thread(const HostPlace &place) {
  const auto [found, isNew] = m_threads.try_emplace({place.process, place.tid});
  if (!isNew)
    return found->second;
  const bool isMain = place.tid == place.pid; // the thread that the process began with
  const TrackId parent = process(place.process, place.pid);
  found->second = m_trace.addTrack(TrackKind::Thread,
                                   nameIn(m_threadNames, std::pair(place.process, place.tid)),
                                   parent, place.tid, isMain ? -1 : place.tid);
  return found->second;
}

TrackId ActivityImport::device(int64_t number) {
  const auto [found, isNew] = m_devices.try_emplace(number);
  if (isNew) {
    const std::string_view label = nameIn(m_deviceLabels, number);
    found->second = m_trace.addTrack(
        TrackKind::Group, label.empty() ? "GPU " + std::to_string(number) : std::string(label),
        TrackId(), number, kDeviceRank + std::clamp<int64_t>(number, 0, kDeviceRank));
  }
  return found->second;
}

TrackId ActivityImport::row(TrackId parent, TrackKind kind, std::string_view name, int64_t number,
                            int64_t rank) {
  const auto [found, isNew] = m_rows.try_emplace({parent, number, std::string(name)});
  if (isNew)
    found->second = m_trace.addTrack(kind, name, parent, number, rank);
  return found->second;
}

TrackId ActivityImport::hostRow(const HostPlace &place, HostRow kindOfRow, std::string_view name,
                                TrackKind kind, int64_t order) {
  const TrackId parent = place.tid == 0 ? process(place.process, place.pid) : thread(place);
  const int64_t rank = 10 * static_cast<int64_t>(kindOfRow) + order;
  return row(parent, kind, name, -1, place.tid == 0 ? rank - 100 : rank);
}

/// Numbers of contexts are unique within a process only, so the context names it.
TrackId ActivityImport::context(const StreamPlace &place) {
  const TrackId parent = device(place.device);
  if (place.context < 0)
    return parent;
  const std::string number = std::to_string(place.context);
  const std::string process = place.pid == 0 ? "" : " of process " + std::to_string(place.pid);
  return row(parent, TrackKind::Group, "context " + number + process, place.context, place.context);
}

TrackId ActivityImport::streamRow(const StreamPlace &place, std::string_view name) {
  return row(context(place), TrackKind::Async, name, place.stream, place.stream);
}

TrackId ActivityImport::contextRow(const StreamPlace &place, std::string_view name) {
  return row(context(place), TrackKind::Async, name, -1, -1);
}

TrackId ActivityImport::counterRow(int64_t number, std::string_view name, std::string_view unit) {
  const TrackId parent = device(number);
  const auto before = m_rows.size();
  const TrackId track = row(parent, TrackKind::Counter, name, -2, kDeviceRank);
  if (m_rows.size() > before && !unit.empty())
    m_trace.trackAt(track).unit = m_trace.intern(unit);
  return track;
}

std::optional<Picoseconds> ActivityImport::at(int64_t ns) {
  int64_t distance = 0;
  if (__builtin_sub_overflow(ns, m_origin.value, &distance) || distance > kFarthestNs ||
      distance < -kFarthestNs) {
    ++m_outOfRange;
    return std::nullopt;
  }
  return Picoseconds(distance * 1000);
}

std::optional<BuilderSlice> ActivityImport::addSlice(TrackId track, const EventTime &time,
                                                     const EventFacts &facts, uint8_t flags) {
  const std::optional<Picoseconds> begin = at(time.beginNs);
  const std::optional<Picoseconds> end = begin && time.endNs ? at(*time.endNs) : begin;
  if (!end)
    return std::nullopt;
  const Picoseconds duration = lengthBetween(*begin, std::max(*begin, *end));
  if (duration.value == INT64_MAX) {
    ++m_outOfRange;
    return std::nullopt;
  }
  m_backInTime += *end < *begin ? 1 : 0;
  SliceInput slice;
  slice.track = track;
  slice.name = facts.name;
  slice.category = facts.category;
  slice.args = facts.args;
  slice.begin = *begin;
  slice.duration = duration;
  slice.flags = static_cast<uint8_t>(flags | (time.endNs ? 0 : kSliceNoEnd));
  m_last = std::max(m_last, slice.begin + slice.duration);
  const BuilderSlice added = m_trace.addSlice(slice);
  if (!time.endNs)
    m_open.push_back({added, slice.begin});
  return added;
}

void ActivityImport::addInstant(TrackId track, int64_t timeNs, const EventFacts &facts) {
  if (const std::optional<Picoseconds> time = at(timeNs)) {
    m_last = std::max(m_last, *time);
    m_trace.addInstant({track, facts.name, facts.category, *time, facts.args});
  }
}

void ActivityImport::addSample(TrackId track, int64_t timeNs, double value) {
  if (const std::optional<Picoseconds> time = at(timeNs))
    m_trace.addSample(track, {*time, value});
}

void ActivityImport::finish() {
  for (const Open &open : m_open)
    m_trace.setDuration(open.slice, lengthBetween(open.begin, m_last));
  m_trace.addNote(NoteCode::ImportBeginWithoutEnd, m_open.size());
  m_trace.addNote(NoteCode::ImportOpenArrow, m_links.connect(m_trace));
  m_trace.addNote(NoteCode::ImportOutOfRange, m_outOfRange);
  m_trace.addNote(NoteCode::ImportBackInTime, m_backInTime);
}

} // namespace pstudio::activity
