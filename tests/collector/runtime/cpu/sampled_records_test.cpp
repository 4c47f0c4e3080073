// SPDX-License-Identifier: Apache-2.0
// Random scope trees in loops and under divergence write exactly the records that granularity and
// sampling select. The result of the kernel does not depend on the mode.
#include <QtTest>

#include <bit>
#include <random>

#include "core/record/block_reader.h"
#include "core/record/record_layout.h"
#include "core/record/recording_units.h"
#include "core/record/segment_decoder.h"
#include "core/trace/notes.h"
#include "tests/collector/kernel_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using test::argument;

namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kThreads = 200; // six complete warps and one of eight lanes
constexpr uint32_t kWarps = 7;
constexpr uint32_t kCtas = 5;

/// A record without its time: kind, operation, lanes (0: all lanes that have not returned).
using What = std::tuple<Kind, uint32_t, uint32_t>;

/// A part of a kernel: a scope, a loop, or code of the first lanes or warps only.
struct Part {
  enum class Kind : uint8_t { Scope, Loop, FirstLanes, FirstWarps };
  Kind kind = Kind::Scope;
  uint32_t number = 0; ///< id of the scope, iterations, lanes, warps
  std::vector<Part> inner;
};

/// Creates trees of at most `depth` levels.
class TreeMaker {
public:
  explicit TreeMaker(uint32_t seed) : m_random(seed) {}

  std::vector<Part> parts(int depth) {
    std::vector<Part> made;
    const uint32_t count = depth == 0 ? 0 : 1 + m_random() % 3;
    for (uint32_t i = 0; i < count; ++i)
      made.push_back(part(depth));
    return made;
  }

private:
  Part part(int depth) {
    Part made;
    const uint32_t choice = m_random() % 8;
    if (choice < 4) {
      made.number = m_scopes++;
    } else if (choice < 6) {
      made.kind = Part::Kind::Loop;
      // Excludes one iteration: the compiler removes such a loop, which then has no iterations to
      // count.
      made.number = m_random() % 5;
      made.number += made.number > 0 ? 1 : 0;
    } else {
      made.kind = choice == 6 ? Part::Kind::FirstLanes : Part::Kind::FirstWarps;
      made.number = 1 + m_random() % (choice == 6 ? kLanes - 1 : kWarps - 1);
    }
    made.inner = parts(depth - 1);
    return made;
  }

  std::mt19937 m_random;
  uint32_t m_scopes = 0;
};

/// Writes the tree as the body of a kernel.
class Text {
public:
  std::string write(const std::vector<Part> &parts) {
    m_text = "  %t = gpu.thread_id x\n  %c0 = arith.constant 0 : index\n"
             "  %c1 = arith.constant 1 : index\n  %c32 = arith.constant 32 : index\n"
             "  %lane = arith.remui %t, %c32 : index\n";
    for (const Part &part : parts)
      add(part);
    return m_text + "  %cta = gpu.block_id x\n  %size = gpu.block_dim x\n"
                    "  %start = arith.muli %cta, %size : index\n"
                    "  %at = arith.addi %start, %t : index\n"
                    "  %x = memref.load %A[%at] : memref<1024xf32>\n"
                    "  %y = arith.addf %x, %x : f32\n"
                    "  memref.store %y, %A[%at] : memref<1024xf32>\n"
                    "  gpu.barrier\n"; // no lane returns while others record
  }

private:
  void add(const Part &part) {
    if (part.kind == Part::Kind::Scope)
      return addScope(part);
    const std::string n = std::to_string(m_names++);
    const bool isWarps = part.kind == Part::Kind::FirstWarps;
    const uint32_t bound = part.number * (isWarps ? kLanes : 1);
    m_text += "  %b" + n + " = arith.constant " + std::to_string(bound) + " : index\n";
    if (part.kind == Part::Kind::Loop)
      m_text += "  scf.for %i" + n + " = %c0 to %b" + n + " step %c1 {\n";
    else
      m_text += "  %p" + n + " = arith.cmpi ult, " + (isWarps ? "%t" : "%lane") + ", %b" + n +
                " : index\n  scf.if %p" + n + " {\n";
    for (const Part &inner : part.inner)
      add(inner);
    m_text += "  }\n";
  }

