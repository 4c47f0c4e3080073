// SPDX-License-Identifier: Apache-2.0
// The clock model: barriers, shuffles, records, asynchronous copies, SM queues.
#include <algorithm>
#include <array>
#include <mutex>
#include <random>

#include <QtTest>

#include "collector/runtime/cpu/warp_rendezvous.h"
#include "tests/collector/hand_written_launch.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;

namespace {

uint32_t valueOf(calls::ShuffleResult result) {
  return static_cast<uint32_t>(result);
}
bool isValid(calls::ShuffleResult result) {
  return result >> 32 & 1;
}

/// Bytes at which copies start and end, aligned for nothing in particular.
struct CopyTarget {
  std::array<std::byte, 4096> source{};
  std::array<std::byte, 4096> destination{};
  CopyTarget() { source.fill(std::byte{7}); }
};

} // namespace

class CpuClockTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void barrierReleasesEveryThreadAtTheLatestClock() {
    std::array<int64_t, 100> after{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += 10 * thread.threadId[0];
      barrierAt(thread, 1);
      after[thread.threadId[0]] = thread.clock;
    });
    QVERIFY(launch(kernel.request(1, 100)));
    QVERIFY(std::all_of(after.begin(), after.end(), [](int64_t clock) { return clock == 990; }));
  }

  void threadsThatReturnedAreNotWaitedFor() {
    int64_t after = 0;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += 5;
      if (thread.threadId[0] >= 10) {
        thread.clock += 1000;
        return;
      }
      barrierAt(thread, 1);
      after = thread.clock;
    });
    const auto result = launch(kernel.request(1, 64));
    QVERIFY(result);
    QCOMPARE(after, int64_t{5});
    QCOMPARE(result->endCycle, int64_t{1005});
  }

  void shuffleTakesTheLatestClockOfTheWarpOnly() {
    std::array<int64_t, 64> after{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += thread.threadId[0];
      shuffleAt(thread, 1, ShuffleMode::Xor, 0, 1, 32);
      after[thread.threadId[0]] = thread.clock;
    });
    QVERIFY(launch(kernel.request(1, 64)));
    QCOMPARE(after[0], int64_t{31});
    QCOMPARE(after[31], int64_t{31});
    QCOMPARE(after[32], int64_t{63});
  }

  void shufflesMoveWhatTheGpuDialectSays() {
    constexpr uint32_t kSeed = 20261121;
    std::mt19937 random(kSeed);
    qInfo("seed %u", kSeed);
    for (int round = 0; round < 200; ++round) {
      const auto mode = static_cast<ShuffleMode>(random() % 4);
      const uint32_t width = 1u << random() % 6;
      const uint32_t offset = random() % 33;
      std::array<calls::ShuffleResult, 32> results{};
      HandWrittenKernel kernel([&](ThreadContext &thread) {
        results[thread.laneId] = shuffleAt(thread, 1, mode, 1000 + thread.laneId, offset, width);
      });
      QVERIFY(launch(kernel.request(1, 32)));
      for (uint32_t lane = 0; lane < 32; ++lane) {
        const int64_t inSegment = lane % width;
        const int64_t wanted = mode == ShuffleMode::Xor    ? inSegment ^ offset
                               : mode == ShuffleMode::Up   ? inSegment - int64_t{offset}
                               : mode == ShuffleMode::Down ? inSegment + int64_t{offset}
                                                           : int64_t{offset};
        const bool inRange = wanted >= 0 && wanted < width;
        const int64_t source = inRange ? lane - inSegment + wanted : lane;
        QCOMPARE(isValid(results[lane]), inRange);
        QCOMPARE(valueOf(results[lane]), uint32_t(1000 + source));
      }
    }
  }

  void shuffleWithALaneThatIsNotThereGivesTheOwnValue() {
    std::array<calls::ShuffleResult, 32> results{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId < 16)
        results[thread.laneId] = shuffleAt(thread, 1, ShuffleMode::Xor, thread.laneId, 16, 32);
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(isValid(results[3]), false);
    QCOMPARE(valueOf(results[3]), 3u);
  }

  void recordSetsTheActiveLanesToTheLatestClockAndElectsTheLowest() {
    std::array<int64_t, 32> clocks{};
    std::array<bool, 32> elected{};
    std::array<uint32_t, 32> masks{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += 3 * thread.laneId;
      if (thread.laneId < 4)
        return;
      clocks[thread.laneId] = recordAt(thread, 1);
      elected[thread.laneId] = isElected(threadOf(&thread));
      masks[thread.laneId] = threadOf(&thread).groupMask;
    });
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 4; lane < 32; ++lane) {
      QCOMPARE(clocks[lane], int64_t{93});
      QCOMPARE(elected[lane], lane == 4);
      QCOMPARE(masks[lane], 0xfffffff0u);
    }
  }

  void lanesThatSkippedABranchWaitWhereThePathsJoin() {
    std::array<uint32_t, 32> maskInside{};
    std::array<uint32_t, 32> maskAfter{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId < 8) {
        recordAt(thread, 1);
        maskInside[thread.laneId] = threadOf(&thread).groupMask;
      }
      recordAt(thread, 2);
      maskAfter[thread.laneId] = threadOf(&thread).groupMask;
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(maskInside[0], 0xffu);
    QCOMPARE(maskAfter[0], 0xffffffffu);
    QCOMPARE(maskAfter[31], 0xffffffffu);
  }

  void recordsOfAWarpNeverGoBackInTime() {
    int64_t first = 0;
    int64_t second = 0;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += thread.laneId < 16 ? 500 : 1; // the two sides of a branch
      if (thread.laneId < 16)
        first = recordAt(thread, 1);
      else
        second = recordAt(thread, 2);
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(first, int64_t{500});
    QCOMPARE(second, int64_t{500});
  }

  void copyIsDoneAfterLatencyAndBytesAndAWaitLeavesAtMaxOfNowAndDone() {
    CopyTarget memory;
    int64_t early = 0;
    int64_t late = 0;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock = 100;
      calls::asyncCopy(&thread, memory.destination.data(), memory.source.data(), 1000);
      calls::asyncCommit(&thread);
      waitCopiesAt(thread, 1, 0);
      early = thread.clock;
      calls::asyncCopy(&thread, memory.destination.data(), memory.source.data(), 16);
      calls::asyncCommit(&thread);
      thread.clock += 100000;
      waitCopiesAt(thread, 2, 0);
      late = thread.clock;
    });
    LaunchRequest request = kernel.request(1, 1);
    request.model.copyLatencyCycles = 400;
    request.model.copyBytesPerCycle = 16;
    QVERIFY(launch(request));
    QCOMPARE(early, int64_t{100 + 63 + 400}); // 1000 / 16 = 62.5, rounded up
    QCOMPARE(late, early + 100000);
    QCOMPARE(memory.destination[999], std::byte{7});
  }

  void engineServesOneCopyAfterTheOtherInOrderOfIssueTime() {
    CopyTarget memory;
    std::array<int64_t, 64> done{};
    // Two warps: the later warp (in thread order) issues earlier.
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId != 0)
        return;
      thread.clock = thread.warpId == 0 ? 50 : 10;
      calls::asyncCopy(&thread, memory.destination.data(), memory.source.data(), 1600);
      calls::asyncCommit(&thread);
      waitCopiesAt(thread, 1, 0);
      done[thread.warpId] = thread.clock;
    });
    LaunchRequest request = kernel.request(1, 64);
    request.model.copyLatencyCycles = 400;
    request.model.copyBytesPerCycle = 16;
    QVERIFY(launch(request));
    QCOMPARE(done[1], int64_t{10 + 100 + 400});
    QCOMPARE(done[0], int64_t{110 + 100 + 400});
  }

  void smallCopiesAddUpWithoutRounding() {
    CopyTarget memory;
    int64_t done = 0;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      for (int i = 0; i < 160; ++i) // 160 copies of 1 byte are 10 cycles of 16 bytes
        calls::asyncCopy(&thread, memory.destination.data() + i, memory.source.data() + i, 1);
      calls::asyncCommit(&thread);
      waitCopiesAt(thread, 1, 0);
      done = thread.clock;
    });
    LaunchRequest request = kernel.request(1, 1);
    request.model.copyLatencyCycles = 400;
    request.model.copyBytesPerCycle = 16;
    QVERIFY(launch(request));
    QCOMPARE(done, int64_t{410});
  }

  void waitForAllButTheNewestGroupLeavesTheNewestInFlight() {
    CopyTarget memory;
    std::byte firstSeen{};
    std::byte secondSeen{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      calls::asyncCopy(&thread, memory.destination.data(), memory.source.data(), 4);
      calls::asyncCommit(&thread);
      thread.clock += 10;
      calls::asyncCopy(&thread, memory.destination.data() + 4, memory.source.data(), 4);
      calls::asyncCommit(&thread);
      waitCopiesAt(thread, 1, 1);
      firstSeen = memory.destination[0];
      secondSeen = memory.destination[4];
    });
    QVERIFY(launch(kernel.request(1, 1)));
    QCOMPARE(firstSeen, std::byte{7});
    QCOMPARE(secondSeen, std::byte{0});
    QCOMPARE(memory.destination[4], std::byte{7}); // completed at the thread's end
  }

  void ctaEndsWhenItsLastCopyIsDone() {
    CopyTarget memory;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      calls::asyncCopy(&thread, memory.destination.data(), memory.source.data(), 160);
    });
    LaunchRequest request = kernel.request(1, 1);
    request.model.copyLatencyCycles = 400;
    request.model.copyBytesPerCycle = 16;
    const auto result = launch(request);
    QVERIFY(result);
    QCOMPARE(result->endCycle, int64_t{410});
    QCOMPARE(memory.destination[159], std::byte{7});
  }

  void lanesOfAWarpLeaveAWaitTogether() {
    std::vector<CopyTarget> memory(32);
    std::array<int64_t, 32> after{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      const uint32_t lane = thread.laneId;
      calls::asyncCopy(&thread, memory[lane].destination.data(), memory[lane].source.data(), 16);
      calls::asyncCommit(&thread);
      waitCopiesAt(thread, 1, 0);
      after[lane] = thread.clock;
    });
    LaunchRequest request = kernel.request(1, 32);
    request.model.copyLatencyCycles = 400;
    request.model.copyBytesPerCycle = 16;
    QVERIFY(launch(request));
    QVERIFY(std::all_of(after.begin(), after.end(), [](int64_t clock) { return clock == 432; }));
  }

  void ctasTakeSmsInOrderAndEachContinuesTheClockOfTheOneBefore() {
    std::array<int64_t, 10> begin{};
    std::array<uint32_t, 10> sm{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      const uint32_t cta = thread.blockId[0];
      begin[cta] = thread.clock;
      sm[cta] = thread.smId;
      thread.clock += 100 * (cta + 1);
    });
    LaunchRequest request = kernel.request(10, 1);
    request.startCycle = 7;
    const auto result = launch(request);
    QVERIFY(result);
    for (uint32_t cta = 0; cta < 10; ++cta) {
      int64_t expected = 7;
      for (uint32_t before = cta % 4; before < cta; before += 4)
        expected += 100 * (before + 1);
      QCOMPARE(begin[cta], expected);
      QCOMPARE(sm[cta], cta % 4);
    }
    QCOMPARE(result->endCycle, int64_t{7 + 200 + 600 + 1000});
  }

  void clocksAreTheSameForAnyNumberOfWorkers() {
    constexpr uint32_t kSeed = 4711;
    qInfo("seed %u", kSeed);
    std::vector<std::vector<int64_t>> runs;
    for (uint32_t workers : {1u, 2u, 4u, 4u})
      runs.push_back(runRandomKernel(kSeed, workers));
    QCOMPARE(runs[1], runs[0]);
    QCOMPARE(runs[2], runs[0]);
    QCOMPARE(runs[3], runs[0]);
  }

