// SPDX-License-Identifier: Apache-2.0
// The figures of one channel as the views show them: tiles, badges, and the data of the charts.
#include "viewer/geometry/overlap/overlap_summary.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/overlap/overlap_names.h"
#include "core/analysis/overlap/queue_depth.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/geometry/time_style.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {
namespace {

using analysis::Channel;
using analysis::Completion;
using analysis::Distribution;
using analysis::LaunchOverlap;
using analysis::OverlapFigures;
using analysis::PipelineTest;
using Severity = QualityBadge::Severity;

constexpr uint64_t kMaxPoints = 2000; // of a chart

std::string percentOf(std::optional<double> share) {
  return share ? formatPercent(*share) : std::string(kUnknownText);
}

/// Writes times of one launch.
class TimeText {
public:
  explicit TimeText(const LaunchOverlap &launch) : m_launch(launch) {}
  std::string operator()(double ticks) const {
    return ticks == 0 ? formatZero() : formatShort(timeOf(m_launch, ticks));
  }
  /// "0 to 73.0 ns"; the unit once, where both have the same.
  std::string briefRange(const Distribution &d) const {
    std::string low = (*this)(static_cast<double>(d.low));
    const std::string high = (*this)(static_cast<double>(d.high));
    const auto unitOf = [](const std::string &text) { return text.substr(text.rfind(' ') + 1); };
    if (unitOf(low) == unitOf(high))
      low.resize(low.rfind(' '));
    return low + " to " + high;
  }
  std::string range(const Distribution &d) const { return "5 to 95 %: " + briefRange(d); }

private:
  const LaunchOverlap &m_launch;
};

FigureTile hiddenTile(const Channel &channel) {
  return {"hidden", percentOf(channel.figures.hiddenShare()),
          "steady " + percentOf(channel.steady.hiddenShare()),
          "Share of the time in flight that overlaps other work: hidden = in flight - waited for, "
          "summed over all waits."};
}

/// With a threshold of zero every wait counts as blocked: the waited time is an upper bound.
bool isUpperLimit(const analysis::WaitThreshold *threshold) {
  return threshold != nullptr && threshold->source == analysis::WaitThreshold::Source::Zero;
}

FigureTile exposedTile(const OverlapFigures &figures, const analysis::WaitThreshold *threshold,
                       const TimeText &text) {
  if (figures.visits == 0)
    return {"waited / iteration", kUnknownText, "", "No wait has a measured duration."};
  return {"waited / iteration",
          (isUpperLimit(threshold) ? "\u2264 " : "") + text(figures.exposed.mean()),
          text.range(figures.exposed),
          "Mean time that a warp waited for an operation in flight, and the range of 90 % of the "
          "waits (5th to 95th percentile).",
          text.briefRange(figures.exposed)};
}

FigureTile flightTile(const OverlapFigures &figures, const TimeText &text) {
  if (figures.visits == 0)
    return {"in flight, median", kUnknownText, "", "No wait has a measured duration."};
  return {"in flight, median", "\u2264 " + text(static_cast<double>(figures.inFlight.median)),
          text.range(figures.inFlight),
          "Time from the issue to the exit of the wait, or to its entry if it did not block. This "
          "is an upper bound: completion times are not recorded.",
          text.briefRange(figures.inFlight)};
}

FigureTile depthTile(const Channel &channel) {
  if (channel.mostDepth == 0)
    return {"operations in flight", kUnknownText, "", "No operation has a known completion time."};
  return {"operations in flight", fixedText(channel.meanDepth, 1) + " on average",
          countText(channel.mostDepth) + " at most",
          "Operations of one stream that are in flight at once: mean over time and maximum."};
}

FigureTile readyTile(const OverlapFigures &figures, const analysis::WaitThreshold *threshold) {
  if (isUpperLimit(threshold))
    return {"waits that found data ready", kUnknownText, "not measured",
            "The cost of a wait that need not wait was not measured. Waits that began after "
            "the completion cannot be identified."};
  return {"waits that found data ready",
          figures.visits == 0 ? std::string(kUnknownText) : formatPercent(figures.readyShare()),
          "of " + countText(figures.visits, "wait", "waits"),
          "The operation had completed before the wait began; its completion time is unknown."};
}

FigureTile boundTile(const LaunchOverlap &launch, const TimeText &text) {
  const PipelineTest &test = launch.pipeline;
  const std::string sentence = "Slack = groups x stages x compute - (load + compute). If it is not "
                               "negative, loads complete in time.";
  if (test.bound == PipelineTest::Bound::Unknown)
    return {"steady state", kUnknownText, "unknown", test.reason.empty() ? sentence : test.reason};
  const bool isCompute = test.bound == PipelineTest::Bound::Compute;
  const char *bound = isCompute ? "compute-bound" : "load-bound";
  const std::optional<double> spare = test.timeToSpare();
  if (!spare) { // the measured waits have precedence over the modelled need
    const auto hidden = launch.channels[test.channel].steady.hiddenShare();
    const std::string waited =
        hidden ? formatPercent(1 - *hidden) + " of flight waited for" : std::string(kUnknownText);
    return {"steady state", bound, waited,
            "Warps wait for less than 5 % of the time in flight in the steady state, as measured.",
            waited};
  }
  if (*spare < 0) // a finding contains the number
    return {"steady state", bound, "", sentence};
  const std::string slack = text(*spare);
  return {"steady state", bound, "copies have " + slack + " to spare", sentence,
          slack + " to spare"};
}

void addCount(uint64_t number, const char *what, const char *explanation,
              std::vector<QualityBadge> &badges) {
  if (number > 0)
    badges.push_back({Severity::Loss, countText(number) + " " + what, explanation});
}

void addThresholdBadge(const LaunchOverlap &launch, const Channel &channel, const TimeText &text,
                       std::vector<QualityBadge> &badges) {
  const analysis::WaitThreshold *threshold = launch.thresholdOf(channel.queue);
  if (threshold == nullptr)
    return;
  if (isUpperLimit(threshold)) {
    badges.push_back(
        {Severity::Caution, "cost of a wait that need not wait: not measured",
         "The waits are scopes, and the duration of a scope around such a wait was not measured. "
         "Every wait counts as blocked, so wait times are upper bounds."});
    return;
  }
  const std::string length = text(static_cast<double>(threshold->length.value));
  const std::string waited = channel.queue ? queueName(channel.queue) : "scopes";
  if (threshold->source == analysis::WaitThreshold::Source::Measured)
    badges.push_back(
        {Severity::Neutral, "a wait that need not wait takes " + length + " (" + waited + ")",
         "Calibrated on the device: the duration of a wait for something that is complete. A wait "
         "that took no longer did not block."});
  else
    badges.push_back(
        {Severity::Caution,
         "a wait that need not wait takes about " + length + " (" + waited + "), not calibrated",
         "The shortest wait of this launch approximates it. If all waits "
         "blocked, some count as waits that found data ready."});
}

QualityBadge recordedTimesBadge() {
  return {Severity::Caution, "times as recorded, not corrected",
          "Overlap compares warps, and subtracting the recording cost shifts warps relative to "
          "each other. Figures, rows, arrows and timeline marks use the recorded times, which "
          "include the recording cost."};
}

/// The operations of the channel's streams in the chosen CTA, or in all.
template <class Function>
void forOperations(const LaunchOverlap &launch, const Channel &channel, std::optional<uint32_t> cta,
                   const Function &function) {
  for (uint32_t s = 0; s < channel.streamCount; ++s) {
    const analysis::AsyncStream &stream = launch.streams[channel.firstStream + s];
    for (uint32_t i = 0; i < stream.operationCount && (!cta || stream.cta == *cta); ++i)
      function(launch.operations[stream.firstOperation + i]);
  }
}

/// Means over `most` equal parts of the time, and the end of the last step.
std::vector<DepthPoint> thinned(const std::vector<DepthPoint> &steps, size_t most) {
  const double begin = steps.front().timeNs;
  const double width = (steps.back().timeNs - begin) / static_cast<double>(most);
  std::vector<double> area(most, 0.0);
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    double from = steps[i].timeNs;
    while (from < steps[i + 1].timeNs) {
      const auto bin = std::min(most - 1, static_cast<size_t>((from - begin) / width));
      const double edge = begin + width * static_cast<double>(bin + 1);
      const double to = bin + 1 == most ? steps[i + 1].timeNs : std::min(edge, steps[i + 1].timeNs);
      area[bin] += steps[i].depth * (to - from);
      if (to <= from) // an edge that rounds to the same number
        break;
      from = to;
    }
  }
  std::vector<DepthPoint> points;
  for (size_t bin = 0; bin < most; ++bin)
    points.push_back({begin + width * static_cast<double>(bin), area[bin] / width});
  points.push_back({steps.back().timeNs, 0});
  return points;
}

} // namespace

