// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocpd_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "core/formats/rocprof/rocprof_records.h"
#include "core/formats/sqlite/table_import.h"

namespace pstudio::rocprof {
namespace {

using sqlite::Row;
using Names = std::string_view;

constexpr std::string_view kStrings = "rocpd_string";

/// Facts of an event, to which rows of several tables refer.
struct EventRow {
  StringId category;
  StringId message;
  uint64_t correlation = 0;
};

struct TrackPlace {
  uint64_t process = 0;
  int64_t pid = 0, tid = 0;
  StringId name;
};

/// The machines of a database, in the order of their first use, with the names of their hosts.
class Nodes {
public:
  /// A number of an agent that no other machine has.
  std::optional<int64_t> agent(std::optional<int64_t> node, std::optional<int64_t> id) {
    constexpr int64_t kMostAgents = 1 << 20;
    if (!id || *id < 0 || *id >= kMostAgents)
      return std::nullopt;
    return indexOf(node.value_or(0)) * kMostAgents + *id;
  }
  /// The first call for each agent() returns true.
  bool isNewAgent(int64_t agent) { return m_agents.insert(agent).second; }
  int64_t indexOf(int64_t node) {
    return m_indices.try_emplace(node, static_cast<int64_t>(m_indices.size())).first->second;
  }
  void name(int64_t node, std::string host) { m_hosts[indexOf(node)] = std::move(host); }
  /// " on HOST" for every machine but the first one.
  std::string suffix(int64_t node) {
    const int64_t index = indexOf(node);
    return index == 0 ? std::string() : " on " + m_hosts[index];
  }

private:
  std::map<int64_t, int64_t> m_indices;
  std::map<int64_t, std::string> m_hosts;
  std::set<int64_t> m_agents; ///< by agent()
};

/// A message that a marker has in the JSON of its event.
std::string messageOf(const std::string &json) {
  if (json.find("\"message\"") == json.npos)
    return {};
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  const auto found = parsed.is_object() ? parsed.find("message") : parsed.end();
  return parsed.is_object() && found != parsed.end() && found->is_string()
             ? found->get<std::string>()
             : std::string();
}

/// The tables of one process: their names end with the same id, or with none.
class RocpdProcess {
public:
  RocpdProcess(TraceBuilder &trace, sqlite::TableImport &tables, std::string suffix,
               uint64_t number, Nodes &nodes, Records &records)
      : m_trace(trace), m_tables(tables), m_suffix(std::move(suffix)), m_number(number),
        m_nodes(nodes), m_records(records) {}

  Result<void> read() {
    PSTUDIO_TRY(readStrings());
    PSTUDIO_TRY(readHost());
    PSTUDIO_TRY(readNodes());
    PSTUDIO_TRY(readAgents());
    PSTUDIO_TRY(readSymbols());
    PSTUDIO_TRY(readEvents());
    PSTUDIO_TRY(readRegions());
    PSTUDIO_TRY(readSamples());
    PSTUDIO_TRY(readDispatches());
    PSTUDIO_TRY(readCounters());
    PSTUDIO_TRY(readCopies());
    PSTUDIO_TRY(readAllocations());
    for (const char *const table : {"rocpd_metadata", "rocpd_info_queue", "rocpd_info_stream",
                                    "rocpd_info_code_object", "rocpd_arg"})
      m_tables.ignore(table + m_suffix);
    return {};
  }

private:
  template <class Visit>
  Result<void> table(std::string_view name, std::span<const Names> columns, size_t required,
                     Visit visit) {
    return m_tables.read(std::string(name) + m_suffix, {columns, required, columns.size()}, visit);
  }

  StringId string(std::optional<int64_t> id) const {
    const auto found = id ? m_strings.find(*id) : m_strings.end();
    return found == m_strings.end() ? StringId() : found->second;
  }

