// SPDX-License-Identifier: Apache-2.0
// Random kernels keep exactly the records that they should, with every strategy: they are
// instrumented, run on the CPU target and decoded.
#include <QTemporaryDir>
#include <QtTest>

#include <random>

#include "collector/session/stream_drainer.h"
#include "core/base/file_bytes.h"
#include "core/record/block_reader.h"
#include "core/record/stream_decoder.h"
#include "tests/collector/kernel_runner.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;

namespace {

/// A record without its time: kind and operation.
using What = std::pair<Kind, uint16_t>;

/// A kernel and what each warp of it records, in order.
struct RandomKernel {
  std::string body;
  std::vector<What> records;
};

/// Writes scopes within loops within scopes. Ids are given in the order of the starts.
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

/// What one unit left.
struct UnitTrace {
  std::vector<What> records; ///< without those of the profile
  size_t handovers = 0;      ///< records of the profile
  SegmentCounts counts;
  std::vector<SlotGap> gaps;
  bool isInOrder = true; ///< cycles never step back
};

struct alignas(kBlockAlignment) Line {
  std::byte bytes[kBlockAlignment];
};

/// Runs kernels on the CPU target and reads their blocks.
class Runner {
public:
  /// One UnitTrace per warp of every CTA. With `drains` false nobody empties the rings of a stream
  /// until the kernel has ended.
  Result<std::vector<UnitTrace>> run(const RandomKernel &kernel, const std::string &mode,
                                     uint32_t ctas, uint32_t threads, bool drains = true) {
    PSTUDIO_TRY_ASSIGN(
        test::CompiledKernel compiled,
        test::compile(test::kernelSource("%A: memref<4xf32>", kernel.body), mode, threads));
    m_scopes = compiled.instrumented.operations.operations.size();
    const InstrumentedKernel &shape = compiled.instrumented;
    std::vector<Line> lines(shape.blockBytes / kBlockAlignment * ctas);
    const std::span<std::byte> blocks(lines.data()->bytes, lines.size() * sizeof(Line));
    const QTemporaryDir folder;
    const std::filesystem::path log = folder.filePath("log").toStdString();
    std::unique_ptr<StreamDrainer> drainer;
    if (shape.stream && drains) {
      PSTUDIO_TRY_ASSIGN(drainer, start(blocks, shape, log, ctas));
    }
    std::vector<float> a(4);
    std::vector<cpu::KernelArgument> arguments{
        test::argument("A", a), {"profile", reinterpret_cast<uint64_t>(blocks.data()), 0, {}, 1}};
    PSTUDIO_TRY(launch(test::request(compiled, {ctas, 1, 1}, {threads, 1, 1}, std::move(arguments)))
                    .map([](const cpu::LaunchResult &) {}));
    if (!shape.stream)
      return readBlocks(blocks, ctas);
    if (!drainer) {
      PSTUDIO_TRY_ASSIGN(drainer, start(blocks, shape, log, ctas));
    }
    PSTUDIO_TRY(drainer->finish());
    return readLog(log, ctas);
  }

private:
  static Result<std::unique_ptr<StreamDrainer>> start(std::span<std::byte> blocks,
                                                      const InstrumentedKernel &shape,
                                                      const std::filesystem::path &log,
                                                      uint32_t ctas) {
    LaunchCapture capture;
    capture.operations = shape.operations;
    capture.grid = {ctas, 1, 1};
    PSTUDIO_TRY_ASSIGN(StreamLogWriter writer, StreamLogWriter::make(log, capture, {}));
    return std::make_unique<StreamDrainer>(blocks, *shape.stream, std::move(writer));
  }

