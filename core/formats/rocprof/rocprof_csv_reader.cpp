// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocprof/rocprof_csv_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "core/base/utf8.h"
#include "core/formats/rocprof/rocprof_records.h"

namespace pstudio::rocprof {
namespace {

constexpr size_t kMostColumns = 256;

/// Takes the fields of the first record off `text` (RFC 4180): a field in quotes may contain
/// commas, line ends and doubled quotes. False for an empty text.
bool takeRecord(std::string_view &text, std::vector<std::string> &fields) {
  fields.clear();
  if (text.empty())
    return false;
  std::string field;
  bool isQuoted = false;
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (isQuoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
      field += text[++at];
    } else if (c == '"') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (c == ',' || c == '\n')) {
      if (fields.size() < kMostColumns)
        fields.push_back(std::move(field));
      field.clear();
      if (c == '\n')
        break;
    } else if (isQuoted || c != '\r') {
      field += c;
    }
  }
  if (at >= text.size() && fields.size() < kMostColumns)
    fields.push_back(std::move(field));
  text.remove_prefix(std::min(at + 1, text.size()));
  return true;
}

/// "lds_block_size" of "LDS_Block_Size": versions differ in their capitals.
std::string columnName(std::string name) {
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// A number, also of "Agent 4" or "GPU-0"; none for others and for one with more than 63 bits.
std::optional<int64_t> numberOf(std::string_view text) {
  const size_t digits = text.find_last_not_of("0123456789");
  if (digits != text.npos)
    text.remove_prefix(digits + 1);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

/// The columns of the table that is being read.
class Columns {
public:
  explicit Columns(const std::vector<std::string> &names = {}) : m_count(names.size()) {
    for (size_t i = 0; i < names.size(); ++i)
      m_places.try_emplace(columnName(names[i]), i);
  }
  bool has(const std::string &name) const { return m_places.contains(name); }
  size_t count() const { return m_count; }
  bool isTrace() const { return has("start_timestamp") && has("end_timestamp"); }
  bool isAgents() const { return has("agent_type") && has("logical_node_id"); }
  /// Names of columns, and no values.
  bool isHeader() const {
    return isAgents() || (isTrace() && (has("correlation_id") || has("kernel_name")));
  }

  std::string_view text(const std::vector<std::string> &row, const std::string &name) const {
    const auto found = m_places.find(name);
    return found == m_places.end() || found->second >= row.size() ? std::string_view()
                                                                  : row[found->second];
  }
  std::optional<int64_t> number(const std::vector<std::string> &row,
                                const std::string &name) const {
    return numberOf(text(row, name));
  }

private:
  std::map<std::string, size_t> m_places;
  size_t m_count;
};

/// Reads the rows of one table after the other.
class CsvRecords {
public:
  explicit CsvRecords(TraceBuilder &trace) : m_trace(trace) {}

  void begin(Columns columns) { m_columns = std::move(columns); }
  void take(const std::vector<std::string> &row);
  void finish();

  Records records;

private:
  using Fields = std::vector<std::string>;
  StringId intern(std::string_view text) {
    return m_trace.intern(isUtf8(text) ? std::string(text) : escapedUtf8(text));
  }
  std::optional<int64_t> number(const Fields &row, const std::string &name) const {
    return m_columns.number(row, name);
  }
  RecordOrigin originOf(const Fields &row) const;
  void takeAgent(const Fields &row);
  void takeDispatch(const Fields &row, const RecordTime &time);
  void takeCopy(const Fields &row, const RecordTime &time);
  void takeCall(const Fields &row, const RecordTime &time);
  void shareProcess();

  TraceBuilder &m_trace;
  Columns m_columns;
  std::array<int64_t, 2> m_agentCounts{};           ///< CPUs, GPUs
  std::set<int64_t> m_gpus;                         ///< AgentRecord::id
  std::map<std::string, uint64_t> m_bad, m_notRead; ///< by the kind of a row
};

RecordOrigin CsvRecords::originOf(const Fields &row) const {
  const int64_t pid = number(row, "process_id").value_or(0);
  return {static_cast<uint64_t>(pid), pid, number(row, "thread_id").value_or(0),
          static_cast<uint64_t>(number(row, "correlation_id").value_or(0))};
}

void CsvRecords::takeAgent(const Fields &row) {
  const auto id = number(row, "logical_node_id");
  if (!id) {
    ++m_bad["agent_info"];
    return;
  }
  const std::string_view product = m_columns.text(row, "product_name");
  AgentRecord agent;
  agent.id = *id;
  agent.isGpu = m_columns.text(row, "agent_type") == "GPU";
  agent.number = m_agentCounts[agent.isGpu ? 1 : 0]++;
  if (agent.isGpu)
    m_gpus.insert(agent.id);
  agent.name = product.empty() ? m_columns.text(row, "name") : product;
  records.agents.push_back(std::move(agent));
}

void CsvRecords::takeDispatch(const Fields &row, const RecordTime &time) {
  DispatchRecord record;
  record.time = time;
  record.origin = originOf(row);
  record.kernel = intern(m_columns.text(row, "kernel_name"));
  record.agent = number(row, "agent_id").value_or(0);
  record.queue = number(row, "queue_id");
  record.stream = number(row, "stream_id");
  record.dispatch = number(row, "dispatch_id");
  const auto either = [&](const char *name, const char *olderName) {
    const auto value = number(row, name);
    return value ? value : number(row, olderName);
  };
  record.ldsBytes = either("lds_block_size", "group_segment_size");
  record.scratchBytes = either("scratch_size", "private_segment_size");
  record.vgprs = number(row, "vgpr_count");
  record.accumVgprs = number(row, "accum_vgpr_count");
  record.sgprs = number(row, "sgpr_count");
  constexpr const char *kAxes[] = {"x", "y", "z"};
  for (size_t axis = 0; axis < 3; ++axis) {
    record.group[axis] = number(row, std::string("workgroup_size_") + kAxes[axis]);
    record.grid[axis] = number(row, std::string("grid_size_") + kAxes[axis]);
  }
  records.dispatches.push_back(record);
}

void CsvRecords::takeCopy(const Fields &row, const RecordTime &time) {
  records.copies.push_back({time, originOf(row), intern(m_columns.text(row, "direction")),
                            number(row, "source_agent_id"), number(row, "destination_agent_id"),
                            number(row, "stream_id"), number(row, "bytes")});
}

void CsvRecords::takeCall(const Fields &row, const RecordTime &time) {
  const bool isCall = m_columns.has("function");
  const std::string_view domain = m_columns.text(row, isCall ? "domain" : "kind");
  CallRecord call{time, originOf(row), intern(domain),
                  intern(m_columns.text(row, isCall ? "function" : "operation")), StringId()};
  if (!isCall)
    call.origin.correlation = 0; // the call that it belongs to has the arrow to its work
  records.calls.push_back(call);
}

void CsvRecords::take(const Fields &row) {
  if (row.size() == 1 && row.front().empty())
    return; // an empty line
  if (m_columns.isAgents()) {
    takeAgent(row);
    return;
  }
  const auto begin = number(row, "start_timestamp"), end = number(row, "end_timestamp");
  const std::string kind(m_columns.text(row, m_columns.has("domain") ? "domain" : "kind"));
  if (m_columns.has("counter_name"))
    ++m_notRead["counter_collection"];
  else if (!begin || !end || row.size() < m_columns.count())
    ++m_bad[kind];
  else if (m_columns.has("kernel_name"))
    takeDispatch(row, {*begin, *end});
  else if (m_columns.has("direction"))
    takeCopy(row, {*begin, *end});
  else if (m_columns.has("function") || m_columns.has("operation"))
    takeCall(row, {*begin, *end});
  else
    ++m_notRead[kind];
}

/// Agents name GPUs by their logical index; with other choices of --agent-index they may not match,
/// and then the names are left out.
void CsvRecords::finish() {
  for (const auto &[kind, count] : m_bad)
    m_trace.addNote(NoteCode::RocprofBadRecords, {kind}, count);
  for (const auto &[kind, count] : m_notRead)
    m_trace.addNote(NoteCode::RocprofNotRead, {kind}, count);
  const auto isOfGpu = [&](const DispatchRecord &dispatch) {
    return m_gpus.contains(dispatch.agent);
  };
  if (!std::ranges::all_of(records.dispatches, isOfGpu))
    records.agents.clear();
  shareProcess();
}

/// Kernels, copies and allocations have no column of their process. If all calls are of one, they
/// are of that one.
void CsvRecords::shareProcess() {
  std::set<int64_t> pids;
  for (const CallRecord &call : records.calls)
    if (call.origin.pid != 0)
      pids.insert(call.origin.pid);
  if (pids.size() != 1)
    return;
  const auto adopt = [&](RecordOrigin &origin) {
    origin.pid = *pids.begin();
    origin.process = static_cast<uint64_t>(origin.pid);
  };
  for (CallRecord &call : records.calls)
    adopt(call.origin);
  for (DispatchRecord &dispatch : records.dispatches)
    adopt(dispatch.origin);
  for (CopyRecord &copy : records.copies)
    adopt(copy.origin);
}

} // namespace

bool looksLikeRocprofCsv(std::span<const std::byte> bytes) {
  constexpr size_t kLongestHeader = 4096;
  std::string_view text(reinterpret_cast<const char *>(bytes.data()),
                        std::min(bytes.size(), kLongestHeader));
  const size_t line = text.find('\n');
  text = text.substr(0, line);
  if (text.find("_Timestamp") == text.npos && text.find("Logical_Node_Id") == text.npos)
    return false;
  std::vector<std::string> names;
  return takeRecord(text, names) && Columns(names).isHeader();
}

Result<Trace> readRocprofCsv(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress) {
  TraceBuilder trace;
  trace.info().title = title;
  trace.info().producer = "rocprofv3";
  CsvRecords tables(trace);
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  std::vector<std::string> row;
  if (progress != nullptr)
    progress->setTotal(bytes.size());
  while (takeRecord(text, row)) {
    const bool mayBeHeader = std::ranges::any_of(row, [](const std::string &field) {
      return field == "End_Timestamp" || field == "Logical_Node_Id";
    });
    if (Columns columns(mayBeHeader ? row : std::vector<std::string>()); columns.isHeader())
      tables.begin(std::move(columns));
    else
      tables.take(row);
    if (progress != nullptr) {
      progress->setDone(bytes.size() - text.size());
      if (progress->isCancelled())
        return fail(ErrorCode::Cancelled, "reading was cancelled");
    }
  }
  tables.finish();
  if (tables.records.isEmpty())
    return fail(ErrorCode::InvalidFormat, "the tables of rocprofv3 contain no record with a time",
                {}, "open the file whose name ends with _kernel_trace.csv or _hip_api_trace.csv");
  addRecords(tables.records, trace);
  return std::move(trace).finish();
}

} // namespace pstudio::rocprof
