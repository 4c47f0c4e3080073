// SPDX-License-Identifier: Apache-2.0
// Divergent kernels in LLVM IR: where lanes join, and that records on any instruction and edge of
// the control flow change neither results nor the order of atomic operations.
#include <bit>
#include <vector>

#include <QtTest>

#include "tests/collector/codegen/cpu/divergent_kernels.h"
#include "tests/collector/codegen/cpu/warp_schedule.h"

using namespace pstudio;
using namespace pstudio::cpu::test;

namespace {

int32_t at(const Outputs &outputs, uint32_t thread, uint32_t slot) {
  return outputs[thread * kOutputs + slot];
}

int32_t lanesWhere(const auto &condition) {
  uint32_t mask = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    mask |= uint32_t(condition(lane)) << lane;
  return std::bit_cast<int32_t>(mask);
}

} // namespace

class CpuWarpScheduleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void recordsChangeNeitherResultsNorTheOrderOfAtomicOperations_data() {
    QTest::addColumn<QByteArray>("kernel");
    const std::pair<const char *, std::string_view> kernels[] = {{"trip counts", kTripCounts},
                                                                 {"break", kBreak},
                                                                 {"return", kReturn},
                                                                 {"merged loops", kMergedLoops},
                                                                 {"tickets", kTickets},
                                                                 {"lock", kLock},
                                                                 {"flags", kFlags},
                                                                 {"irreducible", kIrreducible},
                                                                 {"recursion", kRecursion}};
    for (const auto &[name, text] : kernels)
      QTest::newRow(name) << QByteArray(text.data(), qsizetype(text.size()));
  }

  void recordsChangeNeitherResultsNorTheOrderOfAtomicOperations() {
    QFETCH(const QByteArray, kernel);
    const std::string_view text(kernel.constData(), size_t(kernel.size()));
    const auto plain = runSchedule(text);
    QVERIFY2(plain, plain ? "" : plain.error().toString().c_str());
    for (uint32_t seed = 0; seed < 12; ++seed) {
      const auto recorded = runSchedule(text, {seed, seed % 3 == 0 ? 100u : 30u});
      QVERIFY2(recorded, recorded ? "" : recorded.error().toString().c_str());
      for (uint32_t i = 0; i < plain->size(); ++i)
        if ((*recorded)[i] != (*plain)[i])
          QFAIL(qPrintable(QString("seed %1, thread %2, output %3: %4 with records, %5 without")
                               .arg(seed)
                               .arg(i / kOutputs)
                               .arg(i % kOutputs)
                               .arg((*recorded)[i])
                               .arg((*plain)[i])));
    }
  }

  void lanesOfALoopWithTheirOwnTripCountsShuffleTogetherAfterIt() {
    const auto outputs = runSchedule(kTripCounts);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    int32_t sum = 0;
    for (int32_t lane = 0; lane < 32; ++lane)
      for (int32_t i = 0; i < lane; ++i)
        sum += lane + i;
    for (uint32_t thread = 0; thread < kThreads; ++thread) {
      QCOMPARE(at(*outputs, thread, 0), sum);
      QCOMPARE(at(*outputs, thread, 1), -1);
    }
  }

  void lanesThatBreakInOneIterationExecuteTheirBlockTogether() {
    const auto outputs = runSchedule(kBreak);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    for (uint32_t thread = 0; thread < kThreads; ++thread) {
      const uint32_t key = thread % 16;
      if (key < 8)
        QCOMPARE(at(*outputs, thread, 0),
                 lanesWhere([&](uint32_t lane) { return lane % 16 == key; }));
      else
        QCOMPARE(at(*outputs, thread, 2), lanesWhere([](uint32_t lane) { return lane % 16 > 7; }));
      if (key > 7 && key % 2 == 0)
        QCOMPARE(at(*outputs, thread, 1),
                 lanesWhere([](uint32_t lane) { return lane % 16 > 7 && lane % 2 == 0; }));
      QCOMPARE(at(*outputs, thread, 3), -1);
    }
  }

  void lanesJoinAfterALoopThatSharesItsHeaderWithTheLoopAround() {
    const auto outputs = runSchedule(kMergedLoops);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      for (uint32_t round = 0; round < 3; ++round)
        QCOMPARE(at(*outputs, thread, round), 0xffff);
  }

  void lanesThatReturnFromALoopDoNotKeepTheOthersFromJoiningAtItsExit() {
    const auto outputs = runSchedule(kReturn);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    const auto returns = [](uint32_t lane) { return lane % 8 <= lane / 8; };
    for (uint32_t thread = 0; thread < kThreads; ++thread) {
      const uint32_t lane = thread % 32;
      if (returns(lane)) {
        QCOMPARE(at(*outputs, thread, 0), lanesWhere([&](uint32_t other) {
                   return returns(other) && other % 8 == lane % 8;
                 }));
        continue;
      }
      QCOMPARE(at(*outputs, thread, 1),
               lanesWhere([&](uint32_t other) { return !returns(other); }));
      QCOMPARE(at(*outputs, thread, 2), at(*outputs, thread, 1));
    }
  }

  void atomicOperationsOfAGroupAreMadeInTheOrderOfItsLanes() {
    const auto outputs = runSchedule(kTickets);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    int32_t ticket = 0;
    for (uint32_t warp = 0; warp < kThreads; warp += 32) {
      for (uint32_t i = 0; i < 3; ++i)
        for (uint32_t slot = i; slot < 8; slot += 4)
          for (uint32_t lane = 0; lane < 32; ++lane)
            if (i <= lane % 3 && (slot < 4 || lane % 2))
              QCOMPARE(at(*outputs, warp + lane, slot), ticket++);
      for (uint32_t lane = 0; lane < 32; ++lane)
        QCOMPARE(at(*outputs, warp + lane, 3), ticket++);
    }
  }

  void threadsThatTakeALockInsideAWarpMakeProgress() {
    const auto outputs = runSchedule(kLock);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    std::vector<bool> seen(kThreads);
    for (uint32_t thread = 0; thread < kThreads; ++thread) {
      const int32_t turn = at(*outputs, thread, 0);
      QVERIFY(turn >= 0 && turn < int32_t(kThreads) && !seen[size_t(turn)]);
      seen[size_t(turn)] = true;
    }
  }

  void warpsThatWaitForFlagsOfOtherWarpsMakeProgress() {
    const auto outputs = runSchedule(kFlags);
    QVERIFY2(outputs, outputs ? "" : outputs.error().toString().c_str());
    for (uint32_t thread = 0; thread < kThreads; ++thread)
      QCOMPARE(at(*outputs, thread, 0), int32_t(3 - thread / 32));
  }
};

QTEST_GUILESS_MAIN(CpuWarpScheduleTest)
#include "cpu_warp_schedule_test.moc"
