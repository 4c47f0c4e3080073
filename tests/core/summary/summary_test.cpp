// SPDX-License-Identifier: Apache-2.0
// Summaries: a recorded kernel, one without measurements, a program, a foreign trace.
#include <QtTest>

#include <algorithm>

#include "core/formats/trace_file/trace_file.h"
#include "core/summary/residency.h"
#include "core/summary/summary.h"
#include "core/summary/summary_html.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/test_data.h"
#include "tests/support/transpose_trace.h"

using namespace pstudio;
using namespace pstudio::summary;
using namespace pstudio::test;

namespace {

Summary summaryOfTrace(const Trace &trace) {
  return summaryOf(trace, analysis::analyzeOverlap(trace));
}

Summary summaryOfFile(const char *name) {
  const Result<Trace> trace = readTraceFile(testData(QLatin1String(name)).toStdString());
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return summaryOfTrace(*trace);
}

/// "value | detail" of the line; "none" without it.
QString lineText(const Summary &summary, std::string_view name) {
  const auto found = std::ranges::find(summary.lines, name, &SummaryLine::name);
  if (found == summary.lines.end())
    return QStringLiteral("none");
  return QString::fromStdString(found->value ? *found->value : std::string(kUnknownValue)) +
         QStringLiteral(" | ") + QString::fromStdString(found->detail);
}

/// A host thread with two steps and two GPUs, one of which is busy for half of the time.
Trace programTrace() {
  TraceBuilder builder;
  builder.info().title = "training";
  const auto slice = [&builder](TrackId track, const char *name, const char *category,
                                int64_t begin, int64_t end) {
    SliceInput input;
    input.track = track;
    input.name = builder.intern(name);
    input.category = builder.intern(category);
    input.begin = Picoseconds(begin * 1'000'000);
    input.duration = Picoseconds((end - begin) * 1'000'000);
    builder.addSlice(input);
  };
  const TrackId host = builder.addTrack(TrackKind::Thread, "host", TrackId(), 1, 0);
  slice(host, "ProfilerStep#3", "user_annotation", 0, 40);
  slice(host, "ProfilerStep#4", "user_annotation", 40, 100);
  for (const int64_t gpu : {0, 1}) {
    const TrackId device = builder.addTrack(TrackKind::Group, gpu == 0 ? "NVIDIA H200" : "GPU 1",
                                            TrackId(), gpu, gpu + 1);
    const TrackId stream = builder.addTrack(TrackKind::Async, "stream 7", device, 7, 0);
    slice(stream, "gemm", "kernel", 0, 60);
    slice(stream, "copy HtoD", "copy", 30, 50); // at the same time as the kernel
    if (gpu == 0)
      slice(stream, "softmax", "kernel", 60, 100);
  }
  return std::move(builder).finish();
}

/// Two launches of one warp: a long scope, then a short one whose kernel has the longer GPU time.
Trace twoLaunches(bool hasGpuTimes) {
  TraceBuilder builder;
  for (const uint64_t number : {0, 1}) {
    Launch launch;
    launch.kernel = builder.intern(number == 0 ? "first" : "second");
    if (const std::vector<Arg> time{Arg::ofUint(builder.intern("launch.gpuTimeNs"), 5 + number)};
        hasGpuTimes)
      launch.args = builder.addArgs(time);
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = builder.intern("warp 0");
    warp.launch = builder.addLaunch(launch);
    SliceInput slice;
    slice.track = builder.addTrack(warp);
    slice.name = builder.intern(number == 0 ? "long" : "short");
    slice.duration = Picoseconds(number == 0 ? 9'000 : 1'000);
    builder.addSlice(slice);
  }
  return std::move(builder).finish();
}

class SummaryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aKernelHasTimeWavesBoundFindingsAndCoverage() {
    const Summary summary = summaryOfFile("tests/data/overlap/gemm_wgmma_3_stages_h200.pscapture");
    QCOMPARE(summary.title, std::string("gemm_wgmma"));
    QCOMPARE(summary.subject, std::string("NVIDIA H200, 16 x 32 x 1 CTAs of 384 x 1 x 1 threads"));
    QCOMPARE(lineText(summary, "GPU time"),
             QStringLiteral("223 us | records of 4 of 512 CTAs: 45.0 us"));
    QCOMPARE(lineText(summary, "waves"), QStringLiteral("3.9 | 1 CTA an SM, limited by registers"));
    QCOMPARE(lineText(summary, "bound by"),
             QStringLiteral("matrix operations and warp execution | 49 % and 49 % of the critical "
                            "path of a CTA; copies are 98.4 % hidden"));
    QVERIFY(
        lineText(summary, "finding 1").startsWith(QLatin1String("The consumer waits for matrix")));
    QCOMPARE(lineText(summary, "records"),
             QStringLiteral("4 of 512 CTAs | none dropped, cost 12.8 cycles a record"));
    // Evidence is a slice of the trace; statements without a problem are left out beside one.
    const auto finding =
        std::ranges::find(summary.lines, std::string("finding 1"), &SummaryLine::name);
    QVERIFY(finding->slice.isValid());
    QCOMPARE(finding->topic, Topic::Overlap);
    for (const SummaryLine &line : summary.lines)
      QVERIFY(line.value->find("Another stage would not help") == std::string::npos);
  }

