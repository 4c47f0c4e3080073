// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/chrome_json_reader.h"

#include "core/base/number_text.h"
#include "core/formats/chrome_json/json_importer.h"

namespace pstudio {

Result<Trace> readChromeJson(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress) {
  TraceBuilder builder;
  builder.info().title = title;
  JsonImporter importer(builder);
  const JsonOutcome outcome = parseJsonEvents(
      bytes, builder, [&](const JsonEvent &event) { importer.add(event); }, progress);
  if (progress != nullptr && progress->isCancelled())
    return fail(ErrorCode::Cancelled, "reading was cancelled");
  // Proton and other profilers write call trees in Hatchet's "literal" format: nodes with "frame",
  // "metrics" and "children", all without a time.
  if (outcome.callTreeCount > 0 && outcome.phaseCount == 0)
    return fail(ErrorCode::Unsupported,
                "a Hatchet call tree: it contains sums per function and no timestamps, and is not "
                "supported yet",
                "", "Triton's Proton records a timeline with data=\"trace\"");
  if (outcome.eventCount == 0 && outcome.isDamaged)
    return fail(ErrorCode::InvalidFormat, "not valid JSON: " + outcome.message, outcome.where);
  if (outcome.eventCount == 0)
    return fail(ErrorCode::InvalidFormat, "the JSON contains no trace events", "",
                "a Chrome trace has an array of events, bare or as \"traceEvents\"");
  importer.finish(outcome.baseTimeNs);
  if (outcome.isDamaged)
    builder.addNote(NoteCode::ChromeJsonDamaged,
                    {outcome.where, countText(outcome.eventCount, "event", "events")},
                    outcome.damageCount);
  return std::move(builder).finish();
}

} // namespace pstudio