  /// Processes and threads are rows of tables of their own, and so are their numbers.
  RecordOrigin originOf(const Row &row, int pid, int tid, int event) const {
    RecordOrigin origin;
    const int64_t process = row.integerOr(pid, 0), thread = row.integerOr(tid, 0);
    const auto knownProcess = m_processes.find(process);
    const auto knownThread = m_threads.find(thread);
    origin.pid = knownProcess == m_processes.end() ? process : knownProcess->second;
    origin.process = keyOf(origin.pid);
    origin.tid = knownThread == m_threads.end() ? thread : knownThread->second;
    const auto known = m_events.find(row.integerOr(event, 0));
    origin.correlation = known == m_events.end() ? 0 : known->second.correlation;
    return origin;
  }

  uint64_t keyOf(int64_t pid) const {
    return m_number << 40 | (static_cast<uint64_t>(pid) & 0xff'ffff'ffff);
  }

  static std::optional<RecordTime> timeOf(const Row &row, int begin, int end) {
    const auto from = row.integer(begin), to = row.integer(end);
    if (!from || !to)
      return std::nullopt;
    return RecordTime{*from, *to};
  }

  Result<void> readStrings();
  Result<void> readHost();
  Result<void> readNodes();
  Result<void> readAgents();
  Result<void> readSymbols();
  Result<void> readEvents();
  Result<void> readRegions();
  Result<void> readSamples();
  Result<void> readDispatches();
  Result<void> readCounters();
  Result<void> readCopies();
  Result<void> readAllocations();

  struct Symbol {
    StringId name;
    std::optional<int64_t> vgprs, accumVgprs, sgprs;
  };

  TraceBuilder &m_trace;
  sqlite::TableImport &m_tables;
  const std::string m_suffix;
  const uint64_t m_number;
  Nodes &m_nodes;
  Records &m_records;
  std::unordered_map<int64_t, StringId> m_strings;
  std::unordered_map<int64_t, int64_t> m_processes, m_threads; ///< pid and tid by row
  std::unordered_map<int64_t, Symbol> m_symbols;
  std::unordered_map<int64_t, EventRow> m_events;
  std::unordered_map<int64_t, size_t> m_dispatchOfEvent;
};

Result<void> RocpdProcess::readStrings() {
  static constexpr std::array kColumns{Names("id"), Names("string")};
  return table(kStrings, kColumns, 2, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      m_strings.insert_or_assign(*id, m_trace.intern(row.text(1)));
    return id.has_value();
  });
}

Result<void> RocpdProcess::readHost() {
  static constexpr std::array kProcesses{Names("id"), Names("pid"), Names("command")};
  PSTUDIO_TRY(table("rocpd_info_process", kProcesses, 2, [&](const Row &row) {
    const auto id = row.integer(0), pid = row.integer(1);
    if (!id || !pid)
      return false;
    m_processes.insert_or_assign(*id, *pid);
    const std::string command = row.text(2);
    m_records.processes.push_back({keyOf(*pid), command.substr(0, command.find(' '))});
    return true;
  }));
  static constexpr std::array kThreads{Names("id"), Names("tid"), Names("pid"), Names("name")};
  return table("rocpd_info_thread", kThreads, 2, [&](const Row &row) {
    const auto id = row.integer(0), tid = row.integer(1);
    if (!id || !tid)
      return false;
    m_threads.insert_or_assign(*id, *tid);
    const auto process = m_processes.find(row.integerOr(2, 0));
    const int64_t pid = process == m_processes.end() ? row.integerOr(2, 0) : process->second;
    if (std::string name = row.text(3); !name.empty())
      m_records.threads.push_back({keyOf(pid), *tid, std::move(name)});
    return true;
  });
}

Result<void> RocpdProcess::readNodes() {
  static constexpr std::array kColumns{Names("id"), Names("hostname")};
  return table("rocpd_info_node", kColumns, 2, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      m_nodes.name(*id, row.text(1));
    return id.has_value();
  });
}

