// SPDX-License-Identifier: Apache-2.0
// The share of accesses that is recorded, from the records of each warp.
#include <QtTest>

#include <cmath>

#include "core/record/sampled_share.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

std::vector<Record> accessesOf(uint16_t operation, size_t count) {
  Record record;
  record.kind = Kind::MemoryAccess;
  record.operation = operation;
  return std::vector<Record>(count, record);
}

Sampling every(uint32_t n, std::optional<std::string> iterated) {
  Sampling sampling;
  sampling.every = n;
  if (iterated)
    sampling.iteratedAccesses = *IdRanges::parse(*iterated);
  return sampling;
}

OperationTable tableOf(size_t operations) {
  OperationTable table;
  for (size_t i = 0; i < operations; ++i)
    table.operations.emplace_back(OperationKind::MemoryAccess, "load").access.emplace();
  return table;
}

} // namespace

class SampledShareTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void whatFollowsNoIterationIsRecordedWhole() {
    SampledShare share(every(16, ""), tableOf(2));
    share.addWarp(accessesOf(0, 5));
    share.addWarp(accessesOf(1, 7));
    QCOMPARE(share.part(), 1.0);
  }

  void theMiddleOfWhatTheRecordsStandForIsTaken() {
    for (const uint64_t rounds : {1u, 15u, 16u, 17u, 1000u}) {
      SampledShare share(every(16, "1"), tableOf(2));
      const uint64_t recorded = (rounds + 15) / 16;
      share.addWarp(accessesOf(1, recorded));
      const double said = static_cast<double>(recorded) / share.part();
      QVERIFY(std::abs(said - static_cast<double>(rounds)) <= 7.5 + 1e-9);
    }
  }

  void aRecordCountsAsOftenAsItImpliesAccesses() {
    OperationTable table = tableOf(4);
    table.operations[1].access->distance = 64;
    table.operations[2].access->distance = 128;
    SampledShare share(every(4, "0-2"), table);
    share.addWarp(accessesOf(0, 8));
    share.addWarp(accessesOf(3, 6));
    QCOMPARE(share.part(), (3 * 8 + 6) / (3 * (8 * 4 - 1.5) + 6));
  }

  void eachWarpIsCountedByItself() {
    SampledShare share(every(4, "0"), tableOf(2));
    std::vector<Record> both = accessesOf(0, 2);
    const auto others = accessesOf(1, 3);
    both.insert(both.end(), others.begin(), others.end());
    share.addWarp(both);
    share.addWarp(both);
    QCOMPARE(share.part(), 10.0 / (2 * (2 * 4 - 1.5 + 3)));
  }

  void withoutKnowledgeEachNthIsAssumed() {
    SampledShare unknown(every(8, std::nullopt), tableOf(1));
    unknown.addWarp(accessesOf(0, 3));
    QCOMPARE(unknown.part(), 1.0 / 8);
    QCOMPARE(SampledShare(every(8, "0"), tableOf(1)).part(), 1.0 / 8); // nothing was recorded
    SampledShare damaged(every(8, "0"), tableOf(1));
    damaged.addWarp(accessesOf(9, 3)); // of no operation
    QCOMPARE(damaged.part(), 1.0 / 8);
  }

  void withoutSamplingEverythingIsRecorded() {
    SampledShare share(Sampling(), tableOf(1));
    share.addWarp(accessesOf(0, 3));
    QCOMPARE(share.part(), 1.0);
  }
};

QTEST_GUILESS_MAIN(SampledShareTest)
#include "sampled_share_test.moc"
