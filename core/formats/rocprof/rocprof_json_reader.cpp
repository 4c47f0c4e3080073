// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocprof_json_reader.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/formats/rocprof/json_elements.h"
#include "core/formats/rocprof/rocprof_records.h"

namespace pstudio::rocprof {
namespace {

constexpr std::string_view kRoot = "rocprofiler-sdk-tool";
constexpr int64_t kGpuType = 2; // ROCPROFILER_AGENT_TYPE_GPU

/// A record whose names are known once its process has been read.
struct Unnamed {
  int64_t kind = -1;
  int64_t operation = -1;
};
struct UnnamedCall : Unnamed {
  CallRecord call;
};
struct UnnamedCopy : Unnamed {
  CopyRecord copy;
};
struct UnnamedDispatch {
  int64_t kernel = 0;
  DispatchRecord dispatch;
};

std::optional<RecordTime> timeOf(const JsonElement &element) {
  const auto begin = element.integer("start_timestamp"), end = element.integer("end_timestamp");
  if (!begin || !end)
    return std::nullopt;
  return RecordTime{*begin, *end};
}

/// A handle: an object with a number, or in some versions the number.
std::optional<int64_t> handleOf(const JsonElement &element, const std::string &path) {
  const auto handle = element.integer(path + ".handle");
  return handle ? handle : element.integer(path);
}

std::array<std::optional<int64_t>, 3> extentsOf(const JsonElement &element,
                                                const std::string &path) {
  return {element.integer(path + ".x"), element.integer(path + ".y"), element.integer(path + ".z")};
}

/// Collects the lists of the processes in a file.
class JsonRecords {
public:
  explicit JsonRecords(TraceBuilder &trace) : m_trace(trace) {}

  static bool isElement(const std::string &list);
  void take(const std::string &list, const JsonElement &element);
  /// The names of a process are known: its records get theirs.
  void endProcess();
  void addNotes();

  Records records;

private:
  RecordOrigin originOf(const JsonElement &element) const;
  void takeAgent(const JsonElement &element);
  void takeDispatch(const JsonElement &element);
  void takeRecord(const std::string &list, const JsonElement &element);
  StringId kindOf(const Unnamed &record) const;
  StringId operationOf(const Unnamed &record);

