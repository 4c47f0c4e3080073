// SPDX-License-Identifier: Apache-2.0
// A GPU records the same data of a kernel as the CPU target: the same records of the same lanes
// with the same values, and the same number of lost records.
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "core/capture/capture_file.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/record/block_reader.h"
#include "core/trace/notes.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::record;
using namespace pstudio::test;

namespace {

/// A record without its time: kind, operation, key, lanes (0: all lanes), value and the lane of the
/// value.
using What = std::tuple<Kind, uint16_t, uint16_t, uint32_t, uint64_t, uint8_t>;

constexpr uint64_t kEpochSlots = 2; ///< of an epoch that is in no group

/// The records of one warp.
struct Unit {
  std::set<uint16_t> handovers; ///< operations of the profile itself
  bool isFinal = false;
  SegmentCounts counts;
  std::vector<What> records;
  uint64_t epochs = 0;
  bool isInOrder = true; ///< no record has an earlier clock value than its predecessor
};

std::vector<std::byte> readFile(const QString &path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return {};
  const QByteArray text = file.readAll();
  std::vector<std::byte> bytes(size_t(text.size()));
  std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

Unit readUnit(const Segment &segment, const OperationTable &operations) {
  Unit unit;
  for (size_t id = 0; id < operations.operations.size(); ++id)
    if (operations.operations[id].kind == OperationKind::Profile)
      unit.handovers.insert(static_cast<uint16_t>(id));
  std::vector<Record> records;
  const auto counts = decodeSegment(segment, records);
  if (!counts)
    qFatal("%s", counts.error().toString().c_str());
  unit.counts = *counts;
  unit.isFinal = segment.finalized;
  for (size_t i = 0; i < records.size(); ++i) {
    const Record &record = records[i];
    if (record.kind == Kind::ClockEpoch) { // the model records no clock epochs
      ++unit.epochs;
      continue;
    }
    unit.records.emplace_back(record.kind, record.operation, record.key,
                              record.partial ? record.laneMask : 0, record.payload, record.lane);
    // The clock has 32 bits: the difference is signed modulo 2^32.
    unit.isInOrder &= i == 0 || int32_t(record.clock - records[i - 1].clock) >= 0;
  }
  return unit;
}

/// The warps of all CTAs of the capture's last launch.
std::vector<Unit> readUnits(const QString &path) {
  const auto capture = readCapture(readFile(path));
  if (!capture)
    qFatal("%s", capture.error().toString().c_str());
  const LaunchCapture &launch = (*capture)->launches.back();
  const IdRanges &sampled = launch.sampling.ctas;
  const auto ctas =
      uint32_t(sampled.isEmpty() ? launch.grid[0] : sampled.countBelow(launch.grid[0]));
  const size_t blockBytes = launch.blocks.size() / ctas;
  std::vector<Unit> units;
  for (uint32_t cta = 0; cta < ctas; ++cta) {
    const auto block = launch.blocks.subspan(cta * blockBytes, blockBytes);
    const uint32_t id = sampled.isEmpty() ? cta : sampled.at(cta);
    const auto header = readBlockHeader(block, {{id, 0, 0}, (*capture)->info.origin});
    if (!header)
      qFatal("CTA %u: %s", cta, makeNote(noteOf(header.error())).message.c_str());
    for (uint32_t unit = 0; unit < header->unitCount; ++unit)
      units.push_back(
          readUnit(segmentOf(block, *header, unit, launch.operations.groups), launch.operations));
  }
  return units;
}

/// The slices of a streamed launch, which leaves no capture: the names of the slices of each unit,
/// by CTA and unit. Each name includes that of the parent if `hasParents`. Excludes the handovers.
using Slices = std::map<std::pair<int64_t, int64_t>, std::vector<std::string>>;

Result<Slices> readSlices(const QString &path, bool hasParents) {
  PSTUDIO_TRY_ASSIGN(const Trace read, readTraceFile(path.toStdString()));
  if (read.launches()[0].recordsDropped != 0)
    return fail(ErrorCode::RunFailed,
                std::to_string(read.launches()[0].recordsDropped) + " records were dropped");
  Slices slices;
  for (uint32_t i = 0; i < read.sliceCount(); ++i) {
    const Slice slice = read.slice(SliceId(i));
    std::string name(read.string(slice.name));
    if (name == "profile stream")
      continue;
    if (hasParents && slice.parent.isValid())
      name += " in " + std::string(read.string(read.slice(slice.parent).name));
    const Track &unit = read.track(slice.track);
    slices[{read.track(unit.parent).number, unit.number}].push_back(std::move(name));
  }
  for (auto &[unit, names] : slices)
    std::ranges::sort(names);
  return slices;
}

} // namespace

class GpuRecordsTest : public QObject {
  Q_OBJECT

private:
  std::vector<Unit> run(const QString &kernel, const QString &mode, const QString &target) {
    QTemporaryDir folder;
    const QString capture = folder.filePath("capture");
    const Finished done =
        runToEnd(collectProgram(), {"run", testData("tests/collector/kernels/" + kernel + ".json"),
                                    "-o", folder.filePath("out.pftrace"), "--target", target,
                                    "--mode", mode, "--keep-capture", capture});
    if (done.exitCode != 0)
      qFatal("%s", qPrintable(done.err));
    return readUnits(capture);
  }

