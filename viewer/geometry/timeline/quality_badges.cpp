// SPDX-License-Identifier: Apache-2.0
// Badges about the data quality of a trace.
#include "viewer/geometry/timeline/quality_badges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <optional>

#include "core/trace/arg_names.h"
#include "core/trace/notes.h"
#include "core/trace/record_counts.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/text_wrap.h"

namespace pstudio {
namespace {

using Severity = QualityBadge::Severity;

constexpr float kBadgeHeight = 18;
constexpr float kBadgeGap = 8;
constexpr float kSignWidth = 14;
constexpr float kBadgePadding = 18;
constexpr float kBadgeLineGap = 6;   // between lines of badges
constexpr float kBadgeTextLine = 14; // of a text that is broken

bool isLoss(const Note &note) {
  return note.severity != Note::Severity::Info;
}

void addRecordBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  const std::optional<RecordCounts> counts = recordCounts(trace);
  if (!counts)
    return;
  if (counts->written > 0) {
    const bool isKept = counts->dropped == 0;
    const bool isComplete = isKept && std::ranges::none_of(trace.notes(), isLoss);
    const std::string covered = coveredText(trace);
    badges.push_back(
        {isComplete ? Severity::Good
         : isKept   ? Severity::Neutral
                    : Severity::Loss,
         countText(counts->dropped) + " of " + countText(counts->written) + " records dropped" +
             (covered.empty() ? "" : ", " + covered),
         isComplete ? "The trace contains every record that the kernel wrote."
         : isKept
             ? "The profile buffer kept every record that the kernel wrote, but other data are "
               "missing. The badges with an exclamation mark give the reason."
             : "The profile buffer was too small, and the oldest records were overwritten. Times "
               "before the first slice of a track are unknown. Run again with a larger buffer."});
  }
  if (counts->unmatched > 0)
    badges.push_back(
        {Severity::Loss,
         countText(counts->unmatched, "record without partner", "records without partner"),
         "The start or the end of these scopes is missing. The timeline draws them up "
         "to the last known time of the track and marks the unknown side."});
}

/// The distinct string values of the launch argument `key`.
std::vector<std::string_view> launchTexts(const Trace &trace, std::span<const Launch> launches,
                                          std::string_view key) {
  std::vector<std::string_view> known;
  for (const Launch &launch : launches)
    for (const Arg &arg : trace.args(launch.args)) {
      if (arg.type != ArgType::String || trace.string(arg.key) != key)
        continue;
      const std::string_view text = trace.string(arg.stringValue);
      if (std::ranges::find(known, text) == known.end())
        known.push_back(text);
    }
  return known;
}

/// Adds the sampled part of the launches; a trace without sampling has no such badge.
void addSampledBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  for (const std::string_view sampled : launchTexts(trace, trace.launches(), kSampledArg))
    badges.push_back({Severity::Caution, "sampled: " + std::string(sampled),
                      "The trace contains only this part of the launch. Empty areas of the "
                      "timeline were not recorded; the kernel was not necessarily idle. Counts and "
                      "totals describe the sampled part."});
}

bool hasLaunchOf(const Trace &trace, TimeBase base) {
  return std::ranges::any_of(trace.launches(), [&](const Launch &l) { return l.timeBase == base; });
}

bool hasClockOf(const Trace &trace, TimeBase base) {
  return std::ranges::any_of(trace.clocks(), [&](const ClockLine &c) { return c.base == base; });
}

bool isModel(const Trace &trace) {
  return hasLaunchOf(trace, TimeBase::Model) || hasClockOf(trace, TimeBase::Model);
}

/// Whether a clock rate is assumed. A model defines the rate of its clock: if all launches have
/// model time, clocks of the file with an assumed rate do not count.
bool isAssumed(const Trace &trace) {
  const bool areAllModels =
      hasLaunchOf(trace, TimeBase::Model) && !hasLaunchOf(trace, TimeBase::Measured);
  return hasLaunchOf(trace, TimeBase::Assumed) ||
         (!areAllModels && hasClockOf(trace, TimeBase::Assumed));
}

