// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/chrome_json_reader.h"

#include "core/base/number_text.h"
#include "core/formats/chrome_json/json_importer.h"

namespace pstudio {
namespace {

/// A JSON format of another tool that has no trace events.
struct OtherJsonFormat {
  std::string_view mark; ///< occurs near the start of each file
  const char *message;
  const char *hint;
};

constexpr OtherJsonFormat kOtherJsonFormats[] = {
    {"speedscope.app/file-format-schema", "a Speedscope profile is not supported",
     "the profiler that wrote it may also write Chrome trace JSON (py-spy: --format chrometrace)"},
    {"\"preprocessedProfileVersion\"", "a Firefox profile is not supported",
     "the profiler that wrote it may also write Chrome trace JSON or a Perfetto trace"},
};

Error noTraceEvents(std::string_view text) {
  constexpr size_t kStart = 65'536;
  for (const OtherJsonFormat &format : kOtherJsonFormats)
    if (text.substr(0, kStart).find(format.mark) != text.npos)
      return fail(ErrorCode::Unsupported, format.message, "", format.hint).value();
  return fail(ErrorCode::InvalidFormat, "the JSON contains no trace events", "",
              "a Chrome trace has an array of events, bare or as \"traceEvents\"")
      .value();
}

} // namespace

Result<Trace> readChromeJson(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress) {
  TraceBuilder builder;
  builder.info().title = title;
  JsonImporter importer(builder, bytes.size());
  const JsonOutcome outcome = parseJsonEvents(
      bytes, builder, [&](const JsonEvent &event) { importer.add(event); }, progress);
  if (progress != nullptr && progress->isCancelled())
    return fail(ErrorCode::Cancelled, "reading was cancelled");
  // Proton and other profilers write call trees in Hatchet's "literal" format: nodes with "frame",
  // "metrics" and "children", all without a time.
  if (outcome.callTreeCount > 0 && outcome.phaseCount == 0)
    return fail(ErrorCode::Unsupported,
                "a Hatchet call tree: it contains sums per function and no timestamps", "",
                "`proton-collect tree` prints it, and File > Open of Proton Studio shows it as a "
                "flame graph; Triton's Proton records a timeline with data=\"trace\"");
  if (outcome.eventCount == 0 && outcome.isDamaged())
    return fail(ErrorCode::InvalidFormat, "not valid JSON: " + outcome.message, outcome.where);
  if (outcome.eventCount == 0)
    return tl::unexpected<Error>(noTraceEvents(
        std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size())));
  importer.finish(outcome.baseTimeNs, outcome.stackFrames);
  const std::string events = countText(outcome.eventCount, "event", "events");
  if (outcome.damageCount > 0)
    builder.addNote(NoteCode::ChromeJsonDamaged, {outcome.where, events}, outcome.damageCount);
  builder.addNote(NoteCode::ChromeJsonSampleWithoutStack, outcome.samplesWithoutStack);
  if (!outcome.cutOffAt.empty())
    builder.addNote(NoteCode::ChromeJsonCutOff, {outcome.cutOffAt, events});
  return std::move(builder).finish();
}

} // namespace pstudio
