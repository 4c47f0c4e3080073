// SPDX-License-Identifier: Apache-2.0
// Conversion of numbers to places on a colour ramp, and the marks of a legend.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

#include "viewer/geometry/heat/heat_scale.h"

using namespace pstudio;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
const HeatMeasure kTouches{.name = "touches", .unit = "touches"};
const HeatMeasure kEfficiency{.kind = HeatMeasure::Kind::Share,
                              .name = "efficiency",
                              .isLowHot = true,
                              .least = 0,
                              .most = 1};

HeatPatches patchesOf(const std::vector<double> &values) {
  HeatPatch patch{{{0, 1}, {0, 1}}, memory::HeatGrid(static_cast<uint32_t>(values.size()), 1)};
  patch.grid.cells = values;
  return {patch};
}

HeatScale scaleOf(HeatScaleKind kind, const std::vector<double> &values,
                  const HeatMeasure &measure = kTouches) {
  return HeatScale::of(kind, measure, patchesOf(values));
}

QStringList labelsOf(const HeatScale &scale, size_t most) {
  QStringList labels;
  for (const HeatScaleTick &tick : scale.legend(most).ticks)
    labels << QString::fromStdString(tick.label);
  return labels;
}

} // namespace

class HeatScaleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void linearPlacesAreShares() {
    const HeatScale scale = scaleOf(HeatScaleKind::Linear, {0, 3, 12});
    QCOMPARE(scale.placeOf(3), 0.25);
    QCOMPARE(scale.placeOf(12), 1.0);
    QCOMPARE(scale.placeOf(100), 1.0);
    QCOMPARE(scale.valueAt(0.5), 6.0);
    QCOMPARE(scale.indexOf(12), kHeatLast);
  }

  void equalFactorsAreEqualStepsOfALogScale() {
    const HeatScale scale = scaleOf(HeatScaleKind::Log, {0, 1, 10, 100, 1000});
    for (int i = 0; i < 4; ++i)
      QVERIFY(std::fabs(scale.placeOf(std::pow(10, i)) - i / 3.0) < 1e-12);
    QVERIFY(std::fabs(scale.valueAt(0.5) - std::pow(10, 1.5)) < 1e-9);
  }

  void quantilesSpreadTheCellsEvenly() {
    // Nine of ten cells have similar values; a linear scale would give them one colour.
    std::vector<double> values;
    for (int i = 1; i <= 90; ++i)
      values.push_back(1 + i / 1000.0);
    for (int i = 1; i <= 10; ++i)
      values.push_back(1000.0 * i);
    const HeatScale scale = scaleOf(HeatScaleKind::Quantiles, values);
    for (const int percent : {10, 50, 90})
      QVERIFY(std::fabs(scale.placeOf(values[static_cast<size_t>(percent) - 1]) - percent / 100.0) <
              0.011);
    QCOMPARE(scale.placeOf(values.front()), 0.0);
    QCOMPARE(scale.placeOf(values.back()), 1.0);
    QCOMPARE(scale.valueAt(1), values.back());
  }

  void zeroNothingAndLittleAreThreeDifferentColours_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < kHeatScaleKinds; ++kind)
      QTest::addRow("%s", heatScaleName(static_cast<HeatScaleKind>(kind))) << kind;
  }
  void zeroNothingAndLittleAreThreeDifferentColours() {
    QFETCH(int, kind);
    const HeatScale scale = scaleOf(static_cast<HeatScaleKind>(kind), {0, kNone, 1, 1e9, 5});
    QCOMPARE(scale.indexOf(0), kHeatZero);
    QCOMPARE(scale.indexOf(kNone), kHeatNoData);
    QVERIFY(scale.indexOf(1) >= kHeatFirst);
    QCOMPARE(scale.indexOf(1e9), kHeatLast);
  }

  void placesNeverFallAsNumbersRise() {
    for (int kind = 0; kind < kHeatScaleKinds; ++kind) {
      const HeatScale scale =
          scaleOf(static_cast<HeatScaleKind>(kind), {1, 1, 1, 2, 3, 3, 7, 20, 400, 400});
      double last = 0;
      for (double value = 0.5; value < 500; value *= 1.07) {
        QVERIFY(scale.placeOf(value) >= last);
        last = scale.placeOf(value);
      }
      QCOMPARE(last, 1.0);
    }
  }

  void littleEfficiencyIsHot() {
    const HeatScale scale = scaleOf(HeatScaleKind::Linear, {0.125, 1}, kEfficiency);
    QCOMPARE(scale.placeOf(1), 0.0);
    QCOMPARE(scale.placeOf(0.125), 0.875);
    QCOMPARE(scale.indexOf(0), kHeatLast); // not kHeatZero: efficiency 0 is the worst value
    QCOMPARE(labelsOf(scale, 6), QStringList({"100 %", "80 %", "60 %", "40 %", "20 %", "0 %"}));
  }

  void whatIsAllAlikeIsHotUnlessTheScaleBeginsWithIt() {
    QCOMPARE(scaleOf(HeatScaleKind::Linear, {4, 4}).placeOf(4), 1.0);
    const HeatMeasure degree{.name = "degree", .unit = "wavefronts", .least = 1};
    QCOMPARE(scaleOf(HeatScaleKind::Linear, {1, 1}, degree).placeOf(1), 0.0);
    QCOMPARE(scaleOf(HeatScaleKind::Linear, {1, 32}, degree).placeOf(32), 1.0);
  }

  void legendHasRoundNumbers() {
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Linear, {0, 32}), 5),
             QStringList({"0", "10", "20", "30"}));
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Linear, {0, 3}), 10),
             QStringList({"0", "1", "2", "3"}));
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Log, {1, 64}), 8),
             QStringList({"1", "2", "4", "8", "16", "32", "64"}));
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Log, {1, 1e6}), 8),
             QStringList({"1", "10", "100", "1,000", "10,000", "100,000", "1,000,000"}));
  }

  void timesOfALegendHaveTheUnitThatMakesThemShortest() {
    const HeatMeasure time{.kind = HeatMeasure::Kind::Time, .name = "time of the last touch"};
    const auto legendOf = [&](HeatScaleKind kind, const std::vector<double> &times, size_t most) {
      const HeatScale scale = scaleOf(kind, times, time);
      return labelsOf(scale, most) << QString::fromStdString(scale.legend(most).unit);
    };
    // 0 to 36,200 ns; 0 to 0.9 us; a short part of a late launch.
    QCOMPARE(legendOf(HeatScaleKind::Linear, {0, 36.2e6}, 5),
             QStringList({"0", "10", "20", "30", "us"}));
    QCOMPARE(legendOf(HeatScaleKind::Linear, {0, 9e5}, 4), QStringList({"0", "500", "ns"}));
    QCOMPARE(legendOf(HeatScaleKind::Linear, {5'000'100e6, 5'000'101.5e6}, 4),
             QStringList({"5.0001000", "5.0001005", "5.0001010", "5.0001015", "s"}));
    // Quantiles are arbitrary times: they have only the digits that distinguish them.
    QCOMPARE(legendOf(HeatScaleKind::Quantiles, {1'234'567, 17'654'321, 36'213'417}, 3),
             QStringList({"1.2", "17.7", "36.2", "us"}));
  }

  void whereNoRoundNumberFitsTheEndsAreMarked() {
    const HeatMeasure degree{.name = "degree", .unit = "wavefronts", .least = 1};
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Linear, {1, 32}, degree), 2),
             QStringList({"1", "32"}));
  }

  void manyAreToldInMillions() {
    QCOMPARE(labelsOf(scaleOf(HeatScaleKind::Linear, {0, 45e6}), 5),
             QStringList({"0", "20 M", "40 M"}));
    QCOMPARE(scaleOf(HeatScaleKind::Linear, {0, 45e6}).legend(5).unit, std::string("touches"));
  }

  void legendOfNothingIsEmpty() {
    QVERIFY(scaleOf(HeatScaleKind::Linear, {0, 0, kNone}).isEmpty());
    QVERIFY(labelsOf(scaleOf(HeatScaleKind::Quantiles, {}), 5).isEmpty());
  }

  void categoriesRepeatTheirColours() {
    const HeatMeasure owner{
        .kind = HeatMeasure::Kind::Category, .name = "last CTA", .category = "CTA"};
    const HeatScale scale = scaleOf(HeatScaleKind::Linear, {0, 1, 9}, owner);
    QCOMPARE(scale.indexOf(0), kHeatFirst);
    QCOMPARE(scale.indexOf(9), scale.indexOf(1));
    QVERIFY(scale.indexOf(2) != scale.indexOf(1));
    QCOMPARE(formatHeatValue(owner, 9), std::string("CTA 9"));
    QCOMPARE(formatHeatValue(owner, kNone), std::string("\u2013"));
  }
};

QTEST_GUILESS_MAIN(HeatScaleTest)
#include "heat_scale_test.moc"
