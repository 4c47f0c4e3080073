// SPDX-License-Identifier: Apache-2.0
#include "core/clocks/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pstudio::record {
namespace {

// Limits of a plausible rate of a GPU clock [ps per cycle].
constexpr Interval kPossibleRates{10.0, 100000.0};
// A rate with a smaller relative error does not use the rates of other SMs [half width / rate].
constexpr double kGoodRate = 0.0025;
// Factor of the gaps between the two reads of a pair if no line fits with the usual gaps.
constexpr double kBusyGaps = 4.0;

/// A pair relative to the reference: bounds of the true time.
struct Point {
  double cycles = 0;
  double time = 0; // [ps] of the tick's begin
  double gap = 0;  // [cycles] between the two reads, at most
};

/// Pairs as points around a reference, the launch's first.
class PointSet {
public:
  PointSet(const ClockPairs &pairs, const ClockFitOptions &options)
      : m_tick(static_cast<double>(std::max<int64_t>(options.timerTick.value, 0)) * 1000.0),
        m_reference(pairs.launch.empty() ? pairs.readings[0] : pairs.launch[0]) {
    for (const ClockPair &pair : pairs.launch)
      m_launch.push_back(pointOf(pair, options.readGapCycles));
    for (const ClockPair &pair : pairs.readings)
      m_readings.push_back(pointOf(pair, options.readingGapCycles));
    const std::vector<Point> &inside = m_launch.empty() ? m_readings : m_launch;
    m_range = {inside[0].cycles, inside[0].cycles};
    for (const Point &point : inside) {
      m_range.low = std::min(m_range.low, point.cycles);
      m_range.high = std::max(m_range.high, point.cycles);
    }
    std::stable_sort(m_readings.begin(), m_readings.end(),
                     [&](const Point &a, const Point &b) { return distance(a) < distance(b); });
  }

  const ClockPair &reference() const { return m_reference; }
  Interval range() const { return m_range; }
  double tick() const { return m_tick; }
  /// The greatest gap of a pair [cycles].
  double gap() const { return m_gapFactor * (m_launch.empty() ? m_readings : m_launch)[0].gap; }
  /// Multiplies the gaps of all pairs, as passed to the constructor, by `factor`.
  void stretchGaps(double factor) { m_gapFactor = factor; }
  const std::vector<Point> &launch() const { return m_launch; }
  /// Nearest to the launch first.
  const std::vector<Point> &readings() const { return m_readings; }

  std::vector<Point> all() const {
    std::vector<Point> points = m_launch;
    points.insert(points.end(), m_readings.begin(), m_readings.end());
    return points;
  }

  ClockRegion everything() const {
    double reach = 0;
    for (const Point &point : all())
      reach = std::max(reach, std::abs(point.time) + std::abs(point.cycles) * kPossibleRates.high);
    return {kPossibleRates, 2 * reach + 2 * m_tick + 1e9};
  }

  /// `widening` [ps]: distance that the line may have at each point beyond the bounds of its pair.
  void require(ClockRegion &region, const Point &point, double widening = 0) const {
    const double gap = m_gapFactor * point.gap;
    region.requireAtLeast(point.cycles + gap, point.time - widening);
    region.requireAtMost(point.cycles - gap, point.time + m_tick + widening);
  }

  ClockRegion allowedBy(std::span<const Point> points, double widening = 0) const {
    ClockRegion region = everything();
    for (const Point &point : points) {
      require(region, point, widening);
      if (region.isEmpty())
        break;
    }
    return region;
  }

private:
  Point pointOf(const ClockPair &pair, double gap) const {
    return {static_cast<double>((pair.cycles - m_reference.cycles).value),
            static_cast<double>((pair.time - m_reference.time).value) * 1000.0, gap};
  }
  double distance(const Point &point) const {
    return std::max(m_range.low - point.cycles, point.cycles - m_range.high);
  }

