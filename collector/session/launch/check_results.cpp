// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/check_results.h"

#include <optional>
#include <string>

#include "core/run/reference_check.h"

namespace pstudio {

Result<void> checkResults(const RunSpec &spec, const BoundArguments &arguments,
                          ProgressSink &progress, TraceBuilder &trace,
                          std::vector<CheckOutcome> &outcomes) {
  std::optional<Error> failure;
  for (const ResultCheck &resultCheck : spec.checks) {
    const HostBuffer *output = arguments.findBuffer(resultCheck.output);
    if (!output)
      return fail(ErrorCode::InvalidInput, "there is no buffer " + resultCheck.output + " to check",
                  spec.path.string() + ": checks");
    PSTUDIO_TRY_ASSIGN(const CheckReport report, runCheck(spec, resultCheck, *output));
    const std::string text = report.describe(resultCheck.output);
    progress.log(text);
    outcomes.push_back({resultCheck.output, report.maxError, report.allowed, report.sample()});
    if (report.passed())
      continue;
    trace.addNote(NoteCode::RunWrongResult, {text});
    if (!failure)
      failure = Error{ErrorCode::WrongResult, "wrong result: " + text, {}, {}};
  }
  if (failure)
    return tl::unexpected<Error>(*std::move(failure));
  return {};
}

} // namespace pstudio