Result<void> RocpdProcess::readAgents() {
  enum : int { kId, kType, kIndex, kProduct, kName, kNode };
  static constexpr std::array kColumns{Names("id"),           Names("type"), Names("type_index"),
                                       Names("product_name"), Names("name"), Names("nid")};
  return table("rocpd_info_agent", kColumns, 2, [&](const Row &row) {
    const std::optional<int64_t> id = m_nodes.agent(row.integer(kNode), row.integer(kId));
    if (!id)
      return false;
    const std::string product = row.text(kProduct);
    if (m_nodes.isNewAgent(*id)) // processes of one machine see the same agents
      m_records.agents.push_back({*id, row.integerOr(kIndex, *id), row.text(kType) == "GPU",
                                  (product.empty() ? row.text(kName) : product) +
                                      m_nodes.suffix(row.integerOr(kNode, 0))});
    return true;
  });
}

Result<void> RocpdProcess::readSymbols() {
  enum : int { kId, kShown, kName, kVgprs, kAccumVgprs, kSgprs };
  static constexpr std::array kColumns{Names("id"),
                                       Names("display_name"),
                                       Names("kernel_name"),
                                       Names("arch_vgpr_count"),
                                       Names("accum_vgpr_count"),
                                       Names("sgpr_count")};
  return table("rocpd_info_kernel_symbol", kColumns, 1, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(kId);
    if (!id)
      return false;
    const std::string shown = row.text(kShown);
    m_symbols[*id] = {m_trace.intern(shown.empty() ? row.text(kName) : shown), row.integer(kVgprs),
                      row.integer(kAccumVgprs), row.integer(kSgprs)};
    return true;
  });
}

Result<void> RocpdProcess::readEvents() {
  enum : int { kId, kCategory, kStack, kFacts };
  static constexpr std::array kColumns{Names("id"), Names("category_id"), Names("stack_id"),
                                       Names("extdata")};
  return table("rocpd_event", kColumns, 1, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(kId);
    if (!id)
      return false;
    EventRow &facts = m_events[*id];
    facts.category = string(row.integer(kCategory));
    facts.correlation = static_cast<uint64_t>(row.integerOr(kStack, 0));
    if (const std::string message = messageOf(row.text(kFacts)); !message.empty())
      facts.message = m_trace.intern(message);
    return true;
  });
}

Result<void> RocpdProcess::readRegions() {
  enum : int { kStart, kEnd, kName, kPid, kTid, kEvent };
  static constexpr std::array kColumns{Names("start"), Names("end"), Names("name_id"),
                                       Names("pid"),   Names("tid"), Names("event_id")};
  return table("rocpd_region", kColumns, 3, [&](const Row &row) {
    const std::optional<RecordTime> time = timeOf(row, kStart, kEnd);
    const StringId name = string(row.integer(kName));
    if (!time || !name.isValid())
      return false;
    const auto event = m_events.find(row.integerOr(kEvent, 0));
    const EventRow facts = event == m_events.end() ? EventRow() : event->second;
    m_records.calls.push_back(
        {*time, originOf(row, kPid, kTid, kEvent), facts.category, name, facts.message});
    return true;
  });
}

/// Markers without a length.
Result<void> RocpdProcess::readSamples() {
  std::unordered_map<int64_t, TrackPlace> tracks;
  enum : int { kId, kPid, kTid, kName };
  static constexpr std::array kTracks{Names("id"), Names("pid"), Names("tid"), Names("name_id")};
  PSTUDIO_TRY(table("rocpd_track", kTracks, 1, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(kId);
    if (!id)
      return false;
    const RecordOrigin origin = originOf(row, kPid, kTid, kId);
    tracks[*id] = {origin.process, origin.pid, origin.tid, string(row.integer(kName))};
    return true;
  }));
  enum : int { kTrack, kTime, kEvent };
  static constexpr std::array kSamples{Names("track_id"), Names("timestamp"), Names("event_id")};
  return table("rocpd_sample", kSamples, 2, [&](const Row &row) {
    const auto track = tracks.find(row.integerOr(kTrack, 0));
    const std::optional<int64_t> time = row.integer(kTime);
    if (!time || track == tracks.end())
      return false;
    const auto event = m_events.find(row.integerOr(kEvent, 0));
    const EventRow facts = event == m_events.end() ? EventRow() : event->second;
    const TrackPlace &place = track->second;
    const StringId domain = facts.category.isValid() ? facts.category : place.name;
    m_records.calls.push_back({{*time, *time},
                               {place.process, place.pid, place.tid, facts.correlation},
                               domain,
                               domain,
                               facts.message});
    return true;
  });
}

