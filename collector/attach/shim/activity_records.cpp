// SPDX-License-Identifier: Apache-2.0
// Fields at their byte offsets, one event for each record.
#include "collector/attach/shim/activity_records.h"

#include <cstring>
#include <string>

#include "collector/vendor/cupti_records.h"

namespace pstudio::attach {

using namespace cupti;

namespace {

/// One record. It is aligned to 8 bytes as a whole only.
class Record {
public:
  explicit Record(const uint8_t *bytes) : m_bytes(bytes) {}

  ActivityKind kind() const { return at<ActivityKind>(0); }
  template <class T> T at(size_t offset) const {
    T value;
    std::memcpy(&value, m_bytes + offset, sizeof value);
    return value;
  }
  /// A number that the event has fewer bits for.
  template <class To, class From> To narrow(size_t offset) const {
    return static_cast<To>(at<From>(offset));
  }

private:
  const uint8_t *m_bytes;
};

/// CUPTI writes 0 for an unknown time.
template <class Activity> bool hasTimes(const Activity &activity) {
  return activity.begin > 0 && activity.end >= activity.begin;
}

GraphPart partOf(uint64_t graphNode) {
  return graphNode == 0 ? GraphPart::None : GraphPart::Node;
}

KernelActivity kernelOf(const Record &record, EventLog &events) {
  using At = KernelOffsets;
  KernelActivity kernel;
  kernel.begin = record.at<uint64_t>(At::kStart);
  kernel.end = record.at<uint64_t>(At::kEnd);
  kernel.stream = record.at<uint32_t>(At::kStream);
  kernel.correlation = record.at<uint32_t>(At::kCorrelation);
  const char *name = record.at<const char *>(At::kName);
  kernel.text = name ? events.text(name) : 0;
  kernel.grid = record.at<std::array<uint32_t, 3>>(At::kGrid);
  kernel.device = record.narrow<uint16_t, uint32_t>(At::kDevice);
  kernel.graphPart = partOf(record.at<uint64_t>(At::kGraphNode));
  kernel.blockX = record.narrow<uint16_t, uint32_t>(At::kBlock);
  kernel.blockY = record.narrow<uint16_t, uint32_t>(At::kBlock + 4);
  kernel.blockZ = record.narrow<uint16_t, uint32_t>(At::kBlock + 8);
  kernel.registers = record.at<uint16_t>(At::kRegisters);
  return kernel;
}

/// A replay of a graph as a whole. The graph's name is its number of CUPTI.
KernelActivity replayOf(const Record &record, EventLog &events) {
  using At = GraphOffsets;
  KernelActivity replay;
  replay.begin = record.at<uint64_t>(At::kStart);
  replay.end = record.at<uint64_t>(At::kEnd);
  replay.stream = record.at<uint32_t>(At::kStream);
  replay.correlation = record.at<uint32_t>(At::kCorrelation);
  replay.text = events.text("graph " + std::to_string(record.at<uint32_t>(At::kGraph)));
  replay.device = record.narrow<uint16_t, uint32_t>(At::kDevice);
  replay.graphPart = GraphPart::Whole;
  return replay;
}

/// Fields that copies and sets have in common.
template <class At> CopyActivity workOf(const Record &record) {
  CopyActivity work;
  work.begin = record.at<uint64_t>(At::kStart);
  work.end = record.at<uint64_t>(At::kEnd);
  work.bytes = record.at<uint64_t>(At::kBytes);
  work.stream = record.at<uint32_t>(At::kStream);
  work.correlation = record.at<uint32_t>(At::kCorrelation);
  work.device = record.narrow<uint16_t, uint32_t>(At::kDevice);
  work.graphPart = partOf(record.at<uint64_t>(At::kGraphNode));
  return work;
}

template <class At> CopyActivity copyOf(const Record &record) {
  CopyActivity copy = workOf<At>(record);
  copy.direction = record.at<uint8_t>(At::kDirection);
  copy.sourceKind = record.at<uint8_t>(At::kSource);
  copy.targetKind = record.at<uint8_t>(At::kTarget);
  return copy;
}

CopyActivity setOf(const Record &record) {
  CopyActivity set = workOf<MemsetOffsets>(record);
  set.targetKind = record.narrow<uint8_t, uint16_t>(MemsetOffsets::kMemory);
  return set;
}

template <class Activity> bool add(EventLog &events, EventKind kind, const Activity &activity) {
  if (!hasTimes(activity))
    return false;
  events.add(kind, 0, activity);
  return true;
}

void addCorrelation(const Record &record, EventLog &events, ActivityCounts &counts) {
  if (record.at<uint32_t>(ExternalOffsets::kKind) != kOurCorrelation)
    return; // another library's
  const uint64_t launch = record.at<uint64_t>(ExternalOffsets::kLaunch);
  events.add(EventKind::Correlation, 0,
             CorrelationEvent{record.at<uint32_t>(ExternalOffsets::kCorrelation), 0, launch});
  counts.correlations.fetch_add(1, std::memory_order_relaxed);
}

/// False if the record is lost.
bool write(const Record &record, EventLog &events, ActivityCounts &counts) {
  switch (record.kind()) {
  case ActivityKind::ConcurrentKernel:
    counts.kernels.fetch_add(1, std::memory_order_relaxed);
    return add(events, EventKind::Kernel, kernelOf(record, events));
  case ActivityKind::GraphTrace:
    counts.kernels.fetch_add(1, std::memory_order_relaxed);
    return add(events, EventKind::Kernel, replayOf(record, events));
  case ActivityKind::Memcpy:
    return add(events, EventKind::Copy, copyOf<CopyOffsets>(record));
  case ActivityKind::PeerCopy:
    return add(events, EventKind::Copy, copyOf<PeerCopyOffsets>(record));
  case ActivityKind::Memset:
    return add(events, EventKind::Set, setOf(record));
  case ActivityKind::ExternalCorrelation:
    addCorrelation(record, events, counts);
    return true;
  case ActivityKind::Driver: // correlations come with it; the hooks have the call
    return true;
  default:
    return false;
  }
}

} // namespace

void writeActivities(const CuptiApi &api, uint8_t *buffer, size_t bytes, EventLog &events,
                     ActivityCounts &counts) {
  uint64_t lost = 0;
  uint8_t *record = nullptr;
  while (bytes > 0 &&
         api.cuptiActivityGetNextRecord(buffer, bytes, &record) == CuptiResult::Success && record)
    lost += !write(Record(record), events, counts);
  size_t dropped = 0;
  if (api.cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped) == CuptiResult::Success)
    lost += dropped;
  if (lost > 0)
    events.add(EventKind::Lost, 0, LostEvent{lost});
}

} // namespace pstudio::attach