  Result<std::vector<UnitTrace>> readBlocks(std::span<const std::byte> blocks, uint32_t ctas) {
    std::vector<UnitTrace> units;
    const size_t bytes = blocks.size() / ctas;
    for (uint32_t cta = 0; cta < ctas; ++cta) {
      const auto block = blocks.subspan(cta * bytes, bytes);
      const auto header = readBlockHeader(block, {{cta, 0, 0}, Nanoseconds(0)});
      if (!header)
        return fail(ErrorCode::InvalidFormat, std::string(describe(header.error()).message));
      for (uint32_t i = 0; i < header->unitCount; ++i) {
        std::vector<Record> records;
        UnitTrace unit;
        PSTUDIO_TRY_ASSIGN(unit.counts, decodeSegment(segmentOf(block, *header, i), records));
        unwrapClocks(records, header->clockBounds(), unit.counts.slotsDropped > 0);
        units.push_back(fill(std::move(unit), records));
      }
    }
    return units;
  }

  Result<std::vector<UnitTrace>> readLog(const std::filesystem::path &file, uint32_t ctas) {
    PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file));
    PSTUDIO_TRY_ASSIGN(const StreamLog log, StreamLog::read(bytes.bytes()));
    if (log.isCutOff())
      return fail(ErrorCode::InvalidFormat, "the log is cut off");
    std::vector<UnitTrace> units;
    for (uint32_t cta = 0; cta < ctas; ++cta) {
      const auto header = readBlockHeader(log.block(cta), {{cta, 0, 0}, Nanoseconds(0)});
      if (!header)
        return fail(ErrorCode::InvalidFormat, std::string(describe(header.error()).message));
      for (uint32_t i = 0; i < header->unitCount; ++i) {
        UnitRecords records;
        UnitTrace unit;
        const Segment segment = segmentOf(log.block(cta), *header, i);
        unit.counts =
            decodeStreamedUnit(log.chunks(cta, i), segment.written, header->clockBounds(), records)
                .segments;
        unit.gaps = records.gaps;
        units.push_back(fill(std::move(unit), records.records));
      }
    }
    return units;
  }

  UnitTrace fill(UnitTrace unit, const std::vector<Record> &records) const {
    for (size_t i = 0; i < records.size(); ++i) {
      unit.isInOrder &= i == 0 || records[i].cycles >= records[i - 1].cycles;
      if (records[i].operation + 1u == m_scopes && unit.counts.slotsWritten > 0 && m_hasProfile)
        ++unit.handovers;
      else
        unit.records.emplace_back(records[i].kind, records[i].operation);
    }
    return unit;
  }

public:
  /// The last operation of the table is that of the handovers.
  bool m_hasProfile = false;

private:
  size_t m_scopes = 0;
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
      QTest::addRow("circular %s", buffer)
          << QString("default:strategy=circular:slots=64:buffer_type=%1").arg(buffer) << false;
      QTest::addRow("first %s", buffer)
          << QString("default:strategy=first:slots=64:buffer_type=%1").arg(buffer) << false;
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
      Runner runner;
      const bool isHalved = mode.contains("flush") || mode.contains("stream");
      runner.m_hasProfile = isHalved;
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
    // 16 slots in rings of 8 at a time: 2 chunks have room.
    RandomKernel kernel = KernelWriter(7).write();
    while (kernel.records.size() < 200)
      kernel = KernelWriter(m_seed++).write();
    Runner runner;
    runner.m_hasProfile = true;
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
    if (!mode.contains("flush")) {
      QCOMPARE(unit.counts.slotsWritten, uint64_t{all.size()});
      QCOMPARE(unit.counts.slotsDropped, uint64_t{all.size() > 64 ? all.size() - 64 : 0});
    }
    QVERIFY2(unit.records.size() + unit.handovers == std::min<size_t>(unit.counts.slotsWritten, 64),
             where.c_str());
    const bool isOldest = mode.contains("first");
    const size_t begin = isOldest ? 0 : all.size() - unit.records.size();
    for (size_t i = 0; i < unit.records.size(); ++i)
      QVERIFY2(unit.records[i] == all[begin + i], where.c_str());
  }

  uint32_t m_seed = 100;
};

QTEST_GUILESS_MAIN(StrategiesTest)
#include "strategies_test.moc"