std::vector<FigureTile> overlapTiles(const LaunchOverlap &launch, uint32_t index) {
  const Channel &channel = launch.channels[index];
  const TimeText text(launch);
  const analysis::WaitThreshold *threshold = launch.thresholdOf(channel.queue);
  return {hiddenTile(channel),
          exposedTile(channel.figures, threshold, text),
          flightTile(channel.figures, text),
          depthTile(channel),
          readyTile(channel.figures, threshold),
          boundTile(launch, text)};
}

std::vector<analysis::Finding> overlapFindings(const OverlapData &data, uint32_t launch) {
  const LaunchOverlap &overlap = data.launches()[launch];
  if (timeStyle() == TimeStyle::Automatic)
    return overlap.findings;
  analysis::OverlapOptions options;
  options.times = {formatShort, timeStyle() == TimeStyle::Cycles};
  return analysis::findingsOf(data.trace(), overlap, options);
}

std::vector<QualityBadge> overlapBadges(const OverlapData &data, uint32_t launchIndex,
                                        uint32_t index, bool isTimelineCorrected) {
  const LaunchOverlap &launch = data.launches()[launchIndex];
  const Channel &channel = launch.channels[index];
  const auto of = [&channel](Completion kind) {
    return channel.completions[static_cast<size_t>(kind)];
  };
  std::vector<QualityBadge> badges = damageBadges(data.trace());
  if (launch.isCostSubtracted)
    badges.push_back(
        {Severity::Loss, "recording cost subtracted: warps shifted",
         "The file contains corrected times only. The correction shifts warps relative to each "
         "other, so figures that compare warps differ from those of the launch."});
  if (launch.launch.isValid())
    addCount(data.trace().launches()[launch.launch.value].recordsDropped, "records dropped",
             "Operations whose records were dropped are not part of the figures.", badges);
  addCount(of(Completion::Uncertain), "operations uncertain",
           "The pairing of issues and waits is ambiguous. The figures exclude these operations.",
           badges);
  addCount(of(Completion::IssueUnknown), "issues not recorded",
           "The waits are recorded, but the issue records are missing. The figures exclude these "
           "operations.",
           badges);
  addCount(of(Completion::WaitUnknown), "waits not recorded",
           "The wait records of these operations are missing, so their completion is unknown. The "
           "figures exclude them.",
           badges);
  addCount(of(Completion::NeverWaited), "never waited for",
           "No wait covers these operations. The figures exclude them.", badges);
  addCount(
      of(Completion::EndOnly), "with an end, but without a wait",
      "The end of these events is known, but the wait for it is not. The figures exclude them.",
      badges);
  if (badges.empty())
    badges.push_back(
        {Severity::Good,
         "all " + countText(channel.operationCount, "operation", "operations") + " paired",
         "Every issue is paired with a wait, and every wait with an issue."});
  if (isTimelineCorrected)
    badges.insert(badges.begin(), recordedTimesBadge());
  addThresholdBadge(launch, channel, TimeText(launch), badges);
  return badges;
}

