// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocprof_records.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/formats/activity/activity_args.h"
#include "core/formats/activity/activity_import.h"
#include "core/formats/import/time_origin.h"
#include "core/formats/rocprof/dispatch_alignment.h"

namespace pstudio::rocprof {
namespace {

using activity::ActivityArgs;
using activity::ActivityImport;
using activity::EventFacts;
using activity::EventTime;
using activity::HostPlace;
using activity::HostRow;
using activity::StreamPlace;

/// A row of a thread for all domains that begin with a prefix, and the category of its slices: as
/// rocprofv3 has them in its Perfetto traces.
struct DomainRow {
  std::string_view prefix;
  std::string_view row;
  std::string_view category;
  HostRow place;
};
constexpr DomainRow kDomainRows[] = {
    {"MARKER_", "ROCTx", "marker_api", HostRow::Markers},
    {"HIP_", "HIP API", "hip_api", HostRow::Calls},
    {"HSA_", "HSA API", "hsa_api", HostRow::Calls},
    {"RCCL_", "RCCL API", "rccl_api", HostRow::Libraries},
    {"ROCDECODE_", "rocDecode API", "rocdecode_api", HostRow::Libraries},
    {"ROCJPEG_", "rocJPEG API", "rocjpeg_api", HostRow::Libraries},
    {"OMPT", "OpenMP", "openmp", HostRow::Libraries},
    {"MEMORY_", "memory allocation", "memory_allocation", HostRow::Memory},
    {"SCRATCH_", "scratch memory", "scratch_memory", HostRow::Memory},
};
constexpr DomainRow kOtherRow{"", "other API", "api", HostRow::Other};

const DomainRow &rowOf(std::string_view domain) {
  const auto found = std::ranges::find_if(
      kDomainRows, [&](const DomainRow &row) { return domain.starts_with(row.prefix); });
  return found == std::end(kDomainRows) ? kOtherRow : *found;
}

/// Where the profiler has no time it writes 0, which is the start of the machine.
bool isTimed(const RecordTime &time) {
  return time.beginNs > 0;
}

int64_t originOfAll(const Records &records) {
  std::vector<int64_t> begins;
  const auto take = [&](const auto &list) {
    for (const auto &record : list)
      if (isTimed(record.time))
        begins.push_back(record.time.beginNs);
  };
  take(records.calls);
  take(records.dispatches);
  take(records.copies);
  return originOf(std::move(begins));
}

int64_t lengthOfRecord(const RecordTime &time) {
  int64_t length = 0;
  return __builtin_sub_overflow(time.endNs, time.beginNs, &length) ? 0 : length;
}

HostPlace hostOf(const RecordOrigin &origin) {
  return {origin.process, origin.pid, origin.tid};
}

EventTime timeOf(const RecordTime &time) {
  return {time.beginNs, time.endNs};
}

class RecordsWriter {
public:
  RecordsWriter(const Records &records, TraceBuilder &trace)
      : m_records(records), m_trace(trace), m_origin(originOfAll(records)),
        m_tracks(trace, m_origin), m_args(trace) {}

  void write() {
    m_trace.info().origin = m_origin;
    nameTracks();
    uint64_t untimed = 0;
    for (const CallRecord &call : m_records.calls)
      isTimed(call.time) ? addCall(call) : void(++untimed);
    untimed += addDispatches();
    for (const CopyRecord &copy : m_records.copies)
      isTimed(copy.time) ? addCopy(copy) : void(++untimed);
    m_tracks.finish();
    m_trace.addNote(NoteCode::RocprofBadRecords, {"rocprofv3"}, untimed);
  }

private:
  void nameTracks() {
    for (const ProcessRecord &process : m_records.processes)
      m_tracks.nameProcess(process.process, process.name);
    for (const ThreadRecord &thread : m_records.threads)
      m_tracks.nameThread(thread.process, thread.tid, thread.name);
    for (const AgentRecord &agent : m_records.agents) {
      const std::string number = std::to_string(agent.number);
      m_labels[agent.id] = (agent.isGpu ? "GPU " : "CPU ") + number;
      m_tracks.nameDevice(agent.id,
                          m_labels[agent.id] + (agent.name.empty() ? "" : ": " + agent.name));
      m_areCpus[agent.id] = !agent.isGpu;
    }
  }

  /// "GPU 0"; of a file without agents "agent 4".
  std::string label(std::optional<int64_t> agent) const {
    if (!agent)
      return {};
    const auto found = m_labels.find(*agent);
    return found == m_labels.end() ? "agent " + std::to_string(*agent) : found->second;
  }

  void nameUnknown(int64_t agent) {
    if (!m_labels.contains(agent))
      m_tracks.nameDevice(agent, label(agent));
  }

