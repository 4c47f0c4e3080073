// SPDX-License-Identifier: Apache-2.0
// proton-collect compare: traces with a baseline, scope by scope, with an exit code for continuous
// integration.
#include "app/cli/compare_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "core/base/output_file.h"
#include "core/compare/comparison_html.h"
#include "core/compare/comparison_json.h"
#include "core/compare/comparison_overview.h"
#include "core/compare/comparison_text.h"
#include "core/formats/trace_file/trace_file.h"

namespace pstudio::cli {
namespace {

using namespace compare;

/// "5%", "5 %" or "0.05".
Result<double> parseThreshold(std::string_view text) {
  double value = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string_view unit(rest, static_cast<size_t>(end - rest));
  const bool isPercent = unit == "%" || unit == " %";
  if (error != std::errc() || (!unit.empty() && !isPercent) || !std::isfinite(value) || value <= 0)
    return fail(ErrorCode::InvalidInput, "'" + std::string(text) + "' is no threshold",
                "--threshold", "use a share above 0: 5% or 0.05");
  return isPercent ? value / 100 : value;
}

tl::unexpected<Error> ofOption(Error error, const char *option) {
  error.where = option;
  return tl::unexpected(std::move(error));
}

Result<CompareOptions> compareOptions(const CompareCommandOptions &options) {
  CompareOptions result;
  PSTUDIO_TRY_ASSIGN(result.threshold, parseThreshold(options.threshold));
  for (const std::string &text : options.matches) {
    Result<Rename> rename = parseRename(text);
    if (!rename)
      return ofOption(std::move(rename.error()), "--match");
    result.renames.push_back(std::move(*rename));
  }
  Result<Alignment> alignment = parseAlignment(options.alignment);
  if (!alignment)
    return ofOption(std::move(alignment.error()), "--align");
  result.alignment = std::move(*alignment);
  return result;
}

Result<std::vector<TraceComparison>> compareFiles(const CompareCommandOptions &options,
                                                  const CompareOptions &how) {
  PSTUDIO_TRY_ASSIGN(const Trace baseline, readTraceFile(options.baseline));
  const TraceSamples samples = samplesOf(baseline, options.unit);
  std::vector<TraceComparison> comparisons;
  for (const std::filesystem::path &file : options.candidates) {
    PSTUDIO_TRY_ASSIGN(const Trace candidate, readTraceFile(file));
    Result<TraceComparison> result =
        compareTraces(baseline, samples, candidate, samplesOf(candidate, options.unit), how);
    if (!result)
      return ofOption(std::move(result.error()), "--align");
    comparisons.push_back(std::move(*result));
  }
  return comparisons;
}

std::string formatted(const std::vector<TraceComparison> &comparisons, ComparisonFormat format) {
  if (format == ComparisonFormat::Html)
    return comparisonsHtml(comparisons);
  const bool isText = format == ComparisonFormat::Text;
  std::string text = isText && comparisons.size() > 1 ? overviewText(comparisons) : std::string();
  for (const TraceComparison &comparison : comparisons)
    text += isText ? (text.empty() ? "" : "\n") + comparisonText(comparison)
                   : comparisonJson(comparison) + '\n';
  return text;
}

int failed(const Error &error, ExitCode code) {
  printError(error);
  return code;
}

} // namespace

int compareCommand(const CompareCommandOptions &options) {
  const Result<CompareOptions> how = compareOptions(options);
  if (!how)
    return failed(how.error(), kWrongUsage);
  const Result<std::vector<TraceComparison>> comparisons = compareFiles(options, *how);
  if (!comparisons)
    return failed(comparisons.error(), kFailed);
  if (const auto written = writeOutput(options.output, formatted(*comparisons, options.format));
      !written)
    return failed(written.error(), kFailed);
  const bool isWorse = std::ranges::any_of(
      *comparisons, [](const TraceComparison &comparison) { return comparison.regressions() > 0; });
  return isWorse ? kRegression : kDone;
}

} // namespace pstudio::cli