/// The columns of a dispatch.
struct Dispatch {
  enum Column : int {
    kStart,
    kEnd,
    kKernel,
    kAgent,
    kPid,
    kTid,
    kEvent,
    kQueue,
    kStream,
    kDispatch,
    kScratch,
    kLds,
    kGroup,
    kGrid = kGroup + 3,
    kNode = kGrid + 3,
  };
};
constexpr std::array kDispatchColumns{Names("start"),
                                      Names("end"),
                                      Names("kernel_id"),
                                      Names("agent_id"),
                                      Names("pid"),
                                      Names("tid"),
                                      Names("event_id"),
                                      Names("queue_id"),
                                      Names("stream_id"),
                                      Names("dispatch_id"),
                                      Names("private_segment_size"),
                                      Names("group_segment_size"),
                                      Names("workgroup_size_x"),
                                      Names("workgroup_size_y"),
                                      Names("workgroup_size_z"),
                                      Names("grid_size_x"),
                                      Names("grid_size_y"),
                                      Names("grid_size_z"),
                                      Names("nid")};

Result<void> RocpdProcess::readDispatches() {
  return table("rocpd_kernel_dispatch", kDispatchColumns, 3, [&](const Row &row) {
    const std::optional<RecordTime> time = timeOf(row, Dispatch::kStart, Dispatch::kEnd);
    if (!time)
      return false;
    const auto symbol = m_symbols.find(row.integerOr(Dispatch::kKernel, 0));
    DispatchRecord record;
    record.time = *time;
    record.origin = originOf(row, Dispatch::kPid, Dispatch::kTid, Dispatch::kEvent);
    record.kernel =
        symbol == m_symbols.end() ? m_trace.intern("unknown kernel") : symbol->second.name;
    record.agent =
        m_nodes.agent(row.integer(Dispatch::kNode), row.integer(Dispatch::kAgent)).value_or(0);
    record.queue = row.integer(Dispatch::kQueue);
    record.stream = row.integer(Dispatch::kStream);
    record.dispatch = row.integer(Dispatch::kDispatch);
    record.scratchBytes = row.integer(Dispatch::kScratch);
    record.ldsBytes = row.integer(Dispatch::kLds);
    for (int axis = 0; axis < 3; ++axis) {
      record.group[static_cast<size_t>(axis)] = row.integer(Dispatch::kGroup + axis);
      record.grid[static_cast<size_t>(axis)] = row.integer(Dispatch::kGrid + axis);
    }
    if (symbol != m_symbols.end()) {
      record.vgprs = symbol->second.vgprs;
      record.accumVgprs = symbol->second.accumVgprs;
      record.sgprs = symbol->second.sgprs;
    }
    m_dispatchOfEvent.try_emplace(row.integerOr(Dispatch::kEvent, 0), m_records.dispatches.size());
    m_records.dispatches.push_back(record);
    return true;
  });
}

/// Hardware counters of dispatches.
Result<void> RocpdProcess::readCounters() {
  std::unordered_map<int64_t, StringId> names;
  static constexpr std::array kFacts{Names("id"), Names("name")};
  PSTUDIO_TRY(table("rocpd_info_pmc", kFacts, 2, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      names[*id] = m_trace.intern(row.text(1));
    return id.has_value();
  }));
  static constexpr std::array kValues{Names("event_id"), Names("pmc_id"), Names("value")};
  return table("rocpd_pmc_event", kValues, 3, [&](const Row &row) {
    const auto dispatch = m_dispatchOfEvent.find(row.integerOr(0, 0));
    const auto name = names.find(row.integerOr(1, 0));
    const std::optional<double> value = row.number(2);
    if (dispatch == m_dispatchOfEvent.end() || name == names.end() || !value)
      return false;
    m_records.counters.push_back({static_cast<int64_t>(dispatch->second), name->second, *value});
    return true;
  });
}