std::string queueName(std::optional<analysis::AsyncQueue> queue) {
  return queue ? std::string(analysis::nameOfQueue(queue)) : "manual events";
}

std::string channelSubtitle(const LaunchOverlap &launch, uint32_t index) {
  const Channel &channel = launch.channels[index];
  const std::string part = partText(launch.coverage);
  return queueName(channel.queue) + "  \u00B7  " +
         countText(channel.iterations.size(), "iteration", "iterations") + " in " +
         countText(channel.stageCount(), "stage", "stages") + "  \u00B7  " +
         (part.empty() ? countText(launch.ctas.size(), "CTA", "CTAs") : part) + "  \u00B7  " +
         countText(channel.operationCount, "operation", "operations");
}

std::vector<StageBar> stageBars(const LaunchOverlap &launch, uint32_t index) {
  std::vector<StageBar> bars;
  for (const analysis::StageFigures &stage : launch.channels[index].stages) {
    const OverlapFigures &figures = stage.steady.visits > 0 ? stage.steady : stage.figures;
    if (figures.visits > 0)
      bars.push_back({stage.stage, figures.hidden.mean() * launch.picosecondsPerTick / 1000.0,
                      figures.exposed.mean() * launch.picosecondsPerTick / 1000.0});
  }
  return bars;
}

std::vector<HiddenPoint> hiddenPoints(const LaunchOverlap &launch, uint32_t index,
                                      std::optional<uint32_t> cta) {
  struct Share {
    uint64_t instance = 0;
    double percent = 0;
    auto operator<=>(const Share &) const = default;
  };
  std::vector<Share> shares;
  forOperations(launch, launch.channels[index], cta, [&](const analysis::AsyncOperation &op) {
    for (uint32_t v = 0; v < op.visitCount && isMeasured(op.completion); ++v) {
      const analysis::OperationVisit &visit = launch.visits[op.firstVisit + v];
      if (visit.inFlight.value > 0)
        shares.push_back({op.instance, 100.0 * static_cast<double>(visit.hidden().value) /
                                           static_cast<double>(visit.inFlight.value)});
    }
  });
  std::ranges::sort(shares);
  // More points than pixels cost time without a visible effect: neighbouring iterations share a
  // point.
  const uint64_t first = shares.empty() ? 0 : shares.front().instance;
  const uint64_t step = shares.empty() ? 1 : (shares.back().instance - first) / kMaxPoints + 1;
  if (step > 1) {
    for (Share &share : shares)
      share.instance = first + (share.instance - first) / step * step;
    std::ranges::sort(shares);
  }
  std::vector<HiddenPoint> points;
  for (size_t i = 0; i < shares.size();) {
    size_t end = i;
    while (end < shares.size() && shares[end].instance == shares[i].instance)
      ++end;
    // Nearest rank, as in Distribution.
    const auto at = [&](double q) {
      const auto rank = static_cast<size_t>(std::ceil(q * static_cast<double>(end - i)));
      return shares[i + std::max<size_t>(rank, 1) - 1].percent;
    };
    points.push_back({static_cast<int64_t>(shares[i].instance), at(0.05), at(0.5), at(0.95)});
    i = end;
  }
  return points;
}

