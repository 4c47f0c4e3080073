// SPDX-License-Identifier: Apache-2.0
// Kernel traces of rocprofv3: reading, matching with records of the same run, and moving to their
// time axis.
#include <QtTest>

#include <random>

#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/rocprof/rocprof_merge.h"
#include "core/trace/trace_builder.h"
#include "tests/core/formats/rocprof_file.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int64_t kBootNs = 5'000'000'000'000;       // begin of the run on the host's clock
constexpr int64_t kReferenceNs = 86'400'000'000'000; // and on the device's clock
constexpr int64_t kOffsetNs = kReferenceNs - kBootNs;

/// Times of a launch relative to the begin of the run [ns].
struct RunTimes {
  int64_t dispatchBegin = 0;
  int64_t firstRecord = 0;
  int64_t lastRecord = 0;
  int64_t dispatchEnd = 0;
  bool isRecorded = true;
};

/// The trace of the same run with recorded warps.
Trace recordedTrace(const std::vector<RunTimes> &runs, const char *kernel = "saxpy",
                    TimeBase base = TimeBase::Measured) {
  TraceBuilder trace;
  trace.info().title = "run";
  trace.info().origin = Nanoseconds(kReferenceNs);
  for (const RunTimes &run : runs) {
    if (!run.isRecorded)
      continue;
    Launch launch;
    launch.kernel = trace.intern(kernel);
    launch.timeBase = base;
    const LaunchId id = trace.addLaunch(launch);
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = trace.intern("warp");
    warp.launch = id;
    const TrackId track = trace.addTrack(warp);
    const auto at = [](int64_t ns) { return toPicoseconds(Nanoseconds(ns)); };
    SliceInput slice;
    slice.track = track;
    slice.name = trace.intern("work");
    slice.begin = at(run.firstRecord);
    slice.duration = at(run.lastRecord - run.firstRecord);
    trace.addSlice(slice);
  }
  return std::move(trace).finish();
}

std::string rocprofBytes(const std::vector<RunTimes> &runs,
                         const std::string &kernel = "saxpy(float*, float*, float) [clone .kd]") {
  std::vector<RocprofDispatch> dispatches;
  for (const RunTimes &run : runs)
    dispatches.push_back({kernel, uint64_t(kBootNs + run.dispatchBegin),
                          uint64_t(kBootNs + run.dispatchEnd), dispatches.size() + 1});
  return rocprofFile(dispatches);
}

Trace open(const std::string &bytes) {
  Result<Trace> trace = readPftrace(std::as_bytes(std::span(bytes)), "rocprof");
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return std::move(*trace);
}

const std::vector<RunTimes> kRuns{{10'000, 12'000, 50'000, 53'000, false}, // a warm-up
                                  {100'000, 103'000, 150'000, 151'000},
                                  {300'000, 301'000, 340'000, 344'000}};

std::optional<Slice> sliceNamed(const Trace &trace, std::string_view name, size_t index = 0) {
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.slice(SliceId(i)).name).starts_with(name) && index-- == 0)
      return trace.slice(SliceId(i));
  return std::nullopt;
}

uint64_t uintArg(const Trace &trace, ArgSetId set, std::string_view key) {
  for (const Arg &arg : trace.args(set))
    if (trace.string(arg.key).ends_with(key))
      return arg.type == ArgType::Double ? uint64_t(arg.doubleValue) : arg.uintValue;
  return 0;
}

} // namespace

class RocprofTraceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aFileOfRocprofv3OpensWithTracksSlicesAndArguments() {
    const Trace trace = open(rocprofBytes(kRuns));
    QCOMPARE(trace.sliceCount(), size_t(6)); // a call and a kernel for each
    QVERIFY(trace.notes().empty());
    const auto kernel = sliceNamed(trace, "saxpy", 1);
    QVERIFY(kernel);
    QCOMPARE(trace.string(kernel->category), std::string_view("kernel_dispatch"));
    QCOMPARE(trace.string(trace.track(kernel->track).name),
             std::string_view("COMPUTE AGENT [4] STREAM [1] (GPU)"));
    QCOMPARE(kernel->time.length(), Picoseconds(51'000'000));
    QCOMPARE(uintArg(trace, kernel->args, "begin_ns"), uint64_t(kBootNs + 100'000));
    QCOMPARE(uintArg(trace, kernel->args, "grid_size"), uint64_t(256));
    // On the host's clock since boot: the begin in the annotation.
    QCOMPARE(trace.info().origin.value + kernel->time.begin.value / 1000,
             int64_t(kBootNs + 100'000));
    QCOMPARE(trace.flows().size(), size_t(3)); // from each call to its kernel
  }

  void theOffsetIsBoundedByWhatEnclosesWhat() {
    const auto alignment =
        rocprof::alignDispatches(recordedTrace(kRuns), open(rocprofBytes(kRuns)));
    if (!alignment)
      QFAIL(alignment.error().toString().c_str());
    QCOMPARE(alignment->launches, size_t(2));
    QCOMPARE(alignment->others, size_t(1));
    // The bounds: the records begin 1000 ns after their dispatch (second launch), and end 1000 ns
    // before its end (first launch).
    QVERIFY2(std::abs(alignment->offsetNs - kOffsetNs) <= alignment->uncertaintyNs,
             std::to_string(alignment->offsetNs - kOffsetNs).c_str());
    QVERIFY2(alignment->uncertaintyNs <= 1001.0, std::to_string(alignment->uncertaintyNs).c_str());
  }

  void randomRunsAreAlwaysWithinTheirBound() {
    const unsigned seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto between = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    for (int round = 0; round < 100; ++round) {
      std::vector<RunTimes> runs;
      int64_t now = 1'000'000;
      const int64_t count = between(1, 12);
      const int64_t warmups = between(0, 3);
      for (int64_t i = 0; i < warmups + count; ++i) {
        RunTimes run;
        run.dispatchBegin = now += between(1'000, 500'000);
        run.firstRecord = now += between(0, 5'000);
        run.lastRecord = now += between(1'000, 200'000);
        run.dispatchEnd = now += between(0, 5'000);
        run.isRecorded = i >= warmups;
        runs.push_back(run);
      }
      const auto alignment =
          rocprof::alignDispatches(recordedTrace(runs), open(rocprofBytes(runs)));
      if (!alignment)
        QFAIL(alignment.error().toString().c_str());
      QVERIFY2(std::abs(alignment->offsetNs - kOffsetNs) <= alignment->uncertaintyNs,
               std::to_string(round).c_str());
    }
  }

  void oneLaunchAfterAWarmUpIsTakenForTheLastDispatchAndSaysSo() {
    const std::vector<RunTimes> runs{{10'000, 12'000, 50'000, 53'000, false},
                                     {100'000, 102'000, 140'000, 143'000}};
    const auto merged = rocprof::mergeRocprof(recordedTrace(runs), open(rocprofBytes(runs)));
    QVERIFY(merged);
    QVERIFY(std::ranges::any_of(merged->notes(),
                                [](const Note &n) { return n.code == "rocprof.ambiguous"; }));
    const auto work = sliceNamed(*merged, "work");
    const auto kernel = sliceNamed(*merged, "saxpy", 1);
    QVERIFY(kernel->time.begin <= work->time.begin && work->time.end <= kernel->time.end);
  }

  void bothLieInOneTraceWithTheOffsetInItsArguments() {
    const Trace recorded = recordedTrace(kRuns);
    const auto merged = rocprof::mergeRocprof(recorded, open(rocprofBytes(kRuns)));
    QVERIFY(merged);
    QCOMPARE(merged->sliceCount(), size_t(8));
    QCOMPARE(merged->launches().size(), size_t(2));
    QCOMPARE(merged->flows().size(), size_t(3));
    QCOMPARE(merged->info().origin, recorded.info().origin);
    for (size_t launch = 0; launch < 2; ++launch) {
      const auto work = sliceNamed(*merged, "work", launch);
      const auto kernel = sliceNamed(*merged, "saxpy", launch + 1);
      QCOMPARE(work->time.begin, sliceNamed(recorded, "work", launch)->time.begin);
      QVERIFY(kernel->time.begin <= work->time.begin && work->time.end <= kernel->time.end);
    }
    const TrackId group = merged->children(TrackId())[0];
    QCOMPARE(merged->string(merged->track(group).name), std::string_view("rocprofv3"));
    QCOMPARE(uintArg(*merged, merged->track(group).args, "clock.anchors"), uint64_t(2));
    QVERIFY(uintArg(*merged, merged->track(group).args, "clock.uncertaintyNs") <= 1001);
    QVERIFY(std::ranges::any_of(merged->notes(),
                                [](const Note &n) { return n.code == "rocprof.aligned"; }));
  }

  void filesThatDoNotBelongTogetherAreRejectedWithTheReason() {
    const auto rejected = [](const Trace &recorded, const Trace &traced, const char *part) {
      const auto alignment = rocprof::alignDispatches(recorded, traced);
      QVERIFY(!alignment);
      QVERIFY2(QString::fromStdString(alignment.error().toString()).contains(part),
               alignment.error().toString().c_str());
    };
    const Trace recorded = recordedTrace(kRuns);
    const Trace traced = open(rocprofBytes(kRuns));
    rejected(recorded, open(rocprofBytes(kRuns, "gemm(float*)")),
             "rocprofv3 saw no kernel saxpy, but gemm");
    rejected(recorded, open(rocprofBytes({kRuns[1]})), "rocprofv3 saw kernel saxpy 1 times");
    rejected(recorded, recorded, "there are no kernel dispatches of rocprofv3");
    rejected(traced, traced, "there are no records of a launch");
    rejected(recordedTrace(kRuns, "saxpy", TimeBase::Model), traced, "measured times");
    std::vector<RunTimes> other = kRuns;
    for (RunTimes &run : other)
      run.dispatchEnd = run.dispatchBegin + 5'000; // shorter than the interval of its records
    rejected(recorded, open(rocprofBytes(other)), "enclose its records in time");
  }

  void kernelsAreCalledAsBothCallThem() {
    for (const char *name : {"saxpy", "saxpy.kd", "saxpy(float*, int)", "saxpy [clone .kd]",
                             "saxpy(float*) [clone .kd]"})
      QCOMPARE(rocprof::plainKernelName(name), std::string("saxpy"));
  }
};

QTEST_GUILESS_MAIN(RocprofTraceTest)
#include "rocprof_trace_test.moc"
