// SPDX-License-Identifier: Apache-2.0
// Ranks, quantiles, and what exposed time explains.
#include <QtTest>

#include <random>

#include "core/analysis/overlap/overlap_comparison.h"

using namespace pstudio::analysis;

class OverlapComparisonTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void quantilesAreThoseOfTheSortedValues() {
    const uint32_t seed = QRandomGenerator::global()->generate();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    for (const int64_t range : {int64_t{1}, int64_t{7}, int64_t{1000}, int64_t{1} << 40}) {
      for (const size_t count : {1u, 2u, 19u, 20u, 21u, 5000u}) {
        std::vector<int64_t> values(count);
        for (int64_t &value : values)
          value = static_cast<int64_t>(random() * 4294967296ull + random()) % range - range / 2;
        std::vector<int64_t> sorted = values;
        std::ranges::sort(sorted);
        const Distribution result = distributionOf(values);
        const auto rank = [&](double quantile) {
          return sorted[static_cast<size_t>(std::ceil(quantile * double(count) - 1e-9)) - 1];
        };
        QCOMPARE(result.count, uint64_t(count));
        QCOMPARE(result.low, rank(0.05));
        QCOMPARE(result.median, rank(0.5));
        QCOMPARE(result.high, rank(0.95));
        QCOMPARE(result.least, sorted.front());
        QCOMPARE(result.most, sorted.back());
      }
    }
    QCOMPARE(distributionOf({}).count, uint64_t{0});
  }

  void rankCorrelationKnowsOrderOnly() {
    const std::vector<double> times = {400, 300, 250, 240};
    const std::vector<double> rising = {1, 10, 100, 1000};
    const std::vector<double> falling = {9, 3, 2, 1};
    QCOMPARE(rankCorrelation(times, rising), std::optional(-1.0));
    QCOMPARE(rankCorrelation(times, falling), std::optional(1.0));
    const std::vector<double> tied = {1, 1, 2, 2};
    // Ranks 4 3 2 1 and 1.5 1.5 3.5 3.5: covariance -4, variances 5 and 4.
    QVERIFY(std::abs(*rankCorrelation(times, tied) + 4 / std::sqrt(20.0)) < 1e-12);
    const std::vector<double> equal = {1, 1, 1, 1};
    QVERIFY(!rankCorrelation(times, equal));
    QVERIFY(!rankCorrelation(std::vector<double>{1, 2}, std::vector<double>{1, 2}));
  }

  void aTimeWithoutRecordsScalesWhatWasWaited() {
    LaunchOverlap launch;
    launch.picosecondsPerTick = 500;
    launch.duration = pstudio::Picoseconds(4'000'000);
    launch.sms = 2;
    launch.ctas.resize(6); // three one after another
    WarpRole &role = launch.roles.emplace_back();
    role.isConsumer = true;
    role.units.resize(12);
    role.stalls[size_t(WaitTarget::Copies)].waited = 12 * 200; // 100 ns each
    QCOMPARE(variantOf(launch, "recorded").waitedPs, 300'000.0);
    QCOMPARE(variantOf(launch, "plain", 2e6).waitedPs, 150'000.0);
    QCOMPARE(variantOf(launch, "plain", 2e6).kernelPs, 2e6);
  }

  void lostTimeIsExplainedByMoreWaiting() {
    std::vector<OverlapVariant> variants(3);
    variants[0] = {"1 stage", 500, 330, 300, 0.1};
    variants[1] = {"2 stages", 300, 120, 100, 0.6};
    variants[2] = {"3 stages", 200, 30, 30, 0.9};
    const OverlapComparison comparison = compareVariants(variants);
    QCOMPARE(comparison.fastest, 2u);
    QCOMPARE(comparison.variants[0].lostPs, 300.0);
    QCOMPARE(comparison.variants[0].explainedShare, std::optional(1.0));
    QCOMPARE(comparison.variants[1].explainedShare, std::optional(0.9));
    QVERIFY(!comparison.variants[2].explainedShare);
    QCOMPARE(comparison.hiddenRank, std::optional(-1.0));
    QCOMPARE(comparison.exposedRank, std::optional(1.0));
    variants[1].kernelPs = 201; // as fast as the fastest, within what runs differ by
    QVERIFY(!compareVariants(variants).variants[1].explainedShare);
    QVERIFY(compareVariants({}).variants.empty());
  }
};

QTEST_GUILESS_MAIN(OverlapComparisonTest)
#include "overlap_comparison_test.moc"
