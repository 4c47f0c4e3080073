// SPDX-License-Identifier: Apache-2.0
// Recording units: the units of each granularity, their names, and launches that are sampled.
#include <QtTest>

#include "core/record/launch_decoder.h"
#include "core/record/recording_units.h"
#include "core/trace/arg_names.h"
#include "tests/support/decoded_capture.h"
#include "tests/support/record_emitter.h"

using namespace pstudio;
using namespace pstudio::record;
using pstudio::test::BlockEmitter;

namespace {

IdRanges ids(std::string_view text) {
  return IdRanges::parse(text).value();
}

LaunchCapture captureOf(const std::vector<std::byte> &buffer, uint32_t ctas, uint32_t threads) {
  LaunchCapture capture;
  capture.blocks = buffer;
  capture.operations.operations = {{OperationKind::Scope, "work", OperationId(), ""}};
  capture.kernel = "k";
  capture.timeBase = TimeBase::Model;
  capture.grid = {ctas, 1, 1};
  capture.block = {threads, 1, 1};
  return capture;
}

/// A block of `units` units with a scope of 10 cycles in each.
BlockEmitter blockOf(uint32_t cta, uint32_t units, Granularity granularity) {
  BlockEmitter block(units, 16);
  block.program = {cta, 0, 0};
  block.granularity = granularity;
  block.setClocks(1000, 2000);
  for (auto &unit : block.units) {
    unit.scopeStart(0, 1100);
    unit.scopeEnd(0, 1110);
  }
  return block;
}

QStringList namesOf(const Trace &trace, TrackKind kind) {
  QStringList names;
  for (const Track &track : trace.tracks())
    if (track.kind == kind)
      names += QString::fromStdString(std::string(trace.string(track.name)));
  return names;
}

} // namespace

class RecordingUnitsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void unitsAreCalledByWhatTheyStandFor_data() {
    QTest::addColumn<int>("granularity");
    QTest::addColumn<QString>("warps");
    QTest::addColumn<QStringList>("names");
    const auto row = [](Granularity granularity, const char *warps, const QStringList &names) {
      QTest::addRow("%d %s", int(granularity), warps)
          << int(granularity) << QString(warps) << names;
    };
    // CTAs of 10 warps.
    row(Granularity::Warp, "0,4-5", {"warp 0", "warp 4", "warp 5"});
    row(Granularity::Warp2, "", {"warps 0-1", "warps 2-3", "warps 4-5", "warps 6-7", "warps 8-9"});
    row(Granularity::Warp4, "", {"warps 0-3", "warps 4-7", "warps 8-9"});
    row(Granularity::Warp8, "", {"warps 0-7", "warps 8-9"});
    row(Granularity::Warp8, "9", {"warps 8-9"});
    row(Granularity::WarpGroup, "", {"warp group 0", "warp group 1", "warp group 2"});
    row(Granularity::WarpGroup, "5,6", {"warp group 1"});
    row(Granularity::WarpGroup2, "", {"warp groups 0-1", "warp group 2"});
    row(Granularity::WarpGroup4, "", {"warp groups 0-2"});
    row(Granularity::WarpGroup8, "3", {"warp groups 0-2"});
    row(Granularity::Cta, "", {"whole CTA"});
  }
  void unitsAreCalledByWhatTheyStandFor() {
    QFETCH(int, granularity);
    QFETCH(QString, warps);
    QFETCH(QStringList, names);
    const auto kind = static_cast<Granularity>(granularity);
    const IdRanges sampled = ids(warps.toStdString());
    const RecordingUnits units(kind, 310, 32, sampled);
    QCOMPARE(qsizetype(units.count()), names.size());
    // The decoder derives the same names for a block of such units.
    std::vector<std::byte> buffer;
    blockOf(0, units.count(), kind).appendTo(buffer);
    LaunchCapture capture = captureOf(buffer, 1, 310);
    capture.sampling.warps = sampled;
    const Trace trace = test::decodedTrace(capture);
    QCOMPARE(namesOf(trace, TrackKind::Warp), names);
    QCOMPARE(trace.sliceCount(), size_t(names.size()));
  }

  void everyLaneIsAUnitOfItsOwn() {
    const RecordingUnits all(Granularity::Thread, 40, 32);
    QCOMPARE(all.count(), 40u);
    QCOMPARE(all.name(39), std::string("thread 39"));
    const RecordingUnits last(Granularity::Thread, 40, 32, ids("1"));
    QCOMPARE(last.count(), 8u);
    QCOMPARE(last.name(0), std::string("thread 32"));
  }

  void ctasThatAreNotSampledAreNeitherThereNorMissed() {
    std::vector<std::byte> buffer;
    blockOf(2, 2, Granularity::Warp).appendTo(buffer);
    blockOf(5, 2, Granularity::Warp).appendTo(buffer);
    LaunchCapture capture = captureOf(buffer, 8, 64);
    capture.sampling.ctas = ids("2,5");
    const Trace trace = test::decodedTrace(capture);
    QCOMPARE(namesOf(trace, TrackKind::Cta), QStringList({"CTA 2 (2, 0, 0)", "CTA 5 (5, 0, 0)"}));
    QVERIFY(trace.notes().empty());
    bool says = false;
    for (const Arg &arg : trace.args(trace.launches()[0].args))
      says |= trace.string(arg.key) == kSampledArg && trace.string(arg.stringValue) == "CTAs 2,5";
    QVERIFY(says);
  }

  void sampledPartIsSaidInWords() {
    const Sampling sampling{ids("0,4-7"), ids("3"), 22};
    QCOMPARE(sampling.describe(), std::string("warps 0,4-7; CTAs 3; every 22nd iteration"));
    QCOMPARE((Sampling{{}, {}, 11}).describe(), std::string("every 11th iteration"));
    QVERIFY(Sampling().describe().empty());
  }

  void granularityAndMetricThatNobodyKnowsCostTheBlockOnly() {
    std::vector<std::byte> buffer;
    blockOf(0, 1, static_cast<Granularity>(12)).appendTo(buffer);
    const Trace trace = test::decodedTrace(captureOf(buffer, 1, 32));
    QCOMPARE(trace.sliceCount(), size_t{0});
    QCOMPARE(trace.notes()[0].code, std::string("record.bad-units"));
  }

  void recordsOfTheTimerNeedNoClock() {
    BlockEmitter block = blockOf(0, 1, Granularity::Warp);
    block.beginTime = 1050;
    block.endTime = 1200;
    std::vector<std::byte> buffer;
    block.appendTo(buffer);
    // The metric is in bits 11..8 of the flags.
    buffer[kFlags + 1] |= std::byte{1};
    LaunchCapture capture = captureOf(buffer, 1, 32);
    capture.timeBase = TimeBase::Measured;
    capture.timerTick = Nanoseconds(32);
    const Trace trace = test::decodedTrace(capture);
    QCOMPARE(trace.sliceCount(), size_t{1});
    QCOMPARE(trace.sliceBegins()[0], int64_t{1100} * 1000);
    QCOMPARE(trace.sliceDurations()[0], int64_t{10} * 1000);
    QVERIFY(!trace.slice(SliceId(0)).hasCycles);
    QVERIFY(trace.clocks().empty());
    QCOMPARE(trace.notes()[0].code, std::string("record.metric-time"));
  }
};

QTEST_GUILESS_MAIN(RecordingUnitsTest)
#include "recording_units_test.moc"
