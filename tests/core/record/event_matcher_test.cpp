// SPDX-License-Identifier: Apache-2.0
// Pairs of asynchronous events within a warp and across the warps of a CTA.
#include <QtTest>

#include <random>

#include "core/record/event_matcher.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

Record eventRecord(Kind kind, uint16_t key, int64_t cycles) {
  Record record;
  record.kind = kind;
  record.key = key;
  record.cycles = cycles;
  return record;
}
Record start(uint16_t key, int64_t cycles) {
  return eventRecord(Kind::EventStart, key, cycles);
}
Record end(uint16_t key, int64_t cycles) {
  return eventRecord(Kind::EventEnd, key, cycles);
}

QStringList toText(std::span<const MatchedEvent> events) {
  QStringList text;
  for (const MatchedEvent &e : events) {
    QString line = QString("%1: %2-%3 warp %4->%5")
                       .arg(e.key)
                       .arg(e.begin)
                       .arg(e.end)
                       .arg(e.startUnit)
                       .arg(e.endUnit);
    if (e.flags & kSliceNoEnd)
      line += " no-end";
    if (e.flags & kSliceNoStart)
      line += " no-start";
    text << line;
  }
  return text;
}

QStringList match(EventMatcher &matcher, const std::vector<std::vector<Record>> &units) {
  matcher.begin(static_cast<uint32_t>(units.size()));
  for (uint32_t i = 0; i < units.size(); ++i)
    matcher.addUnit(i, units[i]);
  return toText(matcher.match());
}

} // namespace

class EventMatcherTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void startsPairWithEndsOfAnotherWarpInOrder() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{start(0, 100), start(0, 200)}, {end(0, 150), end(0, 250)}}),
             (QStringList{"0: 100-150 warp 0->1", "0: 200-250 warp 0->1"}));
    QCOMPARE(matcher.unmatched(), uint64_t{0});
    QCOMPARE(matcher.ambiguous(), uint64_t{0});
  }

  void endsPreferTheStartOfTheirOwnWarp() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{start(0, 100), end(0, 200)}, {start(0, 110), end(0, 210)}}),
             (QStringList{"0: 100-200 warp 0->0", "0: 110-210 warp 1->1"}));
    QCOMPARE(matcher.ambiguous(), uint64_t{0});
  }

  void instanceKeysKeepOverlappingOperationsApart() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{start(0, 10), start(1, 20), end(1, 30), end(0, 40)}}),
             (QStringList{"0: 10-40 warp 0->0", "1: 20-30 warp 0->0"}));
  }

  void severalCandidatesAreTakenOldestFirstAndCountedAsAmbiguous() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{start(0, 10), start(0, 20), end(0, 30), end(0, 40)}}),
             (QStringList{"0: 10-30 warp 0->0", "0: 20-40 warp 0->0"}));
    QCOMPARE(matcher.ambiguous(), uint64_t{1});
  }

  void endAndNextStartAtTheSameCycleStayInTheOrderOfTheirWarp() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{start(0, 10), end(0, 30), start(0, 30), end(0, 50)}}),
             (QStringList{"0: 10-30 warp 0->0", "0: 30-50 warp 0->0"}));
    QCOMPARE(matcher.ambiguous(), uint64_t{0});
  }

  void endOfAnEarlierWarpFindsAStartOfTheSameCycle() {
    EventMatcher matcher;
    QCOMPARE(match(matcher, {{end(0, 30)}, {start(0, 30)}}), (QStringList{"0: 30-30 warp 1->0"}));
  }

  void leftoversAreKeptAndDrawnUpToTheirWarpsNeighbours() {
    EventMatcher matcher;
    Record other; // sets the first or last cycle of the warp
    other.kind = Kind::ScopeEnd;
    other.cycles = 90;
    Record first = other;
    first.cycles = 5;
    QCOMPARE(match(matcher, {{first, end(3, 20), end(3, 30), start(4, 40), start(4, 50), other}}),
             (QStringList{"3: 5-20 warp 0->0 no-start", "3: 20-30 warp 0->0 no-start",
                          "4: 50-90 warp 0->0 no-end", "4: 40-50 warp 0->0 no-end"}));
    QCOMPARE(matcher.unmatched(), uint64_t{4});
  }

  void everyRecordIsPairedOrKept() {
    EventMatcher matcher;
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
      std::mt19937_64 random(seed);
      std::vector<std::vector<Record>> units(1 + random() % 4);
      uint64_t count = 0;
      for (auto &unit : units) {
        int64_t now = 0;
        for (size_t i = 0, n = random() % 30; i < n; ++i, ++count) {
          now += static_cast<int64_t>(random() % 4);
          Record record = eventRecord(random() % 2 ? Kind::EventStart : Kind::EventEnd,
                                      static_cast<uint16_t>(random() % 3), now);
          record.operation = static_cast<uint16_t>(random() % 2);
          unit.push_back(record);
        }
      }
      matcher.begin(static_cast<uint32_t>(units.size()));
      for (uint32_t i = 0; i < units.size(); ++i)
        matcher.addUnit(i, units[i]);
      uint64_t records = 0;
      for (const MatchedEvent &e : matcher.match()) {
        QVERIFY2(e.begin <= e.end, qPrintable(QString("seed %1").arg(seed)));
        records += e.flags & (kSliceNoEnd | kSliceNoStart) ? 1 : 2;
      }
      QVERIFY2(records == count,
               qPrintable(QString("seed %1: %2 of %3").arg(seed).arg(records).arg(count)));
    }
  }

  void hostileEventsStayLinear() {
    std::vector<std::vector<Record>> units(4);
    for (int64_t i = 0; i < 250000; ++i)
      for (auto &unit : units)
        unit.push_back(start(0, i)); // all of one instance, without an end
    EventMatcher matcher;
    QElapsedTimer timer;
    timer.start();
    matcher.begin(4);
    for (uint32_t i = 0; i < 4; ++i)
      matcher.addUnit(i, units[i]);
    QCOMPARE(matcher.match().size(), size_t{1000000});
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
  }
};

QTEST_GUILESS_MAIN(EventMatcherTest)
#include "event_matcher_test.moc"
