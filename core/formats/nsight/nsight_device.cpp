// SPDX-License-Identifier: Apache-2.0
// Kernels, copies, memsets, graphs, synchronization and counters of the GPUs.
#include <algorithm>
#include <array>

#include "core/formats/nsight/nsight_import.h"

namespace pstudio::nsight {
namespace {

using activity::StreamPlace;
using sqlite::Row;
using Names = std::string_view;

/// The first columns of every table of work.
struct Work {
  enum Column : int { kStart, kEnd, kDevice, kStream, kContext, kCorrelation, kProcess, kOwn };
};
constexpr size_t kRequiredOfWork = 2;

#define PSTUDIO_WORK_COLUMNS                                                                       \
  Names("start"), Names("end"), Names("deviceId"), Names("streamId"), Names("contextId"),          \
      Names("correlationId"), Names("globalPid")

int64_t lengthOf(const Row &row) {
  const int64_t begin = row.integerOr(Work::kStart, 0), end = row.integerOr(Work::kEnd, 0);
  int64_t length = 0;
  return __builtin_sub_overflow(end, begin, &length) ? 0 : length;
}

/// Directions of copies, ENUM_CUDA_MEMCPY_OPER, as Nsight Systems shows them on a timeline.
constexpr std::array<const char *, 14> kCopies{
    "Memcpy",      "Memcpy HtoD", "Memcpy DtoH", "Memcpy HtoA", "Memcpy AtoH",
    "Memcpy AtoA", "Memcpy AtoD", "Memcpy DtoA", "Memcpy DtoD", "Memcpy HtoH",
    "Memcpy PtoP", "UVM HtoD",    "UVM DtoH",    "UVM DtoD",
};

} // namespace

StreamPlace NsightImport::placeOfWork(const Row &row) const {
  const activity::HostPlace host = placeOf(row.integerOr(Work::kProcess, 0));
  return {.device = row.integerOr(Work::kDevice, 0),
          .process = host.process,
          .pid = host.pid,
          .context = row.integerOr(Work::kContext, -1),
          .stream = row.integerOr(Work::kStream, 0)};
}

bool NsightImport::addWork(const Row &row, const activity::EventFacts &facts) {
  const std::optional<int64_t> begin = row.integer(Work::kStart);
  if (!begin)
    return false;
  const StreamPlace place = placeOfWork(row);
  const bool isDefault = m_session.isDefaultStream(place.pid, place.context, place.stream);
  const TrackId track = m_tracks.streamRow(place, "stream " + std::to_string(place.stream) +
                                                      (isDefault ? " (default)" : ""));
  const auto slice =
      m_tracks.addSlice(track, {*begin, row.integer(Work::kEnd)}, facts, kSliceAsync);
  if (slice)
    m_tracks.links().addWork(
        place.process, static_cast<uint64_t>(row.integerOr(Work::kCorrelation, 0)), *begin, *slice);
  ++m_events;
  return true;
}

Result<void> NsightImport::readKernels() {
  static constexpr std::array kColumns{PSTUDIO_WORK_COLUMNS,
                                       Names("shortName"),
                                       Names("demangledName"),
                                       Names("registersPerThread"),
                                       Names("gridX"),
                                       Names("gridY"),
                                       Names("gridZ"),
                                       Names("blockX"),
                                       Names("blockY"),
                                       Names("blockZ"),
                                       Names("staticSharedMemory"),
                                       Names("dynamicSharedMemory"),
                                       Names("localMemoryPerThread"),
                                       Names("graphNodeId"), // the last one that is expected
                                       Names("graphId"),
                                       Names("greenContextId"),
                                       Names("clusterX"),
                                       Names("clusterY"),
                                       Names("clusterZ")};
  constexpr size_t kExpected = 20;
  return m_tables.read("CUPTI_ACTIVITY_KIND_KERNEL", {kColumns, kRequiredOfWork, kExpected},
                       [&](const Row &row) { return addKernel(row); });
}

bool NsightImport::addKernel(const Row &row) {
  enum : int {
    kShortName = Work::kOwn,
    kName,
    kRegisters,
    kGrid,
    kBlock = kGrid + 3,
    kStaticShared = kBlock + 3,
    kDynamicShared,
    kLocal,
    kGraphNode,
    kGraph,
    kGreenContext,
    kCluster,
  };
  StringId name = m_session.string(row.integer(kName));
  const StringId shortName = m_session.string(row.integer(kShortName));
  if (!name.isValid())
    name = shortName.isValid() ? shortName : m_trace.intern("kernel");
  const auto extents = [&](int first) {
    return std::array{row.integer(first), row.integer(first + 1), row.integer(first + 2)};
  };
  m_args.extents("grid", extents(kGrid)).extents("block", extents(kBlock));
  m_args.extents("cluster", extents(kCluster))
      .number("registers per thread", row.integer(kRegisters))
      .number("static shared memory [bytes]", row.integer(kStaticShared))
      .number("dynamic shared memory [bytes]", row.integer(kDynamicShared))
      .number("local memory per thread [bytes]", row.integer(kLocal))
      .number("graph", row.integer(kGraph))
      .number("graph node", row.integer(kGraphNode))
      .number("green context", row.integer(kGreenContext))
      .number("correlation", row.integer(Work::kCorrelation));
  if (shortName.isValid() && shortName != name)
    m_args.text("short name", std::string(m_trace.text(shortName)));
  return addWork(row, {name, m_trace.intern("kernel"), m_args.take()});
}

Result<void> NsightImport::readCopies() {
  static constexpr std::array kColumns{
      PSTUDIO_WORK_COLUMNS, Names("bytes"),       Names("copyKind"),
      Names("srcKind"),     Names("dstKind"),     Names("srcDeviceId"),
      Names("dstDeviceId"), Names("graphNodeId"), Names("copyCount")};
  return m_tables.read("CUPTI_ACTIVITY_KIND_MEMCPY", {kColumns, kRequiredOfWork, Work::kOwn + 7},
                       [&](const Row &row) { return addCopy(row); });
}

bool NsightImport::addCopy(const Row &row) {
  enum : int { kBytes = Work::kOwn, kKind, kFrom, kTo, kFromDevice, kToDevice, kGraphNode, kCount };
  const int64_t kind = row.integerOr(kKind, 0);
  const bool isKnown = kind >= 0 && kind < static_cast<int64_t>(kCopies.size());
  std::string name = isKnown ? kCopies[static_cast<size_t>(kind)] : "Memcpy";
  if (!isKnown) // of a later version, whose table names it
    name += " " + m_session.label("ENUM_CUDA_MEMCPY_OPER", kind);
  m_args.bytes(row.integer(kBytes), lengthOf(row))
      .text("from", m_session.label("ENUM_CUDA_MEM_KIND", row.integer(kFrom)))
      .text("to", m_session.label("ENUM_CUDA_MEM_KIND", row.integer(kTo)))
      .number("from device", row.integer(kFromDevice))
      .number("to device", row.integer(kToDevice))
      .number("graph node", row.integer(kGraphNode))
      .number("copies", row.integer(kCount))
      .number("correlation", row.integer(Work::kCorrelation));
  return addWork(row, {m_trace.intern(name), m_trace.intern("copy"), m_args.take()});
}

Result<void> NsightImport::readMemsets() {
  static constexpr std::array kColumns{PSTUDIO_WORK_COLUMNS, Names("bytes"), Names("value"),
                                       Names("memKind"), Names("graphNodeId")};
  return m_tables.read("CUPTI_ACTIVITY_KIND_MEMSET", {kColumns, kRequiredOfWork, Work::kOwn + 4},
                       [&](const Row &row) { return addMemset(row); });
}

bool NsightImport::addMemset(const Row &row) {
  enum : int { kBytes = Work::kOwn, kValue, kMemory, kGraphNode };
  m_args.bytes(row.integer(kBytes), lengthOf(row))
      .number("value", row.integer(kValue))
      .text("memory", m_session.label("ENUM_CUDA_MEM_KIND", row.integer(kMemory)))
      .number("graph node", row.integer(kGraphNode))
      .number("correlation", row.integer(Work::kCorrelation));
  return addWork(row, {m_trace.intern("Memset"), m_trace.intern("memset"), m_args.take()});
}

/// Graphs as wholes: what nsys records with --cuda-graph-trace=graph.
Result<void> NsightImport::readGraphs() {
  static constexpr std::array kColumns{PSTUDIO_WORK_COLUMNS, Names("graphId"),
                                       Names("graphExecId")};
  return m_tables.read("CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                       {kColumns, kRequiredOfWork, Work::kOwn + 2},
                       [&](const Row &row) { return addGraph(row); });
}

bool NsightImport::addGraph(const Row &row) {
  enum : int { kGraph = Work::kOwn, kExecutable };
  const std::optional<int64_t> graph = row.integer(kGraph);
  m_args.number("graph", graph)
      .number("executable graph", row.integer(kExecutable))
      .number("correlation", row.integer(Work::kCorrelation));
  const std::string name = graph ? "graph " + std::to_string(*graph) : std::string("graph");
  return addWork(row, {m_trace.intern(name), m_trace.intern("graph"), m_args.take()});
}

/// Waits of the host for a stream or a context, which overlap the work of the stream.
Result<void> NsightImport::readSynchronization() {
  static constexpr std::array kColumns{PSTUDIO_WORK_COLUMNS, Names("syncType"), Names("eventId")};
  return m_tables.read("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                       {kColumns, kRequiredOfWork, Work::kOwn + 2},
                       [&](const Row &row) { return addSynchronization(row); });
}

bool NsightImport::addSynchronization(const Row &row) {
  enum : int { kKind = Work::kOwn, kEvent };
  const std::optional<int64_t> begin = row.integer(Work::kStart);
  if (!begin)
    return false;
  std::string name = m_session.label("ENUM_CUPTI_SYNC_TYPE", row.integer(kKind));
  if (name.empty())
    name = "synchronization";
  // All bits of 32 are set where the event is of no stream or has no event.
  const auto known = [&](int column) {
    const std::optional<int64_t> id = row.integer(column);
    return id && *id >= 0 && *id < UINT32_MAX ? id : std::nullopt;
  };
  m_args.number("stream", known(Work::kStream))
      .number("event", known(kEvent))
      .number("correlation", row.integer(Work::kCorrelation));
  const activity::EventFacts facts{m_trace.intern(name), m_trace.intern("synchronization"),
                                   m_args.take()};
  m_tracks.addSlice(m_tracks.contextRow(placeOfWork(row), "synchronization"),
                    {*begin, row.integer(Work::kEnd)}, facts, kSliceAsync);
  ++m_events;
  return true;
}

/// Samples of hardware counters. The low 32 bits of the type are the number of the GPU.
Result<void> NsightImport::readMetrics() {
  enum : int { kTime, kMetric, kValue, kType };
  static constexpr std::array kColumns{Names("timestamp"), Names("metricId"), Names("value"),
                                       Names("typeId")};
  std::map<std::pair<int64_t, int64_t>, TrackId> rows;
  return m_tables.read("GPU_METRICS", {kColumns, 3, 4}, [&](const Row &row) {
    const auto time = row.integer(kTime), metric = row.integer(kMetric);
    const std::optional<double> value = row.number(kValue);
    if (!time || !metric || !value)
      return false;
    const int64_t type = row.integerOr(kType, 0);
    const auto [track, isNew] = rows.try_emplace({type, *metric});
    if (isNew) {
      std::string name = m_session.metric(type, *metric);
      if (name.empty())
        name = "metric " + std::to_string(*metric);
      track->second = m_tracks.counterRow(type & 0xffff'ffff, name, {});
    }
    m_tracks.addSample(track->second, *time, *value);
    ++m_events;
    return true;
  });
}

/// The allocated bytes of each device and kind of memory, from its allocations and frees: pinned
/// and pageable memory of the host are not the device's.
Result<void> NsightImport::readMemoryUse() {
  enum : int { kTime, kBytes, kOperation, kMemoryDevice, kMemoryKind };
  static constexpr std::array kColumns{Names("start"), Names("bytes"), Names("memoryOperationType"),
                                       Names("deviceId"), Names("memKind")};
  PSTUDIO_TRY(m_tables.read("CUDA_GPU_MEMORY_USAGE_EVENTS", {kColumns, 3, 5}, [&](const Row &row) {
    const auto time = row.integer(kTime), bytes = row.integer(kBytes);
    const auto operation = row.integer(kOperation);
    if (!time || !bytes || *bytes < 0 || !operation || *operation < 0 || *operation > 1)
      return false;
    const std::optional<int64_t> number = row.integer(kMemoryKind);
    std::string kind = m_session.label("ENUM_CUDA_MEM_KIND", number);
    if (kind == "Device")
      kind.clear();
    else if (kind.empty() && number)
      kind = "kind " + std::to_string(*number);
    m_memory[{row.integerOr(kMemoryDevice, 0), std::move(kind)}].push_back(
        {*time, *operation == 0 ? *bytes : -*bytes});
    ++m_events;
    return true;
  }));
  for (auto &[place, steps] : m_memory) {
    const auto &[device, kind] = place;
    std::ranges::stable_sort(steps, {}, &MemoryStep::timeNs);
    const std::string name = "allocated memory" + (kind.empty() ? kind : " (" + kind + ")");
    const TrackId track = m_tracks.counterRow(device, name, "bytes");
    double total = 0;
    for (const MemoryStep &step : steps)
      m_tracks.addSample(track, step.timeNs, total += static_cast<double>(step.bytes));
  }
  return {};
}

} // namespace pstudio::nsight
