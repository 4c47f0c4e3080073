// SPDX-License-Identifier: Apache-2.0
// Random kernels keep exactly the specified records with every strategy. The test instruments them,
// runs them on the CPU target and decodes their records.
#include <QtTest>

#include <random>

#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// A record without its time: kind and operation.
using What = std::pair<Kind, uint16_t>;

/// A kernel and the records of each of its warps, in order.
struct RandomKernel {
  std::string body;
  std::vector<What> records;
};

/// Writes scopes within loops within scopes. The order of the ids is that of the scope starts.
class KernelWriter {
public:
  explicit KernelWriter(uint32_t seed) : m_random(seed) {}

  RandomKernel write() {
    m_text = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
             "%t = gpu.thread_id x\n";
    std::vector<What> records = sequence(0);
    return {std::move(m_text), std::move(records)};
  }

private:
  uint32_t below(uint32_t end) {
    return std::uniform_int_distribution<uint32_t>(0, end - 1)(m_random);
  }

  std::vector<What> sequence(int depth) {
    std::vector<What> records;
    for (uint32_t i = 1 + below(3); i > 0; --i) {
      const std::vector<What> more = depth > 0 && below(3) == 0 ? loop(depth) : scope(depth);
      records.insert(records.end(), more.begin(), more.end());
    }
    return records;
  }

  std::vector<What> scope(int depth) {
    const uint16_t id = m_nextId++;
    const std::string name = "\"s" + std::to_string(id) + "\"\n";
    m_text += "proton.record start " + name;
    std::vector<What> records{{Kind::ScopeStart, id}};
    if (depth < 4 && below(2) == 0) {
      const std::vector<What> inner = sequence(depth + 1);
      records.insert(records.end(), inner.begin(), inner.end());
    } else {
      m_text += "gpu.barrier\n";
    }
    m_text += "proton.record end " + name;
    records.emplace_back(Kind::ScopeEnd, id);
    return records;
  }

  std::vector<What> loop(int depth) {
    const uint32_t rounds = 1 + below(depth == 1 ? 40 : 4);
    const std::string n = std::to_string(m_nextLoop++);
    m_text += "%n" + n + " = arith.constant " + std::to_string(rounds) + " : index\nscf.for %i" +
              n + " = %c0 to %n" + n + " step %c1 {\n";
    const std::vector<What> body = depth < 4 ? sequence(depth + 1) : scope(4);
    m_text += "}\n";
    std::vector<What> records;
    for (uint32_t i = 0; i < rounds; ++i)
      records.insert(records.end(), body.begin(), body.end());
    return records;
  }

  std::mt19937 m_random;
  std::string m_text;
  uint16_t m_nextId = 0;
  uint32_t m_nextLoop = 0;
};

/// The records of one unit.
struct UnitTrace {
  std::vector<What> records; ///< without those of the profile
  size_t handovers = 0;      ///< records of the profile
  SegmentCounts counts;
  std::vector<SlotGap> gaps;
  bool isInOrder = true; ///< cycles never decrease
};

/// Runs kernels on the CPU target and reads their blocks.
class Runner {
public:
  /// `hasProfile`: the last operation of the table is that of the handovers.
  explicit Runner(bool hasProfile) : m_hasProfile(hasProfile) {}

  /// Returns one UnitTrace per warp of every CTA. With `drains` false, the rings of a stream are
  /// drained only after the kernel has ended.
  Result<std::vector<UnitTrace>> run(const RandomKernel &kernel, const std::string &mode,
                                     uint32_t ctas, uint32_t threads, bool drains = true) const {
    PSTUDIO_TRY_ASSIGN(const test::DecodedRun run,
                       test::runAndDecode(kernel.body, mode, ctas, threads, {0, 0, 0, 0}, drains));
    std::vector<UnitTrace> units;
    for (const test::UnitRun &unit : run.units)
      units.push_back(traceOf(unit, run.operations.operations.size()));
    return units;
  }

private:
  UnitTrace traceOf(const test::UnitRun &run, size_t operations) const {
    UnitTrace unit;
    unit.counts = run.counts;
    unit.gaps = run.records.gaps;
    const std::vector<Record> &records = run.records.records;
    for (size_t i = 0; i < records.size(); ++i) {
      unit.isInOrder &= i == 0 || records[i].cycles >= records[i - 1].cycles;
      if (records[i].operation + 1u == operations && unit.counts.slotsWritten > 0 && m_hasProfile)
        ++unit.handovers;
      else
        unit.records.emplace_back(records[i].kind, records[i].operation);
    }
    return unit;
  }

  const bool m_hasProfile;
};

constexpr uint32_t kCtas = 3, kThreads = 70, kUnits = 9; // three warps each

} // namespace

class StrategiesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aRandomKernelKeepsTheRecordsThatItsStrategyPromises_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("keepsAll");
    for (const char *buffer : {"shared", "global"}) {
      for (const char *strategy : {"circular", "first"}) {
        const QString mode =
            QString("default:strategy=%1:slots=64:buffer_type=%2").arg(strategy, buffer);
        QTest::addRow("%s %s, in groups", strategy, buffer) << mode << false;
        QTest::addRow("%s %s, one by one", strategy, buffer) << mode + ":groups=off" << false;
      }
      for (int slots : {16, 64, 1024})
        QTest::addRow("stream %s %d", buffer, slots)
            << QString("default:strategy=stream:slots=%1:buffer_type=%2").arg(slots).arg(buffer)
            << true;
    }
    QTest::newRow("flush, all kept") << "default:strategy=flush:slots=65536" << true;
    QTest::newRow("flush, the newest") << "default:strategy=flush:slots=64" << false;
  }
  void aRandomKernelKeepsTheRecordsThatItsStrategyPromises() {
    QFETCH(QString, mode);
    QFETCH(bool, keepsAll);
    for (uint32_t i = 0; i < 3; ++i) {
      const uint32_t seed = 20261121 + i;
      const RandomKernel kernel = KernelWriter(seed).write();
      const std::string where = "seed " + std::to_string(seed) + ", " +
                                std::to_string(kernel.records.size()) + " records";
      const Runner runner(mode.contains("flush") || mode.contains("stream"));
      const auto units = runner.run(kernel, mode.toStdString(), kCtas, kThreads);
      QVERIFY2(units.has_value(), units ? "" : units.error().toString().c_str());
      QCOMPARE(units->size(), size_t{kUnits});
      for (const UnitTrace &unit : *units) {
        QVERIFY2(unit.isInOrder, where.c_str());
        checkUnit(unit, kernel, mode, keepsAll, where);
        if (QTest::currentTestFailed())
          return;
      }
    }
  }

  void aStreamThatNobodyDrainsDropsExactlyWhatHasNoRoom() {
    // 16 slots in a ring of chunks of 8 slots: there is space for 2 chunks.
    RandomKernel kernel = KernelWriter(7).write();
    while (kernel.records.size() < 200)
      kernel = KernelWriter(m_seed++).write();
    const Runner runner(true);
    const auto units = runner.run(
        kernel, "default:strategy=stream:when_full=drop:slots=16:buffer_type=shared", 1, 32, false);
    VERIFY_RESULT(units);
    const UnitTrace &unit = units->front();
    const uint64_t kept = unit.records.size() + unit.handovers;
    QVERIFY(kept < kernel.records.size());
    QCOMPARE(unit.gaps.size(), size_t{1});
    QCOMPARE(unit.gaps[0].slots, unit.counts.slotsDropped);
    QCOMPARE(unit.counts.slotsWritten - unit.counts.slotsDropped, uint64_t{16});
    for (size_t i = 0; i < unit.records.size(); ++i)
      QVERIFY(unit.records[i] == kernel.records[i]);
  }

private:
  static void checkUnit(const UnitTrace &unit, const RandomKernel &kernel, const QString &mode,
                        bool keepsAll, const std::string &where) {
    const std::vector<What> &all = kernel.records;
    QVERIFY2(unit.counts.malformed + unit.counts.unknown + unit.counts.unwritten == 0,
             where.c_str());
    if (keepsAll) {
      QVERIFY2(unit.records == all, where.c_str());
      QCOMPARE(unit.counts.slotsDropped, uint64_t{0});
      return;
    }
    if (mode.contains("groups=off")) {
      QCOMPARE(unit.counts.slotsWritten, uint64_t{all.size()});
      QCOMPARE(unit.counts.slotsDropped, uint64_t{all.size() > 64 ? all.size() - 64 : 0});
    }
    if (mode.contains("groups=off") || mode.contains("flush"))
      QVERIFY2(unit.records.size() + unit.handovers ==
                   std::min<size_t>(unit.counts.slotsWritten, 64),
               where.c_str());
    else { // a single record takes two slots, and three records in a group take two, too
      QCOMPARE(unit.counts.recordsKept, uint64_t{unit.records.size()});
      QCOMPARE(unit.counts.recordsKept + unit.counts.recordsDropped, uint64_t{all.size()});
      QVERIFY2(unit.records.size() >= std::min<size_t>(all.size(), 64 / 2 - 2), where.c_str());
    }
    const bool isOldest = mode.contains("first");
    const size_t begin = isOldest ? 0 : all.size() - unit.records.size();
    for (size_t i = 0; i < unit.records.size(); ++i)
      QVERIFY2(unit.records[i] == all[begin + i], where.c_str());
  }

  uint32_t m_seed = 100;
};

QTEST_GUILESS_MAIN(StrategiesTest)
#include "strategies_test.moc"
