// SPDX-License-Identifier: Apache-2.0
// Random programs of scopes and values, in loops and under divergence, record exactly the values
// that each strategy and granularity specifies, of every type. The result of the kernel does not
// depend on the mode.
#include <QtTest>

#include <algorithm>
#include <random>
#include <tuple>

#include "core/record/recording_units.h"
#include "core/record/value_type.h"
#include "core/run/instrumentation_mode.h"
#include "tests/collector/codegen/cpu/processors.h"
#include "tests/collector/decoded_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kThreads = 166; // five complete warps and one of six lanes
constexpr uint32_t kCtas = 2;

/// A part of a program.
struct Part {
  enum class Kind : uint8_t { Scope, Value, Loop, LanesFrom };
  Kind kind = Kind::Scope;
  uint32_t number = 0; ///< of the scope or value, iterations, first lane
  ValueType type = ValueType::I32;
  std::vector<Part> inner;
};

/// Creates programs of at most `depth` levels.
class ProgramMaker {
public:
  explicit ProgramMaker(uint32_t seed) : m_random(seed) {}

  std::vector<Part> parts(int depth) {
    std::vector<Part> made;
    for (uint32_t i = 1 + m_random() % 3; i > 0; --i)
      made.push_back(part(depth));
    return made;
  }

private:
  Part part(int depth) {
    const uint32_t choice = depth == 0 ? 0 : m_random() % 8;
    Part made;
    if (choice < 3) {
      made.kind = Part::Kind::Value;
      made.number = m_names++;
      made.type = static_cast<ValueType>(m_random() % kValueTypeNames.size());
      return made;
    }
    if (choice < 5) {
      made.number = m_names++;
    } else if (choice < 7) {
      made.kind = Part::Kind::Loop;
      made.number = m_random() % 5;
    } else {
      made.kind = Part::Kind::LanesFrom;
      made.number = 1 + m_random() % (kLanes - 1);
    }
    made.inner = parts(depth - 1);
    return made;
  }

  std::mt19937 m_random;
  uint32_t m_names = 0;
};

/// The number that a thread records for a value. It depends on thread, iteration and value. f16 and
/// bf16 have few bits, so their numbers are small integers.
int64_t numberAt(const Part &value, uint32_t cta, uint32_t thread, uint32_t round) {
  if (value.type == ValueType::F16 || value.type == ValueType::BF16)
    return (thread + value.number + round) % 251;
  const int64_t number = int64_t{cta} * 100000 + thread * 100 + value.number * 7 + round - 50000;
  return value.type == ValueType::I64 ? number << 33 : number;
}

/// Writes the program as the body of a kernel.
class Text {
public:
  std::string write(const std::vector<Part> &parts) {
    m_text = "  %t = gpu.thread_id x\n  %c0 = arith.constant 0 : index\n"
             "  %c1 = arith.constant 1 : index\n  %c32 = arith.constant 32 : index\n"
             "  %c100 = arith.constant 100 : index\n  %c251 = arith.constant 251 : index\n"
             "  %c33 = arith.constant 33 : i64\n  %many = arith.constant 100000 : index\n"
             "  %less = arith.constant -50000 : index\n"
             "  %lane = arith.remui %t, %c32 : index\n  %cta = gpu.block_id x\n"
             "  %far = arith.muli %cta, %many : index\n  %tt = arith.muli %t, %c100 : index\n"
             "  %own0 = arith.addi %far, %tt : index\n"
             "  %own = arith.addi %own0, %less : index\n";
    add(parts, "%c0");
    return m_text + "  %size = gpu.block_dim x\n  %start = arith.muli %cta, %size : index\n"
                    "  %at = arith.addi %start, %t : index\n"
                    "  %x = memref.load %A[%at] : memref<512xf32>\n"
                    "  %y = arith.addf %x, %x : f32\n"
                    "  memref.store %y, %A[%at] : memref<512xf32>\n"
                    "  gpu.barrier\n"; // no lane returns while others record
  }

private:
  void add(const std::vector<Part> &parts, const std::string &round) {
    for (const Part &part : parts)
      add(part, round);
  }

  void add(const Part &part, const std::string &round) {
    const std::string n = std::to_string(m_names++);
    switch (part.kind) {
    case Part::Kind::Value:
      return addValue(part, round, n);
    case Part::Kind::Scope:
      m_text += "  proton.record start \"s" + std::to_string(part.number) + "\"\n";
      add(part.inner, round);
      m_text += "  proton.record end \"s" + std::to_string(part.number) + "\"\n";
      return;
    case Part::Kind::Loop:
      m_text += "  %b" + n + " = arith.constant " + std::to_string(part.number) + " : index\n" +
                "  scf.for %i" + n + " = %c0 to %b" + n + " step %c1 {\n";
      add(part.inner, "%i" + n);
      break;
    case Part::Kind::LanesFrom:
      m_text += "  %b" + n + " = arith.constant " + std::to_string(part.number) + " : index\n" +
                "  %p" + n + " = arith.cmpi uge, %lane, %b" + n + " : index\n  scf.if %p" + n +
                " {\n";
      add(part.inner, round);
    }
    m_text += "  }\n";
  }