Result<void> RocpdProcess::readCopies() {
  enum : int { kStart, kEnd, kName, kPid, kTid, kEvent, kFrom, kTo, kStream, kSize, kNode };
  static constexpr std::array kColumns{
      Names("start"),     Names("end"),      Names("name_id"),      Names("pid"),
      Names("tid"),       Names("event_id"), Names("src_agent_id"), Names("dst_agent_id"),
      Names("stream_id"), Names("size"),     Names("nid")};
  return table("rocpd_memory_copy", kColumns, 3, [&](const Row &row) {
    const std::optional<RecordTime> time = timeOf(row, kStart, kEnd);
    const StringId name = string(row.integer(kName));
    if (!time || !name.isValid())
      return false;
    m_records.copies.push_back({*time, originOf(row, kPid, kTid, kEvent), name,
                                m_nodes.agent(row.integer(kNode), row.integer(kFrom)),
                                m_nodes.agent(row.integer(kNode), row.integer(kTo)),
                                row.integer(kStream), row.integer(kSize)});
    return true;
  });
}

Result<void> RocpdProcess::readAllocations() {
  enum : int { kStart, kEnd, kType, kLevel, kPid, kTid, kEvent };
  static constexpr std::array kColumns{Names("start"),   Names("end"), Names("type"),
                                       Names("level"),   Names("pid"), Names("tid"),
                                       Names("event_id")};
  const StringId domain = m_trace.intern("MEMORY_ALLOCATION");
  return table("rocpd_memory_allocate", kColumns, 3, [&](const Row &row) {
    const std::optional<RecordTime> time = timeOf(row, kStart, kEnd);
    if (!time)
      return false;
    RecordOrigin origin = originOf(row, kPid, kTid, kEvent);
    origin.correlation = 0; // the call that it belongs to has an arrow to its kernel
    m_records.calls.push_back({*time, origin, domain,
                               m_trace.intern(row.text(kLevel) + " " + row.text(kType)),
                               StringId()});
    return true;
  });
}

/// The ids of the processes in a database: what follows the name of the tables of strings.
std::vector<std::string> suffixesOf(const sqlite::Database &database) {
  std::vector<std::string> suffixes;
  for (const sqlite::Table &table : database.tables())
    if (table.name == kStrings || table.name.starts_with(std::string(kStrings) + "_"))
      suffixes.push_back(table.name.substr(kStrings.size()));
  return suffixes;
}

} // namespace

bool looksLikeRocpd(std::span<const std::byte> bytes) {
  if (!sqlite::looksLikeDatabase(bytes))
    return false;
  const Result<sqlite::Database> database = sqlite::Database::open(bytes);
  return database && !suffixesOf(*database).empty() &&
         std::ranges::any_of(database->tables(), [](const sqlite::Table &table) {
           return table.name.starts_with("rocpd_info_") ||
                  table.name.starts_with("rocpd_kernel_dispatch");
         });
}

Result<Trace> readRocpd(std::span<const std::byte> bytes, std::string_view title,
                        ReadProgress *progress) {
  PSTUDIO_TRY_ASSIGN(sqlite::Database database, sqlite::Database::open(bytes, progress));
  TraceBuilder trace;
  trace.info().title = title;
  trace.info().producer = "rocprofv3";
  sqlite::TableImport tables(database, trace);
  Records records;
  Nodes nodes;
  uint64_t number = 0;
  for (std::string &suffix : suffixesOf(database))
    PSTUDIO_TRY(RocpdProcess(trace, tables, std::move(suffix), ++number, nodes, records).read());
  PSTUDIO_TRY(tables.noteOthers([](std::string_view table) {
    return !table.starts_with("sqlite_") && table.find("_info_") == table.npos;
  }));
  tables.finish();
  if (records.isEmpty())
    return fail(ErrorCode::InvalidFormat, "the database of rocprofv3 contains no record", {},
                "record with rocprofv3 --sys-trace");
  std::ranges::stable_sort(records.counters, {}, &CounterRecord::dispatch);
  addRecords(records, trace);
  return std::move(trace).finish();
}

} // namespace pstudio::rocprof
