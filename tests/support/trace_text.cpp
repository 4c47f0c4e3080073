// SPDX-License-Identifier: Apache-2.0
#include "tests/support/trace_text.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "core/trace/trace_text.h"
#include "tests/support/access_text.h"

namespace pstudio {
namespace {

/// Appends printf-formatted text; all our lines are short.
__attribute__((format(printf, 2, 3))) void append(std::string &out, const char *format, ...) {
  char buffer[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof(buffer), format, arguments);
  va_end(arguments);
  out += buffer;
}

std::string inQuotes(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      append(out, "\\x%02x", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

/// Writes one trace.
class Writer {
public:
  explicit Writer(const Trace &trace) : m_trace(trace) {}

  std::string run() {
    writeInfo();
    writeClocksAndLaunches();
    for (TrackId root : m_trace.children(TrackId()))
      writeTrack(root, 0);
    for (const Flow &flow : m_trace.flows())
      append(m_out, "flow %" PRIu64 " %s%u -> %s%u\n", flow.id, refKind(flow.from), flow.from.index,
             refKind(flow.to), flow.to.index);
    return std::move(m_out);
  }

private:
  static const char *refKind(const EventRef &ref) {
    return ref.kind == EventRef::Kind::Slice ? "slice " : "instant ";
  }

  void writeArgs(ArgSetId id) {
    for (const Arg &arg : m_trace.args(id))
      m_out += " " + argToText(m_trace, arg);
  }

  void writeInfo() {
    const TraceInfo &info = m_trace.info();
    m_out += "trace " + inQuotes(info.title) + " producer " + inQuotes(info.producer) + " date " +
             inQuotes(info.date);
    append(m_out, " origin %" PRId64 " ns\n", info.origin.value);
    for (const Note &note : m_trace.notes()) {
      const char *severity = note.severity == Note::Severity::Info       ? "info"
                             : note.severity == Note::Severity::DataLoss ? "data-loss"
                                                                         : "error";
      append(m_out, "note %s x%" PRIu64 " ", severity, note.count);
      m_out += note.code + " " + inQuotes(note.message) + "\n";
    }
    if (const ForeignPackets *packets = m_trace.foreignPackets())
      append(m_out, "foreign packets %" PRIu64 ", %zu bytes, hash %zx\n", packets->count,
             packets->bytes.size(), std::hash<std::string>{}(packets->bytes));
    for (const SourceFile &file : m_trace.sources()) {
      m_out += "source " + inQuotes(file.path);
      append(m_out, " %zu bytes\n", file.text->size());
    }
  }

  void writeClocksAndLaunches() {
    uint32_t index = 0;
    for (const ClockLine &clock : m_trace.clocks())
      append(m_out, "clock %u cycle %" PRId64 " = %" PRId64 " ps, %.17g ps/cycle, +-%.17g ps, %s\n",
             index++, clock.cycleOrigin.value, clock.origin.value, clock.picosecondsPerCycle,
             clock.uncertaintyPs, std::string(timeBaseName(clock.base)).c_str());
    index = 0;
    for (const Launch &launch : m_trace.launches()) {
      append(m_out, "launch %u ", index++);
      m_out += inQuotes(m_trace.string(launch.kernel)) + " on " +
               inQuotes(m_trace.string(launch.target));
      append(m_out, " grid %ux%ux%u block %ux%ux%u shared %" PRIu64, launch.grid[0], launch.grid[1],
             launch.grid[2], launch.block[0], launch.block[1], launch.block[2],
             launch.dynamicSharedBytes);
      append(m_out, " written %" PRIu64 " dropped %" PRIu64 " unmatched %" PRIu64 " %s",
             launch.recordsWritten, launch.recordsDropped, launch.recordsUnmatched,
             std::string(timeBaseName(launch.timeBase)).c_str());
      writeCost(launch);
      writeArgs(launch.args);
      m_out += "\n";
      if (launch.accesses)
        m_out += memory::accessesToText(*launch.accesses);
    }
  }

  void writeCost(const Launch &launch) {
    if (const auto &cost = launch.recordingCost)
      append(m_out, " record %.17g (%.17g..%.17g) wait %.17g cycles%s", cost->record,
             cost->recordLow, cost->recordHigh, cost->emptyWait,
             launch.isCostSubtracted ? ", subtracted" : "");
  }

  void writeTrack(TrackId id, int depth) {
    const Track &track = m_trace.track(id);
    m_out.append(static_cast<size_t>(depth) * 2, ' ');
    m_out += std::string(trackKindName(track.kind)) + " " + inQuotes(m_trace.string(track.name));
    append(m_out, " number %" PRId64, track.number);
    if (track.unit.isValid())
      m_out += " unit " + inQuotes(m_trace.string(track.unit));
    if (track.clock.isValid())
      append(m_out, " clock %u", track.clock.value);
    if (track.launch.isValid())
      append(m_out, " launch %u", track.launch.value);
    writeArgs(track.args);
    m_out += "\n";
    for (uint32_t r = 0; r < track.rowCount; ++r)
      writeRow(RowId(track.firstRow.value + r), depth + 1);
    writePoints(track, depth + 1);
    for (TrackId child : m_trace.children(id))
      writeTrack(child, depth + 1);
  }

  void writeRow(RowId id, int depth) {
    const Row &row = m_trace.row(id);
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const Slice slice = m_trace.slice(SliceId(row.firstSlice.value + i));
      m_out.append(static_cast<size_t>(depth) * 2, ' ');
      append(m_out, "row %u [%" PRId64 ", %" PRId64 ") ", row.index, slice.time.begin.value,
             slice.time.end.value);
      m_out += inQuotes(m_trace.string(slice.name));
      if (slice.category.isValid())
        m_out += " category " + inQuotes(m_trace.string(slice.category));
      if (slice.hasCycles)
        append(m_out, " cycles [%" PRId64 ", %" PRId64 ")", slice.beginCycles.value,
               slice.endCycles.value);
      if (slice.parent.isValid())
        append(m_out, " parent slice %u", slice.parent.value);
      if (slice.flags != 0)
        append(m_out, " flags %u", slice.flags);
      writeArgs(slice.args);
      m_out += "\n";
    }
  }

  void writePoints(const Track &track, int depth) {
    for (const Instant &instant :
         m_trace.instants().subspan(track.firstInstant, track.instantCount)) {
      m_out.append(static_cast<size_t>(depth) * 2, ' ');
      append(m_out, "instant %" PRId64 " ", instant.time.value);
      m_out += inQuotes(m_trace.string(instant.name));
      if (instant.category.isValid())
        m_out += " category " + inQuotes(m_trace.string(instant.category));
      writeArgs(instant.args);
      m_out += "\n";
    }
    for (const Sample &sample : m_trace.samples().subspan(track.firstSample, track.sampleCount)) {
      m_out.append(static_cast<size_t>(depth) * 2, ' ');
      append(m_out, "sample %" PRId64 " %.17g\n", sample.time.value, sample.value);
    }
  }

  const Trace &m_trace;
  std::string m_out;
};

} // namespace

std::string argToText(const Trace &trace, const Arg &arg) {
  std::string value = argValueToText(trace, arg);
  if (arg.type == ArgType::String)
    value = inQuotes(value);
  return std::string(trace.string(arg.key)) + "=" + value;
}

std::string traceToText(const Trace &trace) {
  return Writer(trace).run();
}

} // namespace pstudio