private:
  /// 13 CTAs of 96 threads that compute, meet and copy by a script drawn from the seed; returns
  /// every thread's clocks.
  static std::vector<int64_t> runRandomKernel(uint32_t seed, uint32_t workers) {
    constexpr uint32_t kCtas = 13;
    constexpr uint32_t kThreads = 96;
    constexpr uint32_t kSteps = 20;
    std::vector<int64_t> clocks(size_t{kCtas} * kThreads * kSteps);
    std::vector<CopyTarget> memory(kCtas);
    HandWrittenKernel kernel(
        [&](ThreadContext &thread) {
          const uint32_t id = thread.blockId[0] * kThreads + thread.threadId[0];
          CopyTarget &target = memory[thread.blockId[0]];
          for (uint32_t step = 0; step < kSteps; ++step) {
            std::mt19937 own(seed + id * 131 + step);
            std::mt19937 common(seed + thread.blockId[0] * 977 + step);
            thread.clock += own() % 50;
            switch (common() % 5) {
            case 0:
              barrierAt(thread, step + 1);
              break;
            case 1:
              shuffleAt(thread, step + 1, ShuffleMode::Xor, id, 1, 32);
              break;
            case 2:
              recordAt(thread, step + 1);
              break;
            case 3:
              calls::asyncCopy(&thread, target.destination.data() + thread.threadId[0] * 16,
                               target.source.data() + thread.threadId[0] * 16, 1 + own() % 16);
              calls::asyncCommit(&thread);
              break;
            default:
              waitCopiesAt(thread, step + 1, common() % 2);
              break;
            }
            clocks[size_t{id} * kSteps + step] = thread.clock;
          }
        },
        kSteps + 1);
    LaunchRequest request = kernel.request(kCtas, kThreads);
    request.workers = workers;
    if (!launch(request))
      return {};
    return clocks;
  }
};

QTEST_GUILESS_MAIN(CpuClockTest)
#include "cpu_clock_test.moc"
