// SPDX-License-Identifier: Apache-2.0
// Whatever is dropped of random pipelines: what is paired is true, and what is whole is paired.
#include <QtTest>

#include <algorithm>
#include <functional>

#include "tests/core/queues/random_queues.h"

using namespace pstudio;
using namespace pstudio::analysis;
using namespace pstudio::test;

namespace {

using Make = std::function<RandomQueues(std::mt19937_64 &)>;
using Pairs = std::set<std::pair<MadeStep, MadeStep>>;

/// The pairs that the replay found.
Pairs pairsOf(const RandomQueues &queues, const PairedQueues &paired) {
  Pairs pairs;
  for (const FlightLink &link : paired.flightLinks) {
    // A group or a phase of copies is one flight for all issues of its unit.
    const StepRef issue = paired.flights[link.flight].issue;
    pairs.insert({queues.madeOf(issue), queues.madeOf(link.wait)});
  }
  for (const ArrivalLink &link : paired.arrivalLinks)
    pairs.insert({queues.madeOf(link.arrival), queues.madeOf(link.wait)});
  return pairs;
}

/// The true pairs with both steps there, those of a group by its first issue alone.
Pairs truthOf(const RandomQueues &queues) {
  Pairs kept;
  std::vector<std::set<uint32_t>> isKept(queues.units.size());
  for (size_t unit = 0; unit < queues.units.size(); ++unit)
    for (size_t i = 0; i < queues.units[unit].steps.size(); ++i)
      if (queues.units[unit].steps[i].hasEnd)
        isKept[unit].insert(queues.made[unit][i]);
  for (const auto &[from, wait] : queues.pairs)
    if (isKept[from.first].contains(from.second) && isKept[wait.first].contains(wait.second))
      kept.insert({from, wait});
  return kept;
}

/// A step that is still there.
const QueueStep *stepOf(const RandomQueues &queues, MadeStep step) {
  const auto &made = queues.made[step.first];
  const auto found = std::ranges::lower_bound(made, step.second);
  return &queues.units[step.first].steps[static_cast<size_t>(found - made.begin())];
}

QString describe(uint64_t seed, const std::pair<MadeStep, MadeStep> &pair) {
  return QString("seed %1: step %2 of unit %3 and wait %4 of unit %5")
      .arg(seed)
      .arg(pair.first.second)
      .arg(pair.first.first)
      .arg(pair.second.second)
      .arg(pair.second.first);
}

/// A pair that is not true; empty if there is none.
QString firstWrong(uint64_t seed, const RandomQueues &queues, const Pairs &found) {
  for (const auto &pair : found)
    if (!queues.pairs.contains(pair))
      return describe(seed, pair);
  return {};
}

} // namespace

