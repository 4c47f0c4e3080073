// SPDX-License-Identifier: Apache-2.0
// The program around its launches in a trace: tracks, arrows, clocks, and what is left out.
#include <QTemporaryDir>
#include <QtTest>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/kernel_rows.h"
#include "collector/attach/host/program_clock.h"
#include "collector/attach/host/program_tracks.h"
#include "tests/collector/attach/host/fake_events.h"

using namespace pstudio;
using namespace pstudio::attach;
using Relation = ProgramClock::Relation;

namespace {

ProgramEvents eventsOf(const FakeEvents &fake) {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.path().toStdString();
  fake.write(path, 5);
  return readEvents({path / "5.1.events"}, {path / "5.1.texts"});
}

Trace traceOf(const ProgramEvents &events, uint64_t most = UINT64_MAX,
              const std::vector<TimedLaunch> &recorded = {}) {
  SeenProcess process;
  process.process = 1;
  process.kernels[0].seen.name = "k";
  const ProgramClock clock = ProgramClock::fit(events, recorded);
  TraceBuilder trace;
  addProgramTracks({events, process, clock, {{0, "NVIDIA Fake"}}, {}, most}, trace);
  return std::move(trace).finish();
}

QString text(const Trace &trace, StringId id) {
  return QString::fromStdString(std::string(trace.string(id)));
}

/// "host/main thread/outer 100+500" of each slice, times in ns.
QStringList slicesOf(const Trace &trace) {
  QStringList lines;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    QString path = text(trace, slice.name);
    for (TrackId track = slice.track; track.isValid(); track = trace.track(track).parent)
      path = text(trace, trace.track(track).name) + "/" + path;
    lines << QString("%1 %2+%3")
                 .arg(path)
                 .arg(slice.time.begin.value / 1000)
                 .arg(slice.time.length().value / 1000);
  }
  lines.sort();
  return lines;
}

QStringList argsOf(const Trace &trace, const char *name) {
  QStringList lines;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (const Slice slice = trace.slice(SliceId(i)); text(trace, slice.name) == name)
      for (const Arg &arg : trace.args(slice.args))
        lines << text(trace, arg.key) + "=" +
                     (arg.type == ArgType::String   ? text(trace, arg.stringValue)
                      : arg.type == ArgType::Double ? QString::number(arg.doubleValue)
                                                    : QString::number(arg.uintValue));
  return lines;
}

QStringList notesOf(const Trace &trace) {
  QStringList codes;
  for (const Note &note : trace.notes())
    codes << QString("%1 %2").arg(QString::fromStdString(note.code)).arg(note.count);
  return codes;
}

} // namespace

class ProgramTracksTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void threadsAndStreamsLieOnOneAxis() {
    FakeEvents fake;
    const uint32_t outer = fake.node(0, "outer"), inner = fake.node(outer, "inner");
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 1'000'000, 20});
    fake.add(EventKind::ScopeEnter, ScopeEvent{1'000, outer, 0, 1}, 1);
    fake.add(EventKind::ScopeEnter, ScopeEvent{2'000, inner, 0, 2}, 1);
    fake.kernel("k", fake.launch(inner, 0, 3, 3'000).id, 1'005'000, 1'009'000);
    fake.add(EventKind::ScopeExit, ScopeEvent{6'000, inner, 0, 2}, 1);
    fake.add(EventKind::ScopeExit, ScopeEvent{8'000, outer, 0, 1}, 1);
    const Trace trace = traceOf(eventsOf(fake));
    QCOMPARE(slicesOf(trace),
             QStringList(
                 {"NVIDIA Fake/stream 7/k 1005000+4000", "host/main thread/inner 1002000+4000",
                  "host/main thread/launch 1003000+1000", "host/main thread/outer 1001000+7000"}));
    QCOMPARE(argsOf(trace, "k"),
             QStringList({"grid=4 x 1 x 1", "block=128 x 1 x 1", "registers per thread=32",
                          "correlation=1", "launch=3", "program path=outer > inner"}));
    QCOMPARE(argsOf(trace, "launch"),
             QStringList({"kernel=k", "launch=3", "program path=outer > inner"}));
    QCOMPARE(trace.flows().size(), size_t(1));
    QVERIFY(trace.notes().empty());
  }

  void aReplayIsOneCallWithArrowsToItsNodes() {
    FakeEvents fake;
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 1'000'000, 20});
    LaunchEvent graph;
    graph.begin = 3'000;
    graph.end = 4'000;
    graph.id = 50;
    graph.kind = LaunchKind::Graph;
    graph.kernel = UINT32_MAX;
    fake.add(EventKind::Launch, graph, 1);
    fake.launch(0, 0, 7, 3'000, kLaunchRecorded | kLaunchReplayed, 1, graph.id);
    fake.kernel("k", graph.id, 1'005'000, 1'009'000);
    fake.kernel("other", graph.id, 1'010'000, 1'011'000);
    ProgramEvents events = eventsOf(fake);
    events.launchOfKernel[0] = 1;
    const Trace trace = traceOf(events);
    QCOMPARE(slicesOf(trace), QStringList({"NVIDIA Fake/stream 7/k 1005000+4000",
                                           "NVIDIA Fake/stream 7/other 1010000+1000",
                                           "host/main thread/launch graph 1003000+1000"}));
    QVERIFY(argsOf(trace, "k").contains("launch=7"));
    QCOMPARE(trace.flows().size(), size_t(2));
  }

  void copiesHaveTheirRateAndDirection() {
    FakeEvents fake;
    CopyActivity copy;
    copy.begin = 100;
    copy.end = 300;
    copy.bytes = 1000;
    copy.direction = 1;
    copy.sourceKind = 2;
    copy.targetKind = 3;
    fake.add(EventKind::Copy, copy);
    copy.begin = 400;
    copy.end = 401;
    fake.add(EventKind::Set, copy);
    const Trace trace = traceOf(eventsOf(fake));
    QCOMPARE(argsOf(trace, "copy host to device"),
             QStringList({"bytes=1000", "GB/s=5", "from=pinned", "to=device", "correlation=0"}));
    QCOMPARE(argsOf(trace, "memset"), QStringList({"bytes=1000", "GB/s=1000", "correlation=0"}));
  }

  void scopesThatNeverEndReachToTheLastEventOfTheirThread() {
    FakeEvents fake;
    fake.add(EventKind::ScopeEnter, ScopeEvent{100, fake.node(0, "open"), 0, 1}, 1);
    fake.launch(0, 0, 1, 5'000);
    const Trace trace = traceOf(eventsOf(fake));
    QVERIFY(slicesOf(trace).contains("host/main thread/open 100+5900"));
  }

  void launchesBeyondTheLimitAreCountedAndRecordedOnesStay() {
    FakeEvents fake;
    for (uint64_t i = 1; i <= 5; ++i)
      fake.kernel("k", fake.launch(0, 0, i, i * 100, i == 4 ? kLaunchRecorded : 0).id, i * 1'000,
                  i * 1'000 + 10);
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 0, 1});
    const Trace trace = traceOf(eventsOf(fake), 2);
    QCOMPARE(trace.sliceCount(), size_t(6));
    QCOMPARE(notesOf(trace), QStringList("activity.left-out 4"));
  }

  void lossesAreNotes() {
    FakeEvents fake;
    fake.add(EventKind::Lost, LostEvent{5});
    fake.add(EventKind(77), LostEvent{});
    KernelActivity unfinished;
    fake.add(EventKind::Kernel, unfinished);
    fake.kernel("k", 0, 10, 20);
    QCOMPARE(notesOf(traceOf(eventsOf(fake))),
             QStringList({"activity.dropped 5", "activity.unfinished 1", "activity.not-all 1"}));
  }

  void recordsOfALaunchBoundTheClocksFromBothSides() {
    FakeEvents fake;
    // The device's timer is 50,000 ahead of the profiler's clock, which is 1,000 ahead of the host.
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 1'000, 10});
    fake.kernel("k", fake.launch(0, 0, 1, 100, kLaunchRecorded).id, 2'000, 6'000);
    const ProgramEvents events = eventsOf(fake);
    TimedLaunch timed{100, Nanoseconds(52'100), Nanoseconds(55'900), Nanoseconds(32),
                      &events.kernels[0]};
    const ProgramClock clock = ProgramClock::fit(events, {timed});
    QCOMPARE(clock.host(), Relation::Measured);
    QCOMPARE(clock.activity(), Relation::Measured);
    QVERIFY(std::abs(clock.ofActivity(2'000) - 52'000) <= 132);
    QVERIFY(std::abs(clock.ofHost(100) - 51'100) <= 132);
    QVERIFY(clock.deviceClock().uncertaintyNs() <= 132);
  }

  void theReplayOfARecordedNodeBoundsTheClocks() {
    FakeEvents fake;
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 1'000, 10});
    LaunchEvent graph;
    graph.begin = 100;
    graph.end = 200;
    graph.id = 50;
    graph.kind = LaunchKind::Graph;
    fake.add(EventKind::Launch, graph, 1);
    fake.launch(0, 0, 7, 100, kLaunchRecorded | kLaunchReplayed, 1, graph.id);
    fake.kernel("graph 3", graph.id, 2'000, 6'000);
    ProgramEvents events = eventsOf(fake);
    QVERIFY(!LaunchAnchors(events).of(1)); // the kernel of another node
    events.kernels[0].graphPart = GraphPart::Whole;
    const LaunchAnchors anchors(events);
    QCOMPARE(anchors.of(1), &events.kernels[0]);
    QVERIFY(!anchors.of(-1));
    const ProgramClock clock = ProgramClock::fit(
        events, {{100, Nanoseconds(53'000), Nanoseconds(55'000), Nanoseconds(32), anchors.of(1)}});
    QCOMPARE(clock.host(), Relation::Measured);
    QVERIFY(std::abs(clock.ofHost(1'000) - 52'000) <= 1'016); // 50,000 ahead of the profiler
    QCOMPARE(clock.deviceClock().uncertaintyNs(), 1'016.0);
    QVERIFY(notesOf(traceOf(events, UINT64_MAX,
                            {{100, Nanoseconds(53'000), Nanoseconds(55'000), Nanoseconds(32),
                              anchors.of(1)}}))
                .isEmpty());
  }

  void rangesOfTheProcessAreSlicesOfTheirOwnTrack() {
    FakeEvents fake;
    fake.launch(0, 0, 1, 1'000);
    fake.add(EventKind::RangeBegin, RangeEvent{2'000, 1, fake.text("load")});
    fake.add(EventKind::RangeBegin, RangeEvent{3'000, 2, fake.text("open")});
    fake.add(EventKind::RangeEnd, RangeEvent{4'000, 1, fake.text("load")});
    fake.add(EventKind::RangeEnd, RangeEvent{4'500, 9, fake.text("of the parent")});
    fake.launch(0, 0, 2, 5'000);
    const Trace trace = traceOf(eventsOf(fake));
    QCOMPARE(
        slicesOf(trace),
        QStringList({"host/NVTX ranges/load 2000+2000", "host/NVTX ranges/open 3000+3000",
                     "host/main thread/launch 1000+1000", "host/main thread/launch 5000+1000"}));
    for (uint32_t i = 0; i < trace.sliceCount(); ++i)
      if (const Slice slice = trace.slice(SliceId(i)); text(trace, slice.name) == "open")
        QCOMPARE(slice.flags, kSliceAsync | kSliceNoEnd);
  }

  void withoutActivityOnlyTheCallBoundsTheClocks() {
    FakeEvents fake;
    fake.launch(0, 0, 1, 1'000, kLaunchRecorded);
    fake.launch(0, 0, 2, 9'000, kLaunchRecorded);
    const ProgramEvents events = eventsOf(fake);
    const std::vector<TimedLaunch> timed{
        {1'000, Nanoseconds(81'000), Nanoseconds(82'000), Nanoseconds(1), nullptr},
        {9'000, Nanoseconds(88'000), Nanoseconds(89'000), Nanoseconds(1), nullptr}};
    const ProgramClock clock = ProgramClock::fit(events, timed);
    QCOMPARE(clock.host(), Relation::LowerBound);
    QCOMPARE(clock.activity(), Relation::Unknown);
    QCOMPARE(clock.ofHost(9'000), int64_t(88'001)); // the tighter of the two
    QCOMPARE(notesOf(traceOf(events, UINT64_MAX, timed)), QStringList("activity.lower-bound 1"));
  }

  void timesOfRowsAreSumsAndUnseenKernelsHaveRows() {
    FakeEvents fake;
    fake.kernel("k", 0, 100, 160);
    fake.kernel("k", 0, 200, 240);
    fake.kernel("inside_cublas", 0, 300, 600);
    Observations seen;
    seen.processes[5].process = 5;
    seen.processes[5].kernels[0].seen.name = "k";
    const auto rows = kernelRows(seen, {}, {{5, gpuTimesOf(eventsOf(fake))}});
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows[0].name, std::string("inside_cublas")); // the longest first
    QVERIFY(!rows[0].isSeen);
    QCOMPARE(rows[1].gpu->timeNs, uint64_t(100));
    QCOMPARE(rows[1].gpu->launches, uint64_t(2));
    QCOMPARE(rows[1].gpuShare, 0.25);
    QVERIFY(rows[1].isSeen);
  }

  void aReplayAsAWholeIsASliceOfItsCallAndARowOfItsOwn() {
    FakeEvents fake;
    fake.add(EventKind::ClockPair, ClockPairEvent{0, 1'000'000, 20});
    LaunchEvent graph;
    graph.begin = 3'000;
    graph.end = 4'000;
    graph.id = 50;
    graph.kind = LaunchKind::Graph;
    graph.kernel = UINT32_MAX;
    fake.add(EventKind::Launch, graph, 1);
    fake.kernel("graph 3", 50, 1'005'000, 1'009'000);
    ProgramEvents events = eventsOf(fake);
    events.kernels[0].graphPart = GraphPart::Whole;
    const Trace trace = traceOf(events);
    QCOMPARE(slicesOf(trace), QStringList({"NVIDIA Fake/stream 7/graph 3 1005000+4000",
                                           "host/main thread/launch graph 1003000+1000"}));
    QCOMPARE(argsOf(trace, "graph 3"), QStringList("correlation=1"));
    QCOMPARE(trace.flows().size(), size_t(1));
    Observations seen;
    seen.processes[5].process = 5;
    const auto rows = kernelRows(seen, {}, {{5, gpuTimesOf(events)}});
    QCOMPARE(rows.size(), size_t(1));
    QVERIFY(!rows[0].isSeen && rows[0].gpu->isGraph);
  }

  void benchmarksOfAnAutotunerAreNotTimeOfTheProgram() {
    FakeEvents fake;
    fake.kernel("k", fake.launch(0, 0, 0, 10, kLaunchAutotuning).id, 100, 900);
    fake.kernel("k", fake.launch(0, 0, 1, 1'000).id, 1'100, 1'140);
    fake.kernel("flush", fake.launch(0, 1, 0, 2'000, kLaunchAutotuning).id, 2'100, 2'900);
    fake.kernel("l", fake.launch(0, 2, 1, 3'000).id, 3'100, 3'160);
    Observations seen;
    seen.processes[5].process = 5;
    for (const char *name : {"k", "flush", "l"})
      seen.processes[5].kernels[static_cast<uint32_t>(seen.processes[5].kernels.size())].seen.name =
          name;
    const auto rows = kernelRows(seen, {}, {{5, gpuTimesOf(eventsOf(fake))}});
    QCOMPARE(rows[0].name, std::string("l"));
    QCOMPARE(rows[0].gpuShare, 0.6);
    QCOMPARE(rows[1].name, std::string("k"));
    QCOMPARE(rows[1].gpu->timeNs, uint64_t(40));
    QCOMPARE(rows[1].gpu->launches, uint64_t(1));
    QCOMPARE(rows[1].gpu->autotuningNs, uint64_t(800));
    QCOMPARE(rows[2].gpu->launches, uint64_t(0));
  }
};

QTEST_GUILESS_MAIN(ProgramTracksTest)
#include "program_tracks_test.moc"
