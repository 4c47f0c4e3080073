// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "app/cli/bench_json.h"
#include "app/cli/bench_text.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"

namespace pstudio::cli {
namespace {

void show(const std::string &text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout); // each part is out before the next one may end the process
}

Result<void> writeText(const std::filesystem::path &path, const std::string &text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file)
    return fail(ErrorCode::Io, "cannot write the benchmark's figures", path.string());
  return {};
}

Result<bool> runBench(const BenchCommandOptions &options) {
  bench::Report soFar;
  Result<void> written;
  // The file is written after each section, so that it too has what there was before a crash.
  const auto keep = [&] {
    if (!options.json.empty() && written)
      written = writeText(options.json, reportJson(soFar));
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
  PSTUDIO_TRY_ASSIGN(const bench::Report report, bench::run(options.request, listener));
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
  std::fputs("error: sections failed, see above\n", stderr);
  // A kernel that never ends may be the reason, and then the driver's own clean-up at a normal exit
  // waits for it, for ever.
  std::fflush(nullptr);
  std::_Exit(kFailed);
}

} // namespace pstudio::cli
