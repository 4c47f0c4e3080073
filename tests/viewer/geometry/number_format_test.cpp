// SPDX-License-Identifier: Apache-2.0
// Numbers on screen: unit always, thousands separated, three digits in labels, exact elsewhere,
// unknown is a dash.
#include <QtTest>
#include <limits>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/time_style.h"
#include "viewer/geometry/timeline/ruler.h"

using namespace pstudio;

namespace {

/// The style is one of the process.
struct StyleGuard {
  StyleGuard() { setTimeStyle(TimeStyle::Automatic); }
  ~StyleGuard() { setTimeStyle(TimeStyle::Automatic); }
};

} // namespace

class NumberFormatTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void absoluteTimesAreExactAtAnyDistance() {
    const Nanoseconds origin(1'763'800'000'000'000'000);
    QCOMPARE(formatAbsolute(origin, Picoseconds(12'500)),
             std::string("1,763,800,000,000,000,012.5 ns"));
    QCOMPARE(formatAbsolute(origin, Picoseconds(-1)),
             std::string("1,763,799,999,999,999,999.999 ns"));
    QCOMPARE(formatAbsolute(Nanoseconds(5), Picoseconds(-5'250)), std::string("-0.25 ns"));
    QCOMPARE(formatAbsolute(Nanoseconds(5), Picoseconds(-7'250)), std::string("-2.25 ns"));
    QCOMPARE(formatAbsolute(Nanoseconds(5), Picoseconds(-7'000)), std::string("-2 ns"));
    QCOMPARE(formatAbsolute(Nanoseconds(INT64_MAX), Picoseconds(1'000)), std::string(kUnknownText));
  }

  void bytesTakeTheUnitThatSuitsTheSize() {
    QCOMPARE(formatBytes(0), std::string("0 bytes"));
    QCOMPARE(formatBytes(1), std::string("1 byte"));
    QCOMPARE(formatBytes(1023), std::string("1,023 bytes"));
    QCOMPARE(formatBytes(1024), std::string("1.00 KiB"));
    QCOMPARE(formatBytes(29'360'128), std::string("28.0 MiB"));
    QCOMPARE(formatBytes(1024 * 1024 - 1), std::string("1.00 MiB"));
    QCOMPARE(formatBytes(UINT64_MAX), std::string("16.0 EiB"));
  }

  void meansHaveThreeDigits() {
    QCOMPARE(formatMean(32), std::string("32"));
    QCOMPARE(formatMean(31.84), std::string("31.8"));
    QCOMPARE(formatMean(std::nan("")), std::string(kUnknownText));
  }

  void countsAreSeparatedByThousands() {
    QCOMPARE(formatCount(0), std::string("0"));
    QCOMPARE(formatCount(999), std::string("999"));
    QCOMPARE(formatCount(12'288), std::string("12,288"));
    QCOMPARE(formatCount(-1'234'567), std::string("-1,234,567"));
    QCOMPARE(formatCount(std::numeric_limits<int64_t>::min()),
             std::string("-9,223,372,036,854,775,808"));
  }

  void exactTimesKeepEveryPicosecond() {
    QCOMPARE(formatExact(Picoseconds(0)), std::string("0 ns"));
    QCOMPARE(formatExact(Picoseconds(1)), std::string("0.001 ns"));
    QCOMPARE(formatExact(Picoseconds(1'512'600)), std::string("1,512.6 ns"));
    QCOMPARE(formatExact(Picoseconds(-20'050)), std::string("-20.05 ns"));
  }

  void labelsHaveThreeDigitsAndASuitableUnit() {
    QCOMPARE(formatShort(Picoseconds(21'749)), std::string("21.7 ns"));
    QCOMPARE(formatShort(Picoseconds(1)), std::string("0.00 ns"));
    QCOMPARE(formatShort(Picoseconds(1'204'000)), std::string("1.20 us"));
    QCOMPARE(formatShort(Picoseconds(412'100'000)), std::string("412 us"));
    QCOMPARE(formatShort(Picoseconds(999'960)), std::string("1.00 us"));
    QCOMPARE(formatShort(Picoseconds(3'050'000'000'000)), std::string("3.05 s"));
    QCOMPARE(formatShort(Picoseconds(7'203'000'000'000'000)), std::string("7,203 s"));
  }

  void unknownIsADashAndNeverZero() {
    QCOMPARE(formatCycles(std::nullopt), std::string("\u2013"));
    QCOMPARE(formatCycles(Cycles(0)), std::string("0 cycles"));
    QCOMPARE(formatCycles(Cycles(1)), std::string("1 cycle"));
    QCOMPARE(formatPercent(std::numeric_limits<double>::quiet_NaN()), std::string("\u2013"));
    QVERIFY(!cyclesIn(nullptr, {Picoseconds(0), Picoseconds(5)}).has_value());
  }

  void sharesArePercent() {
    QCOMPARE(formatPercent(0.848), std::string("84.8 %"));
    QCOMPARE(formatPercent(1), std::string("100 %"));
    QCOMPARE(formatPercent(0.0061), std::string("0.61 %"));
  }

  void rangesSayBothUnits() {
    const TimeRange range{Picoseconds(1'204'000), Picoseconds(1'836'000)};
    QCOMPARE(formatRange(range, Cycles(1'251)),
             std::string("1,204 .. 1,836 ns (632 ns, 1,251 cycles)"));
    QCOMPARE(formatRange(range, std::nullopt), std::string("1,204 .. 1,836 ns (632 ns)"));
  }

  void clocksAndCostsAreShort() {
    QCOMPARE(formatFrequency(505.0), std::string("1.980 GHz"));
    QCOMPARE(formatFrequency(1000.0), std::string("1.000 GHz"));
    QCOMPARE(formatFrequency(0), std::string("\u2013"));
    QCOMPARE(formatBound(Picoseconds(12'340)), std::string("\u00B112.3 ns"));
    QCOMPARE(formatCycleCost(12.6), std::string("12.6"));
    QCOMPARE(formatCycleCost(35), std::string("35"));
    QCOMPARE(formatCycleCost(2.96), std::string("3"));
  }

  void allTimesHaveTheChosenUnit() {
    const StyleGuard guard;
    setTimeStyle(TimeStyle::Nanoseconds);
    QCOMPARE(formatShort(Picoseconds(1'204'500'000)), std::string("1,204,500 ns"));
    QCOMPARE(formatShort(Picoseconds(12)), std::string("0.012 ns"));
    setTimeStyle(TimeStyle::Microseconds);
    QCOMPARE(formatExact(Picoseconds(1'512'600)), std::string("1.5126 us"));
    QCOMPARE(formatExact(Picoseconds(-1)), std::string("-0.000001 us"));
    QCOMPARE(formatExact(Picoseconds(1'234'567'000'000)), std::string("1,234,567 us"));
    QCOMPARE(formatShort(Picoseconds(21'700)), std::string("0.0217 us"));
    QCOMPARE(formatZero(), std::string("0 us"));
    QCOMPARE(formatBound(Picoseconds(12'340)), std::string("\u00B10.0123 us"));
    QCOMPARE(formatRange({Picoseconds(1'204'000), Picoseconds(1'836'000)}, Cycles(1'251)),
             std::string("1.204 .. 1.836 us (0.632 us, 1,251 cycles)"));
    setTimeStyle(TimeStyle::Milliseconds);
    QCOMPARE(formatExact(Picoseconds(1'512'600)), std::string("0.0015126 ms"));
    QCOMPARE(formatAbsolute(Nanoseconds(1'763'800'000'000'000'000), Picoseconds(12'500)),
             std::string("1,763,800,000,000.0000125 ms"));
    QCOMPARE(formatAbsolute(Nanoseconds(0), Picoseconds(0)), std::string("0 ms"));
    QCOMPARE(formatShort(Picoseconds(50'000)), std::string("0.00005 ms")); // no exponent
    QCOMPARE(formatShort(Picoseconds(-1)), std::string("-0.000000001 ms"));
    QCOMPARE(formatShort(Picoseconds(99'999)), std::string("0.0001 ms"));
    QCOMPARE(formatShort(Picoseconds(123'456)), std::string("0.000123 ms"));
    QCOMPARE(formatShort(Picoseconds(0)), std::string("0 ms"));
  }

  void cyclesAreFirstWhereTheyAreKnown() {
    const StyleGuard guard;
    const TimeRange range{Picoseconds(1'204'000), Picoseconds(1'836'000)};
    QCOMPARE(formatLength(range.length(), Cycles(1'251)), std::string("632 ns, 1,251 cycles"));
    setTimeStyle(TimeStyle::Cycles);
    QCOMPARE(formatLength(range.length(), Cycles(1'251)), std::string("1,251 cycles, 632 ns"));
    QCOMPARE(formatLength(range.length(), std::nullopt), std::string("632 ns"));
    QCOMPARE(formatRange(range, Cycles(1'251)),
             std::string("1,204 .. 1,836 ns (1,251 cycles, 632 ns)"));
    QCOMPARE(formatShort(Picoseconds(1'204'500'000)), std::string("1.20 ms"));
  }

  void theRulerHasTheChosenUnit() {
    const StyleGuard guard;
    ClockLine clock;
    clock.picosecondsPerCycle = 500;
    const Viewport viewport = Viewport::fit({Picoseconds(0), Picoseconds(20'000'000)}, 1000)
                                  .showing({Picoseconds(0), Picoseconds(10'000'000)});
    const auto labels = [&] {
      const RulerTick tick = rulerTicks(viewport, &clock).at(1);
      return tick.label + " | " + tick.cycles;
    };
    QCOMPARE(labels(), std::string("2 us | 4,000 cyc"));
    setTimeStyle(TimeStyle::Nanoseconds);
    QCOMPARE(labels(), std::string("2,000 ns | 4,000 cyc"));
    setTimeStyle(TimeStyle::Milliseconds);
    QCOMPARE(labels(), std::string("0.002 ms | 4,000 cyc"));
    setTimeStyle(TimeStyle::Cycles);
    QCOMPARE(labels(), std::string("4,000 cyc | 2 us"));
  }

  void stylesAreFoundByTheirNames() {
    for (uint8_t i = 0; i < kTimeStyles; ++i)
      QCOMPARE(timeStyleNamed(timeStyleName(static_cast<TimeStyle>(i))),
               std::optional(static_cast<TimeStyle>(i)));
    QCOMPARE(timeStyleNamed("fortnights"), std::optional<TimeStyle>());
  }

  void labelsAreElidedOnlyWhileTheyAreTelling() {
    const FixedTextMeasure measure(10);
    QCOMPARE(elided(measure, FontRole::Small, "wait full", 90), std::string("wait full"));
    QCOMPARE(elided(measure, FontRole::Small, "wait full", 89), std::string("wait fu\u2026"));
    QCOMPARE(elided(measure, FontRole::Small, "wait full", 40), std::string("wai\u2026"));
    QCOMPARE(elided(measure, FontRole::Small, "wait full", 39), std::string());
    QCOMPARE(elided(measure, FontRole::Small, "wait full", 0), std::string());
  }

  void elisionKeepsWholeCharacters() {
    const FixedTextMeasure measure(10);
    QCOMPARE(elided(measure, FontRole::Small, "\u00e4\u00f6\u00fc\u00df\u00e9", 40),
             std::string("\u00e4\u00f6\u00fc\u2026"));
  }
};

QTEST_GUILESS_MAIN(NumberFormatTest)
#include "number_format_test.moc"