  static Result<Slices> stream(const QString &kernel, const QString &mode, const QString &target,
                               bool hasParents) {
    QTemporaryDir folder;
    const QString output = folder.filePath("out.pftrace");
    const Finished done = runToEnd(
        collectProgram(), {"run", testData("tests/collector/kernels/" + kernel + ".json"), "-o",
                           output, "--target", target, "--mode", mode, "--no-activity"});
    if (done.exitCode != 0)
      return fail(ErrorCode::RunFailed, done.err.toStdString());
    return readSlices(output, hasParents);
  }

  /// Removes lane masks. On a GPU a lane may return after other lanes have recorded, and such a
  /// record carries a lane mask in a second slot. On the CPU target the lane has always returned
  /// before, and the record takes one slot.
  static Unit withoutMasks(Unit unit) {
    for (auto &[kind, operation, key, lanes, value, lane] : unit.records) {
      unit.counts.slotsWritten -= lanes != 0;
      key = 0;
      lanes = 0;
    }
    return unit;
  }

  /// Removes flushes. Epochs and lane masks take slots, so a half is full, and flushed, at another
  /// record than in the model.
  static Unit withoutFlushes(Unit unit) {
    unit.counts.slotsWritten -=
        std::erase_if(unit.records, [&](const What &record) { return isFlush(unit, record); });
    return unit;
  }

  /// Whether the record is the start or the end of a flush's scope.
  static bool isFlush(const Unit &unit, const What &record) {
    const Kind kind = std::get<0>(record);
    const bool isScope = kind == Kind::ScopeStart || kind == Kind::ScopeEnd;
    return isScope && unit.handovers.contains(std::get<1>(record));
  }

  /// Clock epochs take slots in the segment of a GPU, so a GPU drops records that the model keeps.
  static bool isPart(const std::vector<What> &kept, const std::vector<What> &all) {
    return !kept.empty() && kept.size() <= all.size() &&
           (std::equal(kept.begin(), kept.end(), all.begin()) ||
            std::equal(kept.rbegin(), kept.rend(), all.rbegin()));
  }