  void theBoundChangesWithTheNumberOfStages() {
    QVERIFY(
        lineText(summaryOfFile("tests/data/overlap/gemm_wgmma_1_stage_h200.pscapture"), "bound by")
            .startsWith(QLatin1String("copies | ")));
  }

  void aBoundOffTheCriticalPathIsThatOfTheSteadyState() {
    GpuTraceOptions options;
    options.recordingCost = RecordingCost{12.6, 3, 35, 41};
    const QString bound = lineText(summaryOfTrace(*makeGpuTrace(options)), "bound by");
    QVERIFY2(bound.startsWith(QLatin1String("copies | a load takes 1.")), qPrintable(bound));
  }

  void anInefficientOperationIsTheFirstFinding() {
    const Summary summary = summaryOfTrace(*makeTransposeTrace({TransposeKind::Naive}));
    const auto finding =
        std::ranges::find(summary.lines, std::string("finding 1"), &SummaryLine::name);
    QVERIFY(finding != summary.lines.end());
    QVERIFY2(finding->value->find("32 sectors per access") != std::string::npos,
             finding->value->c_str());
    QVERIFY(finding->detail.find("a fix saves 78 % of the traffic") != std::string::npos);
    QCOMPARE(finding->topic, Topic::Memory);
  }

  void theBoundLeadsToAWaitOfItsLaunch() {
    const Result<Trace> trace = readTraceFile(
        testData(QLatin1String("tests/data/overlap/gemm_wgmma_1_stage_h200.pscapture"))
            .toStdString());
    QVERIFY(trace.has_value());
    const Summary summary = summaryOfTrace(*trace);
    const auto bound = std::ranges::find(summary.lines, "bound by", &SummaryLine::name);
    QVERIFY(bound->slice.isValid());
    QCOMPARE(trace->string(trace->sliceCategories()[bound->slice.value]),
             std::string_view("async.wait"));
  }

  void ofSeveralLaunchesTheLongestOneIsDescribed() {
    const Summary summary = summaryOfTrace(twoLaunches(true));
    QCOMPARE(summary.title, std::string("second"));
    QCOMPARE(summary.subject, std::string("device unknown; the longest of 2 launches"));
    QCOMPARE(lineText(summary, "bound by"),
             QString::fromUtf8("\u2013 | most time: short, 100 % of the time of the warps"));
  }

  void withoutGpuTimesTheFirstOfSeveralLaunchesIsDescribed() {
    const Summary summary = summaryOfTrace(twoLaunches(false));
    QCOMPARE(summary.title, std::string("first"));
    QCOMPARE(summary.subject, std::string("device unknown; the first of 2 launches"));
  }

  void droppedRecordsWithoutAnyWrittenOneAreCounted() {
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("add");
    launch.recordsDropped = 1'234;
    builder.addLaunch(launch);
    QCOMPARE(lineText(summaryOfTrace(std::move(builder).finish()), "records"),
             QString::fromUtf8("\u2013 | 1,234 dropped"));
  }

  void unknownValuesAreADash() {
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("add");
    builder.addLaunch(launch);
    const Summary summary = summaryOfTrace(std::move(builder).finish());
    QCOMPARE(summary.subject, std::string("device unknown"));
    for (const char *name : {"GPU time", "waves", "bound by", "records"})
      QCOMPARE(lineText(summary, name), QString::fromUtf8("\u2013 | "));
  }

  void aProgramHasStepsBusiestKernelsAndTheIdleShare() {
    const Summary summary = summaryOfTrace(programTrace());
    QCOMPARE(summary.subject, std::string("NVIDIA H200, GPU 1"));
    QCOMPARE(lineText(summary, "steps"), QStringLiteral("2 | median 40.0 us, longest 60.0 us"));
    QCOMPARE(lineText(summary, "GPU idle"),
             QStringLiteral("20 % | of 100 us from the first to the last work of 2 GPUs"));
    QCOMPARE(lineText(summary, "kernel 1"),
             QStringLiteral("gemm | 120 us in 2 launches, 75 % of the time of all kernels"));
    QCOMPARE(lineText(summary, "kernel 3"), QStringLiteral("none"));
    QVERIFY(lineText(summary, "records").startsWith(QLatin1String("activity only | ")));
  }

  void anyOtherTraceHasItsContent() {
    TraceBuilder builder;
    builder.info().title = "render";
    SliceInput slice;
    slice.track = builder.addTrack(TrackKind::Thread, "main", TrackId(), 1, 0);
    slice.name = builder.intern("draw");
    slice.duration = Picoseconds(2'000'000);
    builder.addSlice(slice);
    builder.addNote({Note::Severity::DataLoss, "pftrace.truncated", "The file ends early."});
    const Summary summary = summaryOfTrace(std::move(builder).finish());
    QCOMPARE(lineText(summary, "slices"), QStringLiteral("1 | on 1 track"));
    QCOMPARE(lineText(summary, "most time 1"), QStringLiteral("draw | 2.00 us in 1 slice"));
    QCOMPARE(lineText(summary, "lost data"), QStringLiteral("1 note | "));
  }