/// "1 GHz" of the first clock with an assumed rate; "CLOCK RATE" if there is none.
std::string assumedRate(const Trace &trace) {
  for (const ClockLine &clock : trace.clocks())
    if (clock.base == TimeBase::Assumed) {
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.3g GHz", 1000.0 / clock.picosecondsPerCycle);
      return text.data();
    }
  return "CLOCK RATE";
}

/// Rates and worst error of the clocks that were fitted to readings.
struct MeasuredClocks {
  std::vector<double> rates; // [ps per cycle], ascending
  Picoseconds worst;
};

MeasuredClocks measuredClocks(const Trace &trace) {
  MeasuredClocks clocks;
  double worst = 0;
  for (const ClockLine &clock : trace.clocks()) {
    if (clock.base != TimeBase::Measured)
      continue;
    clocks.rates.push_back(clock.picosecondsPerCycle);
    worst = std::max(worst, clock.uncertaintyPs);
  }
  std::sort(clocks.rates.begin(), clocks.rates.end());
  clocks.worst = Picoseconds(std::llround(std::min(worst, 1e18)));
  return clocks;
}

void addMeasuredBadge(const Trace &trace, std::vector<QualityBadge> &badges) {
  const MeasuredClocks clocks = measuredClocks(trace);
  if (clocks.rates.empty())
    return;
  const std::string slowest = formatFrequency(clocks.rates.back());
  const std::string fastest = formatFrequency(clocks.rates.front());
  const std::string others =
      slowest == fastest ? "" : ", " + slowest + " to " + fastest + " across SMs";
  badges.push_back({Severity::Neutral,
                    "measured: " + formatFrequency(clocks.rates[clocks.rates.size() / 2]) + ", " +
                        formatBound(clocks.worst),
                    "The SM clocks were calibrated against the GPU's global timer" + others +
                        ". Timestamps of different SMs differ by at most " +
                        formatShort(clocks.worst) +
                        "; durations within an SM are far more accurate."});
}

/// The cost of a record in the first launch with a measured cost; null if no cost was measured.
/// `isSubtracted` as in Launch.
const RecordingCost *costOf(const Trace &trace, bool isSubtracted) {
  for (const Launch &launch : trace.launches())
    if (launch.recordingCost && launch.isCostSubtracted == isSubtracted)
      return &*launch.recordingCost;
  return nullptr;
}

void addCostBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  const auto costText = [](const RecordingCost &cost) {
    return formatCycleCost(cost.record) + " cycles per record (" + formatCycleCost(cost.recordLow) +
           " .. " + formatCycleCost(cost.recordHigh) + ")";
  };
  if (const RecordingCost *cost = costOf(trace, true))
    badges.push_back(
        {Severity::Caution, "recording cost subtracted: " + costText(*cost),
         "Each interval between two records of a warp is shortened by the cost of a record. The "
         "actual cost depends on overlap with other work; the inspector shows the range. Compare "
         "durations only within a warp: warps are not realigned."});
  if (const RecordingCost *cost = costOf(trace, false))
    badges.push_back(
        {Severity::Neutral,
         "times include recording: about " + formatCycleCost(cost->record) + " cycles per record",
         "The times include the recording cost, which was measured on the device "
         "before the launch: " +
             costText(*cost) + ". The View menu subtracts it."});
}

void addAssumedBadge(const Trace &trace, std::vector<QualityBadge> &badges) {
  if (!isAssumed(trace))
    return;
  const auto clocks = trace.clocks();
  const auto assumed =
      static_cast<uint64_t>(std::count_if(clocks.begin(), clocks.end(), [](const ClockLine &clock) {
        return clock.base == TimeBase::Assumed;
      }));
  if (assumed > 0 && assumed < clocks.size())
    badges.push_back({Severity::Caution,
                      "ASSUMED " + assumedRate(trace) + " on " + countText(assumed) + " of " +
                          countText(clocks.size()) + " clocks",
                      "These SMs have too few clock samples to fit a rate. Cycle counts are exact; "
                      "nanoseconds depend on the assumed rate."});
  else
    badges.push_back({Severity::Caution, "ASSUMED " + assumedRate(trace),
                      "The file contains this clock rate, but it was not measured. Cycle counts "
                      "are exact; nanoseconds depend on this rate."});
}

void addTimeBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  if (isModel(trace))
    badges.push_back({Severity::Caution, "MODEL TIME: virtual cycles of the CPU target",
                      "The kernel ran on the CPU target, whose clock is a documented cost model. "
                      "Compare order and proportions; the nanoseconds are not hardware times."});
  addAssumedBadge(trace, badges);
  addMeasuredBadge(trace, badges);
}

QualityBadge badgeOf(const Note &note) {
  return {Severity::Loss, wordsOf(note), note.message + " (" + note.code + ")"};
}

bool isA(const Note &note, NoteCode code) {
  return note.code == noteKinds()[static_cast<size_t>(code)].code;
}

void addNoteBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  const bool isInProgress = std::ranges::any_of(
      trace.notes(), [](const Note &note) { return isA(note, NoteCode::RunInProgress); });
  for (const Note &note : trace.notes()) {
    // During a run, unfinished CTAs and warps are expected.
    const bool isExpected = isInProgress && (isA(note, NoteCode::RecordCtaNotFinalized) ||
                                             isA(note, NoteCode::RecordUnitNotFinalized));
    if (isA(note, NoteCode::RunInProgress))
      badges.push_back({Severity::Caution, wordsOf(note), badgeOf(note).explanation});
    else if (isLoss(note) && roleOf(note) != NoteRole::StatedByNumbers && !isExpected)
      badges.push_back(badgeOf(note));
  }
}

ColorToken colorOf(Severity severity) {
  switch (severity) {
  case Severity::Good:
    return ColorToken::Good;
  case Severity::Caution:
    return ColorToken::Caution;
  case Severity::Loss:
    return ColorToken::Warning;
  case Severity::Neutral:
    break;
  }
  return ColorToken::TextMuted;
}

/// The sign before the text: the severity is not shown by colour alone.
const char *signOf(Severity severity) {
  switch (severity) {
  case Severity::Good:
    return "\u2713";
  case Severity::Caution:
    return "\u25B3";
  case Severity::Loss:
    return "!";
  case Severity::Neutral:
    break;
  }
  return "";
}

float signWidth(const QualityBadge &badge) {
  return badge.severity == Severity::Neutral ? 0 : kSignWidth;
}

void drawBadge(const QualityBadge &badge, const std::vector<std::string> &lines,
               const PixelRect &box, DrawList &out) {
  const ColorToken color = colorOf(badge.severity);
  out.addRect(DrawLayer::Data, {.rect = box, .fill = ColorToken::Raised, .corner = Corner::Soft});
  out.addRect(DrawLayer::Data, {.rect = {box.x, box.y, 2, box.height}, .fill = color});
  out.addText(DrawLayer::Label,
              {.box = {box.x + 10, box.y, kSignWidth, kBadgeHeight},
               .font = FontRole::Small,
               .color = color},
              signOf(badge.severity));
  float y = box.y;
  for (const std::string &line : lines) {
    out.addText(DrawLayer::Label,
                {.box = {box.x + 10 + signWidth(badge), y, box.width, kBadgeHeight},
                 .font = FontRole::Small},
                line);
    y += kBadgeTextLine;
  }
}

} // namespace

std::vector<QualityBadge> notCoveredBadges(const Trace &trace, std::span<const Launch> launches) {
  std::vector<QualityBadge> badges;
  for (const std::string_view text : launchTexts(trace, launches, kNotCoveredArg))
    if (!text.ends_with(kWarpBarriersNotCovered))
      badges.push_back(
          {Severity::Loss, "not covered: " + std::string(text),
           "The instrumentation does not cover these instructions, so no number includes their "
           "accesses. The compilation notes name each instruction and the reason."});
  return badges;
}

