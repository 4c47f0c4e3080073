// SPDX-License-Identifier: Apache-2.0
#include "app/cli/overlap_json.h"

#include <nlohmann/json.hpp>

#include "core/analysis/overlap/findings/finding_figures.h"
#include "core/analysis/overlap/launch_figures.h"
#include "core/analysis/overlap/overlap_names.h"
#include "core/base/json_text.h"

namespace pstudio::cli {
namespace {

using namespace analysis;
using Json = nlohmann::ordered_json;

template <class Value> Json orNull(const std::optional<Value> &value) {
  return value ? Json(*value) : Json(nullptr);
}

Json distributionJson(const Distribution &values) {
  return {{"count", values.count}, {"low", values.low},     {"median", values.median},
          {"high", values.high},   {"least", values.least}, {"most", values.most},
          {"sum", values.sum}};
}

Json figuresJson(const OverlapFigures &figures) {
  return {{"operations", figures.operations},
          {"visits", figures.visits},
          {"ready_before", figures.readyBefore},
          {"hidden_share", orNull(figures.hiddenShare())},
          {"exposed", distributionJson(figures.exposed)},
          {"late", distributionJson(figures.late)},
          {"hidden", distributionJson(figures.hidden)},
          {"in_flight", distributionJson(figures.inFlight)}};
}

Json stageJson(const StageFigures &stage) {
  return {{"stage", stage.stage},
          {"all", figuresJson(stage.figures)},
          {"steady", figuresJson(stage.steady)}};
}

Json iterationJson(const IterationFigures &row) {
  return {{"instance", row.instance},
          {"stage", row.stage},
          {"part", nameOfPart(row.part)},
          {"figures", figuresJson(row.figures)},
          {"loop_start", distributionJson(row.loopStart)},
          {"issue_end", distributionJson(row.issueEnd)},
          {"enter", distributionJson(row.enter)},
          {"exit", distributionJson(row.exit)},
          {"use", distributionJson(row.use)}};
}

Json channelJson(const LaunchOverlap &launch, const Channel &channel) {
  Json json = {{"name", channel.name},
               {"queue", nameOfQueue(channel.queue)},
               {"operations", channel.operationCount},
               {"streams", channel.streamCount},
               {"mean_depth", channel.mostDepth > 0 ? Json(channel.meanDepth) : Json(nullptr)},
               {"most_depth", channel.mostDepth > 0 ? Json(channel.mostDepth) : Json(nullptr)},
               {"waited", channel.areWaitsKnown() ? Json(channel.waitedOnce) : Json(nullptr)},
               {"waited_share", orNull(waitedShare(launch, channel))}};
  for (size_t i = 0; i < channel.completions.size(); ++i)
    json["completions"][std::string(nameOfCompletion(static_cast<Completion>(i)))] =
        channel.completions[i];
  json["all"] = figuresJson(channel.figures);
  json["steady"] = channel.steadyRange ? figuresJson(channel.steady) : Json(nullptr);
  json["stages"] = jsonList<Json>(channel.stages, stageJson);
  json["iterations"] = jsonList<Json>(channel.iterations, iterationJson);
  return json;
}

Json stallJson(const StallFigures &stall) {
  return {{"waits", stall.waits},
          {"blocked", stall.blocked},
          {"waited", stall.waited},
          {"per_iteration", stall.perIteration},
          {"share", stall.share}};
}

Json roleJson(const WarpRole &role) {
  Json json = {{"name", role.name},
               {"warps", role.units.size()},
               {"iterations", role.iterations},
               {"active", role.active},
               {"all", stallJson(role.all)}};
  for (size_t i = 0; i < role.stalls.size(); ++i)
    if (role.stalls[i].waits > 0)
      json["waits"][std::string(nameOfTarget(static_cast<WaitTarget>(i)))] =
          stallJson(role.stalls[i]);
  return json;
}

Json pipelineJson(const PipelineTest &test) {
  Json json = {{"bound", nameOfBound(test.bound)}, {"reason", test.reason}};
  if (test.channel != kNoIndex)
    json.update({{"channel", test.channel},
                 {"stages", test.stages},
                 {"groups", test.groups},
                 {"ahead", test.ahead},
                 {"compute", test.compute},
                 {"load", test.load},
                 {"slack", orNull(test.timeToSpare())},
                 {"needed_stages", orNull(stagesNeeded(test))},
                 {"blocked_share", test.blockedShare}});
  return json;
}

Json pathJson(const LaunchOverlap &launch) {
  Json json = {{"total", launch.criticalPath.total}};
  for (size_t i = 0; i < launch.criticalPath.ticks.size(); ++i)
    json[std::string(nameOfPath(static_cast<PathKind>(i)))] = launch.criticalPath.ticks[i];
  return json;
}

/// Counts of what the figures lack, and facts of the launch that findings use.
void addLaunchJson(const Trace &trace, const LaunchOverlap &launch, Json &json) {
  const auto figure = [&](Figure which) { return figureValue(trace, launch, {}, which); };
  json["cost_subtracted"] = launch.isCostSubtracted ? 1 : 0;
  json["records"] = {{"written", orNull(figure(Figure::RecordsWritten))},
                     {"dropped", orNull(figure(Figure::RecordsDropped))}};
  json["issues_not_recorded"] = issuesNotRecorded(launch);
  json["truncated_waits"] = orNull(figure(Figure::CutWaits));
  json["manual_operations"] = launch.manualOperations;
  json["empty_waits_not_measured"] = orNull(figure(Figure::UnmeasuredEmptyWaits));
  json["channels_without_empty_wait"] = orNull(figure(Figure::UnknownBlocking));
  json["matrix_in_flight"] = matrixInFlight(launch);
  json["consumers_wait_for_copies"] = consumersStarved(launch);
  json["shared_memory"] = {{"used", orNull(figure(Figure::SharedMemory))},
                           {"free", orNull(figure(Figure::SharedFree))}};
}

Json overlapFindingJson(const Finding &finding) {
  Json json = {{"code", finding.code},
               {"severity", nameOfSeverity(finding.severity)},
               {"title", finding.title},
               {"detail", finding.detail}};
  for (const FindingNumber &number : finding.numbers)
    json["numbers"].push_back(
        {{"name", number.name}, {"value", number.value}, {"unit", number.unit}});
  for (const SliceId slice : finding.slices)
    json["slices"].push_back(slice.value);
  return json;
}

std::string overlapLineOf(Json json) {
  return jsonText(std::move(json));
}

} // namespace

std::string overlapToJson(const Trace &trace, const LaunchOverlap &launch) {
  Json json = {{"launch", launch.name},
               {"unit", launch.isInCycles ? "cycles" : "ps"},
               {"ps_per_unit", launch.picosecondsPerTick},
               {"duration_ps", launch.duration.value},
               {"missing", launch.missing},
               {"ctas", launch.ctas.size()},
               {"ctas_recorded", launch.coverage.recorded},
               {"ctas_of_grid", launch.coverage.all > 0 ? Json(launch.coverage.all) : Json()},
               {"sms", launch.sms},
               {"warps", launch.units.size()},
               {"operations", launch.operations.size()},
               {"waits", launch.waits.size()}};
  addLaunchJson(trace, launch, json);
  json["channels"] = jsonList<Json>(
      launch.channels, [&](const Channel &channel) { return channelJson(launch, channel); });
  for (const WaitThreshold &threshold : launch.waitThresholds)
    json["empty_waits"].push_back(
        {{"queue", nameOfQueue(threshold.queue)},
         {"length",
          threshold.source == WaitThreshold::Source::Zero ? Json() : Json(threshold.length.value)},
         {"measured", threshold.source == WaitThreshold::Source::Measured}});
  json["roles"] = jsonList<Json>(launch.roles, roleJson);
  json["pipeline"] = pipelineJson(launch.pipeline);
  if (launch.criticalPath.cta != kNoIndex) {
    json["critical_path"] = pathJson(launch);
    json["critical_path"]["cta"] =
        trace.string(trace.track(launch.ctas[launch.criticalPath.cta].track).name);
  }
  json["findings"] = jsonList<Json>(launch.findings, overlapFindingJson);
  return overlapLineOf(json);
}

std::string comparisonToJson(std::span<const OverlapVariant> variants,
                             const OverlapComparison &comparison) {
  Json json = {{"hidden_rank", orNull(comparison.hiddenRank)},
               {"exposed_rank", orNull(comparison.exposedRank)},
               {"fastest", comparison.fastest}};
  for (size_t i = 0; i < variants.size(); ++i)
    json["variants"].push_back(
        {{"name", variants[i].name},
         {"kernel_ps", variants[i].recordedPart.empty() ? Json(variants[i].kernelPs) : Json()},
         {"duration_ps", variants[i].kernelPs},
         {"recorded_part", variants[i].recordedPart},
         {"waited_ps", variants[i].waitedPs},
         {"exposed_ps", variants[i].exposedPs},
         {"hidden_share", orNull(variants[i].hiddenShare)},
         {"lost_ps", comparison.variants[i].lostPs},
         {"explained_share", orNull(comparison.variants[i].explainedShare)}});
  return overlapLineOf(json);
}

} // namespace pstudio::cli