  /// Adds the number of numberAt() in its type.
  void addValue(const Part &part, const std::string &round, const std::string &n) {
    const bool isSmall = part.type == ValueType::F16 || part.type == ValueType::BF16;
    const std::string type(nameOf(part.type));
    m_text += "  %o" + n + " = arith.constant " + std::to_string(part.number * (isSmall ? 1 : 7)) +
              " : index\n  %r" + n + " = arith.addi %o" + n + ", " + round + " : index\n" + "  %u" +
              n + " = arith.addi " + (isSmall ? "%t" : "%own") + ", %r" + n + " : index\n";
    if (isSmall)
      m_text += "  %m" + n + " = arith.remui %u" + n + ", %c251 : index\n";
    const bool isWide = part.type == ValueType::I64 || part.type == ValueType::F64;
    const std::string integer = isWide ? "i64" : "i32";
    m_text += "  %w" + n + " = arith.index_cast " + (isSmall ? "%m" : "%u") + n + " : index to " +
              integer + "\n";
    if (part.type == ValueType::I32)
      m_text += "  %v" + n + " = arith.addi %w" + n + ", %w" + n + " : i32\n" + // folded away
                "  %z" + n + " = arith.subi %v" + n + ", %w" + n + " : i32\n";
    else if (part.type == ValueType::I64)
      m_text += "  %z" + n + " = arith.shli %w" + n + ", %c33 : i64\n";
    else
      m_text += "  %z" + n + " = arith.sitofp %w" + n + " : " + integer + " to " + type + "\n";
    m_text +=
        "  proton.value \"v" + std::to_string(part.number) + "\", %z" + n + " : " + type + "\n";
  }

  std::string m_text;
  uint32_t m_names = 0;
};

/// A recorded value without its time.
struct Seen {
  uint32_t number = 0;
  uint32_t lane = 0;
  double value = 0;
  bool operator==(const Seen &) const = default;
};

/// The values that lanes `begin` to `end` of a warp record if they diverge only where the program
/// requires it.
class Expected {
public:
  Expected(uint32_t cta, uint32_t firstThread, uint32_t begin, uint32_t end)
      : m_cta(cta), m_firstThread(firstThread), m_end(end) {
    m_begin = begin;
  }

  std::vector<Seen> of(const std::vector<Part> &parts) {
    visit(parts, m_begin, 0);
    return std::move(m_seen);
  }

private:
  void visit(const std::vector<Part> &parts, uint32_t lowest, uint32_t round) {
    for (const Part &part : parts)
      visit(part, lowest, round);
  }

  void visit(const Part &part, uint32_t lowest, uint32_t round) {
    switch (part.kind) {
    case Part::Kind::Value:
      m_seen.push_back({part.number, lowest,
                        static_cast<double>(numberAt(part, m_cta, m_firstThread + lowest, round))});
      return;
    case Part::Kind::Scope:
      return visit(part.inner, lowest, round);
    case Part::Kind::Loop:
      for (uint32_t i = 0; i < part.number; ++i)
        visit(part.inner, lowest, i);
      return;
    case Part::Kind::LanesFrom:
      if (std::max(lowest, part.number) < m_end)
        visit(part.inner, std::max(lowest, part.number), round);
    }
  }

  uint32_t m_cta, m_firstThread, m_begin = 0, m_end;
  std::vector<Seen> m_seen;
};

std::vector<Seen> valuesOf(const UnitRecords &unit, const OperationTable &table) {
  std::vector<Seen> seen;
  for (const Record &record : unit.records)
    if (record.kind == Kind::Value) {
      const Operation &operation = table.operations[record.operation];
      seen.push_back({static_cast<uint32_t>(std::stoul(operation.name.substr(1))), record.lane,
                      numberOf(operation.type, record.payload)});
    }
  return seen;
}

std::string textOf(const std::vector<Seen> &values) {
  std::string text;
  for (const Seen &seen : values)
    text += "v" + std::to_string(seen.number) + " of lane " + std::to_string(seen.lane) + " = " +
            std::to_string(seen.value) + "\n";
  return text;
}

