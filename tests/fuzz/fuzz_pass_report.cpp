// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any text as a report of compiler passes; what is accepted is written and read again.
#include "core/base/check.h"
#include "core/run/pass_report.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace pstudio;
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const Result<PassReport> report = passReportFromJson(text, "fuzz");
  if (!report) {
    PSTUDIO_CHECK(!report.error().message.empty() && !report.error().where.empty());
    return 0;
  }
  for (const PassStage &stage : report->stages) {
    static_cast<void>(timeOf(stage));
    for (const PassRun &run : stage.passes)
      PSTUDIO_CHECK((report->text(run.before) != nullptr) == run.before.has_value() &&
                    (report->text(run.after) != nullptr) == run.after.has_value());
  }
  static_cast<void>(timeOf(*report));
  const Result<PassReport> again = passReportFromJson(passReportToJson(*report), "fuzz");
  PSTUDIO_CHECK(again && *again == *report);
  PassReport both = *report;
  append(both, *again);
  PSTUDIO_CHECK(both.stages.size() == 2 * report->stages.size());
  return 0;
}