  static void compare(const Unit &gpu, const Unit &cpu, bool isUniform) {
    QVERIFY(gpu.isFinal);
    QVERIFY(gpu.counts.slotsWritten >= cpu.counts.slotsWritten);
    // An epoch alone takes kEpochSlots, one of a group a word, which may begin new slots.
    if (gpu.counts.slotsDropped == 0)
      QVERIFY(gpu.counts.slotsWritten <= cpu.counts.slotsWritten + kEpochSlots * gpu.epochs);
    QCOMPARE(gpu.counts.malformed + gpu.counts.unknown + gpu.counts.unwritten, uint64_t{0});
    if (isUniform) {
      QVERIFY(gpu.isInOrder);
      QVERIFY(gpu.counts.slotsDropped == 0 ? gpu.records == cpu.records
                                           : isPart(gpu.records, cpu.records));
    } else if (gpu.counts.slotsDropped == 0) {
      // The order of the divergent groups of lanes is not defined.
      std::vector<What> ours = gpu.records, theirs = cpu.records;
      std::ranges::sort(ours);
      std::ranges::sort(theirs);
      QVERIFY(ours == theirs);
    }
  }

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void gpuRecordsWhatTheModelRecords_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : {"record_uniform", "record_divergent", "record_early_return",
                               "record_values_uniform", "record_values_divergent"}) {
      for (const char *buffer : {"global", "shared"})
        for (const char *strategy : {"circular", "first"})
          for (int slots : {16, 256})
            QTest::addRow("%s %s %s %d", kernel, buffer, strategy, slots)
                << QString(kernel)
                << QString("default:buffer_type=%1:strategy=%2:slots=%3")
                       .arg(buffer, strategy)
                       .arg(slots);
      for (const char *units : {"thread", "warp_2", "warp_4", "warp_8", "warp_group",
                                "warp_group_2", "warp_group_4", "warp_group_8", "cta"})
        QTest::addRow("%s %s", kernel, units)
            << QString(kernel) << QString("default:buffer_type=global:granularity=%1").arg(units);
      for (const char *sampling :
           {"warps=0", "ctas=1", "every=3", "metric=time", "granularity=thread:ctas=0",
            "granularity=cta:every=2", "strategy=flush:slots=16:every=3"})
        QTest::addRow("%s %s", kernel, sampling)
            << QString(kernel) << QString("default:%1").arg(sampling);
      // With 128 slots the unit flushes one half and loses no record. With 16 slots there are many
      // flushes.
      for (int slots : {16, 128})
        QTest::addRow("%s flush %d", kernel, slots)
            << QString(kernel) << QString("default:strategy=flush:slots=%1").arg(slots);
    }
  }
  void gpuRecordsWhatTheModelRecords() {
    QFETCH(QString, kernel);
    QFETCH(QString, mode);
    const std::vector<Unit> gpu = run(kernel, mode, "cuda");
    const std::vector<Unit> cpu = run(kernel, mode, "cpu");
    QCOMPARE(gpu.size(), cpu.size());
    QVERIFY(!gpu.empty());
    const bool hasReturnedLanes = kernel == "record_early_return";
    for (size_t i = 0; i < gpu.size(); ++i) {
      const Unit ours = withoutFlushes(gpu[i]), theirs = withoutFlushes(cpu[i]);
      compare(hasReturnedLanes ? withoutMasks(ours) : ours,
              hasReturnedLanes ? withoutMasks(theirs) : theirs, kernel.endsWith("uniform"));
    }
  }

  void gpuStreamsWhatTheModelStreams_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("mode");
    for (const char *kernel : {"record_uniform", "record_divergent", "record_early_return"}) {
      for (const char *buffer : {"global", "shared"})
        for (int slots : {16, 256})
          QTest::addRow("%s %s %d", kernel, buffer, slots)
              << QString(kernel)
              << QString("default:strategy=stream:buffer_type=%1:slots=%2").arg(buffer).arg(slots);
      for (const char *more :
           {"granularity=thread", "granularity=warp_2", "granularity=cta", "warps=0", "ctas=1",
            "every=3", "metric=time", "when_full=drop:slots=4096",
            "when_full=drop:slots=4096:buffer_type=global"})
        QTest::addRow("%s %s", kernel, more)
            << QString(kernel) << QString("default:strategy=stream:%1").arg(more);
    }
  }
  void gpuStreamsWhatTheModelStreams() {
    QFETCH(QString, kernel);
    QFETCH(QString, mode);
    // The order of divergent groups is not defined: scopes of one group may enclose those of
    // another.
    const bool hasParents = kernel == "record_uniform";
    const Result<Slices> gpu = stream(kernel, mode, "cuda", hasParents);
    VERIFY_RESULT(gpu);
    const Result<Slices> cpu = stream(kernel, mode, "cpu", hasParents);
    VERIFY_RESULT(cpu);
    QVERIFY(!gpu->empty());
    QCOMPARE(gpu->size(), cpu->size());
    for (const auto &[unit, names] : *cpu) {
      const auto found = gpu->find(unit);
      QVERIFY(found != gpu->end());
      QCOMPARE(found->second.size(), names.size());
      QVERIFY(found->second == names);
    }
  }
};

QTEST_GUILESS_MAIN(GpuRecordsTest)
#include "gpu_records_test.moc"
