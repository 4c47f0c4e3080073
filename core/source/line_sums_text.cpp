// SPDX-License-Identifier: Apache-2.0
#include "core/source/line_sums_text.h"

#include "core/base/csv_text.h"
#include "core/base/number_text.h"
#include "core/source/source_texts.h"
#include "core/statistics/statistics_text.h"

namespace pstudio {
namespace {

/// A column in words.
struct ColumnWords {
  std::string_view heading, name, sentence; ///< `name`: in CSV
};

constexpr std::array<ColumnWords, kLineColumns> kColumnWords = {{
    {"Self", "self_ns", "Time of the line's slices without that of slices inside of them"},
    {"Total", "total_ns", "Time of the line's slices, with all that they contain"},
    {"Waits", "waits_ns",
     "Self time of the line's slices that wait: at barriers and for operations"},
    {"In flight", "in_flight_ns", "Time of the line's asynchronous operations, from issue to wait"},
    {"Events", "events", "Slices and instants of the line"},
    {"Accesses", "accesses", "Memory accesses of warps"},
    {"Bytes", "bytes", "Different bytes of each access, added up"},
    {"+ Sectors", "excess_sectors", "Sectors of global memory beyond the fewest possible"},
    {"+ Wavefronts", "excess_wavefronts",
     "Wavefronts of shared memory beyond those without bank conflicts"},
    {"Samples", "samples", "PC samples of the whole launch, from a run without instrumentation"},
}};

} // namespace

std::string_view headingOf(LineColumn column) {
  return kColumnWords[static_cast<size_t>(column)].heading;
}

std::string_view sentenceOf(LineColumn column) {
  return kColumnWords[static_cast<size_t>(column)].sentence;
}

std::string lineSumsCsv(const SourceSums &sums, const SourceTexts &texts) {
  std::string csv = "file,line,text";
  for (const ColumnWords &words : kColumnWords)
    csv += "," + std::string(words.name);
  csv += ",open_slices\r\n";
  for (const FileSums &file : sums.files) {
    const auto text = texts.find(file.path);
    for (const LineSums &line : file.lines) {
      csv += csvField(file.path) + "," + std::to_string(line.line) + ",";
      csv += csvField(text ? text->line(line.line).value_or("") : "");
      for (size_t column = 0; column < kLineColumns; ++column) {
        csv += ',';
        if (line.values[column])
          csv += isTime(static_cast<LineColumn>(column))
                     ? statistics::nanosecondDigits(*line.values[column])
                     : std::to_string(*line.values[column]);
      }
      csv += "," + std::to_string(line.openSlices) + "\r\n";
    }
  }
  return csv;
}

std::string lineSumsRemarks(const SourceSums &sums) {
  std::string text;
  if (sums.eventsWithoutLine > 0)
    text += countText(sums.eventsWithoutLine, "event has", "events have") + " no source line\n";
  if (sums.samplesWithoutLine > 0)
    text += countText(sums.samplesWithoutLine, "PC sample has", "PC samples have") +
            " no source line\n";
  uint64_t open = 0;
  for (const FileSums &file : sums.files)
    for (const LineSums &line : file.lines)
      open += line.openSlices;
  if (open > 0)
    text += countText(open, "slice has", "slices have") + " no recorded begin or end, so no time\n";
  if (sums.isCostSubtracted)
    text += "The recording cost is subtracted from times\n";
  return text;
}

} // namespace pstudio