  void addScope(const Part &part) {
    const std::string name = " \"s" + std::to_string(part.number) + "\"\n";
    m_text += "  proton.record start" + name;
    for (const Part &inner : part.inner)
      add(inner);
    m_text += "  proton.record end" + name;
  }

  std::string m_text;
  uint32_t m_names = 0;
};

/// The records of one lane for a tree.
class LaneRecords {
public:
  LaneRecords(uint32_t thread, uint32_t every) : m_thread(thread), m_every(every) {}

  std::vector<What> of(const std::vector<Part> &parts) {
    visit(parts, 0);
    return std::move(m_records);
  }

private:
  void visit(const std::vector<Part> &parts, uint32_t iteration) {
    for (const Part &part : parts)
      visit(part, iteration);
  }

  /// `iteration` is that of the innermost enclosing loop.
  void visit(const Part &part, uint32_t iteration) {
    switch (part.kind) {
    case Part::Kind::Scope:
      record(Kind::ScopeStart, part, iteration);
      visit(part.inner, iteration);
      return record(Kind::ScopeEnd, part, iteration);
    case Part::Kind::Loop:
      for (uint32_t i = 0; i < part.number; ++i)
        visit(part.inner, i);
      return;
    case Part::Kind::FirstLanes:
      if (m_thread % kLanes < part.number)
        visit(part.inner, iteration);
      return;
    case Part::Kind::FirstWarps:
      if (m_thread / kLanes < part.number)
        visit(part.inner, iteration);
    }
  }

  void record(Kind kind, const Part &part, uint32_t iteration) {
    if (iteration % m_every == 0)
      m_records.emplace_back(kind, part.number, 0u);
  }

  const uint32_t m_thread;
  const uint32_t m_every;
  std::vector<What> m_records;
};

/// The records of a unit that include this lane.
std::vector<What> partOf(const std::vector<What> &records, uint32_t lane) {
  std::vector<What> part;
  for (const auto &[kind, number, mask] : records)
    if (mask == 0 || (mask >> lane & 1) != 0)
      part.emplace_back(kind, number, 0u);
  return part;
}

struct alignas(kBlockAlignment) Line {
  std::byte bytes[kBlockAlignment];
};

/// Result of a launch.
struct Left {
  std::vector<float> result;
  std::vector<BlockHeader> headers;                    ///< by block
  std::vector<std::vector<std::vector<What>>> records; ///< by block and unit
};

/// Identifies scopes by the number in their names, because unreachable scopes have no id.
std::vector<What> whatIs(const std::vector<Record> &records, const OperationTable &table) {
  std::vector<What> what;
  for (const Record &record : records)
    what.emplace_back(record.kind, std::stoul(table.operations[record.operation].name.substr(1)),
                      record.partial ? record.laneMask : 0);
  return what;
}

Result<Left> run(const std::string &body, const InstrumentationMode &mode) {
  const std::string source = test::kernelSource("%A: memref<1024xf32>", body);
  PSTUDIO_TRY_ASSIGN(test::CompiledKernel kernel, test::compile(source, mode.toString(), kThreads));
  const uint64_t size = blockBytes(kernel.instrumented.unitCount, kernel.instrumented.slotsPerUnit,
                                   kernel.instrumented.operations.isGrouped());
  const uint64_t blocks = mode.ctas.isEmpty() ? kCtas : mode.ctas.countBelow(kCtas);
  std::vector<Line> lines(size / kBlockAlignment * blocks);
  Left left;
  left.result.assign(1024, 1.5f);
  std::vector<cpu::KernelArgument> arguments{argument("A", left.result)};
  const bool records = kernel.instrumented.unitCount > 0;
  if (records)
    arguments.push_back({"profile", reinterpret_cast<uint64_t>(lines.data()), 0, {}, 1});
  PSTUDIO_TRY(launch(test::request(kernel, {kCtas, 1, 1}, {kThreads, 1, 1}, std::move(arguments))));
  const auto bytes = std::as_bytes(std::span(lines));
  for (uint32_t i = 0; records && i < blocks; ++i) {
    const auto block = bytes.subspan(i * size, size);
    const uint32_t cta = mode.ctas.isEmpty() ? i : mode.ctas.at(i);
    const auto header = readBlockHeader(block, {{cta, 0, 0}, Nanoseconds(0)});
    if (!header)
      return fail(ErrorCode::InvalidFormat, makeNote(noteOf(header.error())).message);
    left.headers.push_back(*header);
    auto &units = left.records.emplace_back();
    for (uint32_t unit = 0; unit < header->unitCount; ++unit) {
      std::vector<Record> decoded;
      const Segment segment =
          segmentOf(block, *header, unit, kernel.instrumented.operations.groups);
      PSTUDIO_TRY_ASSIGN(const SegmentCounts counts, decodeSegment(segment, decoded));
      if (counts.slotsDropped > 0 || !segment.finalized)
        return fail(ErrorCode::InvalidFormat, "a unit is not whole");
      units.push_back(whatIs(decoded, kernel.instrumented.operations));
    }
  }
  return left;
}

} // namespace

class SampledRecordsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void recordsAreThoseOfTheGranularityAndTheSampling_data() {
    QTest::addColumn<QString>("mode");
    for (const char *granularity : {"thread", "warp", "warp_2", "warp_4", "warp_8", "warp_group",
                                    "warp_group_2", "warp_group_8", "cta"})
      for (const char *sampling :
           {"", ":warps=1,4-6", ":ctas=1,3-4", ":every=2", ":warps=2-3:ctas=0,4:every=3"}) {
        const QString mode =
            QString("default:slots=8192:granularity=%1%2").arg(granularity, sampling);
        QTest::addRow("%s%s", granularity, sampling) << mode;
        QTest::addRow("shared %s%s", granularity, sampling)
            << QString("default:buffer_type=shared:slots=32:granularity=%1%2")
                   .arg(granularity, sampling);
      }
  }
  void recordsAreThoseOfTheGranularityAndTheSampling() {
    QFETCH(QString, mode);
    const auto parsed = InstrumentationMode::parse(mode.toStdString());
    VERIFY_RESULT(parsed);
    const bool isShared = parsed->bufferType == InstrumentationMode::BufferType::Shared;
    if (isShared && parsed->granularity == Granularity::Thread)
      QSKIP("200 segments of 32 slots do not fit beside the kernel");
    const uint32_t seed = std::random_device{}();
    qInfo("seed %u", seed);
    // A shared segment of 32 slots holds only small trees.
    const std::vector<Part> tree = TreeMaker(seed).parts(isShared ? 1 : 4);
    const std::string body = Text().write(tree);
    const auto left = run(body, *parsed);
    VERIFY_RESULT(left);
    InstrumentationMode none;
    none.enabled = false;
    const auto plain = run(body, none);
    VERIFY_RESULT(plain);
    QVERIFY(left->result == plain->result);
    compare(*left, tree, *parsed);
  }

private:
  static void compare(const Left &left, const std::vector<Part> &tree,
                      const InstrumentationMode &mode) {
    const RecordingUnits units(mode.granularity, kThreads, kLanes, mode.warps);
    for (size_t block = 0; block < left.records.size(); ++block) {
      QCOMPARE(size_t{units.count()}, left.records[block].size());
      QVERIFY(left.headers[block].granularity == mode.granularity);
      for (uint32_t unit = 0; unit < units.count(); ++unit)
        compareUnit(left.records[block][unit], units, unit, tree, mode);
    }
  }

  /// The lanes of a warp may record in any grouping. Each lane must have all its records and no
  /// others.
  static void compareUnit(const std::vector<What> &records, const RecordingUnits &units,
                          uint32_t unit, const std::vector<Part> &tree,
                          const InstrumentationMode &mode) {
    const bool isThread = mode.granularity == Granularity::Thread;
    const uint32_t first = isThread ? units.number(unit) : units.recorders()[unit] * kLanes;
    const uint32_t end = isThread ? first + 1 : std::min(first + kLanes, kThreads);
    for (uint32_t thread = first; thread < end; ++thread)
      QVERIFY2(partOf(records, thread % kLanes) == LaneRecords(thread, mode.every).of(tree),
               units.name(unit).c_str());
  }
};

QTEST_GUILESS_MAIN(SampledRecordsTest)
#include "sampled_records_test.moc"
