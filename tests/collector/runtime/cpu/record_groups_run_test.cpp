// SPDX-License-Identifier: Apache-2.0
// Random kernels on the CPU target write the same records in groups as one by one: scopes, events
// with and without keys, values, loops, branches, early returns, barriers and sampled iterations.
#include <QtTest>

#include <map>
#include <random>
#include <tuple>

#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// Writes the body of a kernel over `%A`. The part that opens a scope also closes it.
class BodyWriter {
public:
  /// `parts`: lanes of a warp may diverge.
  BodyWriter(uint32_t seed, bool parts) : m_random(seed), m_parts(parts) {}

  std::string write() {
    m_text = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
             "%t = gpu.thread_id x\n%b = gpu.block_id x\n%f = arith.constant 1.5 : f32\n";
    m_numbers = {"%c1", "%b"};
    if (below(3) == 0)
      returnEarly();
    sequence(0, true);
    return std::move(m_text);
  }

private:
  uint32_t below(uint32_t end) {
    return std::uniform_int_distribution<uint32_t>(0, end - 1)(m_random);
  }
  std::string name(const char *prefix) { return prefix + std::to_string(m_next++); }

  /// Complete warps return early, or some lanes of a warp.
  void returnEarly() {
    const uint32_t last = m_parts ? 7 : 32;
    m_text += "%last = arith.constant " + std::to_string(last) +
              " : index\n%leaves = arith.cmpi ult, %t, %last : index\n"
              "cf.cond_br %leaves, ^out, ^go\n^out:\n"
              "proton.record start \"out\"\nproton.record end \"out\"\ngpu.return\n^go:\n";
    m_hasReturned = true;
  }

  void sequence(int depth, bool isTogether) {
    for (uint32_t i = 1 + below(5); i > 0; --i)
      part(depth, isTogether);
  }

  void part(int depth, bool isTogether) {
    switch (below(depth < 3 ? 9 : 6)) {
    case 0:
    case 1:
    case 2:
      return scope(depth, isTogether);
    case 3:
      return event();
    case 4:
      m_text += "proton.value \"" + name("v") + "\", %f : f32\n";
      return;
    case 5:
      if (isTogether && !m_hasReturned)
        m_text += "gpu.barrier\n";
      else
        m_text += "memref.store %f, %A[%c0] : memref<4xf32>\n";
      return;
    case 6:
      return loop(depth, isTogether);
    default:
      return branch(depth, isTogether);
    }
  }

  void scope(int depth, bool isTogether) {
    const std::string quoted = "\"" + name("s") + "\"\n";
    m_text += "proton.record start " + quoted;
    if (depth < 4 && below(2) == 0)
      sequence(depth + 1, isTogether);
    m_text += "proton.record end " + quoted;
  }

  void event() {
    const std::string event = name("%e");
    m_text += event + " = proton.allocate_event \"" + event.substr(1) + "\" : i32\n";
    const std::string key =
        below(3) == 0 ? "" : " key " + m_numbers[below(static_cast<uint32_t>(m_numbers.size()))];
    m_text += "proton.event start " + event + key + " : i32\n";
    m_text += "proton.event end " + event + key + " : i32\n";
  }

  void loop(int depth, bool isTogether) {
    const std::string index = name("%i"), count = name("%n");
    if (below(2) == 0)
      m_text += count + " = arith.constant " + std::to_string(1 + below(5)) + " : index\n";
    else // not constant
      m_text += count + " = arith.addi %b, %c1 : index\n";
    m_text += "scf.for " + index + " = %c0 to " + count + " step %c1 {\n";
    m_numbers.push_back(index);
    sequence(depth + 1, isTogether);
    m_numbers.pop_back();
    m_text += "}\n";
  }

  void branch(int depth, bool isTogether) {
    const bool parts = m_parts && below(2) == 0;
    const std::string condition = name("%p");
    m_text += condition + " = arith.cmpi " + (parts ? "ugt, %t, %c1" : "eq, %b, %c1") +
              " : index\nscf.if " + condition + " {\n";
    sequence(depth + 1, isTogether && !parts);
    m_text += "} else {\n";
    sequence(depth + 1, isTogether && !parts);
    m_text += "}\n";
  }

  std::mt19937 m_random;
  const bool m_parts;
  bool m_hasReturned = false;
  std::string m_text;
  std::vector<std::string> m_numbers;
  uint32_t m_next = 0;
};

constexpr uint32_t kCtas = 2, kThreads = 70; // three warps each, the last of six lanes

Result<test::DecodedRun> run(const std::string &body, const QString &mode) {
  return test::runAndDecode(body, mode.toStdString(), kCtas, kThreads, {0, 0, 0, 0});
}

/// Runs of the random kernels without groups, each of which several functions compare with.
class AloneRuns {
public:
  const Result<test::DecodedRun> &of(uint32_t seed, bool parts, const QString &mode) {
    const std::tuple key(seed, parts, mode);
    auto found = m_runs.find(key);
    if (found == m_runs.end())
      found = m_runs.emplace(key, run(BodyWriter(seed, parts).write(), mode)).first;
    return found->second;
  }

private:
  std::map<std::tuple<uint32_t, bool, QString>, Result<test::DecodedRun>> m_runs;
};

bool hasOddSlots(const SegmentCounts &counts) {
  return counts.malformed + counts.unknown + counts.unwritten != 0;
}

} // namespace

class RecordGroupsRunTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void groupsLeaveTheRecordsThatAreMadeOneByOne_data() {
    QTest::addColumn<QString>("mode");
    for (const char *groups : {"safe", "fast"})
      for (const char *rest : {"", ":granularity=thread", ":granularity=warp_2", ":every=2",
                               ":strategy=first", ":buffer_type=shared", ":warps=1"})
        QTest::addRow("%s%s", groups, rest) << QString("%1:groups=%2").arg(rest, groups);
  }
  void groupsLeaveTheRecordsThatAreMadeOneByOne() {
    QFETCH(QString, mode);
    const QString slots = mode.contains("shared") ? "" : ":slots=4096";
    const QString alone = "default" + slots + mode.section(":groups", 0, 0) + ":groups=off";
    uint32_t grouped = 0;
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      const std::string body = BodyWriter(seed, seed % 4 == 0).write();
      const auto &off = m_alone.of(seed, seed % 4 == 0, alone);
      if (!off && mode.contains("shared"))
        continue; // the records of the kernel do not fit into shared memory
      VERIFY_RESULT(off);
      const auto on = run(body, "default" + slots + mode);
      VERIFY_RESULT(on);
      grouped += on->operations.isGrouped();
      QCOMPARE(on->units.size(), off->units.size());
      for (size_t unit = 0; unit < on->units.size(); ++unit) {
        const QString where = QString("seed %1, unit %2").arg(seed).arg(unit);
        QVERIFY2(!hasOddSlots(on->units[unit].counts), qPrintable(where));
        if (on->units[unit].counts.recordsDropped == 0 && off->units[unit].counts.slotsDropped == 0)
          QVERIFY2(on->units[unit].records.records == off->units[unit].records.records,
                   qPrintable(where));
      }
    }
    QVERIFY2(grouped >= 2, qPrintable(QString("%1 kernels had groups").arg(grouped)));
  }

  /// Lanes wait for each other at the first position in program order. The lanes that skip the
  /// shuffle after the barrier therefore record the end of the scope without the others.
  void aGroupThatDivergedLanesDoNotEndHasNoInventedRecords() {
    const std::string body = R"(
%t = gpu.thread_id x
%c16 = arith.constant 16 : index
%c0 = arith.constant 0 : index
%one = arith.constant 1 : i32
%width = arith.constant 32 : i32
%low = arith.cmpi ult, %t, %c16 : index
%v = memref.load %A[%c0] : memref<4xf32>
proton.record start "a"
gpu.barrier
cf.cond_br %low, ^shuffles, ^go
^go:
proton.record end "a"
proton.record start "b"
proton.record end "b"
gpu.return
^shuffles:
%y, %isValid = gpu.shuffle xor %v, %one, %width : f32
memref.store %y, %A[%c0] : memref<4xf32>
cf.br ^go
^unused:
)";
    for (const char *strategy : {"", ":strategy=first"}) {
      const auto alone = run(body, QString("default:slots=64:groups=off%1").arg(strategy));
      VERIFY_RESULT(alone);
      const auto on = run(body, QString("default:slots=64%1").arg(strategy));
      VERIFY_RESULT(on);
      QVERIFY(on->operations.isGrouped());
      for (size_t unit = 0; unit < on->units.size(); ++unit) {
        QVERIFY(!hasOddSlots(on->units[unit].counts));
        QCOMPARE(on->units[unit].counts.recordsDropped, uint64_t{0});
        QVERIFY2(on->units[unit].records.records == alone->units[unit].records.records,
                 qPrintable(QString("unit %1").arg(unit)));
      }
    }
  }

  void fullSegmentsKeepAnEndAndCountTheOthers_data() {
    QTest::addColumn<QString>("strategy");
    for (const char *strategy : {"circular", "first"})
      for (int slots : {4, 8, 16, 32})
        QTest::addRow("%s %d", strategy, slots)
            << QString("default:strategy=%1:slots=%2").arg(strategy).arg(slots);
  }
  void fullSegmentsKeepAnEndAndCountTheOthers() {
    QFETCH(QString, strategy);
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      const std::string body = BodyWriter(seed, false).write();
      const auto &all = m_alone.of(seed, false, "default:slots=4096:groups=off");
      VERIFY_RESULT(all);
      const auto some = run(body, strategy);
      VERIFY_RESULT(some);
      if (!some->operations.isGrouped())
        continue;
      for (size_t unit = 0; unit < some->units.size(); ++unit)
        compareEnd(some->units[unit], all->units[unit], strategy.contains("first"),
                   QString("seed %1, unit %2").arg(seed).arg(unit));
    }
  }

private:
  static void compareEnd(const test::UnitRun &some, const test::UnitRun &all, bool isOldest,
                         const QString &where) {
    const std::vector<Record> &kept = some.records.records, &made = all.records.records;
    QVERIFY2(!hasOddSlots(some.counts), qPrintable(where));
    QCOMPARE(some.counts.recordsDropped, made.size() - kept.size());
    const auto begin = isOldest ? made.begin() : made.end() - std::ptrdiff_t(kept.size());
    QVERIFY2(std::equal(kept.begin(), kept.end(), begin), qPrintable(where));
  }

  AloneRuns m_alone;
};

QTEST_GUILESS_MAIN(RecordGroupsRunTest)
#include "record_groups_run_test.moc"
