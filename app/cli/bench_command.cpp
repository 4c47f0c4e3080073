// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/cli/bench_json.h"
#include "app/cli/bench_text.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "core/base/output_file.h"

namespace pstudio::cli {
namespace {

Result<bool> runBench(const BenchCommandOptions &options) {
  bench::Report soFar;
  Result<void> written;
  const bool isGrowing = !options.json.empty() && mayHaveSiblings(options.json);
  std::FILE *const text = isStandardOutput(options.json) ? stderr : stdout;
  const auto show = [text](const std::string &part) {
    printText(text, part);
    std::fflush(text); // each part is out before the next one may end the process
  };
  // A regular file is written after each section, so that it too has what there was before a crash;
  // a device or FIFO cannot be written again and gets the whole in the end.
  const auto keep = [&] {
    if (isGrowing && written)
      written = writeOutput(options.json, reportJson(soFar));
  };
  bench::Listener listener;
  listener.began = [&](const bench::Report &report) {
    soFar = report;
    show(environmentText(report));
    keep();
  };
  listener.ended = [&](const bench::Section &section) {
    soFar.sections.push_back(section);
    show(sectionText(section));
    keep();
  };
  const Result<bench::Report> done = bench::run(options.request, listener);
  if (!options.json.empty() && !isGrowing)
    written = writeOutput(options.json, reportJson(soFar));
  PSTUDIO_TRY_ASSIGN(const bench::Report report, done);
  show(targetsText(report));
  PSTUDIO_TRY(std::move(written));
  return std::none_of(report.sections.begin(), report.sections.end(),
                      [](const bench::Section &section) { return section.failure.has_value(); });
}

} // namespace

int benchCommand(const BenchCommandOptions &options) {
  const Result<bool> complete = runBench(options);
  if (!complete) {
    printError(complete.error());
    return kFailed;
  }
  if (*complete)
    return kDone;
  printText(stderr, "error: sections failed, see the messages above\n");
  // A kernel that never ends may be the reason, and then the driver's own clean-up at a normal exit
  // waits for it, for ever.
  std::fflush(nullptr);
  std::_Exit(kFailed);
}

} // namespace pstudio::cli
