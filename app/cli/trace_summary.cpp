// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trace_summary.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/launch_samples.h"
#include "core/trace/record_counts.h"
#include "core/trace/trace_text.h"

namespace pstudio::cli {
namespace {

std::string extents(const std::array<uint32_t, 3> &values) {
  return values[0] == 0 ? "unknown" : extentsText(values);
}

std::string_view timeBaseText(TimeBase base) {
  switch (base) {
  case TimeBase::Measured:
    return "measured";
  case TimeBase::Model:
    return "cost model, not hardware";
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
      out << name << printableText(value) << '\n';
  };
  line("title     ", info.title);
  line("producer  ", info.producer);
  line("date      ", info.date);
  const std::string part = partText(coverageOf(trace));
  out << "length    ";
  if (trace.timeRange() == TimeRange())
    out << "unknown\n";
  else
    out << static_cast<double>(trace.timeRange().length().value) / 1e6 << " us"
        << (part.empty() ? part : ", of " + part) << '\n';
  out << "tracks    " << trace.tracks().size() << '\n'
      << "slices    " << trace.sliceCount() << '\n'
      << "instants  " << trace.instants().size() << '\n'
      << "counters  " << countText(trace.samples().size(), "value", "values") << '\n'
      << "flows     " << trace.flows().size() << '\n';
  uint64_t bytes = 0;
  for (const SourceFile &file : trace.sources())
    bytes += file.text->size();
  if (!trace.sources().empty())
    out << "sources   " << countText(trace.sources().size(), "file", "files") << ", "
        << bytesText(static_cast<double>(bytes)) << '\n';
  for (const SourceFile &file : trace.sources())
    out << "  " << printableText(file.path) << ", "
        << bytesText(static_cast<double>(file.text->size())) << '\n';
}

/// Rates and worst error of the measured clocks; nothing where there are none.
void describeClocks(std::ostream &out, const Trace &trace) {
  std::vector<double> rates; // [GHz]
  double worst = 0;
  for (const ClockLine &clock : trace.clocks()) {
    if (clock.base != TimeBase::Measured)
      continue;
    rates.push_back(1000.0 / clock.picosecondsPerCycle);
    worst = std::max(worst, clock.uncertaintyPs);
  }
  if (rates.empty())
    return;
  std::sort(rates.begin(), rates.end());
  out << "clocks    " << rates.size() << " measured, " << rates[rates.size() / 2] << " GHz ("
      << rates.front() << " to " << rates.back() << "), error at most " << worst / 1000.0
      << " ns\n";
}

void describeCost(std::ostream &out, const Launch &launch) {
  if (!launch.recordingCost) {
    if (launch.timeBase == TimeBase::Measured)
      out << "  recording cost unknown, included in the times\n";
    return;
  }
  const RecordingCost &cost = *launch.recordingCost;
  out << "  recording cost per record " << cost.record << " cycles (" << cost.recordLow << " to "
      << cost.recordHigh << "), empty wait for copies " << cost.emptyWait << " cycles"
      << (launch.isCostSubtracted ? "; subtracted from the times\n" : "; included in the times\n");
}

void describeArguments(std::ostream &out, const Trace &trace, const Launch &launch) {
  for (const Arg &arg : trace.args(launch.args)) {
    out << "  " << printableText(trace.string(arg.key)) << ' ';
    if (arg.type == ArgType::Double)
      out << arg.doubleValue << '\n'; // six digits are enough to read
    else
      out << printableText(argValueToText(trace, arg)) << '\n';
  }
}

std::string pcSamplesText(const PcSampleTable &table) {
  uint64_t located = 0, lines = 0;
  for (const LineSamples &line : table.lines)
    if (!line.location.empty()) {
      located += line.samples();
      ++lines;
    }
  return countText(table.samples()) + ", " + countText(located) + " of them on " +
         countText(lines, "source line", "source lines") + ", " + countText(table.dropped) +
         " dropped";
}

void describeLaunch(std::ostream &out, const Trace &trace, const Launch &launch) {
  out << "launch    " << printableText(trace.string(launch.kernel)) << " on "
      << printableText(trace.string(launch.target)) << '\n'
      << "  grid " << extents(launch.grid) << ", block " << extents(launch.block)
      << ", dynamic shared " << launch.dynamicSharedBytes << " bytes\n";
  if (const auto records = recordCounts(launch))
    out << "  records " << records->written << " written, " << records->dropped << " dropped, "
        << records->unmatched << " unmatched\n";
  else
    out << "  records unknown\n";
  if (launch.accesses)
    out << "  memory accesses " << launch.accesses->table.size() << ", "
        << 100 * launch.accesses->table.recordedPart() << " % of all; details: info --memory\n";
  if (const auto samples = pcSamplesOf(trace, launch))
    out << "  PC samples " << pcSamplesText(*samples) << '\n';
  out << "  time base: " << timeBaseText(launch.timeBase) << '\n';
  describeCost(out, launch);
  describeArguments(out, trace, launch);
}

} // namespace

std::string summarizeTrace(const Trace &trace) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  describeFacts(out, trace);
  describeClocks(out, trace);
  for (const Launch &launch : trace.launches())
    describeLaunch(out, trace, launch);
  for (const Note &note : trace.notes()) {
    out << "note      " << severityText(note.severity) << ", " << printableText(note.code) << ": "
        << printableText(note.message);
    if (note.count > 1)
      out << " (" << note.count << " times)";
    out << '\n';
  }
  return out.str();
}

} // namespace pstudio::cli
