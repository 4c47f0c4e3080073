// SPDX-License-Identifier: Apache-2.0
// Scope records become nested scopes; also tests records without a partner.
#include <QtTest>

#include <random>

#include "core/record/scope_matcher.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// a..d: b is statically inside a, c is inside b, d is independent (it may cross the others).
OperationTable table() {
  OperationTable table;
  table.operations = {{OperationKind::Scope, "a", OperationId(), ""},
                      {OperationKind::Scope, "b", OperationId(0), ""},
                      {OperationKind::Scope, "c", OperationId(1), ""},
                      {OperationKind::Scope, "d", OperationId(), ""}};
  return table;
}

Record scope(Kind kind, char name, int64_t cycles, uint64_t laneMask = kAllLanes) {
  Record record;
  record.kind = kind;
  record.operation = static_cast<uint16_t>(name - 'a');
  record.cycles = cycles;
  record.laneMask = laneMask;
  record.partial = laneMask != kAllLanes;
  return record;
}
Record start(char name, int64_t cycles, uint64_t laneMask = kAllLanes) {
  return scope(Kind::ScopeStart, name, cycles, laneMask);
}
Record end(char name, int64_t cycles, uint64_t laneMask = kAllLanes) {
  return scope(Kind::ScopeEnd, name, cycles, laneMask);
}

QString toText(const MatchedScope &scope, std::span<const MatchedScope> all) {
  QString text =
      QString("%1 %2-%3").arg(QChar('a' + scope.operation)).arg(scope.begin).arg(scope.end);
  if (scope.parent != MatchedScope::kNone)
    text += QString(" in %1@%2")
                .arg(QChar('a' + all[scope.parent].operation))
                .arg(all[scope.parent].begin);
  const std::pair<uint8_t, const char *> names[] = {{kSliceNoEnd, " no-end"},
                                                    {kSliceNoStart, " no-start"},
                                                    {kSliceCrossing, " crossing"},
                                                    {kSliceDivergent, " divergent"},
                                                    {kSliceLengthUnknown, " length-unknown"}};
  for (const auto &[flag, name] : names)
    if (scope.flags & flag)
      text += name;
  return text;
}

QStringList match(const std::vector<Record> &records, bool oldestDropped = false,
                  uint64_t *unmatched = nullptr) {
  const OperationTable operations = table();
  ScopeMatcher matcher(operations);
  const auto scopes = matcher.match(records, oldestDropped);
  if (unmatched != nullptr)
    *unmatched = matcher.unmatched();
  QStringList text;
  for (const MatchedScope &s : scopes)
    text << toText(s, scopes);
  return text;
}

/// Writes the records of a random tree of scopes and the expected scopes.
struct RandomTree {
  std::mt19937_64 random;
  std::vector<Record> records;
  std::vector<MatchedScope> expected;
  int64_t now = 0;

  void grow(uint32_t parent, uint16_t firstOperation) {
    const size_t children = random() % 4;
    for (size_t i = 0; i < children && firstOperation < 8; ++i) {
      now += static_cast<int64_t>(random() % 3); // often 0: records cost nothing in the CPU model
      const auto index = static_cast<uint32_t>(expected.size());
      MatchedScope scope;
      scope.operation = static_cast<uint16_t>(firstOperation + random() % 2);
      scope.begin = now;
      scope.parent = parent;
      expected.push_back(scope);
      Record record;
      record.operation = scope.operation;
      record.kind = Kind::ScopeStart;
      record.cycles = now;
      records.push_back(record);
      grow(index, static_cast<uint16_t>(firstOperation + 2));
      now += static_cast<int64_t>(random() % 3);
      record.kind = Kind::ScopeEnd;
      record.cycles = now;
      records.push_back(record);
      expected[index].end = now;
    }
  }
};

} // namespace

class ScopeMatcherTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void scopesWithAnUncertainClockHaveNoLength() {
    const auto uncertain = [](Record record) {
      record.isUncertain = true;
      return record;
    };
    QCOMPARE(match({start('a', 1), uncertain(start('b', 9)), uncertain(end('b', 9)), end('a', 9)}),
             QStringList({"a 1-9", "b 9-9 in a@1 no-end no-start length-unknown"}));
    QCOMPARE(match({start('a', 1), uncertain(end('a', 9))}),
             QStringList({"a 1-9 no-end no-start length-unknown"}));
  }

  void nestedScopesKeepTheirParentsEvenAtZeroLength() {
    for (uint64_t seed = 1; seed <= 500; ++seed) {
      RandomTree tree;
      tree.random.seed(seed);
      tree.grow(MatchedScope::kNone, 0);
      const OperationTable none;
      ScopeMatcher matcher(none);
      const auto got = matcher.match(tree.records, false);
      QVERIFY2(std::equal(got.begin(), got.end(), tree.expected.begin(), tree.expected.end()),
               qPrintable(QString("seed %1").arg(seed)));
      QCOMPARE(matcher.unmatched(), uint64_t{0});
    }
  }

  void scopeThatOutlivesWhereItBeganCrossesAndHasNoParent() {
    QCOMPARE(match({start('a', 0), start('d', 5), end('a', 10), end('d', 15)}),
             (QStringList{"a 0-10", "d 5-15 crossing"}));
  }

  void scopesInsideACrossingOneStayInsideIt() {
    QCOMPARE(match({start('a', 0), start('d', 5), start('b', 6), end('b', 7), end('a', 10),
                    end('d', 15)}),
             (QStringList{"a 0-10", "d 5-15 crossing", "b 6-7 in d@5"}));
  }

  void startWithoutEndIsKeptUpToTheLastRecord() {
    uint64_t unmatched = 0;
    QCOMPARE(match({start('a', 0), start('b', 5), end('b', 8), start('b', 9)}, false, &unmatched),
             (QStringList{"a 0-9 no-end", "b 5-8 in a@0", "b 9-9 in a@0 no-end"}));
    QCOMPARE(unmatched, uint64_t{2});
  }

  void scopeWithALostEndEndsWithTheScopeThatStaticallyEnclosesIt() {
    uint64_t unmatched = 0;
    QCOMPARE(match({start('a', 0), start('b', 2), start('c', 3), end('a', 10), start('a', 20),
                    end('a', 30)},
                   false, &unmatched),
             (QStringList{"a 0-10", "b 2-10 in a@0 no-end", "c 3-10 in b@2 no-end", "a 20-30"}));
    QCOMPARE(unmatched, uint64_t{2});
  }

  void scopeWithALostEndEndsAtItsNextStart() {
    QCOMPARE(match({start('d', 0), start('d', 10), end('d', 12)}),
             (QStringList{"d 0-10 no-end", "d 10-12"}));
  }

  void endsWhoseStartsTheRingDroppedEncloseWhatEndedBefore() {
    uint64_t unmatched = 0;
    QCOMPARE(
        match({end('c', 100), start('c', 105), end('c', 110), end('b', 115), start('b', 120),
               end('b', 130), end('a', 140)},
              true, &unmatched),
        (QStringList{"c 100-100 in b@100 no-start", "c 105-110 in b@100",
                     "b 100-115 in a@100 no-start", "b 120-130 in a@100", "a 100-140 no-start"}));
    QCOMPARE(unmatched, uint64_t{3});
  }

  void endWithoutStartWhereNothingWasDroppedBeginsAtTheRecordInFront() {
    QCOMPARE(match({start('a', 0), start('b', 2), end('b', 5), end('b', 8), end('a', 10)}),
             (QStringList{"a 0-10", "b 2-5 in a@0", "b 5-8 in a@0 no-start"}));
  }

  void divergedGroupsOfLanesHaveScopesOfTheirOwn() {
    QCOMPARE(match({start('a', 0), start('b', 1, 0x0f), start('b', 2, 0xf0), start('c', 3, 0x0f),
                    end('c', 4, 0x0f), end('b', 5, 0x0f), end('b', 6, 0xf0), end('a', 9)}),
             (QStringList{"a 0-9", "b 1-5 in a@0 divergent", "b 2-6 in a@0 divergent",
                          "c 3-4 in b@1 divergent"}));
  }

  void lanesThatEnteredApartMayLeaveTogether() {
    uint64_t unmatched = 0;
    QCOMPARE(match({start('b', 1, 0x0f), start('b', 2, 0xf0), end('b', 6)}, false, &unmatched),
             (QStringList{"b 1-6 divergent", "b 2-6 divergent"}));
    QCOMPARE(unmatched, uint64_t{0});
  }

  void clocksThatStepBackNeverMakeAChildStickOut() {
    QCOMPARE(match({start('a', 10), start('b', 8), end('b', 20), end('a', 18)}),
             (QStringList{"a 10-20", "b 10-20 in a@10"}));
  }

  void randomRecordsKeepChildrenInsideParentsAndLoseNothing() {
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
      std::mt19937_64 random(seed);
      std::vector<Record> records;
      int64_t now = 0;
      for (size_t i = 0, n = random() % 80; i < n; ++i) {
        now += static_cast<int64_t>(random() % 5) - 1;
        const uint64_t lanes = random() % 4 ? kAllLanes : 0xfu << (4 * (random() % 4));
        records.push_back(scope(random() % 2 ? Kind::ScopeStart : Kind::ScopeEnd,
                                static_cast<char>('a' + random() % 6), now, lanes));
      }
      const OperationTable operations = table();
      ScopeMatcher matcher(operations);
      const auto scopes = matcher.match(records, random() % 2 == 0);
      const QString where = QString("seed %1").arg(seed);
      uint64_t starts = 0;
      for (const Record &record : records)
        starts += record.kind == Kind::ScopeStart;
      uint64_t noStart = 0;
      for (const MatchedScope &s : scopes) {
        QVERIFY2(s.begin <= s.end, qPrintable(where));
        noStart += (s.flags & kSliceNoStart) != 0;
        if (s.parent == MatchedScope::kNone)
          continue;
        const MatchedScope &parent = scopes[s.parent];
        QVERIFY2(parent.begin <= s.begin && s.end <= parent.end, qPrintable(where));
        QVERIFY2((s.flags & kSliceCrossing) == 0, qPrintable(where));
      }
      QVERIFY2(scopes.size() == starts + noStart, qPrintable(where));
    }
  }

  void hostileRecordsStayLinear() {
    constexpr size_t kRecords = 1000000;
    std::vector<std::vector<Record>> inputs(3);
    for (size_t i = 0; i < kRecords; ++i) {
      const auto now = static_cast<int64_t>(i);
      Record record;
      record.cycles = now;
      record.kind = Kind::ScopeStart;
      record.operation = static_cast<uint16_t>(i % 4000);
      inputs[0].push_back(record); // without ends
      record.kind = Kind::ScopeEnd;
      inputs[1].push_back(record); // without starts
      // Every scope crosses its predecessor: start 1, end 0, start 2, end 1, ...
      record.kind = i % 2 ? Kind::ScopeEnd : Kind::ScopeStart;
      record.operation = static_cast<uint16_t>((i % 2 ? (i + 1) / 2 - 1 : i / 2) % 4000);
      inputs[2].push_back(record);
    }
    const OperationTable none;
    ScopeMatcher matcher(none);
    for (const auto &input : inputs) {
      QElapsedTimer timer;
      timer.start();
      QVERIFY(!matcher.match(input, true).empty());
      QVERIFY2(timer.elapsed() < 5000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
    }
  }
};

QTEST_GUILESS_MAIN(ScopeMatcherTest)
#include "scope_matcher_test.moc"
