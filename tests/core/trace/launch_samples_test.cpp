// SPDX-License-Identifier: Apache-2.0
// PC samples and counters of a launch are unchanged after a trace file was written and read.
#include <QtTest>

#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/launch_samples.h"

using namespace pstudio;

namespace {

const PcSampleTable kTable{
    1024,
    7,
    {{"softmax", "/k/softmax.mlir:12", {{"long_scoreboard", 40}, {"wait", 3}}},
     {"softmax", "", {{"selected", 9}}}}};
const std::vector<CounterValue> kCounters{{"sm__cycles_elapsed.avg", 1234.5},
                                          {"smsp__inst_executed.sum", 640.0}};

Trace traceWith(const std::function<void(TraceBuilder &, LaunchId)> &add) {
  TraceBuilder trace;
  Launch launch;
  launch.kernel = trace.intern("softmax");
  const Arg mode = Arg::ofString(trace.intern("mode"), trace.intern("default"));
  launch.args = trace.addArgs({&mode, 1});
  const LaunchId id = trace.addLaunch(launch);
  Track track;
  track.kind = TrackKind::Launch;
  track.name = trace.intern("launch 0");
  track.launch = id;
  SliceInput slice;
  slice.track = trace.addTrack(track);
  slice.name = trace.intern("work");
  slice.duration = Picoseconds(1000);
  trace.addSlice(slice);
  add(trace, id);
  return std::move(trace).finish();
}

Trace throughAFile(const Trace &trace) {
  const auto bytes = writePftraceToString(trace);
  if (!bytes)
    qFatal("%s", bytes.error().toString().c_str());
  auto read = readPftrace(std::as_bytes(std::span(*bytes)), "file");
  if (!read)
    qFatal("%s", read.error().toString().c_str());
  return std::move(*read);
}

} // namespace

class LaunchSamplesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void samplesAndCountersComeThroughAFile() {
    const Trace trace = throughAFile(traceWith([](TraceBuilder &builder, LaunchId launch) {
      addPcSamples(builder, launch, kTable);
      addCounters(builder, launch, kCounters);
    }));
    const Launch &launch = trace.launches()[0];
    const auto table = pcSamplesOf(trace, launch);
    QVERIFY(table);
    QVERIFY(*table == kTable);
    QCOMPARE(table->samples(), uint64_t{52});
    QVERIFY(countersOf(trace, launch) == kCounters);
    // The earlier arguments of the launch remain, and are not samples.
    QCOMPARE(trace.string(trace.args(launch.args)[0].key), std::string_view("mode"));
    size_t samples = 0;
    for (const Arg &arg : trace.args(launch.args))
      samples += isSampleArg(trace.string(arg.key));
    QCOMPARE(samples, trace.args(launch.args).size() - 1);
  }

  void aLaunchThatWasNotSampledHasNone() {
    const Trace trace = throughAFile(traceWith([](TraceBuilder &, LaunchId) {}));
    QVERIFY(!pcSamplesOf(trace, trace.launches()[0]));
    QVERIFY(countersOf(trace, trace.launches()[0]).empty());
  }

  void aTableWithoutSamplesIsStillOne() {
    const Trace trace = throughAFile(traceWith([](TraceBuilder &builder, LaunchId launch) {
      addPcSamples(builder, launch, {64, 0, {}});
    }));
    const auto table = pcSamplesOf(trace, trace.launches()[0]);
    QVERIFY(table && table->lines.empty());
    QCOMPARE(table->periodCycles, uint64_t{64});
  }

  void damagedKeysAskForNoMemory() {
    const Trace trace = traceWith([](TraceBuilder &builder, LaunchId launch) {
      std::vector<Arg> args;
      for (const char *key :
           {"samples[99999999999999999999].stall.x", "samples[4294967295].location", "samples[",
            "samples[3", "samples[1]", "samples.periodCycles"})
        args.push_back(Arg::ofInt(builder.intern(key), -5));
      builder.launchAt(launch).args = builder.addArgs(args);
    });
    const auto table = pcSamplesOf(trace, trace.launches()[0]);
    QVERIFY(table);
    QVERIFY(table->lines.size() <= 4);
    QCOMPARE(table->samples(), uint64_t{0});
  }
};

QTEST_GUILESS_MAIN(LaunchSamplesTest)
#include "launch_samples_test.moc"