  void addCall(const CallRecord &call) {
    const DomainRow &row = rowOf(m_trace.text(call.domain));
    const TrackId track = m_tracks.hostRow(hostOf(call.origin), row.place, row.row);
    if (call.origin.correlation != 0)
      m_args.number("correlation", static_cast<int64_t>(call.origin.correlation));
    const StringId name = call.message.isValid() ? call.message : call.name;
    const EventFacts facts{name, m_trace.intern(row.category), m_args.take()};
    if (call.time.beginNs == call.time.endNs && row.place == HostRow::Markers) {
      m_tracks.addInstant(track, call.time.beginNs, facts);
      return;
    }
    const auto slice = m_tracks.addSlice(track, timeOf(call.time), facts);
    // Allocations have the number of the call around them, which has the arrow.
    if (slice && call.origin.correlation != 0 && row.place != HostRow::Markers &&
        row.place != HostRow::Memory)
      m_tracks.links().addCall(call.origin.process, call.origin.correlation, call.time.beginNs,
                               *slice);
  }

  void addWork(int64_t agent, std::optional<int64_t> stream, std::optional<int64_t> queue,
               const RecordTime &time, const RecordOrigin &origin, const EventFacts &facts) {
    nameUnknown(agent);
    const bool isStream = stream.has_value() || !queue;
    const StreamPlace place{.device = agent,
                            .process = origin.process,
                            .pid = origin.pid,
                            .context = -1,
                            .stream = isStream ? stream.value_or(0) : *queue};
    const std::string name =
        (isStream ? "stream " : "queue ") + std::to_string(place.stream) +
        (m_records.processes.size() > 1 ? " of process " + std::to_string(origin.pid) : "");
    const auto slice =
        m_tracks.addSlice(m_tracks.streamRow(place, name), timeOf(time), facts, kSliceAsync);
    if (slice)
      m_tracks.links().addWork(origin.process, origin.correlation, time.beginNs, *slice);
  }

  /// \return the number of dispatches without a time.
  uint64_t addDispatches() {
    uint64_t untimed = 0;
    size_t counter = 0; // counters are in the order of their dispatches
    for (size_t i = 0; i < m_records.dispatches.size(); ++i) {
      const DispatchRecord &dispatch = m_records.dispatches[i];
      m_args.extents("workgroup", dispatch.group)
          .extents("grid [threads]", dispatch.grid)
          .number("LDS [bytes]", dispatch.ldsBytes)
          .number("scratch [bytes]", dispatch.scratchBytes)
          .number("VGPRs", dispatch.vgprs)
          .number("accumulation VGPRs", dispatch.accumVgprs)
          .number("SGPRs", dispatch.sgprs)
          .number("queue", dispatch.queue)
          .number("dispatch", dispatch.dispatch)
          .number("thread", dispatch.origin.tid);
      for (; counter < m_records.counters.size() &&
             m_records.counters[counter].dispatch == static_cast<int64_t>(i);
           ++counter)
        m_args.real(std::string(m_trace.text(m_records.counters[counter].name)),
                    m_records.counters[counter].value);
      if (dispatch.origin.correlation != 0)
        m_args.number("correlation", static_cast<int64_t>(dispatch.origin.correlation));
      if (!isTimed(dispatch.time)) {
        m_args.take();
        ++untimed;
        continue;
      }
      addWork(dispatch.agent, dispatch.stream, dispatch.queue, dispatch.time, dispatch.origin,
              {dispatch.kernel, m_trace.intern(kDispatchCategory), m_args.take()});
    }
    return untimed;
  }

  /// On the GPU of its two agents, of two GPUs on the one that it comes from.
  void addCopy(const CopyRecord &copy) {
    const auto isCpu = [&](std::optional<int64_t> agent) {
      const auto found = agent ? m_areCpus.find(*agent) : m_areCpus.end();
      return !agent || (found != m_areCpus.end() && found->second);
    };
    const std::string_view direction = m_trace.text(copy.direction);
    const bool isFromHost = direction.find("HOST_TO_DEVICE") != direction.npos || isCpu(copy.from);
    const std::optional<int64_t> device = isFromHost ? copy.to : copy.from;
    m_args.bytes(copy.bytes, lengthOfRecord(copy.time))
        .text("from", label(copy.from))
        .text("to", label(copy.to));
    if (copy.origin.correlation != 0)
      m_args.number("correlation", static_cast<int64_t>(copy.origin.correlation));
    addWork(device.value_or(0), copy.stream, std::nullopt, copy.time, copy.origin,
            {copy.direction, m_trace.intern("memory_copy"), m_args.take()});
  }

  const Records &m_records;
  TraceBuilder &m_trace;
  const Nanoseconds m_origin;
  ActivityImport m_tracks;
  ActivityArgs m_args;
  std::map<int64_t, std::string> m_labels;
  std::map<int64_t, bool> m_areCpus;
};

} // namespace

void addRecords(const Records &records, TraceBuilder &trace) {
  RecordsWriter(records, trace).write();
}

} // namespace pstudio::rocprof