std::vector<DepthPoint> depthPoints(const OverlapData &data, uint32_t launch, uint32_t channel,
                                    uint32_t cta, size_t most) {
  const analysis::QueueDepth depth =
      analysis::queueDepth(data.trace(), data.launches()[launch], channel, cta);
  std::vector<DepthPoint> points;
  for (const analysis::DepthStep &step : depth.steps)
    points.push_back({static_cast<double>((step.time - depth.steps.front().time).value) / 1000.0,
                      static_cast<double>(step.depth)});
  return points.size() > most ? thinned(points, most) : points;
}

uint32_t typicalCta(const LaunchOverlap &launch) {
  return launch.criticalPath.cta < launch.ctas.size() ? launch.criticalPath.cta : 0;
}

std::string ctaName(const Trace &trace, const LaunchOverlap &launch, uint32_t cta) {
  return trackLabel(trace, launch.ctas[cta].track);
}

std::string operationName(const OverlapData &data, SliceId slice) {
  const Trace &trace = data.trace();
  const Track &track = trace.track(trace.slice(slice).track);
  const std::string warp = track.kind == TrackKind::Warp && track.number >= 0
                               ? ", warp " + formatCount(track.number)
                               : std::string();
  const auto ref = data.operationOf(slice);
  if (!ref)
    return std::string(trace.string(trace.slice(slice).name)) + warp;
  const LaunchOverlap &launch = data.launches()[ref->launch];
  const analysis::AsyncOperation &operation = data.operation(*ref);
  const uint32_t cta = data.ctaOf(*ref);
  std::string name = "iteration " + countText(operation.instance);
  if (cta < launch.ctas.size() && trace.track(launch.ctas[cta].track).number >= 0)
    name += ", CTA " + formatCount(trace.track(launch.ctas[cta].track).number);
  // The name of a wait contains its warp: several warps may wait for the operation.
  const bool isWait = slice != operation.flight && slice != operation.issue;
  return isWait ? name + warp : name;
}

float drawTiles(const std::vector<FigureTile> &tiles, float width, float least,
                const TextMeasure &measure, DrawList &out, std::vector<PixelRect> &boxes) {
  constexpr float kHeight = 60, kSpace = 8, kMost = 280;
  boxes.clear();
  if (tiles.empty())
    return 0;
  const auto fitting = static_cast<size_t>(std::max(1.0f, (width + kSpace) / (least + kSpace)));
  // The tiles are distributed evenly over the lines.
  const size_t lines =
      (tiles.size() + std::min(fitting, tiles.size()) - 1) / std::min(fitting, tiles.size());
  const size_t perLine = (tiles.size() + lines - 1) / lines;
  const float tile = std::floor(std::min(kMost, (width - kSpace * static_cast<float>(perLine - 1)) /
                                                    static_cast<float>(perLine)));
  const float inset = tile < 150 ? 8 : 12;
  for (size_t i = 0; i < tiles.size(); ++i) {
    const PixelRect box{static_cast<float>(i % perLine) * (tile + kSpace),
                        static_cast<float>(i / perLine) * (kHeight + kSpace), tile, kHeight};
    boxes.push_back(box);
    out.addRect(DrawLayer::Data,
                {.rect = box, .fill = ColorToken::Panel, .outline = ColorToken::Border});
    const float room = tile - 2 * inset;
    const auto add = [&](const std::string &text, float y, float height, FontRole font,
                         ColorToken color) {
      out.addText(DrawLayer::Label,
                  {.box = {box.x + inset, box.y + y, room, height}, .font = font, .color = color},
                  elided(measure, font, text, room));
    };
    add(tiles[i].label, 5, 15, FontRole::Small, ColorToken::TextMuted);
    add(tiles[i].value, 20, 20, FontRole::Heading, ColorToken::Text);
    const bool isCut =
        !tiles[i].brief.empty() && measure.width(FontRole::Small, tiles[i].detail) > room;
    add(isCut ? tiles[i].brief : tiles[i].detail, 40, 15, FontRole::Small, ColorToken::TextMuted);
  }
  return static_cast<float>(lines) * (kHeight + kSpace) - kSpace;
}

} // namespace pstudio