  TraceBuilder &m_trace;
  uint64_t m_process = 1; ///< key
  int64_t m_pid = 0;
  struct Kind {
    StringId name;
    std::vector<StringId> operations;
  };
  std::vector<Kind> m_kinds;
  struct Symbol {
    StringId name;
    std::optional<int64_t> vgprs, accumVgprs, sgprs;
  };
  std::map<int64_t, Symbol> m_symbols;
  std::map<int64_t, StringId> m_markers; ///< by correlation
  std::vector<UnnamedCall> m_calls;
  std::vector<UnnamedCopy> m_copies;
  std::vector<UnnamedDispatch> m_dispatches;
  std::map<std::string, uint64_t> m_bad, m_notRead; ///< by list
};

bool JsonRecords::isElement(const std::string &list) {
  const std::string_view root = kRoot;
  if (!list.starts_with(root) || list.size() <= root.size())
    return false;
  const std::string_view path = std::string_view(list).substr(root.size() + 1);
  return path == "metadata" || path == "agents" || path == "kernel_symbols" ||
         path == "strings/buffer_records" || path == "strings/marker_api" ||
         path.starts_with("buffer_records/") || path.starts_with("callback_records/");
}

RecordOrigin JsonRecords::originOf(const JsonElement &element) const {
  const auto correlation = element.integer("correlation_id.internal");
  return {m_process, m_pid, element.integer("thread_id").value_or(0),
          static_cast<uint64_t>(correlation.value_or(0))};
}

void JsonRecords::takeAgent(const JsonElement &element) {
  const auto id = handleOf(element, "id");
  if (!id)
    return;
  const std::string_view product = element.text("product_name");
  AgentRecord agent;
  agent.id = *id;
  agent.isGpu = element.integer("type") == kGpuType;
  agent.number =
      element.integer("logical_node_type_id").value_or(element.integer("node_id").value_or(*id));
  agent.name = product.empty() ? element.text("name") : product;
  records.agents.push_back(std::move(agent));
}

void JsonRecords::takeDispatch(const JsonElement &element) {
  const std::optional<RecordTime> time = timeOf(element);
  if (!time) {
    ++m_bad["kernel_dispatch"];
    return;
  }
  UnnamedDispatch taken;
  taken.kernel = element.integer("dispatch_info.kernel_id").value_or(0);
  DispatchRecord &record = taken.dispatch;
  record.time = *time;
  record.origin = originOf(element);
  record.agent = handleOf(element, "dispatch_info.agent_id").value_or(0);
  record.queue = handleOf(element, "dispatch_info.queue_id");
  record.stream = handleOf(element, "stream_id");
  record.dispatch = element.integer("dispatch_info.dispatch_id");
  record.scratchBytes = element.integer("dispatch_info.private_segment_size");
  record.ldsBytes = element.integer("dispatch_info.group_segment_size");
  record.group = extentsOf(element, "dispatch_info.workgroup_size");
  record.grid = extentsOf(element, "dispatch_info.grid_size");
  m_dispatches.push_back(taken);
}

/// A copy or a call: every other list of records with times has the fields of a call.
void JsonRecords::takeRecord(const std::string &list, const JsonElement &element) {
  const std::optional<RecordTime> time = timeOf(element);
  const auto kind = element.integer("kind");
  if (!time || !kind) {
    ++(element.integer("start_timestamp") ? m_bad : m_notRead)[list];
    return;
  }
  const Unnamed names{*kind, element.integer("operation").value_or(-1)};
  const RecordOrigin origin = originOf(element);
  if (list == "memory_copy")
    m_copies.push_back({names,
                        {*time, origin, StringId(), handleOf(element, "src_agent_id"),
                         handleOf(element, "dst_agent_id"), handleOf(element, "stream_id"),
                         element.integer("bytes")}});
  else
    m_calls.push_back({names, {*time, origin, StringId(), StringId(), StringId()}});
}

void JsonRecords::take(const std::string &list, const JsonElement &element) {
  const std::string_view path = std::string_view(list).substr(kRoot.size() + 1);
  constexpr std::string_view kBuffers = "buffer_records/";
  if (path == "metadata") {
    m_pid = element.integer("pid").value_or(0);
    const auto command = element.texts("command");
    records.processes.push_back(
        {m_process, command.empty() ? std::string() : std::string(command.front())});
  } else if (path == "agents") {
    takeAgent(element);
  } else if (path == "kernel_symbols") {
    const std::string_view shown = element.text("formatted_kernel_name");
    m_symbols[element.integer("kernel_id").value_or(0)] = {
        m_trace.intern(shown.empty() ? element.text("kernel_name") : shown),
        element.integer("arch_vgpr_count"), element.integer("accum_vgpr_count"),
        element.integer("sgpr_count")};
  } else if (path == "strings/buffer_records") {
    Kind kind{m_trace.intern(element.text("kind")), {}};
    for (const std::string_view operation : element.texts("operations"))
      kind.operations.push_back(m_trace.intern(operation));
    m_kinds.push_back(std::move(kind));
  } else if (path == "strings/marker_api") {
    m_markers[element.integer("key").value_or(0)] = m_trace.intern(element.text("value"));
  } else if (path == "buffer_records/kernel_dispatch") {
    takeDispatch(element);
  } else if (path.starts_with(kBuffers)) {
    takeRecord(std::string(path.substr(kBuffers.size())), element);
  } else {
    ++m_notRead[std::string(path.substr(path.find('/') + 1))];
  }
}

StringId JsonRecords::kindOf(const Unnamed &record) const {
  const bool isKnown = record.kind >= 0 && record.kind < static_cast<int64_t>(m_kinds.size());
  return isKnown ? m_kinds[static_cast<size_t>(record.kind)].name : StringId();
}

StringId JsonRecords::operationOf(const Unnamed &record) {
  if (kindOf(record).isValid()) {
    const std::vector<StringId> &operations = m_kinds[static_cast<size_t>(record.kind)].operations;
    if (record.operation >= 0 && record.operation < static_cast<int64_t>(operations.size()))
      return operations[static_cast<size_t>(record.operation)];
  }
  return m_trace.intern("operation " + std::to_string(record.operation));
}

void JsonRecords::endProcess() {
  for (UnnamedCall &taken : m_calls) {
    taken.call.domain = kindOf(taken);
    taken.call.name = operationOf(taken);
    const auto marker = m_markers.find(static_cast<int64_t>(taken.call.origin.correlation));
    if (marker != m_markers.end() && m_trace.text(taken.call.domain).starts_with("MARKER_"))
      taken.call.message = marker->second;
    records.calls.push_back(taken.call);
  }
  for (UnnamedCopy &taken : m_copies) {
    taken.copy.direction = operationOf(taken);
    records.copies.push_back(taken.copy);
  }
  for (UnnamedDispatch &taken : m_dispatches) {
    const auto symbol = m_symbols.find(taken.kernel);
    if (symbol == m_symbols.end()) {
      taken.dispatch.kernel = m_trace.intern("kernel " + std::to_string(taken.kernel));
    } else {
      taken.dispatch.kernel = symbol->second.name;
      taken.dispatch.vgprs = symbol->second.vgprs;
      taken.dispatch.accumVgprs = symbol->second.accumVgprs;
      taken.dispatch.sgprs = symbol->second.sgprs;
    }
    records.dispatches.push_back(taken.dispatch);
  }
  m_calls.clear();
  m_copies.clear();
  m_dispatches.clear();
  m_kinds.clear();
  m_symbols.clear();
  m_markers.clear();
  m_pid = 0;
  ++m_process;
}

void JsonRecords::addNotes() {
  for (const auto &[list, count] : m_bad)
    m_trace.addNote(NoteCode::RocprofBadRecords, {list}, count);
  for (const auto &[list, count] : m_notRead)
    m_trace.addNote(NoteCode::RocprofNotRead, {list}, count);
}

} // namespace

bool looksLikeRocprofJson(std::span<const std::byte> bytes) {
  constexpr size_t kStart = 256;
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()),
                              std::min(bytes.size(), kStart));
  const size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == text.npos || text[brace] != '{')
    return false;
  const size_t quote = text.find_first_not_of(" \t\r\n", brace + 1);
  return quote != text.npos && text[quote] == '"' && text.substr(quote + 1).starts_with(kRoot);
}

Result<Trace> readRocprofJson(std::span<const std::byte> bytes, std::string_view title,
                              ReadProgress *progress) {
  TraceBuilder trace;
  trace.info().title = title;
  trace.info().producer = "rocprofv3";
  JsonRecords lists(trace);
  const ElementVisitor visitor{
      JsonRecords::isElement,
      [&](const std::string &list, const JsonElement &element) { lists.take(list, element); },
      [&](const std::string &path) {
        if (path == kRoot)
          lists.endProcess();
      }};
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const std::optional<std::string> damage = visitElements(text, visitor, progress);
  if (progress != nullptr && progress->isCancelled())
    return fail(ErrorCode::Cancelled, "reading was cancelled");
  if (damage)
    lists.endProcess();
  lists.addNotes();
  if (lists.records.isEmpty())
    return fail(ErrorCode::InvalidFormat,
                damage ? "the JSON of rocprofv3 is damaged before its first record"
                       : "the JSON of rocprofv3 contains no record",
                damage.value_or(""), "record with rocprofv3 --sys-trace --output-format json");
  addRecords(lists.records, trace);
  if (damage)
    trace.addNote(NoteCode::RocprofDamaged, {*damage});
  return std::move(trace).finish();
}

} // namespace pstudio::rocprof