/// Whether lanes may diverge in a loop. On the CPU target, lanes that skip a branch may then be
/// iterations ahead of others: a value that lanes execute together on a GPU is recorded once for
/// each group of lanes.
bool mayPart(const std::vector<Part> &parts, bool isInLoop = false) {
  return std::ranges::any_of(parts, [&](const Part &part) {
    return (isInLoop && part.kind == Part::Kind::LanesFrom) ||
           mayPart(part.inner, isInLoop || part.kind == Part::Kind::Loop);
  });
}

/// Whether the values of `lane` in `kept` are a subsequence of `own`, all values that the lane
/// executes.
bool isInOrderOf(const std::vector<Seen> &kept, uint32_t lane, const std::vector<Seen> &own) {
  auto next = own.begin();
  for (const Seen &seen : kept) {
    if (seen.lane != lane)
      continue;
    next = std::find(next, own.end(), seen);
    if (next == own.end())
      return false;
    ++next;
  }
  return true;
}

/// Whether `kept` contains all values of `all`, in any order.
bool areAllIn(const std::vector<Seen> &all, const std::vector<Seen> &kept) {
  const auto isBefore = [](const Seen &a, const Seen &b) {
    return std::tie(a.number, a.lane, a.value) < std::tie(b.number, b.lane, b.value);
  };
  std::vector<Seen> sortedAll = all, sortedKept = kept;
  std::ranges::sort(sortedAll, isBefore);
  std::ranges::sort(sortedKept, isBefore);
  return std::ranges::includes(sortedKept, sortedAll, isBefore);
}

/// Whether `kept` are the first, or the last, values of `all`.
bool isEndOf(const std::vector<Seen> &kept, const std::vector<Seen> &all, bool first) {
  if (kept.size() > all.size())
    return false;
  const auto begin = first ? all.begin() : all.end() - static_cast<std::ptrdiff_t>(kept.size());
  return std::equal(kept.begin(), kept.end(), begin);
}

} // namespace

class RecordedValuesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void valuesAreThoseThatStrategyAndGranularityPromise_data() {
    QTest::addColumn<QString>("mode");
    const char *strategies[] = {"strategy=circular:slots=8192",
                                "strategy=circular:slots=32",
                                "strategy=circular:buffer_type=shared:slots=16",
                                "strategy=first:slots=8192",
                                "strategy=first:slots=32",
                                "strategy=first:buffer_type=shared:slots=16",
                                "strategy=flush:slots=8192",
                                "strategy=flush:slots=64",
                                "strategy=stream:slots=64"};
    for (const char *granularity :
         {"thread", "warp", "warp_2", "warp_4", "warp_8", "warp_group", "warp_group_2", "cta"})
      for (const char *strategy : strategies)
        QTest::addRow("%s %s", granularity, strategy)
            << QString("default:granularity=%1:%2").arg(granularity, strategy);
  }
  void valuesAreThoseThatStrategyAndGranularityPromise() {
    QFETCH(QString, mode);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const uint32_t seed = std::random_device{}();
    qInfo("seed %u", seed);
    const std::vector<Part> program = ProgramMaker(seed).parts(4);
    const std::string body = Text().write(program);
    const std::vector<float> numbers(512, 1.5f);
    const auto run = test::runAndDecode(body, mode.toStdString(), kCtas, kThreads, numbers);
    if (!run && mode.contains("granularity=thread") && mode.contains("shared"))
      QSKIP("the segments of all threads do not fit beside the kernel");
    VERIFY_RESULT(run);
    const auto plain = test::runAndDecode(body, "none", kCtas, kThreads, numbers);
    VERIFY_RESULT(plain);
    QVERIFY(run->arguments == plain->arguments);
    compare(*run, program, *parsed);
  }

  void valuesAreTheSameOnEveryProcessor_data() { test::addProcessors(); }
  void valuesAreTheSameOnEveryProcessor() {
    QFETCH(QString, processor);
    SKIP_UNLESS_RUNNABLE(processor);
    const auto parsed = InstrumentationMode::parse("default:granularity=thread:slots=8192");
    VERIFY_RESULT(parsed);
    const std::vector<float> numbers(512, 1.5f);
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      const std::vector<Part> program = ProgramMaker(seed).parts(4);
      const auto run =
          test::runAndDecode(Text().write(program), "default:granularity=thread:slots=8192", kCtas,
                             kThreads, numbers, true, processor.toStdString());
      VERIFY_RESULT(run);
      compare(*run, program, *parsed);
    }
  }

  void pairsAreNeverTornWhereASegmentIsFull_data() {
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<int>("others"); // records of one slot before the values
    for (const char *strategy : {"circular", "first"})
      for (int others = 0; others < 6; ++others)
        QTest::addRow("%s behind %d", strategy, others) << strategy << others;
  }
  void pairsAreNeverTornWhereASegmentIsFull() {
    QFETCH(QString, strategy);
    QFETCH(int, others);
    // 16 slots: values of 3 slots and of 2 slots end at every position before, at and after the
    // end.
    std::string body = "  %t = gpu.thread_id x\n  %n = arith.index_cast %t : index to i32\n";
    for (int i = 0; i < others; ++i)
      body += "  proton.record start \"s" + std::to_string(i) + "\"\n";
    for (int i = 0; i < 5; ++i)
      body += "  proton.value \"wide\", %t : index\n  proton.value \"narrow\", %n : i32\n";
    for (int i = 0; i < others; ++i)
      body += "  proton.record end \"s" + std::to_string(i) + "\"\n";
    for (const char *buffer : {"shared", "global"})
      for (const char *groups : {"off", "safe"}) {
        const QString mode =
            QString("default:strategy=%1:slots=16:buffer_type=%2:granularity=warp:groups=%3")
                .arg(strategy, buffer, groups);
        const auto run = test::runAndDecode(body, mode.toStdString(), 1, 32, {0, 0, 0, 0});
        VERIFY_RESULT(run);
        const SegmentCounts &counts = run->units[0].counts;
        // Groups begin at even slots, so that a value after a group may have a slot of padding.
        const uint64_t slots = 25 + 2 * static_cast<uint64_t>(others);
        QVERIFY(counts.slotsWritten == slots ||
                (groups == QByteArrayView("safe") && counts.slotsWritten <= slots + 5));
        QCOMPARE(counts.malformed + counts.unknown + counts.unwritten, uint64_t{0});
        QVERIFY(counts.recordsKept > 0);
        for (const Seen &seen : valuesIn(*run))
          QCOMPARE(seen.value, 0.0);
      }
  }