  double m_tick;
  double m_gapFactor = 1.0;
  ClockPair m_reference;
  std::vector<Point> m_launch;
  std::vector<Point> m_readings;
  Interval m_range;
};

size_t countDistinct(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point &a, const Point &b) { return a.cycles < b.cycles; });
  const auto last = std::unique(points.begin(), points.end(), [](const Point &a, const Point &b) {
    return a.cycles == b.cycles;
  });
  return static_cast<size_t>(last - points.begin());
}

struct Slope {
  double rate = 0;
  double intercept = 0;
  double at(double cycles) const { return intercept + rate * cycles; }
};

double medianOf(std::vector<double> &values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median of the slopes between points half the set apart, and the median of the remaining
/// intercepts. Robust against one outlier in four points (the incomplete estimator of Theil and
/// Sen). None if there is no such slope.
std::optional<Slope> robustSlope(std::vector<Point> points) {
  std::sort(points.begin(), points.end(),
            [](const Point &a, const Point &b) { return a.cycles < b.cycles; });
  const size_t half = points.size() / 2;
  std::vector<double> values;
  for (size_t i = 0; i + half < points.size(); ++i)
    if (points[i + half].cycles > points[i].cycles)
      values.push_back((points[i + half].time - points[i].time) /
                       (points[i + half].cycles - points[i].cycles));
  if (values.empty())
    return std::nullopt;
  Slope slope;
  slope.rate = medianOf(values);
  values.clear();
  for (const Point &point : points)
    values.push_back(point.time - slope.rate * point.cycles);
  slope.intercept = medianOf(values);
  return slope;
}

std::vector<Point> pointsNear(const std::vector<Point> &points, const Slope &slope, double limit) {
  std::vector<Point> near;
  std::copy_if(points.begin(), points.end(), std::back_inserter(near), [&](const Point &point) {
    return std::abs(point.time - slope.at(point.cycles)) <= limit;
  });
  return near;
}

/// A set of points that agree with each other.
struct Agreeing {
  ClockRegion region;
  std::vector<Point> points;
};

/// True if `points` cover `range` on both sides: outliers are then between other points, so the
/// clock returned to its line.
bool reachAround(const std::vector<Point> &points, Interval range) {
  const auto isBefore = [&](const Point &point) { return point.cycles <= range.low; };
  const auto isAfter = [&](const Point &point) { return point.cycles >= range.high; };
  return std::ranges::any_of(points, isBefore) && std::ranges::any_of(points, isAfter);
}

/// All points except outliers: at most a quarter of the points, farther than the limit below (1.5
/// ticks plus the gaps) from the robust line.
std::optional<Agreeing> withoutOutliers(const PointSet &set, const std::vector<Point> &readings) {
  std::vector<Point> points = set.launch();
  points.insert(points.end(), readings.begin(), readings.end());
  const std::optional<Slope> slope = robustSlope(points);
  if (points.size() < 4 || !slope)
    return std::nullopt;
  const double limit = 1.5 * set.tick() + 2 * set.gap() * std::abs(slope->rate);
  std::vector<Point> kept = pointsNear(set.launch(), *slope, limit);
  if (kept.size() * 2 < set.launch().size())
    return std::nullopt;
  const std::vector<Point> keptReadings = pointsNear(readings, *slope, limit);
  kept.insert(kept.end(), keptReadings.begin(), keptReadings.end());
  ClockRegion region = set.allowedBy(kept);
  if (kept.size() * 4 < points.size() * 3 || !reachAround(kept, set.range()) || region.isEmpty())
    return std::nullopt;
  return Agreeing{std::move(region), std::move(kept)};
}

/// The launch's points, and the readings up to the first that contradicts them.
std::optional<Agreeing> nearTheLaunch(const PointSet &set) {
  Agreeing found{set.allowedBy(set.launch()), set.launch()};
  if (found.region.isEmpty())
    return std::nullopt;
  for (const Point &reading : set.readings()) {
    ClockRegion further = found.region;
    set.require(further, reading);
    if (further.isEmpty())
      break;
    found.region = std::move(further);
    found.points.push_back(reading);
  }
  return found;
}

std::optional<Agreeing> nearlyAll(const PointSet &set) {
  Agreeing everyone{set.allowedBy(set.all()), set.all()};
  if (!everyone.region.isEmpty())
    return everyone;
  return withoutOutliers(set, set.readings());
}

std::optional<Agreeing> findAgreeing(PointSet set) {
  if (auto most = nearlyAll(set))
    return most;
  // With many competing threads the two reads of every pair may be farther apart.
  set.stretchGaps(kBusyGaps);
  if (auto most = nearlyAll(set))
    return most;
  set.stretchGaps(1.0);
  if (auto near = nearTheLaunch(set))
    return near;
  return withoutOutliers(set, {});
}

double largestResidual(const PointSet &set, const Slope &slope) {
  double largest = 0;
  for (const Point &point : set.launch()) {
    const double early = slope.at(point.cycles) - point.time;
    largest = std::max({largest, std::abs(early), std::abs(set.tick() - early)});
  }
  return largest;
}

/// The line within a region that is in the middle of it over a range.
Slope middleOf(const ClockRegion &region, Interval range) {
  const double begin = region.timesAt(range.low).middle();
  const double end = region.timesAt(range.high).middle();
  const double rate = range.high - range.low < 1 ? region.rates().middle()
                                                 : (end - begin) / (range.high - range.low);
  return {rate, begin - rate * range.low};
}

/// The line with the smallest largest residual at the launch's points, within 1 %; none if its rate
/// is not plausible or not determined.
std::optional<Slope> nearestLine(const PointSet &set) {
  constexpr double kFarthest = 1e15; // [ps]
  double widening = set.tick() + 1;
  while (set.allowedBy(set.launch(), widening).isEmpty()) {
    widening *= 2;
    if (widening > kFarthest)
      return std::nullopt;
  }
  double tooLittle = 0;
  while (widening - tooLittle > widening * 0.01) {
    const double middle = (widening + tooLittle) / 2;
    (set.allowedBy(set.launch(), middle).isEmpty() ? tooLittle : widening) = middle;
  }
  const ClockRegion region = set.allowedBy(set.launch(), widening);
  const Slope slope = middleOf(region, set.range());
  const bool isBlurred = widening * 4 > slope.rate * (set.range().high - set.range().low);
  return isBlurred || !isRateKnown(region.rates()) ? std::nullopt : std::optional(slope);
}

void setLine(ClockFit &fit, Slope slope, const ClockPair &reference,
             const ClockFitOptions &options) {
  // The origin is a whole picosecond.
  constexpr double kMaxIntercept = 1e18;
  slope.intercept = std::round(std::clamp(slope.intercept, -kMaxIntercept, kMaxIntercept));
  fit.line.picosecondsPerCycle = slope.rate;
  fit.line.cycleOrigin = reference.cycles;
  fit.line.origin = toPicoseconds(reference.time - options.origin) +
                    Picoseconds(static_cast<int64_t>(slope.intercept));
  fit.line.base = fit.rateSource == RateSource::Assumed ? TimeBase::Assumed : options.base;
}

/// The line of an assumed rate through the middle of the launch's pairs.
Slope assumedSlope(const PointSet &set, double rate) {
  double sum = 0;
  for (const Point &point : set.launch())
    sum += point.time + set.tick() / 2 - rate * point.cycles;
  return {rate, sum / static_cast<double>(set.launch().size())};
}

/// Without a line that agrees with the pairs: the nearest line, else one with the assumed rate. Its
/// uncertainty is the largest residual.
ClockFit chooseNearest(const AllowedLines &allowed, const PointSet &set,
                       const ClockFitOptions &options) {
  ClockFit fit;
  fit.points = allowed.points;
  fit.ignored = allowed.ignored;
  fit.isStraight = false;
  const std::optional<Slope> nearest = nearestLine(set);
  if (nearest)
    fit.rateSource = RateSource::Pairs;
  const Slope slope = nearest.value_or(assumedSlope(set, options.assumedPicosecondsPerCycle));
  setLine(fit, slope, set.reference(), options);
  fit.line.uncertaintyPs = largestResidual(set, slope);
  return fit;
}

/// The line of a counter that is the timer's own. The pairs can only contradict it: the timer was
/// read after the counter, at most the gap later.
ClockFit timerLine(const PointSet &set, const ClockFitOptions &options) {
  const ClockPair &reference = set.reference();
  const int64_t period = options.cyclePeriod.value;
  // Unsigned: damaged pairs may overflow.
  const uint64_t counted =
      static_cast<uint64_t>(reference.cycles.value) * static_cast<uint64_t>(period);
  const auto early = static_cast<int64_t>(counted - static_cast<uint64_t>(reference.time.value));
  const Slope slope{1000.0 * static_cast<double>(period), 1000.0 * static_cast<double>(early)};
  ClockFit fit;
  fit.rateSource = RateSource::Timer;
  fit.rateError = 0;
  fit.points = countDistinct(set.launch());
  const double latest = kBusyGaps * set.gap() * slope.rate;
  fit.isStraight = std::ranges::all_of(set.launch(), [&](const Point &point) {
    const double late = point.time - slope.at(point.cycles);
    return late >= 0 && late <= latest;
  });
  setLine(fit, slope, reference, options);
  fit.line.uncertaintyPs = fit.isStraight ? slope.rate : largestResidual(set, slope);
  return fit;
}

/// Source of the rate if the pairs give none: a model defines its own rate.
RateSource sourceWithoutPairs(const ClockFitOptions &options) {
  return options.base == TimeBase::Model ? RateSource::Model : RateSource::Assumed;
}

ClockFit fitNothing(const ClockFitOptions &options) {
  ClockFit fit;
  fit.rateSource = sourceWithoutPairs(options);
  fit.line.base = fit.rateSource == RateSource::Model ? options.base : TimeBase::Assumed;
  fit.line.picosecondsPerCycle = options.assumedPicosecondsPerCycle;
  return fit;
}

/// Pairs of a model are exact, so the outermost two determine the line.
ClockFit fitExactly(const PointSet &set, const ClockFitOptions &options) {
  const std::vector<Point> points = set.launch();
  const auto [first, last] =
      std::minmax_element(points.begin(), points.end(),
                          [](const Point &a, const Point &b) { return a.cycles < b.cycles; });
  ClockFit fit;
  fit.points = countDistinct(points);
  Slope slope{options.assumedPicosecondsPerCycle, first->time};
  if (fit.points >= 2)
    slope.rate = (last->time - first->time) / (last->cycles - first->cycles);
  const bool isPossible = slope.rate >= kPossibleRates.low && slope.rate <= kPossibleRates.high;
  if (fit.points < 2)
    fit.rateSource = sourceWithoutPairs(options);
  else if (isPossible)
    fit.rateSource = RateSource::Pairs;
  if (fit.points < 2 || !isPossible)
    slope.rate = options.assumedPicosecondsPerCycle;
  slope.intercept -= slope.rate * first->cycles;
  setLine(fit, slope, set.reference(), options);
  for (const Point &point : points)
    fit.line.uncertaintyPs =
        std::max(fit.line.uncertaintyPs, std::abs(slope.at(point.cycles) - point.time));
  fit.isStraight = fit.line.uncertaintyPs <= 0.5;
  if (fit.isStraight)
    fit.line.uncertaintyPs = 0;
  if (fit.isStraight && fit.rateSource != RateSource::Assumed)
    fit.rateError = 0;
  return fit;
}

/// The region with the common rate of the SMs, if the SM's own pairs do not determine the rate and
/// do not contradict the common rate.
std::optional<ClockRegion> withCommonRates(const ClockRegion &region,
                                           const std::optional<Interval> &commonRates) {
  const Interval own = region.rates();
  if (!commonRates || own.halfWidth() <= kGoodRate * own.middle())
    return std::nullopt;
  ClockRegion common = region;
  common.requireRates(*commonRates);
  return common.isEmpty() ? std::nullopt : std::optional(std::move(common));
}

} // namespace

