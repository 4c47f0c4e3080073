// SPDX-License-Identifier: Apache-2.0
// An activity log becomes tracks, slices, arrows and notes of a trace.
#include <QtTest>

#include <algorithm>

#include "collector/activity/activity_trace.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using namespace pstudio::activity;

namespace {

constexpr int64_t kOffset = 1'000'000; ///< of the device's timer from the tool's clock

ActivityClock exactClock() {
  return ActivityClock::fit(
      {{{100, 200}, Nanoseconds(100 + kOffset), Nanoseconds(200 + kOffset), Nanoseconds(0)}});
}

KernelActivity kernel(ToolTime time, uint32_t correlation, std::string name = "softmax") {
  KernelActivity kernel;
  kernel.time = time;
  kernel.place = {0, 1, 7};
  kernel.correlation = correlation;
  kernel.name = std::move(name);
  kernel.grid = {4, 2, 1};
  kernel.block = {128, 1, 1};
  kernel.registersPerThread = 40;
  kernel.dynamicSharedBytes = 2048;
  return kernel;
}

ApiActivity call(ToolTime time, uint32_t correlation) {
  return {time, 4242, 11, correlation, 0, "cuLaunchKernel"};
}

ActivityCapture capture() {
  ActivityCapture capture;
  capture.clock = exactClock();
  capture.tool = "CUPTI 13.0";
  capture.device = "NVIDIA H200";
  return capture;
}

struct Written {
  Containment containment;
  Trace trace;
};

/// Into a trace with one launch whose records lie in `records`.
Written write(const ActivityCapture &capture, TimeRange records = {}) {
  TraceBuilder builder;
  builder.info().origin = Nanoseconds(kOffset);
  Track track;
  track.kind = TrackKind::Kernel;
  track.name = builder.intern("softmax");
  track.launch = builder.addLaunch({});
  SliceInput slice;
  slice.track = builder.addTrack(track);
  slice.name = builder.intern("work");
  slice.begin = records.begin;
  slice.duration = records.length();
  if (!records.isEmpty())
    builder.addSlice(slice);
  const Containment containment = addActivity(capture, builder);
  return {containment, std::move(builder).finish()};
}

QString noteCodes(const Trace &trace) {
  QStringList codes;
  for (const Note &note : trace.notes())
    codes += QString::fromStdString(note.code) + " x" + QString::number(note.count);
  return codes.join(", ");
}

} // namespace

class ActivityTraceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void hostAndDeviceStandAboveTheKernelsOwnTracks() {
    ActivityCapture of = capture();
    of.log.kernels = {kernel({300, 400}, 5)};
    of.log.calls = {call({250, 260}, 5)};
    const Trace trace = write(of, {Picoseconds(310'000), Picoseconds(390'000)}).trace;
    QStringList roots;
    for (const TrackId root : trace.children(TrackId()))
      roots += QString::fromUtf8(trace.string(trace.track(root).name).data());
    QCOMPARE(roots, QStringList({"host", "NVIDIA H200", "softmax"}));
    const std::string text = traceToText(trace);
    for (const char *part : {"context 1", "stream 7", "driver calls", "cuLaunchKernel",
                             "registers per thread", "4 x 2 x 1", "clock.uncertaintyNs"})
      QVERIFY2(text.find(part) != std::string::npos, (std::string(part) + "\n" + text).c_str());
  }

  void timesAreOnTheAxisOfTheRecords() {
    ActivityCapture of = capture();
    of.log.kernels = {kernel({300, 400}, 5)};
    const Trace trace = write(of).trace;
    QCOMPARE(trace.sliceCount(), size_t{1});
    QCOMPARE(trace.slice(SliceId(0)).time.begin.value, 300'000);
    QCOMPARE(trace.slice(SliceId(0)).time.end.value, 400'000);
  }

  void anArrowLeadsFromACallToWhatItAskedFor() {
    ActivityCapture of = capture();
    of.log.kernels = {kernel({300, 400}, 5), kernel({500, 600}, 6)};
    CopyActivity copy;
    copy.time = {410, 420};
    copy.correlation = 9;
    copy.bytes = 1000;
    copy.direction = "host to device";
    of.log.copies = {copy};
    of.log.calls = {call({250, 260}, 9), call({240, 250}, 5)};
    const Trace trace = write(of).trace;
    QCOMPARE(trace.flows().size(), size_t{2}); // the call of kernel 6 was not seen
    for (const Flow &flow : trace.flows()) {
      const Slice from = trace.slice(SliceId(flow.from.index));
      const Slice to = trace.slice(SliceId(flow.to.index));
      QCOMPARE(trace.string(from.name), std::string_view("cuLaunchKernel"));
      QCOMPARE(trace.string(to.name), flow.id == 9 ? "copy host to device" : "softmax");
      QVERIFY(from.time.end <= to.time.begin);
    }
    const std::string text = traceToText(trace);
    QVERIFY2(text.find("GB/s=100") != std::string::npos, text.c_str()); // 1000 bytes in 10 ns
  }

  void kernelsThatOverlapOnAStreamLieSideBySide() {
    ActivityCapture of = capture();
    of.log.kernels = {kernel({300, 600}, 5, "outer"), kernel({400, 500}, 6, "inner")};
    const Trace trace = write(of).trace;
    for (uint32_t i = 0; i < 2; ++i)
      QVERIFY(!trace.slice(SliceId(i)).parent.isValid());
    QVERIFY(trace.slice(SliceId(0)).row != trace.slice(SliceId(1)).row);
  }

  void whatIsNotAskedForIsNotShown() {
    ActivityCapture of = capture();
    of.shown = {false, false, true, false};
    of.log.kernels = {kernel({300, 400}, 5)};
    of.log.calls = {call({250, 260}, 5)};
    of.log.copies.emplace_back().time = {300, 400};
    of.log.memsets.emplace_back().time = {300, 400};
    const Trace trace = write(of).trace;
    QCOMPARE(trace.sliceCount(), size_t{1});
    QCOMPARE(trace.string(trace.slice(SliceId(0)).name), std::string_view("memset"));
  }

  void whatSetTheRunUpIsCountedAndLeftOut() {
    ActivityCapture of = capture();
    of.fromNs = 350;
    of.log.kernels = {kernel({300, 360}, 5), kernel({355, 360}, 6)};
    const Trace trace = write(of).trace;
    QCOMPARE(trace.sliceCount(), size_t{1});
    QVERIFY(traceToText(trace).find("left out of setting up") != std::string::npos);
  }

  void recordsWithinTheirKernelAreComparedAndFound() {
    ActivityCapture of = capture();
    of.log.kernels = {kernel({10'000, 20'000}, 5)};
    of.kernels[5] = {false, LaunchId(0)};
    const Written inside = write(of, {Picoseconds(10'400'000), Picoseconds(19'900'000)});
    QCOMPARE(inside.containment.launches, size_t{1});
    QCOMPARE(inside.containment.outsideNs, -100.0);
    QCOMPARE(noteCodes(inside.trace), QString());
    const Written outside = write(of, {Picoseconds(10'400'000), Picoseconds(22'000'000)});
    QCOMPARE(outside.containment.outsideNs, 2000.0);
    QCOMPARE(noteCodes(outside.trace), QStringLiteral("activity.outside x1"));
  }

  void whatIsMissingIsNoted() {
    ActivityCapture of = capture();
    of.log.dropped = 3;
    of.log.unfinished = 2;
    of.log.unknownKinds = 4;
    of.log.damaged = 1;
    QCOMPARE(noteCodes(write(of).trace),
             QStringLiteral("activity.dropped x3, activity.unfinished x2, "
                            "activity.unknown-kind x4, activity.damaged x1"));
  }

  void withoutAClockNothingIsPlacedAndItIsSaid() {
    ActivityCapture of = capture();
    of.clock = ActivityClock();
    of.log.kernels = {kernel({300, 400}, 5)};
    of.log.calls = {call({250, 260}, 5)};
    const Trace trace = write(of).trace;
    QCOMPARE(trace.sliceCount(), size_t{0});
    QCOMPARE(noteCodes(trace), QStringLiteral("activity.no-clock x2"));
  }
};

QTEST_GUILESS_MAIN(ActivityTraceTest)
#include "activity_trace_test.moc"
