// SPDX-License-Identifier: Apache-2.0
// Which lanes of a warp meet, in which order, and what shuffles, votes and reductions return.
#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <vector>

#include <QtTest>

#include "collector/runtime/cpu/warp_rendezvous.h"
#include "tests/collector/hand_written_launch.h"

using namespace pstudio;
using namespace pstudio::cpu;
using namespace pstudio::cpu::test;

namespace {

constexpr uint32_t kAll = 0xffffffff;

uint32_t valueOf(calls::ShuffleResult result) {
  return static_cast<uint32_t>(result);
}
bool predicateOf(calls::ShuffleResult result) {
  return (result >> 32 & 1) != 0;
}
uint32_t groupOf(const ThreadContext &thread) {
  return static_cast<const CtaThread &>(thread).groupMask;
}

/// Sites 1 to 7, of which [first, last] are in loop 0.
void addLoop(HandWrittenKernel &kernel, uint32_t first, uint32_t last) {
  kernel.map().loops.push_back({kNoLoop});
  for (uint32_t site = first; site <= last; ++site)
    kernel.map().sites[site].loop = static_cast<uint32_t>(kernel.map().loops.size() - 1);
}

uint32_t lanesWhere(uint32_t mask, const auto &condition) {
  uint32_t lanes = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    if ((mask >> lane & 1) != 0 && condition(lane))
      lanes |= 1u << lane;
  return lanes;
}

/// Each lane executes `operation` with its value and the mask.
std::array<calls::ShuffleResult, 32> operateWith(WarpOperation operation, uint32_t mask,
                                                 const std::array<uint64_t, 32> &values) {
  std::array<calls::ShuffleResult, 32> results{};
  HandWrittenKernel kernel([&](ThreadContext &thread) {
    if ((mask >> thread.laneId & 1) != 0)
      results[thread.laneId] = operateAt(thread, 1, operation, mask, values[thread.laneId]);
  });
  const auto launched = launch(kernel.request(1, 32));
  if (!launched)
    qWarning("%s", launched.error().toString().c_str());
  return results;
}

uint32_t expectedReduction(WarpOperation operation, uint32_t mask,
                           const std::array<uint64_t, 32> &values) {
  std::vector<uint32_t> members;
  for (uint32_t lane = 0; lane < 32; ++lane)
    if ((mask >> lane & 1) != 0)
      members.push_back(static_cast<uint32_t>(values[lane]));
  const auto isLess = [](uint32_t a, uint32_t b) { return int32_t(a) < int32_t(b); };
  uint32_t sum = 0, both = kAll, any = 0, odd = 0;
  for (const uint32_t value : members) {
    sum += value;
    both &= value;
    any |= value;
    odd ^= value;
  }
  switch (operation) {
  case WarpOperation::ReduceAdd:
    return sum;
  case WarpOperation::ReduceMin:
    return *std::min_element(members.begin(), members.end(), isLess);
  case WarpOperation::ReduceMax:
    return *std::max_element(members.begin(), members.end(), isLess);
  case WarpOperation::ReduceUnsignedMin:
    return *std::min_element(members.begin(), members.end());
  case WarpOperation::ReduceUnsignedMax:
    return *std::max_element(members.begin(), members.end());
  case WarpOperation::ReduceAnd:
    return both;
  case WarpOperation::ReduceOr:
    return any;
  default:
    return odd;
  }
}

} // namespace

class CpuWarpGroupsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void lanesOfEachIterationMeetAndJoinAtTheExitOfTheLoop() {
    std::array<std::vector<uint32_t>, 32> inLoop;
    std::array<uint32_t, 32> after{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.iterations[0] = 0;
      for (uint32_t i = 0; i < thread.laneId % 5; ++i) {
        ++thread.iterations[0];
        recordAt(thread, 1);
        inLoop[thread.laneId].push_back(groupOf(thread));
      }
      recordAt(thread, 2);
      after[thread.laneId] = groupOf(thread);
    });
    addLoop(kernel, 1, 1);
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 0; lane < 32; ++lane) {
      QCOMPARE(after[lane], kAll);
      QCOMPARE(inLoop[lane].size(), size_t{lane % 5});
      for (uint32_t i = 0; i < inLoop[lane].size(); ++i)
        QCOMPARE(inLoop[lane][i], lanesWhere(kAll, [&](uint32_t l) { return l % 5 > i; }));
    }
  }

  void lanesThatReachASmallerSiteInALaterIterationAreNotBeforeThoseOfAnEarlierOne() {
    std::array<uint32_t, 32> groups{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.iterations[0] = 0;
      for (uint32_t i = 0; i < 2; ++i) {
        ++thread.iterations[0];
        recordAt(thread, 1);
        if (thread.laneId < 8 && i == 0)
          continue;
        recordAt(thread, 2);
        groups[thread.laneId] = groupOf(thread);
      }
    });
    addLoop(kernel, 1, 2);
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 0; lane < 32; ++lane)
      QCOMPARE(groups[lane], kAll);
  }

  void sameSitesOfDifferentCallsAreDifferentPlaces() {
    std::array<uint32_t, 32> groups{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.position = thread.laneId < 16 ? 1 : 2;
      calls::enterCall(&thread);
      recordAt(thread, 3);
      groups[thread.laneId] = groupOf(thread);
      calls::leaveCall(&thread);
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(groups[0], 0xffffu);
    QCOMPARE(groups[31], 0xffff0000u);
  }

  void recursiveCallsKeepTheIterationsOfTheirCallers() {
    std::array<uint32_t, 32> after{};
    std::array<uint64_t, 32> iterations{};
    const std::function<void(ThreadContext &, uint32_t)> recurse = [&](ThreadContext &thread,
                                                                       uint32_t depth) {
      thread.iterations[0] = 0;
      for (uint32_t i = 0; i < 2; ++i) {
        ++thread.iterations[0];
        if (depth == 0)
          continue;
        thread.position = 1;
        calls::enterCall(&thread);
        recurse(thread, depth - 1);
        calls::leaveCall(&thread);
      }
      iterations[thread.laneId] = thread.iterations[0];
    };
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      recurse(thread, thread.laneId % 4);
      recordAt(thread, 2);
      after[thread.laneId] = groupOf(thread);
    });
    addLoop(kernel, 1, 1);
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 0; lane < 32; ++lane) {
      QCOMPARE(iterations[lane], uint64_t{2});
      QCOMPARE(after[lane], kAll);
    }
  }

  void aMemberMaskWaitsForItsLanesWhereverTheyExecuteTheOperation() {
    std::array<uint32_t, 32> received{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      const uint32_t lane = thread.laneId;
      if (lane >= 16)
        recordAt(thread, 1);
      received[lane] =
          valueOf(shuffleAt(thread, lane < 16 ? 2 : 3, ShuffleMode::Xor, 100 + lane, 16, 32, kAll));
    });
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 0; lane < 32; ++lane)
      QCOMPARE(received[lane], 100 + (lane ^ 16));
  }

  void lanesWithDifferentMemberMasksOfOneSiteMeetSeparately() {
    std::array<uint32_t, 32> ballots{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      const uint32_t mask = thread.laneId % 2 ? 0xaaaaaaaau : 0x55555555u;
      ballots[thread.laneId] =
          valueOf(operateAt(thread, 1, WarpOperation::VoteBallot, mask, thread.laneId < 10));
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(ballots[0], 0x155u);
    QCOMPARE(ballots[1], 0x2aau);
  }

  void lanesThatReturnedAreNotAwaitedByAMemberMask() {
    uint32_t ballot = 0;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId >= 20)
        return;
      ballot = valueOf(operateAt(thread, 1, WarpOperation::VoteBallot, kAll, 1));
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(ballot, 0xfffffu);
  }

  void aLaneThatNeverComesIsReportedWithMasksAndPlaces() {
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId < 4)
        operateAt(thread, 2, WarpOperation::Sync, kAll);
      else
        barrierAt(thread, 3);
    });
    kernel.map().sites[2].kind = SiteKind::WarpOperation;
    const auto result = launch(kernel.request(1, 32));
    QVERIFY(!result);
    QCOMPARE(result.error().message,
             std::string("lanes that never come in kernel hand_written, CTA (0,0,0), warp 0: lanes "
                         "0x0000000f wait at bar.warp.sync with the member mask 0xffffffff at "
                         "k.mlir:2:1 for lanes 0xfffffff0; lanes 0xfffffff0 wait at the barrier at "
                         "k.mlir:3:1"));
    QCOMPARE(result.error().where, std::string("k.mlir:2:1"));
  }

  void lanesThatWaitForEachOtherWithDifferentMasksAreReported() {
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      shuffleAt(thread, 2, ShuffleMode::Xor, 0, 1, 32, thread.laneId < 16 ? kAll : 0xffff0001u);
    });
    const auto result = launch(kernel.request(1, 32));
    QVERIFY(!result);
    QVERIFY2(QString::fromStdString(result.error().message)
                 .contains("wait at shfl.sync with the member mask 0xffffffff at k.mlir:2:1"),
             result.error().message.c_str());
  }

  void aMemberMaskWithoutTheLaneItselfIsReported() {
    HandWrittenKernel kernel(
        [&](ThreadContext &thread) { operateAt(thread, 2, WarpOperation::VoteAny, 0xff); });
    const auto result = launch(kernel.request(1, 32));
    QVERIFY(!result);
    QVERIFY2(QString::fromStdString(result.error().message)
                 .contains("lane 8 of its warp, executes vote.any.sync with the member mask "
                           "0x000000ff, which does not contain the lane"),
             result.error().message.c_str());
  }

  void votesMatchesAndReductionsAreThoseOfPtx() {
    constexpr uint32_t kSeed = 20261126;
    std::mt19937 random(kSeed);
    qInfo("seed %u", kSeed);
    for (int round = 0; round < 50; ++round) {
      const uint32_t mask = round == 0 ? kAll : std::max<uint32_t>(random(), 1);
      const uint32_t range = round % 4 == 0 ? 1 : round % 4 == 1 ? 2 : 0;
      std::array<uint64_t, 32> values{};
      for (uint64_t &value : values)
        value = range == 0 ? random() : random() % (range + 1);
      const uint32_t isSet = lanesWhere(mask, [&](uint32_t lane) { return values[lane] != 0; });
      const auto votes = [&](WarpOperation operation) {
        return valueOf(operateWith(operation, mask, values)[uint32_t(std::countr_zero(mask))]);
      };
      QCOMPARE(votes(WarpOperation::VoteAll), uint32_t(isSet == mask));
      QCOMPARE(votes(WarpOperation::VoteAny), uint32_t(isSet != 0));
      QCOMPARE(votes(WarpOperation::VoteUni), uint32_t(isSet == mask || isSet == 0));
      QCOMPARE(votes(WarpOperation::VoteBallot), isSet);
      const auto any = operateWith(WarpOperation::MatchAny, mask, values);
      const auto all = operateWith(WarpOperation::MatchAll, mask, values);
      const auto elected = operateWith(WarpOperation::Elect, mask, values);
      for (uint32_t lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1) == 0)
          continue;
        const uint32_t equal =
            lanesWhere(mask, [&](uint32_t other) { return values[other] == values[lane]; });
        QCOMPARE(valueOf(any[lane]), equal);
        QCOMPARE(valueOf(all[lane]), equal == mask ? mask : 0);
        QCOMPARE(predicateOf(all[lane]), equal == mask);
        QCOMPARE(valueOf(elected[lane]), uint32_t(std::countr_zero(mask)));
        QCOMPARE(predicateOf(elected[lane]), lane == uint32_t(std::countr_zero(mask)));
      }
      for (auto kind = uint8_t(WarpOperation::ReduceAdd); kind <= uint8_t(WarpOperation::ReduceXor);
           ++kind)
        QCOMPARE(votes(WarpOperation(kind)), expectedReduction(WarpOperation(kind), mask, values));
    }
  }

  void activeMaskIsTheLanesAtTheSamePlace() {
    std::array<uint32_t, 32> masks{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      const uint32_t site = thread.laneId % 3 == 0 ? 1 : 2;
      masks[thread.laneId] = valueOf(operateAt(thread, site, WarpOperation::ActiveMask, 0));
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QCOMPARE(masks[0], lanesWhere(kAll, [](uint32_t lane) { return lane % 3 == 0; }));
    QCOMPARE(masks[1], lanesWhere(kAll, [](uint32_t lane) { return lane % 3 != 0; }));
  }

  void orderedAccessesOfAGroupAreMadeLaneAfterLaneWithAndWithoutRecords() {
    for (const bool records : {false, true}) {
      std::vector<uint32_t> sequence;
      HandWrittenKernel kernel([&](ThreadContext &thread) {
        for (uint32_t site = 1; site <= 3; site += 2) {
          if (thread.laneId % 2 && records)
            recordAt(thread, site);
          orderAt(thread, site + 1);
          sequence.push_back(thread.laneId);
        }
      });
      QVERIFY(launch(kernel.request(1, 32)));
      QCOMPARE(sequence.size(), size_t{64});
      for (uint32_t i = 0; i < 64; ++i)
        QCOMPARE(sequence[i], i % 32);
    }
  }

  void anOrderedAccessLeavesTheClocksAsTheyAre() {
    std::array<int64_t, 32> clocks{};
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      thread.clock += thread.laneId;
      orderAt(thread, 1);
      clocks[thread.laneId] = thread.clock;
    });
    QVERIFY(launch(kernel.request(1, 32)));
    for (uint32_t lane = 0; lane < 32; ++lane)
      QCOMPARE(clocks[lane], int64_t{lane});
  }

  void lanesThatPollMemoryLetOtherLanesOfTheirWarpWriteIt() {
    bool flag = false;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.laneId == 31) {
        orderAt(thread, 2);
        flag = true;
        return;
      }
      for (bool seen = false; !seen; seen = flag) {
        thread.yields = 1;
        orderAt(thread, 1);
      }
    });
    QVERIFY(launch(kernel.request(1, 32)));
    QVERIFY(flag);
  }

  void aWarpThatPollsMemoryLetsOtherWarpsWriteIt() {
    bool flag = false;
    HandWrittenKernel kernel([&](ThreadContext &thread) {
      if (thread.warpId == 1) {
        flag = true;
        return;
      }
      for (bool seen = false; !seen; seen = flag) {
        thread.yields = 1;
        orderAt(thread, 1);
      }
    });
    QVERIFY(launch(kernel.request(1, 64)));
    QVERIFY(flag);
  }
};

QTEST_GUILESS_MAIN(CpuWarpGroupsTest)
#include "cpu_warp_groups_test.moc"
