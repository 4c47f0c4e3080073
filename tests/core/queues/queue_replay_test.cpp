// SPDX-License-Identifier: Apache-2.0
// The rules of asynchronous queues, one by one, and what becomes of records that break them.
#include <QtTest>

#include "core/queues/async_names.h"
#include "core/queues/queue_replay.h"

using namespace pstudio;
using namespace pstudio::analysis;

namespace {

using Steps = std::vector<QueueStep>;

QueueStep issue(AsyncQueue queue, int64_t at, uint16_t slot = 0, uint16_t operation = 0) {
  return {at,
          at + 1,
          {queue, AsyncStep::Issue, 0, uint16_t{queue == AsyncQueue::Mbarrier}},
          operation,
          static_cast<uint16_t>(slot << 1)};
}
QueueStep commit(int64_t at) {
  return {at, at, {AsyncQueue::CopyGroup, AsyncStep::Commit}};
}
QueueStep waitGroup(int64_t begin, int64_t end, uint16_t pending) {
  return {begin, end, {AsyncQueue::CopyGroup, AsyncStep::Wait, pending}};
}
QueueStep waitParity(int64_t begin, int64_t end, uint16_t parity, uint16_t slot = 0) {
  return {begin,
          end,
          {AsyncQueue::Mbarrier, AsyncStep::Wait, 0, 1},
          9,
          static_cast<uint16_t>(slot << 1 | parity)};
}
QueueStep arrive(int64_t at, uint16_t slot = 0) {
  return {
      at, at, {AsyncQueue::Mbarrier, AsyncStep::Arrive, 0, 1}, 5, static_cast<uint16_t>(slot << 1)};
}
QueueStep init(int64_t at) {
  return {at, at, {AsyncQueue::Mbarrier, AsyncStep::Init, 0, 1}};
}
QueueStep synchronize(int64_t begin, int64_t end) {
  return {begin, end, {AsyncQueue::NamedBarrier, AsyncStep::Synchronize}};
}

QueueUnit unitOf(Steps steps) {
  QueueUnit unit{std::move(steps)};
  if (!unit.steps.empty())
    unit.begin = unit.steps.front().begin;
  for (const QueueStep &step : unit.steps)
    unit.end = std::max(unit.end, step.end);
  return unit;
}

PairedQueues replay(const std::vector<QueueUnit> &units, bool allRecord = true) {
  QueueDepths depths;
  for (const QueueUnit &unit : units)
    for (const QueueStep &step : unit.steps)
      depths.add(step.site);
  return QueueReplay(depths).replay(units, allRecord);
}

QString numberText(uint32_t number) {
  return number == kNoNumber ? "-" : QString::number(number);
}

/// "instance/stage/phase words"
QString placeText(const StreamPlace &place) {
  const std::string_view words = wordsOf(place.pairing);
  QString text =
      numberText(place.instance) + '/' + numberText(place.stage) + '/' + numberText(place.phase);
  if (!words.empty())
    text += ' ' + QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
  return text;
}

/// Each flight as "begin-end place", with " unseen".
QStringList flightsOf(const PairedQueues &paired) {
  QStringList text;
  for (const Flight &flight : paired.flights)
    text << QString("%1-%2 %3%4")
                .arg(flight.begin)
                .arg(flight.end)
                .arg(placeText(flight.place), flight.wasSeen ? "" : " unseen");
  return text;
}

QStringList stepsOf(const PairedQueues &paired, size_t unit) {
  QStringList text;
  for (const StreamPlace &place : paired.steps[unit])
    text << placeText(place);
  return text;
}

/// Each link of an arrival as "unit.step>unit.step".
QStringList arrivalsOf(const PairedQueues &paired) {
  QStringList text;
  for (const ArrivalLink &link : paired.arrivalLinks)
    text << QString("%1.%2>%3.%4")
                .arg(link.arrival.unit)
                .arg(link.arrival.step)
                .arg(link.wait.unit)
                .arg(link.wait.step);
  return text;
}

constexpr AsyncQueue kCopies = AsyncQueue::CopyGroup;
constexpr AsyncQueue kBarrier = AsyncQueue::Mbarrier;

} // namespace

class QueueReplayTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  // --- in order

  void waitSeesAllGroupsButTheNewestPending() {
    const auto paired = replay({unitOf({issue(kCopies, 0), commit(5), issue(kCopies, 10),
                                        commit(15), waitGroup(20, 30, 1), waitGroup(40, 55, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-30 0/0/-", "10-55 1/1/-"}));
    QCOMPARE(stepsOf(paired, 0),
             (QStringList{"0/0/-", "0/0/-", "1/1/-", "1/1/-", "0/0/-", "1/1/-"}));
  }

  void aWaitThatNobodyCameToHasNoStages() {
    const std::vector<QueueUnit> units{
        unitOf({issue(kCopies, 0), commit(5), issue(kCopies, 10), commit(15), waitGroup(20, 30, 1),
                waitGroup(40, 55, 0)})};
    QueueDepths depths; // the kernel has a wait of its own for each number of stages
    for (const uint16_t pending : {0, 1, 2, 3})
      depths.add(waitGroup(0, 0, pending).site);
    const QueueReplay kernel(depths);
    QCOMPARE(flightsOf(kernel.replay(units)), (QStringList{"0-30 0/0/-", "10-55 1/1/-"}));
    const std::vector<QueueUnit> unseen{unitOf({issue(kCopies, 0), commit(5)})};
    QCOMPARE(kernel.replay(unseen).flights.size(), size_t{1});
    auto three = units;
    three.front().steps.insert(three.front().steps.begin() + 4,
                               {issue(kCopies, 16), commit(17), issue(kCopies, 18), commit(19)});
    QCOMPARE(flightsOf(kernel.replay(three)).at(2).section(' ', 1), QString("2/0/-"));
  }

  void oneWaitMayCompleteSeveralGroups() {
    const auto paired = replay({unitOf(
        {issue(kCopies, 0), commit(5), issue(kCopies, 10), commit(15), waitGroup(20, 30, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-30 0/0/-", "10-30 1/0/-"}));
    QCOMPARE(paired.flightLinks.size(), size_t{2});
    QCOMPARE(stepsOf(paired, 0).last(), "1/0/-");
  }

  void severalIssuesOfAGroupAreOneFlight() {
    const auto paired =
        replay({unitOf({issue(kCopies, 0), issue(kCopies, 4), commit(8), waitGroup(10, 20, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-20 0/0/-"}));
    QCOMPARE(stepsOf(paired, 0), (QStringList{"0/0/-", "0/0/-", "0/0/-", "0/0/-"}));
  }

  void emptyGroupsCountForTheOrderOnly() {
    const auto paired = replay({unitOf({issue(kCopies, 0), commit(5), commit(6), commit(7),
                                        waitGroup(10, 20, 2), waitGroup(30, 31, 1)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-20 0/0/-"}));
    QCOMPARE(stepsOf(paired, 0).last(), "-/-/- nothing to wait for");
  }

  void groupThatWasNotCommittedIsNotWaitedFor() {
    const auto paired = replay({unitOf({issue(kCopies, 0), waitGroup(10, 20, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-20 0/0/- never waited for unseen"}));
    QCOMPARE(stepsOf(paired, 0).last(), "-/-/- nothing to wait for");
  }

  void countersAreGroupsOfOne() {
    const AsyncQueue loads = AsyncQueue::LoadCounter;
    const auto paired = replay({unitOf({issue(loads, 0),
                                        issue(loads, 10),
                                        {20, 30, {loads, AsyncStep::Wait, 1}},
                                        {40, 50, {loads, AsyncStep::Wait, 0}}})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-30 0/0/-", "10-50 1/1/-"}));
  }

  void operationsOfSeveralInstructionsAreCompleteWithTheLast() {
    const AsyncQueue loads = AsyncQueue::LoadCounter;
    const AsyncSite four{loads, AsyncStep::Issue, 0, 0, 4};
    const auto paired = replay({unitOf({{0, 1, four},
                                        {10, 11, four},
                                        {20, 30, {loads, AsyncStep::Wait, 5}},
                                        {31, 32, {loads, AsyncStep::Wait, 4}},
                                        {40, 50, {loads, AsyncStep::Wait, 0}}})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-32 0/0/-", "10-50 1/1/-"}));
    QCOMPARE(stepsOf(paired, 0)[2], "-/-/- nothing to wait for");
  }

  void whatACounterCountsMayHaveAWaitThatACompilerAdded() {
    const auto paired = replay({unitOf({issue(AsyncQueue::StoreCounter, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-1 0/0/- wait not recorded unseen"}));
  }

  void queuesOfWarpsAndKindsAreApart() {
    const AsyncQueue matrix = AsyncQueue::MatrixGroup;
    const QueueStep product{12, 13, {matrix, AsyncStep::IssueAndCommit}};
    const auto paired = replay(
        {unitOf({issue(kCopies, 0), commit(5), product, {20, 30, {matrix, AsyncStep::Wait, 0}}}),
         unitOf({waitGroup(0, 9, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-30 0/0/- never waited for unseen", "12-30 0/0/-"}));
    QCOMPARE(stepsOf(paired, 1), (QStringList{"-/-/- nothing to wait for"}));
  }

  void groupsAreCountedBackwardsWhereTheOldestWereDropped() {
    QueueUnit unit = unitOf({waitGroup(0, 9, 1), issue(kCopies, 10), commit(15),
                             waitGroup(20, 30, 1), waitGroup(40, 50, 0), waitGroup(60, 61, 0)});
    unit.oldestDropped = true;
    const auto paired = replay({unit});
    QCOMPARE(flightsOf(paired), (QStringList{"10-50 0/0/-"}));
    QCOMPARE(stepsOf(paired, 0),
             (QStringList{"-/-/- issue not recorded", "0/0/-", "0/0/-", "-/-/- issue not recorded",
                          "0/0/-", "-/-/- nothing to wait for"}));
  }

  void groupsDoNotReachAcrossAHole() {
    QueueUnit unit = unitOf({issue(kCopies, 0), commit(5), issue(kCopies, 20), commit(25),
                             waitGroup(30, 40, 1), waitGroup(50, 60, 0)});
    unit.gaps = {2};
    const auto paired = replay({unit});
    QCOMPARE(flightsOf(paired),
             (QStringList{"0-60 0/0/- wait not recorded unseen", "20-60 1/1/-"}));
    QCOMPARE(stepsOf(paired, 0).at(4), "-/-/- issue not recorded");
  }

  void waitThatWasNeverLeftSeesNothing() {
    QueueUnit unit = unitOf({issue(kCopies, 0), commit(5), waitGroup(10, 90, 0)});
    unit.steps.back().hasEnd = false;
    unit.newestDropped = true;
    const auto paired = replay({unit});
    QCOMPARE(flightsOf(paired), (QStringList{"0-90 0/0/- wait not recorded unseen"}));
    QCOMPARE(stepsOf(paired, 0).last(), "-/-/- never left");
  }

  // --- mbarriers

  void copiesOfAPhaseEndWhenTheFirstWaitIsLeft() {
    const auto paired = replay({unitOf({issue(kBarrier, 0), issue(kBarrier, 100)}),
                                unitOf({waitParity(2, 50, 0), waitParity(60, 150, 1)}),
                                unitOf({waitParity(3, 55, 0), waitParity(61, 140, 1)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0", "100-140 1/0/1"}));
    QCOMPARE(paired.flightLinks.size(), size_t{4});
    QCOMPARE(paired.flights[1].endUnit, 2u);
  }

  void slotsOfAnAllocationAreStagesOfOneStream() {
    const auto paired = replay(
        {unitOf({issue(kBarrier, 0, 0), issue(kBarrier, 10, 1), issue(kBarrier, 70, 0)}),
         unitOf({waitParity(2, 50, 0, 0), waitParity(55, 60, 0, 1), waitParity(62, 90, 1, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0", "70-90 2/0/1", "10-60 1/1/0"}));
    QCOMPARE(stepsOf(paired, 1), (QStringList{"0/0/0", "1/1/0", "2/0/1"}));
  }

  void waitForThePhaseBeforeTheFirstIsFree() {
    const auto paired = replay({unitOf({waitParity(0, 5, 1), waitParity(20, 40, 0)}),
                                unitOf({arrive(30)}), unitOf({arrive(35)})});
    QCOMPARE(stepsOf(paired, 0), (QStringList{"-/-/- free at first use", "0/0/0"}));
    QCOMPARE(arrivalsOf(paired), (QStringList{"1.0>0.1", "2.0>0.1"}));
    QVERIFY(paired.flights.empty());
  }

  void phaseMayHaveCopiesAndPlainArrivals() {
    const auto paired =
        replay({unitOf({issue(kBarrier, 0)}), unitOf({arrive(4)}), unitOf({waitParity(2, 50, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0"}));
    QCOMPARE(arrivalsOf(paired), (QStringList{"1.0>2.0"}));
  }

  void warpsMayTakeTurnsToIssue() {
    const auto paired =
        replay({unitOf({issue(kBarrier, 0), issue(kBarrier, 200)}), unitOf({issue(kBarrier, 100)}),
                unitOf({waitParity(2, 50, 0), waitParity(60, 150, 1), waitParity(160, 250, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0", "100-150 1/0/1", "200-250 2/0/2"}));
  }

  void parityRepeatsButPhasesDoNot() {
    Steps producer;
    Steps consumer;
    for (int64_t phase = 0; phase < 1000; ++phase) {
      producer.push_back(issue(kBarrier, 100 * phase));
      consumer.push_back(waitParity(100 * phase + 2, 100 * phase + 50, phase % 2 != 0));
    }
    const auto paired = replay({unitOf(producer), unitOf(consumer)});
    QCOMPARE(paired.steps[1].back().phase, 999u);
    QCOMPARE(paired.flightLinks.size(), size_t{1000});
  }

  void waitsWithoutIssueSaySo() {
    const auto paired = replay({unitOf({waitParity(0, 5, 0), waitParity(10, 15, 1)})});
    QCOMPARE(stepsOf(paired, 0),
             (QStringList{"0/0/0 issue not recorded", "1/0/1 issue not recorded"}));
  }

  void issuesThatNothingWaitsForAreDrawnUpToTheNextPhase() {
    const auto paired = replay({unitOf({issue(kBarrier, 0), issue(kBarrier, 100)}), unitOf({})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-100 0/0/0 never waited for unseen",
                                             "100-101 1/0/1 never waited for unseen"}));
  }

  void loopThatIsLeftEarlyLeavesItsLastCopiesUnwaited() {
    const auto paired = replay({unitOf({issue(kBarrier, 0, 0), issue(kBarrier, 10, 1)}),
                                unitOf({waitParity(2, 50, 0, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0", "10-11 1/1/0 never waited for unseen"}));
  }

  void barrierThatIsInitialisedAgainCountsAnew() {
    const auto paired =
        replay({unitOf({init(0), issue(kBarrier, 10), init(60), issue(kBarrier, 70)}),
                unitOf({waitParity(12, 50, 0), waitParity(72, 90, 0)})});
    QCOMPARE(flightsOf(paired), (QStringList{"10-50 0/0/0", "70-90 1/0/0"}));
    QCOMPARE(paired.barriersInitialisedAgain, uint64_t{1});
  }

  void secondWaitForAPhaseIsNotCertain() {
    const auto paired = replay(
        {unitOf({issue(kBarrier, 0)}), unitOf({waitParity(2, 50, 0), waitParity(52, 53, 0)})});
    QCOMPARE(stepsOf(paired, 1), (QStringList{"0/0/0", "-/-/- order not certain"}));
    QCOMPARE(paired.flightLinks.size(), size_t{1});
  }

  void warpThatNeverTakesPartChangesNothing() {
    const auto paired =
        replay({unitOf({}), unitOf({issue(kBarrier, 0), waitParity(2, 50, 0)}), unitOf({})});
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0"}));
  }

  void phasesBehindARingAreInferred() {
    QueueUnit producer = unitOf({issue(kBarrier, 0), issue(kBarrier, 100), issue(kBarrier, 200)});
    QueueUnit consumer = unitOf({waitParity(60, 150, 0), waitParity(160, 250, 1)});
    consumer.oldestDropped = true;
    const auto paired = replay({producer, consumer});
    QCOMPARE(flightsOf(paired), (QStringList{"0-100 -/0/- wait not recorded unseen",
                                             "100-150 0/0/0 inferred", "200-250 1/0/1 inferred"}));
    QCOMPARE(stepsOf(paired, 1), (QStringList{"0/0/0 inferred", "1/0/1 inferred"}));
  }

  void phasesOfASampleAreInferred() {
    const auto paired =
        replay({unitOf({issue(kBarrier, 0)}), unitOf({waitParity(2, 50, 0)})}, false);
    QCOMPARE(flightsOf(paired), (QStringList{"0-50 0/0/0 inferred"}));
  }

  void firstUseOfASampleIsFreeToo() {
    const auto paired =
        replay({unitOf({waitParity(0, 5, 1), waitParity(20, 40, 0)}), unitOf({arrive(30)})}, false);
    QCOMPARE(stepsOf(paired, 0), (QStringList{"-/-/- free at first use", "0/0/0 inferred"}));
  }

  void meetingsOfASampleAreInferred() {
    const auto paired =
        replay({unitOf({synchronize(0, 31)}), unitOf({synchronize(30, 32)})}, false);
    QCOMPARE(arrivalsOf(paired), (QStringList{"1.0>0.0"}));
    QCOMPARE(stepsOf(paired, 0), (QStringList{"0/0/0 inferred"}));
  }

  void nothingIsPairedAcrossAHole() {
    QueueUnit producer = unitOf({issue(kBarrier, 0), issue(kBarrier, 300)});
    producer.gaps = {1}; // two phases are gone, so that parities still fit
    const auto paired =
        replay({producer, unitOf({waitParity(2, 50, 0), waitParity(60, 150, 1),
                                  waitParity(160, 250, 0), waitParity(260, 350, 1)})});
    QCOMPARE(paired.flightLinks.size(), size_t{1});
    QCOMPARE(paired.flightLinks[0].wait, (StepRef{1, 3}));
    QCOMPARE(stepsOf(paired, 1).at(1), "-/-/- issue not recorded");
  }

  void addressesThatShareAWaitAreOneStream() {
    const auto at = [](QueueStep step, uint16_t address) {
      step.site.barrier = 0;
      step.key = static_cast<uint16_t>(step.key + (address << 1));
      return step;
    };
    const auto paired =
        replay({unitOf({at(issue(kBarrier, 0), 100), at(issue(kBarrier, 10), 102),
                        at(issue(kBarrier, 20), 500)}),
                unitOf({at(waitParity(2, 50, 0), 100), at(waitParity(55, 60, 0), 102)})});
    QCOMPARE(flightsOf(paired),
             (QStringList{"0-50 0/0/0", "10-60 1/1/0", "20-21 0/0/0 never waited for unseen"}));
  }

  // --- named barriers

  void lastArrivalLetsTheOthersGo() {
    const auto paired =
        replay({unitOf({synchronize(0, 31), synchronize(40, 60)}),
                unitOf({synchronize(30, 32), synchronize(35, 61)}), unitOf({synchronize(20, 33)})});
    QCOMPARE(arrivalsOf(paired), (QStringList{"1.0>0.0", "1.0>2.0", "0.1>1.1"}));
    QCOMPARE(stepsOf(paired, 0), (QStringList{"0/0/0", "1/0/1"}));
  }

  void arrivalsThatDoNotWaitLetOthersGoToo() {
    const QueueStep arrival{30, 30, {AsyncQueue::NamedBarrier, AsyncStep::Arrive}};
    const auto paired = replay({unitOf({synchronize(0, 31)}), unitOf({arrival})});
    QCOMPARE(arrivalsOf(paired), (QStringList{"1.0>0.0"}));
  }

  void everyQueueAndStepHasAName() {
    for (const std::string_view name : kAsyncQueueNames)
      QVERIFY(!name.empty());
    for (const std::string_view name : kAsyncStepNames)
      QVERIFY(!name.empty());
    for (uint8_t pairing = 1; pairing < kAsyncPairings; ++pairing)
      QVERIFY(!wordsOf(static_cast<AsyncPairing>(pairing)).empty());
  }
};

QTEST_GUILESS_MAIN(QueueReplayTest)
#include "queue_replay_test.moc"