bool isRateKnown(const Interval &rates) {
  return rates.high <= 1.5 * rates.low;
}

AllowedLines findAllowedLines(const ClockPairs &pairs, const ClockFitOptions &options) {
  const PointSet set(pairs, options);
  AllowedLines allowed;
  allowed.reference = set.reference();
  allowed.range = set.range();
  const size_t given = pairs.launch.size() + pairs.readings.size();
  std::optional<Agreeing> agreeing = findAgreeing(set);
  if (!agreeing) {
    allowed.points = countDistinct(set.launch());
    allowed.ignored = pairs.readings.size();
    return allowed;
  }
  allowed.points = countDistinct(agreeing->points);
  allowed.ignored = given - agreeing->points.size();
  allowed.region = std::move(agreeing->region);
  return allowed;
}

ClockFit chooseLine(const AllowedLines &allowed, const std::optional<Interval> &commonRates,
                    const ClockPairs &pairs, const ClockFitOptions &options) {
  const PointSet set(pairs, options);
  if (options.cyclePeriod > Nanoseconds{0})
    return timerLine(set, options);
  if (!allowed.region)
    return chooseNearest(allowed, set, options);
  ClockFit fit;
  fit.points = allowed.points;
  fit.ignored = allowed.ignored;
  const std::optional<ClockRegion> common = withCommonRates(*allowed.region, commonRates);
  const Interval own = allowed.region->rates();
  if (!common && !isRateKnown(own)) {
    const double rate = std::clamp(options.assumedPicosecondsPerCycle, own.low, own.high);
    const Slope slope = assumedSlope(set, rate);
    setLine(fit, slope, set.reference(), options);
    fit.line.uncertaintyPs = largestResidual(set, slope);
    return fit;
  }
  fit.rateSource = common ? RateSource::OtherSms : RateSource::Pairs;
  const ClockRegion &region = common ? *common : *allowed.region;
  const Slope middle = middleOf(region, allowed.range);
  const Interval rates = region.rates();
  fit.rateError = std::max(rates.high - middle.rate, middle.rate - rates.low) / rates.low;
  setLine(fit, middle, set.reference(), options);
  fit.line.uncertaintyPs = std::max(region.timesAt(allowed.range.low).halfWidth(),
                                    region.timesAt(allowed.range.high).halfWidth());
  return fit;
}

ClockFit fitClockLine(const ClockPairs &pairs, const ClockFitOptions &options) {
  if (pairs.launch.empty())
    return fitNothing(options);
  if (options.base == TimeBase::Model)
    return fitExactly(PointSet(pairs, options), options);
  return chooseLine(findAllowedLines(pairs, options), std::nullopt, pairs, options);
}

Picoseconds timeAt(const ClockLine &line, int64_t cycles) {
  constexpr double kMaxOffset = 1e18; // with kMaxTimeOffset, differences of times do not overflow
  const Cycles offset = Cycles(cycles) - line.cycleOrigin;
  const double picoseconds = static_cast<double>(offset.value) * line.picosecondsPerCycle;
  if (std::abs(picoseconds) < kMaxOffset)
    return line.toTime(Cycles(cycles));
  return line.origin + Picoseconds(static_cast<int64_t>(std::copysign(kMaxOffset, picoseconds)));
}

} // namespace pstudio::record