  void anSmHoldsTheCtasThatItsResourcesPermit_data() {
    QTest::addColumn<QString>("capability");
    QTest::addColumn<uint>("threads");
    QTest::addColumn<qulonglong>("registers");
    QTest::addColumn<qulonglong>("shared");
    QTest::addColumn<int>("ctas"); // 0: unknown
    QTest::addColumn<QString>("by");
    // From the CUDA occupancy calculator's rules.
    QTest::newRow("registers are split in four")
        << "9.0" << 32u << 88ull << 0ull << 20 << "registers";
    QTest::newRow("three warps") << "9.0" << 96u << 104ull << 0ull << 5 << "registers";
    QTest::newRow("shared memory") << "9.0" << 128u << 32ull << 65536ull << 3 << "shared memory";
    QTest::newRow("nothing reserved before 8.0")
        << "7.0" << 128u << 32ull << 49152ull << 2 << "shared memory";
    QTest::newRow("threads") << "8.9" << 1024u << 16ull << 0ull << 1 << "threads";
    QTest::newRow("too many registers") << "9.0" << 32u << (1ull << 59) << 0ull << 0 << "";
    QTest::newRow("too much shared memory") << "9.0" << 32u << 32ull << (0ull - 1024) << 0 << "";
    QTest::newRow("too many threads") << "9.0" << UINT32_MAX << 32ull << 0ull << 0 << "";
  }
  void anSmHoldsTheCtasThatItsResourcesPermit() {
    QFETCH(QString, capability);
    QFETCH(uint, threads);
    QFETCH(qulonglong, registers);
    QFETCH(qulonglong, shared);
    QFETCH(int, ctas);
    QFETCH(QString, by);
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("add");
    launch.grid = {1000, 1, 1};
    launch.block = {threads, threads == UINT32_MAX ? 641u : 1u,
                    threads == UINT32_MAX ? 6700417u : 1u};
    const std::vector<Arg> facts{Arg::ofUint(builder.intern("device.sms"), 10),
                                 Arg::ofString(builder.intern("device.computeCapability"),
                                               builder.intern(capability.toStdString())),
                                 Arg::ofUint(builder.intern("kernel.registers"), registers),
                                 Arg::ofUint(builder.intern("kernel.sharedBytes"), shared)};
    launch.args = builder.addArgs(facts);
    builder.addLaunch(launch);
    const Trace trace = std::move(builder).finish();
    const std::optional<Residency> residency = residencyOf(trace, trace.launches()[0]);
    QCOMPARE(residency ? static_cast<int>(residency->ctasPerSm) : 0, ctas);
    if (residency)
      QCOMPARE(
          QString::fromUtf8(residency->limitedBy.data(), qsizetype(residency->limitedBy.size())),
          by);
  }

  void slicesWithoutAnEndAndLongOnesAreNoTimeOfKernels() {
    TraceBuilder builder;
    const TrackId stream = builder.addTrack(TrackKind::Async, "stream", TrackId(), 0, 0);
    for (const uint8_t flags : {uint8_t{0}, uint8_t{0}, uint8_t{kSliceNoEnd}}) {
      SliceInput slice;
      slice.track = stream;
      slice.name = builder.intern(flags == 0 ? "whole" : "open");
      slice.category = builder.intern("kernel");
      slice.duration = Picoseconds(INT64_MAX / 2 + 1000); // the sum does not fit
      slice.flags = flags;
      builder.addSlice(slice);
    }
    const Summary summary = summaryOfTrace(std::move(builder).finish());
    QVERIFY(lineText(summary, "kernel 1").startsWith(QStringLiteral("whole | ")));
    QVERIFY(lineText(summary, "kernel 1").contains(QStringLiteral(" in 2 launches")));
    QCOMPARE(lineText(summary, "kernel 2"), QStringLiteral("none"));
  }

  void twoSummariesShareTheirNamesInHtml() {
    Summary one{"a<b", "device", {{"GPU time", "1 us", {}, Topic::Statistics, {}}}};
    Summary other = one;
    other.title = "c";
    other.lines.insert(other.lines.begin(), SummaryLine{"waves", std::nullopt, "no data"});
    const std::vector<Summary> both{one, other};
    const std::string html = summaryHtml(both, {}, false);
    QVERIFY(html.find("a&lt;b") != std::string::npos);
    QCOMPARE(html.find("<th>GPU time</th>"), html.rfind("<th>GPU time</th>"));
    QVERIFY(html.find("\u2013") != std::string::npos);
    QVERIFY(html.find("href") == std::string::npos);
    one.title.clear(); // the document has it
    const std::vector<Summary> alone{one};
    QVERIFY(summaryHtml(alone, {}, true).find("<td><b>device</b></td>") != std::string::npos);
    QVERIFY(summaryHtml(alone, {}, true).find("<a href=\"#statistics\">1 us</a>") !=
            std::string::npos);
  }
};

} // namespace

QTEST_GUILESS_MAIN(SummaryTest)
#include "summary_test.moc"