namespace {

void addWarpBarrierBadges(const Trace &trace, std::vector<QualityBadge> &badges) {
  for (const std::string_view text : launchTexts(trace, trace.launches(), kNotCoveredArg))
    if (text.ends_with(kWarpBarriersNotCovered))
      badges.push_back({Severity::Neutral, "not recorded: " + std::string(text),
                        "The wait at a barrier of a warp ends when its lanes reconverge, and its "
                        "records would cost more. It is time of the scope around it."});
}

} // namespace

std::vector<QualityBadge> damageBadges(const Trace &trace) {
  std::vector<QualityBadge> badges;
  for (const Note &note : trace.notes())
    if (roleOf(note) == NoteRole::FileDamage)
      badges.push_back(badgeOf(note));
  return badges;
}

std::vector<QualityBadge> qualityBadges(const Trace &trace) {
  std::vector<QualityBadge> badges;
  addRecordBadges(trace, badges);
  std::ranges::move(notCoveredBadges(trace, trace.launches()), std::back_inserter(badges));
  addWarpBarrierBadges(trace, badges);
  addSampledBadges(trace, badges);
  addTimeBadges(trace, badges);
  addCostBadges(trace, badges);
  addNoteBadges(trace, badges);
  return badges;
}

std::string timeBaseWords(const Trace &trace) {
  if (isAssumed(trace))
    return "ASSUMED " + assumedRate(trace);
  return isModel(trace) ? "MODEL TIME" : "";
}

float qualityBadgeWidth(const QualityBadge &badge, const TextMeasure &measure) {
  return signWidth(badge) + measure.width(FontRole::Small, badge.text) + kBadgePadding;
}

std::vector<QualityBadge> warningsFirst(std::vector<QualityBadge> badges) {
  std::ranges::stable_sort(badges, std::greater(), [](const QualityBadge &badge) {
    return std::max(badge.severity, Severity::Neutral); // Good sorts as Neutral
  });
  return badges;
}

float drawBadgeLines(const std::vector<QualityBadge> &badges, float x, float right, float y,
                     float height, const TextMeasure &measure, DrawList &out) {
  const float left = x;
  const float top = y;
  float lineHeight = height; // of the current line of badges
  for (const QualityBadge &badge : badges) {
    const float width = qualityBadgeWidth(badge, measure);
    if (x > left && x + width > right) {
      x = left;
      y += lineHeight;
      lineHeight = kBadgeHeight + kBadgeLineGap;
    }
    const float room = right - left - signWidth(badge) - kBadgePadding;
    std::vector<std::string> lines{badge.text};
    if (x + width > right)
      lines = wrapped(measure, FontRole::Small, badge.text, room);
    const PixelRect box{x, y + (lineHeight - kBadgeHeight) / 2, std::min(width, right - left),
                        kBadgeHeight + kBadgeTextLine * static_cast<float>(lines.size() - 1)};
    drawBadge(badge, lines, box, out);
    lineHeight = std::max(lineHeight, box.bottom() - y + kBadgeLineGap / 2);
    x += std::ceil(box.width) + kBadgeGap;
  }
  return y + lineHeight - top;
}

size_t drawQualityBadges(const std::vector<QualityBadge> &badges, float x, float right, float y,
                         float height, const TextMeasure &measure, DrawList &out,
                         std::vector<PixelRect> &boxes) {
  boxes.clear();
  for (const QualityBadge &badge : badges) {
    const float width = qualityBadgeWidth(badge, measure);
    if (x + width > right)
      break;
    const PixelRect box{x, y + (height - kBadgeHeight) / 2, width, kBadgeHeight};
    drawBadge(badge, {badge.text}, box, out);
    boxes.push_back(box);
    x += std::ceil(width) + kBadgeGap;
  }
  return boxes.size();
}

} // namespace pstudio