private:
  static std::vector<Seen> valuesIn(const test::DecodedRun &run) {
    std::vector<Seen> seen;
    for (const Record &record : run.units[0].records.records)
      if (record.kind == Kind::Value)
        seen.push_back(
            {0, record.lane,
             numberOf(run.operations.operations[record.operation].type, record.payload)});
    return seen;
  }

  static void compare(const test::DecodedRun &run, const std::vector<Part> &program,
                      const InstrumentationMode &mode) {
    const RecordingUnits units(mode.granularity, kThreads, kLanes, mode.warps);
    if (run.units.empty()) {
      QVERIFY(Expected(0, 0, 0, 1).of(program).empty());
      return;
    }
    QCOMPARE(run.units.size(), size_t{units.count()} * kCtas);
    for (uint32_t i = 0; i < run.units.size(); ++i) {
      const uint32_t cta = i / units.count(), unit = i % units.count();
      const bool isThread = mode.granularity == Granularity::Thread;
      const uint32_t warp = isThread ? units.number(unit) / kLanes : units.recorders()[unit];
      const uint32_t first = warp * kLanes;
      const uint32_t begin = isThread ? units.number(unit) % kLanes : 0;
      const uint32_t end = isThread ? begin + 1 : std::min(kLanes, kThreads - first);
      const auto executedBy = [&](uint32_t from, uint32_t to) {
        return Expected(cta, first, from, to).of(program);
      };
      const std::vector<Seen> kept = valuesOf(run.units[i].records, run.operations);
      if (isThread || !mayPart(program)) {
        compareUnit(run.units[i], kept, executedBy(begin, end), mode);
      } else {
        // The lowest lane that executes a value is always the lowest of its group.
        QVERIFY(run.units[i].counts.slotsDropped > 0 || areAllIn(executedBy(begin, end), kept));
        for (uint32_t lane = begin; lane < end; ++lane)
          QVERIFY(isInOrderOf(kept, lane, executedBy(lane, lane + 1)));
      }
      if (QTest::currentTestFailed())
        return;
      checkCounts(run.units[i].counts, mode);
    }
  }

  static void compareUnit(const test::UnitRun &unit, const std::vector<Seen> &kept,
                          const std::vector<Seen> &all, const InstrumentationMode &mode) {
    const bool isFirst = mode.strategy == InstrumentationMode::Strategy::First;
    QVERIFY2(isEndOf(kept, all, isFirst), (textOf(kept) + "of " + textOf(all)).c_str());
    QVERIFY(unit.counts.slotsDropped > 0 || kept == all);
  }

  static void checkCounts(const SegmentCounts &counts, const InstrumentationMode &mode) {
    QCOMPARE(counts.malformed + counts.unknown + counts.unwritten, uint64_t{0});
    QVERIFY(counts.slotsDropped == 0 ||
            (mode.slotsPerUnit < 8192 && mode.strategy != InstrumentationMode::Strategy::Stream));
  }
};

QTEST_GUILESS_MAIN(RecordedValuesTest)
#include "recorded_values_test.moc"
