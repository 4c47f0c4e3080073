// SPDX-License-Identifier: Apache-2.0
// Converts the records of queue steps to steps, also across lost records.
#include <QtTest>

#include "core/record/cta_matcher.h"

using namespace pstudio;
using namespace pstudio::record;
using analysis::AsyncQueue;
using analysis::AsyncStep;

namespace {

enum : uint16_t { kScope, kIssue, kCommit, kWait, kEvent };

OperationTable tableOf() {
  OperationTable table;
  table.operations.resize(5);
  table.operations[kEvent].kind = OperationKind::Event;
  const auto set = [&](uint16_t operation, AsyncStep step) {
    table.operations[operation].kind = OperationKind::Async;
    table.operations[operation].async = {AsyncQueue::CopyGroup, step};
  };
  set(kIssue, AsyncStep::Issue);
  set(kCommit, AsyncStep::Commit);
  set(kWait, AsyncStep::Wait);
  return table;
}

Record recordOf(Kind kind, uint16_t operation, int64_t cycles, uint16_t key = 0) {
  Record record;
  record.kind = kind;
  record.operation = operation;
  record.cycles = cycles;
  record.key = key;
  return record;
}
Record start(uint16_t operation, int64_t cycles, uint16_t key = 0) {
  return recordOf(Kind::EventStart, operation, cycles, key);
}
Record end(uint16_t operation, int64_t cycles, uint16_t key = 0) {
  return recordOf(Kind::EventEnd, operation, cycles, key);
}

/// "begin-end" of each scope; "!" precedes it if the start is missing, and follows it if the end is
/// missing.
QStringList scopesOf(const MatchedUnit &unit) {
  QStringList text;
  for (const MatchedScope &scope : unit.scopes)
    text << QString("%1%2-%3%4")
                .arg(scope.flags & kSliceNoStart ? "!" : "")
                .arg(scope.begin)
                .arg(scope.end)
                .arg(scope.flags & kSliceNoEnd ? "!" : "");
  return text;
}

} // namespace

class StepCollectorTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void stepsAreScopesAndMomentsInTheOrderOfTheirRecords() {
    const OperationTable table = tableOf();
    UnitRecords unit;
    unit.records = {recordOf(Kind::ScopeStart, kScope, 5),
                    start(kIssue, 10),
                    end(kIssue, 20),
                    start(kCommit, 21),
                    start(kWait, 30),
                    end(kWait, 50),
                    recordOf(Kind::ScopeEnd, kScope, 60)};
    const MatchedCta cta = CtaMatcher(table).match({&unit, 1});
    QCOMPARE(scopesOf(cta.units[0]), (QStringList{"5-60", "10-20", "30-50"}));
    QCOMPARE(cta.units[0].scopes[2].parent, 0u);
    const auto &steps = cta.units[0].steps;
    QCOMPARE(steps.size(), size_t{3});
    QCOMPARE(steps[0].scope, 1u);
    QCOMPARE(steps[1].scope, MatchedScope::kNone);
    QCOMPARE(steps[1].cycles, int64_t{21});
    QCOMPARE(steps[2].scope, 2u);
    QCOMPARE(cta.queues.flights.size(), size_t{1});
    QCOMPARE(cta.queues.flights[0].end, int64_t{50});
    QCOMPARE(cta.unmatched, uint64_t{0});
    QVERIFY(cta.events.empty());
  }

  void startAndEndOfDifferentKeysAreNotOneStep() {
    const OperationTable table = tableOf();
    UnitRecords unit;
    unit.records = {start(kWait, 10, 2), end(kWait, 30, 4), start(kWait, 40, 4), end(kWait, 50, 4)};
    const MatchedCta cta = CtaMatcher(table).match({&unit, 1});
    QCOMPARE(scopesOf(cta.units[0]), (QStringList{"10-30!", "!10-30", "40-50"}));
    QCOMPARE(cta.unmatched, uint64_t{2});
  }

  void stepsDoNotReachAcrossDroppedRecords() {
    const OperationTable table = tableOf();
    UnitRecords unit;
    unit.oldestDropped = true; // as in a streamed unit with a gap
    unit.records = {start(kIssue, 10), end(kIssue, 20),   start(kCommit, 21), start(kWait, 30),
                    end(kWait, 90),    start(kWait, 100), end(kWait, 110)};
    unit.gaps = {{4, 16}};
    const MatchedCta cta = CtaMatcher(table).match({&unit, 1});
    QCOMPARE(scopesOf(cta.units[0]), (QStringList{"10-20", "30-30!", "!30-90", "100-110"}));
    QVERIFY(cta.queues.flightLinks.empty());
    QVERIFY(cta.queues.flights[0].place.pairing == analysis::AsyncPairing::WaitNotRecorded);
  }

  void endsOfMomentsAreCountedAsUnmatched() {
    const OperationTable table = tableOf();
    UnitRecords unit;
    unit.records = {start(kCommit, 10), end(kCommit, 20)};
    QCOMPARE(CtaMatcher(table).match({&unit, 1}).unmatched, uint64_t{1});
  }

  void manualEventsStayWhatTheyAre() {
    const OperationTable table = tableOf();
    UnitRecords unit;
    unit.records = {start(kEvent, 10, 3), start(kIssue, 20), end(kIssue, 30), end(kEvent, 50, 3)};
    const MatchedCta cta = CtaMatcher(table).match({&unit, 1});
    QCOMPARE(cta.events.size(), size_t{1});
    QCOMPARE(cta.events[0].begin, int64_t{10});
    QCOMPARE(cta.events[0].end, int64_t{50});
    QCOMPARE(scopesOf(cta.units[0]), (QStringList{"20-30"}));
  }
};

QTEST_GUILESS_MAIN(StepCollectorTest)
#include "step_collector_test.moc"
