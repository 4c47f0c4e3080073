// SPDX-License-Identifier: Apache-2.0
// Captures as files: nothing of a launch is lost, nothing in a file is trusted.
#include <QTemporaryDir>
#include <QtTest>

#include <random>

#include "core/base/deflate.h"
#include "core/base/little_endian.h"
#include "core/capture/capture_file.h"
#include "core/record/buffer_packing.h"
#include "tests/support/record_emitter.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::analysis::AsyncQueue;
using pstudio::analysis::AsyncStep;

namespace {

constexpr size_t kHeaderStart = 20;
constexpr uint64_t kOrigin = 1'000'000;

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// Two CTAs of two warps that each record a scope and a copy; `start` is the counter at the begin.
std::vector<std::byte> makeBlocks(uint64_t start) {
  std::vector<std::byte> buffer;
  for (uint32_t cta = 0; cta < 2; ++cta) {
    test::BlockEmitter block(2, 16);
    block.program = {cta, 0, 0};
    block.hardwareId = 5 + cta;
    block.setClocks(start, start + 500);
    for (test::SegmentEmitter &unit : block.units) {
      unit.scopeStart(0, start + 10);
      unit.eventStart(1, 3, start + 20);
      unit.eventEnd(1, 3, start + 120);
      unit.scopeEnd(0, start + 400 + cta);
    }
    block.appendTo(buffer);
  }
  return buffer;
}

Operation asyncStep(std::string name, analysis::AsyncSite site) {
  Operation operation;
  operation.kind = OperationKind::Async;
  operation.name = std::move(name);
  operation.async = site;
  return operation;
}

Operation loadOfRows() {
  Operation rows{OperationKind::MemoryAccess, "load rows", OperationId(), "k.mlir:13:1"};
  rows.access =
      AccessFacts{pstudio::memory::AccessKind::Load, pstudio::memory::AccessSpace::Shared, 4};
  rows.access->offsets = {OffsetRule::Xor, 64, {16, -32}};
  return rows;
}

/// A launch in which every field differs from its default.
LaunchCapture fullCapture(std::span<const std::byte> blocks, uint32_t index) {
  LaunchCapture capture;
  capture.blocks = blocks;
  capture.operations.operations = {
      {OperationKind::Scope, "tile \"A\"", OperationId(), "k.mlir:3:5"},
      {OperationKind::Event, "copy", OperationId(0), ""},
      {OperationKind::Value, "rows", OperationId(), "", {}, ValueType::BF16, "rows"},
      {OperationKind::MemoryAccess,
       "load",
       OperationId(0),
       "k.mlir:9:1",
       {{"outer", "k.mlir:20:3"}, {"inner", ""}}},
      {OperationKind::Profile, "profile flush", OperationId(), ""},
      asyncStep("wait for copies", {AsyncQueue::CopyGroup, AsyncStep::Wait, 3, 0}),
      asyncStep("buffer is free", {AsyncQueue::Mbarrier, AsyncStep::Arrive, 0, 7}),
      asyncStep("products", {AsyncQueue::Mbarrier, AsyncStep::Issue, 0, 7, 1, true}),
      asyncStep("tensor memory", {AsyncQueue::TensorLoad, AsyncStep::Issue, 0, 0, 2})};
  capture.operations.operations[3].access = AccessFacts{
      pstudio::memory::AccessKind::Atomic, pstudio::memory::AccessSpace::Shared, 8, -16};
  capture.operations.operations.push_back(
      {OperationKind::MemoryAccess, "load A", OperationId(), "k.mlir:11:1"});
  capture.operations.operations.back().access = AccessFacts{
      pstudio::memory::AccessKind::BulkLoad, pstudio::memory::AccessSpace::Global, 1, {}, 0, 3};
  capture.operations.operations.push_back(
      {OperationKind::MemoryAccess, "load tile", OperationId(), "k.mlir:12:1"});
  capture.operations.operations.back().access =
      AccessFacts{pstudio::memory::AccessKind::Load, pstudio::memory::AccessSpace::Shared, 4, 128};
  capture.operations.operations.back().access->laneXors = {4, 8, 16, 32, 64};
  capture.operations.operations.push_back(loadOfRows());
  capture.operations.groups = {
      {{{Kind::ScopeStart, 0, 0, false}, {Kind::EventStart, 1, 77, false}}},
      {{{Kind::EventEnd, 1, 0, true}}}};
  capture.memory.tensorMaps = {{3, 0x7f0000000000, 2, {128, 64}, {256}, {64, 32}, {1, 2}, false},
                               {4, 0x7f0000100000, 4, {uint64_t{1} << 32}, {}, {256}, {1}, true}};
  capture.memory.buffers = {
      {"A", pstudio::memory::AccessSpace::Global, 0x7f0000000000, "f16", 2, {64, 128}},
      {"tile", pstudio::memory::AccessSpace::Shared, 1024, "", 1, {}}};
  capture.memory.model = *pstudio::memory::memoryModelOf("gfx942"); // with rules of phases
  capture.memory.model.sectorBytes = 16;
  capture.memory.sharedBase = 1024;
  capture.kernel = "kernel";
  capture.target = "NVIDIA H200";
  capture.timeBase = TimeBase::Assumed;
  capture.grid = {2, 1, 1};
  capture.block = {64, 2, 1};
  capture.dynamicSharedBytes = 49152;
  capture.index = index;
  capture.assumedPicosecondsPerCycle = 505.0625;
  capture.clockReadings = {{5, {Cycles(1'000'100), Nanoseconds(kOrigin + 200)}},
                           {6, {Cycles(int64_t{1} << 61), Nanoseconds(kOrigin)}}};
  capture.sampling.every = 3;
  capture.sampling.iteratedAccesses = *IdRanges::parse("3,7-8");
  capture.timerTick = Nanoseconds(32);
  capture.recordingCost = RecordingCost{13.25, 3.0, 35.5, 20.125};
  capture.facts = {{"mode", std::string("default")}, {"clock.count", int64_t{-7}}};
  return capture;
}

TraceInfo fullInfo() {
  TraceInfo info;
  info.title = "title";
  info.producer = "producer 1.0";
  info.date = "2026-11-21T08:00:00Z";
  info.origin = Nanoseconds(kOrigin);
  return info;
}

/// The capture's file, of one launch.
std::string fullFile() {
  const std::vector<std::byte> blocks = makeBlocks(kOrigin);
  const LaunchCapture capture = fullCapture(blocks, 0);
  return *writeCaptureToString(std::span(&capture, 1), fullInfo());
}

/// `file` with its JSON changed from `before` to `after` and all sizes and checksums right again.
std::string edited(const std::string &file, const std::string &before, const std::string &after) {
  const auto size = loadLittle<uint32_t>(bytesOf(file).data() + 12);
  std::string json = file.substr(kHeaderStart, size);
  const size_t at = json.find(before);
  if (at == std::string::npos)
    qFatal("the header has no %s", before.c_str());
  json.replace(at, before.size(), after);
  std::string changed = file.substr(0, kHeaderStart);
  const std::span<std::byte> fixed = std::as_writable_bytes(std::span(changed));
  storeLittle(fixed.data() + 12, static_cast<uint32_t>(json.size()));
  storeLittle(fixed.data() + 16, crc32Of(bytesOf(json)));
  return changed + json + file.substr(kHeaderStart + size);
}

bool isEqual(const LaunchCapture &a, const LaunchCapture &b) {
  const auto sameReading = [](const ClockReading &x, const ClockReading &y) {
    return x.hardwareId == y.hardwareId && x.pair.cycles == y.pair.cycles &&
           x.pair.time == y.pair.time;
  };
  const auto sameFact = [](const LaunchFact &x, const LaunchFact &y) {
    return x.key == y.key && x.value == y.value;
  };
  return std::ranges::equal(a.blocks, b.blocks) && a.operations == b.operations &&
         a.kernel == b.kernel && a.target == b.target && a.timeBase == b.timeBase &&
         a.grid == b.grid && a.block == b.block && a.dynamicSharedBytes == b.dynamicSharedBytes &&
         a.index == b.index && a.assumedPicosecondsPerCycle == b.assumedPicosecondsPerCycle &&
         std::ranges::equal(a.clockReadings, b.clockReadings, sameReading) &&
         a.timerTick == b.timerTick && a.recordingCost == b.recordingCost &&
         std::ranges::equal(a.facts, b.facts, sameFact);
}

} // namespace

class CaptureFileTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyFieldComesBack() {
    const std::vector<std::byte> first = makeBlocks(kOrigin);
    const std::vector<std::byte> second = makeBlocks(kOrigin + 5000);
    const LaunchCapture launches[] = {fullCapture(first, 0), fullCapture(second, 1)};
    const Result<std::string> file = writeCaptureToString(launches, fullInfo());
    VERIFY_RESULT(file);
    const auto read = readCapture(bytesOf(*file));
    VERIFY_RESULT(read);
    QVERIFY((*read)->info == fullInfo());
    QCOMPARE((*read)->launches.size(), size_t{2});
    for (size_t i = 0; i < 2; ++i)
      QVERIFY(isEqual((*read)->launches[i], launches[i]));
  }

  void defaultsAndNoLaunchesComeBackToo() {
    const LaunchCapture empty;
    const Result<std::string> file = writeCaptureToString(std::span(&empty, 1), {});
    VERIFY_RESULT(file);
    const auto read = readCapture(bytesOf(*file));
    VERIFY_RESULT(read);
    QVERIFY(isEqual((*read)->launches[0], empty));
    QVERIFY((*readCapture(bytesOf(*writeCaptureToString({}, {}))))->launches.empty());
  }

  void theTraceOfAFileIsThatOfItsLaunches() {
    const std::vector<std::byte> blocks = makeBlocks(kOrigin);
    const LaunchCapture capture = fullCapture(blocks, 0);
    TraceBuilder direct;
    direct.info() = fullInfo();
    VERIFY_RESULT(decodeLaunch(capture, direct));
    const Result<Trace> read = readCaptureTrace(bytesOf(fullFile()), "file name");
    VERIFY_RESULT(read);
    QCOMPARE(QString::fromStdString(traceToText(*read)),
             QString::fromStdString(traceToText(std::move(direct).finish())));
    QCOMPARE(read->sliceCount(), size_t{8});
  }

  void aFileWithoutATitleIsCalledByItsName() {
    const Result<Trace> trace = readCaptureTrace(
        bytesOf(edited(fullFile(), "\"title\":\"title\"", "\"title\":\"\"")), "softmax.pscapture");
    VERIFY_RESULT(trace);
    QCOMPARE(trace->info().title, std::string("softmax.pscapture"));
  }

  void aFileOnDiskAppearsWhole() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("a.pscapture").toStdString();
    const std::vector<std::byte> blocks = makeBlocks(kOrigin);
    const LaunchCapture capture = fullCapture(blocks, 0);
    VERIFY_RESULT(writeCapture(path, std::span(&capture, 1), fullInfo()));
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), fullFile());
    QVERIFY(!writeCapture("/no/such/folder/a.pscapture", std::span(&capture, 1), fullInfo()));
  }

  void anySizeOfBufferComesBackFromPacking() {
    constexpr uint64_t kSeed = 7;
    std::mt19937_64 random(kSeed);
    for (size_t size : {size_t{0}, size_t{1}, size_t{7}, size_t{8}, size_t{4097},
                        (size_t{1} << 20) - 1, (size_t{1} << 20) + 13, (size_t{5} << 20) / 2}) {
      std::vector<std::byte> buffer(size);
      for (std::byte &byte : buffer)
        byte = static_cast<std::byte>(random() % 3 == 0 ? random() : 0);
      const Result<std::string> packed = packBuffer(buffer);
      VERIFY_RESULT(packed);
      const Result<std::string> unpacked = unpackBuffer(bytesOf(*packed), size);
      VERIFY_RESULT(unpacked);
      QVERIFY(std::ranges::equal(bytesOf(*unpacked), buffer));
      QVERIFY(!unpackBuffer(bytesOf(*packed), size + 1));
    }
  }

  void sixteenBusyCtasTakeLessThan100Kilobytes() {
    constexpr uint64_t kSeed = 11;
    std::mt19937 random(kSeed);
    std::normal_distribution<double> jitter(300, 60); // nothing that compression could foresee
    std::vector<std::byte> buffer;
    for (uint32_t cta = 0; cta < 16; ++cta) {
      test::BlockEmitter block(4, 1024);
      block.program = {cta, 0, 0};
      block.hardwareId = cta;
      block.setClocks(100, 1 << 20);
      for (test::SegmentEmitter &unit : block.units) {
        uint64_t clock = uint64_t{random()} << 8;
        for (uint16_t i = 0; i < 512; ++i) {
          unit.scopeStart(i % 4, clock += static_cast<uint64_t>(std::abs(jitter(random))));
          unit.scopeEnd(i % 4, clock += static_cast<uint64_t>(std::abs(jitter(random))));
        }
      }
      block.appendTo(buffer);
    }
    const Result<std::string> packed = packBuffer(buffer);
    VERIFY_RESULT(packed);
    QVERIFY(buffer.size() > 520'000);
    QVERIFY2(packed->size() < 100'000, qPrintable(QString::number(packed->size())));
  }

  void aCutOrChangedFileIsRejectedWithThePlace() {
    const std::string file = fullFile();
    for (size_t size = 0; size < file.size(); ++size) {
      const auto read = readCapture(bytesOf(file.substr(0, size)));
      QVERIFY(!read);
      QVERIFY(!read.error().where.empty());
    }
    // Every byte is covered by the mark, the version, a size or a checksum; only compressed data
    // has bits that mean nothing.
    const auto whole = readCapture(bytesOf(file));
    for (size_t at = 0; at < file.size(); ++at) {
      std::string changed = file;
      changed[at] ^= 0x10;
      const auto read = readCapture(bytesOf(changed));
      QVERIFY2(!read || (*read)->buffers == (*whole)->buffers, qPrintable(QString::number(at)));
    }
    QVERIFY(!readCapture(bytesOf(file + "x")));
  }

  void anotherVersionSaysSo() {
    std::string file = fullFile();
    file[8] = 13;
    const auto read = readCapture(bytesOf(file));
    QVERIFY(!read);
    QVERIFY(read.error().code == ErrorCode::Unsupported);
    QVERIFY2(read.error().message.find("version 13") != std::string::npos,
             read.error().toString().c_str());
    QVERIFY(looksLikeCapture(bytesOf(file)));
    QVERIFY(!looksLikeCapture(bytesOf(file.substr(1))));
  }

  void headersThatCannotBeAreRejectedByField_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("where");
    QTest::newRow("no clock rate") << "\"assumed_ps_per_cycle\":505.0625"
                                   << "\"assumed_ps_per_cycle\":0"
                                   << "launches[0].assumed_ps_per_cycle";
    QTest::newRow("reading too late") << "2305843009213693952"
                                      << "9223372036854775807"
                                      << "launches[0].clock_readings[1][1]";
    QTest::newRow("unknown field") << "\"kernel\""
                                   << "\"kernels\""
                                   << "launches[0].kernels";
    QTest::newRow("unknown kind") << "\"kind\":\"value\""
                                  << "\"kind\":\"valve\""
                                  << "operations[2].kind";
    QTest::newRow("unknown type") << "\"type\":\"bf16\""
                                  << "\"type\":\"bf17\""
                                  << "operations[2].type";
    QTest::newRow("unknown queue") << "\"queue\":\"mbarrier\""
                                   << "\"queue\":\"nbarrier\""
                                   << "operations[6].async.queue";
    QTest::newRow("unknown step") << "\"step\":\"arrive\""
                                  << "\"step\":\"leave\""
                                  << "operations[6].async.step";
    QTest::newRow("pending") << "\"pending\":3"
                             << "\"pending\":65536"
                             << "operations[5].async.pending";
    QTest::newRow("barrier") << "\"barrier\":7"
                             << "\"barrier\":-1"
                             << "operations[6].async.barrier";
    QTest::newRow("step of no queue") << "\"kind\":\"async\""
                                      << "\"kind\":\"event\""
                                      << "operations[5]";
    QTest::newRow("member of a group") << "\"kind\":\"event_start\""
                                       << "\"kind\":\"event_begin\""
                                       << "groups[0].members[1].kind";
    QTest::newRow("key of a member") << "\"key\":77"
                                     << "\"key\":65536"
                                     << "groups[0].members[1].key";
    QTest::newRow("empty group")
        << "\"members\":[{\"keyed\":true,\"kind\":\"event_end\",\"operation\":1}]"
        << "\"members\":[]"
        << "groups[1].members";
    QTest::newRow("parent") << "\"parent\":0"
                            << "\"parent\":4096"
                            << "operations[1].parent";
    QTest::newRow("call") << "\"function\":\"inner\""
                          << "\"function\":7"
                          << "operations[3].path[1].function";
    QTest::newRow("grid") << "\"grid\":["
                          << "\"grid\":[1,"
                          << "launches[0].grid";
    QTest::newRow("cost") << "13.25"
                          << "1e300"
                          << "recording_cost.record";
    QTest::newRow("buffer") << "\"bytes\":768"
                            << "\"bytes\":76800000000000"
                            << "launches[0].buffer.bytes";
    QTest::newRow("origin") << "\"origin_ns\":1000000"
                            << "\"origin_ns\":9223372036854775807"
                            << "origin_ns";
    QTest::newRow("map of lanes") << "\"kind\":\"bulk load\""
                                  << "\"kind\":\"load\""
                                  << "operations[9].access.tensor_map";
    QTest::newRow("xors") << "\"lane_xors\":[4,8,16,32,64]"
                          << "\"lane_xors\":[4,8,16,32,128]" // which the stride changes, too
                          << "operations[10].access.lane_xors";
    QTest::newRow("too many xors") << "\"lane_xors\":[4,"
                                   << "\"lane_xors\":[1,2,4,"
                                   << "operations[10].access.lane_xors";
    QTest::newRow("rule of offsets") << "\"rule\":\"xor\""
                                     << "\"rule\":\"product\""
                                     << "operations[11].access.thread_offsets.rule";
    QTest::newRow("offsets of too many bits") << "\"bits\":[16,"
                                              << "\"bits\":[1,2,3,4,5,6,7,8,9,16,"
                                              << "operations[11].access.thread_offsets.bits";
    QTest::newRow("offsets with a stride") << "\"thread_offsets\""
                                           << "\"stride\":4,\"thread_offsets\""
                                           << "operations[11].access.thread_offsets";
    QTest::newRow("box") << "\"box\":[64,32]"
                         << "\"box\":[64,257]"
                         << "memory.tensor_maps[0]";
    QTest::newRow("dimensions") << "\"stride_bytes\":[]"
                                << "\"stride_bytes\":[16]"
                                << "memory.tensor_maps[1]";
    QTest::newRow("too many dimensions") << "\"extents\":[128,64]"
                                         << "\"extents\":[1,1,1,1,1,1]"
                                         << "memory.tensor_maps[0].extents";
    QTest::newRow("type") << "\"index\":0"
                          << "\"index\":\"first\""
                          << "launches[0].index";
  }
  void headersThatCannotBeAreRejectedByField() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, where);
    const auto read =
        readCapture(bytesOf(edited(fullFile(), before.toStdString(), after.toStdString())));
    QVERIFY(!read);
    QVERIFY2(read.error().where.find(where.toStdString()) != std::string::npos,
             read.error().toString().c_str());
  }

  void aBufferThatClaimsToBeHugeIsRejectedBeforeItIsMade() {
    const auto read =
        readCapture(bytesOf(edited(fullFile(), "\"bytes\":768", "\"bytes\":16000000000")));
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("cannot come out of") != std::string::npos,
             read.error().toString().c_str());
  }

  void whatCannotBeReadBackIsNotWritten() {
    LaunchCapture capture = fullCapture({}, 0);
    capture.clockReadings[0].pair.time = Nanoseconds(INT64_MAX);
    const Result<std::string> file = writeCaptureToString(std::span(&capture, 1), fullInfo());
    QVERIFY(!file);
    QVERIFY(file.error().code == ErrorCode::InvalidInput);
  }

  void aBufferThatIsNotThatOfTheLaunchIsAnError() {
    const Result<Trace> trace =
        readCaptureTrace(bytesOf(edited(fullFile(), "\"grid\":[2", "\"grid\":[7")), "t");
    QVERIFY(!trace);
  }
};

QTEST_GUILESS_MAIN(CaptureFileTest)
#include "capture_file_test.moc"