/// QFAIL where a step is checked: QVERIFY2 makes its text for each step that is right, too.
class QueuePropertyTest : public QObject {
  Q_OBJECT
private:
  static void addKinds() {
    QTest::addColumn<Make>("make");
    QTest::addRow("groups") << Make(randomGroups);
    QTest::addRow("mbarriers") << Make(randomBarriers);
    QTest::addRow("named barriers") << Make(randomMeetings);
  }

private Q_SLOTS:
  void wholeRecordsArePairedExactly_data() { addKinds(); }
  void wholeRecordsArePairedExactly() {
    QFETCH(Make, make);
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      const RandomQueues queues = make(random);
      const PairedQueues paired = QueueReplay(queues.depths).replay(queues.units);
      const Pairs found = pairsOf(queues, paired);
      const QString wrong = firstWrong(seed, queues, found);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
      // Every wait that waited for something says so, and every first issue of a group is linked.
      std::set<MadeStep> waits;
      for (const auto &[from, wait] : queues.pairs)
        waits.insert(wait);
      for (const auto &[from, wait] : found)
        waits.erase(wait);
      QVERIFY2(waits.empty(), qPrintable(QString::number(seed)));
      for (uint32_t unit = 0; unit < queues.units.size(); ++unit)
        for (uint32_t i = 0; i < queues.units[unit].steps.size(); ++i) {
          const StreamPlace &place = paired.steps[unit][i];
          if (place.phase != queues.phases[unit][i])
            QFAIL(qPrintable(describe(seed, {{unit, i}, {unit, i}})));
          QVERIFY(place.pairing != AsyncPairing::OrderNotCertain &&
                  place.pairing != AsyncPairing::IssueNotRecorded &&
                  place.pairing != AsyncPairing::Inferred);
        }
    }
  }

  void newestRecordsAloneArePairedTruly_data() { addKinds(); }
  void newestRecordsAloneArePairedTruly() {
    QFETCH(Make, make);
    for (uint64_t seed = 1; seed <= 2000; ++seed) {
      std::mt19937_64 random(seed);
      RandomQueues queues = make(random);
      dropOldest(queues, random);
      const PairedQueues paired = QueueReplay(queues.depths).replay(queues.units);
      const Pairs found = pairsOf(queues, paired);
      const QString wrong = firstWrong(seed, queues, found);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
      // Once all units record, an mbarrier's waits find what they waited for.
      int64_t whole = INT64_MIN;
      for (const QueueUnit &unit : queues.units)
        whole = unit.oldestDropped ? std::max(whole, unit.begin) : whole;
      for (const auto &pair : truthOf(queues)) {
        const QueueStep *from = stepOf(queues, pair.first);
        const bool mustBeFound = from->begin > whole && from->site.queue == AsyncQueue::Mbarrier;
        if (mustBeFound && !found.contains(pair))
          QFAIL(qPrintable(describe(seed, pair)));
      }
    }
  }

  void recordsWithHolesArePairedTruly_data() { addKinds(); }
  void recordsWithHolesArePairedTruly() {
    QFETCH(Make, make);
    uint64_t count = 0;
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
      std::mt19937_64 random(seed);
      RandomQueues queues = make(random);
      dropMiddle(queues, random);
      if (random() % 2 == 0)
        dropOldest(queues, random);
      const PairedQueues paired = QueueReplay(queues.depths).replay(queues.units);
      const Pairs found = pairsOf(queues, paired);
      const QString wrong = firstWrong(seed, queues, found);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
      count += found.size();
    }
    QVERIFY(count > 10000); // not by pairing nothing
  }

  void nonsenseIsReplayedWithoutBreakingAnything() {
    for (uint64_t seed = 1; seed <= 3000; ++seed) {
      std::mt19937_64 random(seed);
      RandomQueues queues = randomNonsense(random);
      dropMiddle(queues, random);
      const PairedQueues paired =
          QueueReplay(queues.depths).replay(queues.units, random() % 2 == 0);
      std::vector<bool> isLinked(paired.flights.size());
      for (const FlightLink &link : paired.flightLinks) {
        const Flight &flight = paired.flights.at(link.flight);
        const QueueStep &wait = queues.units.at(link.wait.unit).steps.at(link.wait.step);
        isLinked[link.flight] = true;
        if (!wait.hasEnd || wait.end < flight.end)
          QFAIL(qPrintable(QString::number(seed)));
      }
      for (size_t i = 0; i < paired.flights.size(); ++i) {
        if (paired.flights[i].end < paired.flights[i].begin ||
            paired.flights[i].wasSeen != isLinked[i])
          QFAIL(qPrintable(QString::number(seed)));
      }
      for (const ArrivalLink &link : paired.arrivalLinks)
        if (queues.units.at(link.arrival.unit).steps.at(link.arrival.step).begin >
            queues.units.at(link.wait.unit).steps.at(link.wait.step).end)
          QFAIL(qPrintable(QString::number(seed)));
    }
  }

  void moreThanHalfOfAllPairsSurvivesOneHole() {
    uint64_t whole = 0;
    uint64_t missed = 0;
    for (uint64_t seed = 1; seed <= 300; ++seed) {
      std::mt19937_64 random(seed);
      RandomQueues queues = randomBarriers(random);
      dropMiddle(queues, random);
      const PairedQueues paired = QueueReplay(queues.depths).replay(queues.units);
      const Pairs found = pairsOf(queues, paired);
      for (const auto &pair : truthOf(queues)) {
        ++whole;
        missed += !found.contains(pair);
      }
    }
    QVERIFY2(missed * 2 < whole, qPrintable(QString("%1 of %2").arg(missed).arg(whole)));
  }

  void phasesBehindDroppedRecordsHaveTheTrueParity() {
    uint64_t known = 0;
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
      std::mt19937_64 random(seed);
      RandomQueues queues = randomBarriers(random);
      dropOldest(queues, random);
      const PairedQueues paired = QueueReplay(queues.depths).replay(queues.units);
      for (uint32_t unit = 0; unit < queues.units.size(); ++unit)
        for (uint32_t i = 0; i < queues.units[unit].steps.size(); ++i) {
          const StreamPlace &place = paired.steps[unit][i];
          const uint32_t phase = queues.phases[unit][queues.made[unit][i]];
          if (queues.units[unit].steps[i].site.step != AsyncStep::Wait ||
              place.phase == kNoNumber || phase == kNoNumber)
            continue;
          if (place.phase % 2 != phase % 2)
            QFAIL(qPrintable(QString::number(seed)));
          ++known;
        }
    }
    QVERIFY(known > 1000);
  }
};

QTEST_GUILESS_MAIN(QueuePropertyTest)
#include "queue_property_test.moc"
