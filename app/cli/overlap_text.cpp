// SPDX-License-Identifier: Apache-2.0
#include "app/cli/overlap_text.h"

#include <cstdarg>

#include "app/cli/text_output.h"
#include "core/analysis/overlap/overlap_names.h"
#include "core/base/utf8.h"

namespace pstudio::cli {
namespace {

using namespace analysis;

constexpr size_t kRowsShown = 8; // iterations at the begin, and as many at the end

/// printf into a string: numbers in columns.
[[gnu::format(printf, 1, 2)]] std::string line(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formattedText(format, arguments);
  va_end(arguments);
  return text;
}

std::string percent(std::optional<double> share) {
  return share ? line("%5.1f %%", *share * 100) : "      -";
}

std::string_view sourceText(WaitThreshold::Source source) {
  switch (source) {
  case WaitThreshold::Source::Measured:
    return "measured";
  case WaitThreshold::Source::Least:
    return "shortest wait";
  case WaitThreshold::Source::Zero:
    return "unknown";
  }
  return "";
}

std::string lengthText(const WaitThreshold &threshold) {
  return threshold.source == WaitThreshold::Source::Zero ? "-"
                                                         : std::to_string(threshold.length.value);
}

std::string describeHead(const LaunchOverlap &launch) {
  std::string text = "overlap   " + printableText(launch.name) + '\n';
  if (!launch.missing.empty())
    return text + "  " + launch.missing + '\n';
  const std::string part = partText(launch.coverage);
  text += "  " + (part.empty() ? std::to_string(launch.ctas.size()) + " CTAs" : part);
  text += line(", %zu warps, %zu operations, %zu waits; %.3f us; ", launch.units.size(),
               launch.operations.size(), launch.waits.size(),
               static_cast<double>(launch.duration.value) / 1e6);
  text += launch.isInCycles
              ? line("figures in cycles of %.3f ns\n", launch.picosecondsPerTick / 1e3)
              : std::string("figures in picoseconds\n");
  for (const WaitThreshold &threshold : launch.waitThresholds)
    text += line("  empty wait of %s: %s (%s; %llu waits)\n",
                 std::string(nameOfQueue(threshold.queue)).c_str(), lengthText(threshold).c_str(),
                 std::string(sourceText(threshold.source)).c_str(),
                 static_cast<unsigned long long>(threshold.waits));
  return text;
}

std::string figureColumns(const OverlapFigures &figures) {
  return line(
      "%9llu %s %8lld %8lld %8lld %8lld %8lld %s\n",
      static_cast<unsigned long long>(figures.visits), percent(figures.hiddenShare()).c_str(),
      static_cast<long long>(figures.exposed.median), static_cast<long long>(figures.exposed.low),
      static_cast<long long>(figures.exposed.high), static_cast<long long>(figures.late.median),
      static_cast<long long>(figures.inFlight.median),
      figures.visits > 0 ? percent(figures.readyShare()).c_str() : "      -");
}

std::string describeIterations(const Channel &channel) {
  std::string text;
  const size_t count = channel.iterations.size();
  for (size_t i = 0; i < count; ++i) {
    if (count > 2 * kRowsShown && i == kRowsShown) {
      i = count - kRowsShown;
      text += "    ...\n";
    }
    const IterationFigures &row = channel.iterations[i];
    text += line("    %-9s %6llu ", std::string(nameOfPart(row.part)).c_str(),
                 static_cast<unsigned long long>(row.instance)) +
            figureColumns(row.figures);
  }
  return text;
}

/// "in flight 1.20 on average, at most 2; total wait 340", with a dash for what is not known.
std::string describeFlights(const Channel &channel) {
  std::string text = "in flight ";
  text += channel.mostDepth == 0 ? std::string("-, at most -")
                                 : line("%.2f, at most %u", channel.meanDepth, channel.mostDepth);
  if (!channel.areWaitsKnown())
    return text + "; total wait -";
  const bool isPart = channel.countOf(Completion::WaitUnknown) > 0;
  return text + line("; total wait %s%lld", isPart ? "at least " : "",
                     static_cast<long long>(channel.waitedOnce));
}

std::string describeChannel(const Channel &channel) {
  std::string text =
      line("  channel \"%s\", %s: %u operations in %u streams, %u stages; ",
           printableText(channel.name).c_str(), std::string(nameOfQueue(channel.queue)).c_str(),
           channel.operationCount, channel.streamCount, channel.stageCount()) +
      describeFlights(channel) + '\n';
  for (size_t i = 0; i < channel.completions.size(); ++i)
    if (channel.completions[i] > 0)
      text += line("    %llu %s\n", static_cast<unsigned long long>(channel.completions[i]),
                   std::string(nameOfCompletion(static_cast<Completion>(i))).c_str());
  text += line("    %-16s %9s %7s %8s %8s %8s %8s %8s %7s\n", "", "visits", "hidden", "waited",
               "5 %", "95 %", "late", "flight<=", "ready");
  text += line("    %-16s ", "all") + figureColumns(channel.figures);
  if (channel.steadyRange) {
    text += line("    %-16s ", "steady state") + figureColumns(channel.steady);
    for (const StageFigures &stage : channel.stages)
      text += line("    %-9s %6u ", "  stage", stage.stage) + figureColumns(stage.steady);
  } else {
    text += "    no steady state\n";
  }
  return text + describeIterations(channel);
}

std::string describeRole(const LaunchOverlap &launch, const WarpRole &role) {
  std::string text =
      line("  role \"%s\": %zu warps, %llu iterations\n", printableText(role.name).c_str(),
           role.units.size(), static_cast<unsigned long long>(role.iterations));
  for (size_t i = 0; i < role.stalls.size(); ++i) {
    const StallFigures &stall = role.stalls[i];
    if (stall.waits > 0)
      text +=
          line("    waits for %-10s %s of its time, %.1f per iteration; %llu of %llu waits block\n",
               std::string(nameOfTarget(static_cast<WaitTarget>(i))).c_str(),
               percent(stall.share).c_str(), stall.perIteration,
               static_cast<unsigned long long>(stall.blocked),
               static_cast<unsigned long long>(stall.waits));
  }
  for (const uint32_t place : role.places)
    text += line("    %s \"%s\" %s\n", std::string(nameOfStep(launch.sites[place].step)).c_str(),
                 printableText(launch.sites[place].name).c_str(),
                 printableText(launch.sites[place].source).c_str());
  return text;
}

std::string describePipeline(const PipelineTest &test) {
  std::string text = line("  pipeline  %s", std::string(nameOfBound(test.bound)).c_str());
  if (!test.reason.empty())
    text += ": " + test.reason;
  text += '\n';
  if (test.channel != kNoIndex)
    text +=
        line("    to spare %s = %.2f consumer groups * %u stages * %lld compute - (%lld load "
             "+ %lld compute); %.1f %% of the steady state's waits block\n",
             test.timeToSpare() ? line("%.0f", *test.timeToSpare()).c_str() : "-", test.groups,
             test.stages, static_cast<long long>(test.compute), static_cast<long long>(test.load),
             static_cast<long long>(test.compute), test.blockedShare * 100);
  return text;
}

std::string describePath(const Trace &trace, const LaunchOverlap &launch) {
  const CriticalPath &path = launch.criticalPath;
  if (path.cta == kNoIndex || path.total <= 0)
    return {};
  const std::string cta =
      printableText(trace.string(trace.track(launch.ctas[path.cta].track).name));
  std::string text = line("  critical path of %s, %lld in %zu segments:", cta.c_str(),
                          static_cast<long long>(path.total), path.segments.size());
  for (size_t i = 0; i < path.ticks.size(); ++i)
    if (path.ticks[i] > 0)
      text += line(" %s %.1f %%", std::string(nameOfPath(static_cast<PathKind>(i))).c_str(),
                   100.0 * static_cast<double>(path.ticks[i]) / static_cast<double>(path.total));
  return text + '\n';
}

std::string describeFinding(const Finding &finding) {
  std::string text = "  " + std::string(nameOfSeverity(finding.severity)) + "  " +
                     printableText(finding.title) + " [" + finding.code + "]\n";
  if (!finding.detail.empty())
    text += "    " + printableText(finding.detail) + '\n';
  return text;
}

std::string rankText(std::optional<double> rank) {
  return rank ? line("%.3f", *rank) : "unknown";
}

} // namespace

std::string describeOverlap(const Trace &trace, const LaunchOverlap &launch) {
  std::string text = describeHead(launch);
  for (const Channel &channel : launch.channels)
    text += describeChannel(channel);
  for (const WarpRole &role : launch.roles)
    text += describeRole(launch, role);
  if (!launch.operations.empty())
    text += describePipeline(launch.pipeline);
  text += describePath(trace, launch);
  for (const Finding &finding : launch.findings)
    text += describeFinding(finding);
  return text;
}

std::string describeComparison(std::span<const OverlapVariant> variants,
                               const OverlapComparison &comparison) {
  // The duration of some recorded CTAs is not that of the kernel.
  const bool areKernels = std::ranges::all_of(
      variants, [](const OverlapVariant &variant) { return variant.recordedPart.empty(); });
  std::string text = line("%-32s %12s %8s %12s %12s %12s %10s\n", "variant",
                          areKernels ? "kernel us" : "recorded us", "hidden", "wait us",
                          "in flight us", "lost us", "explained");
  for (size_t i = 0; i < variants.size(); ++i) {
    const OverlapVariant &variant = variants[i];
    const VariantFigures &figures = comparison.variants[i];
    text += line(
        "%-32s %12.3f %8s %12.3f %12.3f %12.3f %10s%s%s\n", printableText(variant.name).c_str(),
        variant.kernelPs / 1e6, percent(variant.hiddenShare).c_str(), variant.waitedPs / 1e6,
        variant.exposedPs / 1e6, figures.lostPs / 1e6, percent(figures.explainedShare).c_str(),
        i == comparison.fastest ? "  fastest" : "",
        variant.recordedPart.empty() ? "" : ("  of " + variant.recordedPart).c_str());
  }
  text += "rank correlation with the kernel time: hidden share " + rankText(comparison.hiddenRank) +
          ", wait time " + rankText(comparison.exposedRank) + '\n';
  return text;
}

} // namespace pstudio::cli
