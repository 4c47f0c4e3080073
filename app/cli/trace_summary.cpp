// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_summary.h"

#include <sstream>

namespace pstudio::cli {
namespace {

std::string extents(const std::array<uint32_t, 3> &values) {
  if (values[0] == 0)
    return "unknown";
  return std::to_string(values[0]) + "x" + std::to_string(values[1]) + "x" +
         std::to_string(values[2]);
}

std::string_view timeBaseText(TimeBase base) {
  switch (base) {
  case TimeBase::Measured:
    return "measured";
  case TimeBase::Model:
    return "a model, not hardware";
  case TimeBase::Assumed:
    return "assumed, not measured";
  }
  return "unknown";
}

std::string_view severityText(Note::Severity severity) {
  switch (severity) {
  case Note::Severity::Info:
    return "info";
  case Note::Severity::DataLoss:
    return "data loss";
  case Note::Severity::Error:
    return "error";
  }
  return "note";
}

void describeFacts(std::ostream &out, const Trace &trace) {
  const TraceInfo &info = trace.info();
  const auto line = [&out](std::string_view name, std::string_view value) {
    if (!value.empty())
      out << name << value << '\n';
  };
  line("title     ", info.title);
  line("producer  ", info.producer);
  line("date      ", info.date);
  out << "length    " << static_cast<double>(trace.timeRange().length().value) / 1e6 << " us\n"
      << "tracks    " << trace.tracks().size() << '\n'
      << "slices    " << trace.sliceCount() << '\n'
      << "instants  " << trace.instants().size() << '\n'
      << "samples   " << trace.samples().size() << '\n'
      << "flows     " << trace.flows().size() << '\n';
}

void describeLaunch(std::ostream &out, const Trace &trace, const Launch &launch) {
  out << "launch    " << trace.string(launch.kernel) << " on " << trace.string(launch.target)
      << '\n'
      << "  grid " << extents(launch.grid) << ", block " << extents(launch.block)
      << ", dynamic shared " << launch.dynamicSharedBytes << " bytes\n";
  // Files of other programs do not say how many records there were.
  if (launch.grid[0] == 0 && launch.recordsWritten == 0)
    out << "  records unknown\n";
  else
    out << "  records " << launch.recordsWritten << " written, " << launch.recordsDropped
        << " dropped, " << launch.recordsUnmatched << " unmatched\n";
  out << "  time is " << timeBaseText(launch.timeBase) << '\n';
}

} // namespace

std::string summarizeTrace(const Trace &trace) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  describeFacts(out, trace);
  for (const Launch &launch : trace.launches())
    describeLaunch(out, trace, launch);
  for (const Note &note : trace.notes()) {
    out << "note      " << severityText(note.severity) << ", " << note.code << ": " << note.message;
    if (note.count > 1)
      out << " (" << note.count << " times)";
    out << '\n';
  }
  return out.str();
}

} // namespace pstudio::cli
