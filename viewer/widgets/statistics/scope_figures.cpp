// SPDX-License-Identifier: Apache-2.0
// The instances of one scope and the columns of its charts.
#include "viewer/widgets/statistics/scope_figures.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

#include "core/statistics/track_groups.h"
#include "core/trace/track_names.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/statistics/length_text.h"

namespace pstudio {

using statistics::LengthUnit;
using statistics::ScopeInstance;
using statistics::Spread;
using statistics::SpreadBox;
using statistics::SpreadBy;

namespace {

constexpr size_t kInstancesPerCheck = 1u << 16; // between checks of the stop token

QString figureWords(const char *text) {
  return QCoreApplication::translate("ScopeFigures", text);
}

const Spread &spreadOf(const ScopeFigures &figures, ScopeChart chart) {
  return chart == ScopeChart::Warps ? figures.warps : figures.iterations;
}

QString trackText(const ScopeFigures &figures, uint32_t position) {
  return toQString(statistics::placeLabel(*figures.trace, figures.warps.tracks[position]));
}

/// "CTA 0, warp 0 .. CTA 3, warp 1", "iteration 3", "iterations 4 .. 7".
QString boxText(const ScopeFigures &figures, const Spread &spread, const SpreadBox &box) {
  const bool isOne = box.first == box.last;
  if (spread.by == SpreadBy::Ordinal)
    return isOne ? figureWords("instance %1 of each track").arg(box.first)
                 : figureWords("instances %1 to %2 of each track").arg(box.first).arg(box.last);
  return isOne ? trackText(figures, box.first)
               : figureWords("%1 to %2")
                     .arg(trackText(figures, box.first), trackText(figures, box.last));
}

QString shortTrackText(const ScopeFigures &figures, uint32_t position) {
  const Trace &trace = *figures.trace;
  const TrackId track = figures.warps.tracks[position];
  const TrackId cta = ancestorOfKind(trace, track, TrackKind::Cta);
  const int64_t number = trace.track(track).number;
  return cta.isValid() && number >= 0 && trace.track(cta).number >= 0
             ? QStringLiteral("%1.%2").arg(trace.track(cta).number).arg(number)
             : toQString(trackLabel(trace, track));
}

} // namespace

std::shared_ptr<const ScopeFigures> makeScopeFigures(std::shared_ptr<const Trace> trace,
                                                     const statistics::StatisticsQuery &query,
                                                     LengthUnit unit, const std::stop_token &stop) {
  auto figures = std::make_shared<ScopeFigures>();
  figures->trace = std::move(trace);
  figures->query = query;
  figures->instances = statistics::instancesOf(*figures->trace, query, stop);
  figures->unit = haveCycles(*figures->trace, figures->instances) ? unit : LengthUnit::Nanoseconds;
  std::vector<int64_t> lengths;
  lengths.reserve(figures->instances.size());
  for (const ScopeInstance &instance : figures->instances)
    lengths.push_back(statistics::lengthOf(*figures->trace, instance.slice, figures->inCycles()));
  if (stop.stop_requested())
    return figures;
  figures->histogram = statistics::makeHistogram(lengths);
  const auto spread = [&](SpreadBy by) {
    return makeSpread(*figures->trace, figures->instances, by, figures->inCycles());
  };
  figures->warps = spread(SpreadBy::Track);
  figures->iterations = spread(SpreadBy::Ordinal);
  return figures;
}

QStringList columnWords(const ScopeFigures &figures, ScopeChart chart) {
  QStringList words;
  if (chart == ScopeChart::Distribution) {
    for (const statistics::HistogramBin &bin : figures.histogram.bins)
      words << lengthText(static_cast<double>(bin.begin), figures.unit);
    return words;
  }
  for (const SpreadBox &box : spreadOf(figures, chart).boxes)
    words << (chart == ScopeChart::Warps ? shortTrackText(figures, box.first)
                                         : QString::number(box.first));
  return words;
}

QStringList columnToolTips(const ScopeFigures &figures, ScopeChart chart) {
  QStringList tips;
  const auto exact = [&figures](int64_t length) {
    return exactLengthText(static_cast<double>(length), figures.unit);
  };
  if (chart == ScopeChart::Distribution) {
    for (const statistics::HistogramBin &bin : figures.histogram.bins)
      tips << figureWords("%1 from %2 to less than %3%4")
                  .arg(toQString(countText(bin.count, "instance", "instances")), exact(bin.begin),
                       exact(bin.end), bin.isOutlier ? figureWords(": outliers") : QString());
    return tips;
  }
  const Spread &spread = spreadOf(figures, chart);
  for (const SpreadBox &box : spread.boxes)
    tips << figureWords("%1: median %2, quartiles %3 and %4, from %5 to %6, %7")
                .arg(boxText(figures, spread, box), exact(box.median), exact(box.q1), exact(box.q3),
                     exact(box.least), exact(box.most),
                     toQString(countText(box.count, "instance", "instances")));
  return tips;
}

int columnOf(const ScopeFigures &figures, ScopeChart chart, const ScopeInstance &instance) {
  if (chart != ScopeChart::Distribution)
    return static_cast<int>(boxOf(spreadOf(figures, chart), instance));
  return static_cast<int>(binOf(
      figures.histogram, statistics::lengthOf(*figures.trace, instance.slice, figures.inCycles())));
}

std::vector<uint32_t> instancesIn(const ScopeFigures &figures, ScopeChart chart, int column,
                                  const std::stop_token &stop) {
  std::vector<uint32_t> positions;
  for (uint32_t i = 0; i < figures.instances.size(); ++i) {
    if (i % kInstancesPerCheck == 0 && stop.stop_requested())
      return {};
    if (column < 0 || columnOf(figures, chart, figures.instances[i]) == column)
      positions.push_back(i);
  }
  return positions;
}

size_t instanceOf(const ScopeFigures &figures, SliceId slice) {
  const size_t none = figures.instances.size();
  if (!slice.isValid() || slice.value >= figures.trace->sliceCount())
    return none;
  const TrackId track = figures.trace->row(figures.trace->rowOf(slice)).track;
  const auto ofTrack =
      std::ranges::equal_range(figures.instances, track, {}, &ScopeInstance::track);
  const auto found = std::ranges::find(ofTrack, slice, &ScopeInstance::slice);
  return found == ofTrack.end() ? none : static_cast<size_t>(&*found - figures.instances.data());
}

} // namespace pstudio
