// SPDX-License-Identifier: Apache-2.0
#include "app/cli/overlap_command.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/overlap_json.h"
#include "app/cli/overlap_text.h"
#include "app/cli/text_output.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

using namespace analysis;

OverlapOptions analysisOptions(const OverlapCommandOptions &options) {
  OverlapOptions result;
  result.withoutFindings.insert(options.without.begin(), options.without.end());
  return result;
}

/// The launch of median duration among those with operations.
Result<OverlapVariant> readVariant(const std::filesystem::path &file,
                                   std::optional<double> kernelPs) {
  PSTUDIO_TRY_ASSIGN(const Trace trace, readTraceFile(file));
  std::vector<LaunchOverlap> launches = analyzeOverlap(trace);
  const std::string missing = launches.empty() ? "no launch" : launches.front().missing;
  std::erase_if(launches, [](const LaunchOverlap &launch) { return launch.operations.empty(); });
  if (launches.empty())
    return fail(ErrorCode::InvalidInput, "no asynchronous operations", file.string(), missing);
  std::ranges::sort(launches, {}, &LaunchOverlap::duration);
  return variantOf(launches[(launches.size() - 1) / 2], file.filename().string(), kernelPs);
}

} // namespace

int overlapInfoCommand(const OverlapCommandOptions &options) {
  const Result<Trace> trace = readTraceFile(options.files.front());
  if (!trace) {
    printError(trace.error());
    return kFailed;
  }
  if (!options.isJson)
    printFormatted(stdout, "%s\n", options.files.front().c_str());
  for (const LaunchOverlap &launch : analyzeOverlap(*trace, analysisOptions(options))) {
    if (options.isJson)
      writeData(overlapToJson(*trace, launch) + '\n');
    else
      printText(stdout, describeOverlap(*trace, launch));
  }
  return kDone;
}

int overlapCommand(const OverlapCommandOptions &options) {
  const std::vector<double> &times = options.kernelMicroseconds;
  if (!times.empty() && times.size() != options.files.size()) {
    printError(Error{ErrorCode::InvalidInput,
                     std::to_string(times.size()) + " times for " +
                         std::to_string(options.files.size()) + " files",
                     "--kernel-us", "use one time per file, in the same order"});
    return kWrongUsage;
  }
  std::vector<OverlapVariant> variants;
  for (size_t i = 0; i < options.files.size(); ++i) {
    const auto kernelPs = times.empty() ? std::nullopt : std::optional(times[i] * 1e6);
    Result<OverlapVariant> variant = readVariant(options.files[i], kernelPs);
    if (!variant) {
      printError(variant.error());
      return kFailed;
    }
    variants.push_back(std::move(*variant));
  }
  const OverlapComparison comparison = compareVariants(variants);
  if (options.isJson)
    writeData(comparisonToJson(variants, comparison) + '\n');
  else
    printText(stdout, describeComparison(variants, comparison));
  return kDone;
}

} // namespace pstudio::cli
