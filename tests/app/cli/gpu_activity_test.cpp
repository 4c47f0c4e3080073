// SPDX-License-Identifier: Apache-2.0
// CUPTI beside the records on a real NVIDIA GPU: one axis, arrows, samples, counters, and what it
// costs.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

#include "core/formats/trace_file/trace_file.h"
#include "core/trace/launch_samples.h"
#include "tests/app/cli/collect_process.h"
#include "tests/support/gpu_test.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_notes.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int64_t kPicosecondsPerMicrosecond = 1'000'000;

bool isBelow(const Trace &trace, TrackId track, std::string_view name) {
  for (; track.isValid(); track = trace.track(track).parent)
    if (trace.string(trace.track(track).name) == name)
      return true;
  return false;
}

/// Slices of CUPTI's streams by their names' beginning.
std::vector<Slice> streamSlices(const Trace &trace, std::string_view name) {
  std::vector<Slice> found;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const Track &track = trace.track(slice.track);
    if (trace.string(slice.name).starts_with(name) &&
        trace.string(track.name).starts_with("stream ") && track.kind == TrackKind::Async)
      found.push_back(slice);
  }
  return found;
}

uint64_t numberOf(const Trace &trace, ArgSetId args, std::string_view key) {
  for (const Arg &arg : trace.args(args))
    if (trace.string(arg.key) == key)
      return arg.uintValue;
  return 0;
}

} // namespace

class GpuActivityTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  Finished collect(const QString &example, const QStringList &more) const {
    return runToEnd(collectProgram(), QStringList{"run", testData("resources/kernels/" + example),
                                                  "-o", m_folder.filePath("out.pftrace"),
                                                  "--target", "cuda", "--progress", "line"} +
                                          more);
  }
  Trace run(const QString &example, const QStringList &more) const {
    const Finished done = collect(example, more);
    if (done.exitCode != 0)
      qFatal("%s", qPrintable(done.err));
    qInfo("%s", qPrintable(done.err));
    auto trace = readTraceFile(m_folder.filePath("out.pftrace").toStdString());
    if (!trace)
      qFatal("%s", trace.error().toString().c_str());
    return std::move(*trace);
  }

private Q_SLOTS:
  void initTestCase() { PSTUDIO_NEEDS_CUDA_DEVICE(); }

  void recordsLieInsideTheirKernelAsCuptiTimesIt() {
    for (const char *example : {"vector_add.json", "softmax.json", "gemm_tiled.json"}) {
      const Trace trace = run(example, {"--activity", "all"});
      if (const Note *off = test::findNote(trace, "activity.off"))
        QSKIP(off->message.c_str());
      QVERIFY(!test::findNote(trace, "activity.no-clock"));
      QVERIFY(!test::findNote(trace, "activity.dropped"));
      const std::string kernel(trace.string(trace.launches()[0].kernel));
      const std::vector<Slice> kernels = streamSlices(trace, kernel);
      QCOMPARE(kernels.size(), trace.launches().size());
      // Two microseconds: what is tolerated, and what the clocks are uncertain by.
      constexpr int64_t kTolerance = 2 * kPicosecondsPerMicrosecond;
      size_t inside = 0, outside = 0;
      for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const Slice slice = trace.slice(SliceId(i));
        if (!trace.track(slice.track).launch.isValid())
          continue;
        const bool isInside = std::ranges::any_of(kernels, [&](const Slice &of) {
          return slice.time.begin.value >= of.time.begin.value - kTolerance &&
                 slice.time.end.value <= of.time.end.value + kTolerance;
        });
        ++(isInside ? inside : outside);
      }
      QVERIFY(inside > 0);
      QCOMPARE(outside, size_t{0});
      QVERIFY(!test::findNote(trace, "activity.outside"));
    }
  }

  void copiesBringTheArgumentsAndEachKernelHasItsCall() {
    const Trace trace = run("vector_add.json", {"--activity", "all"});
    if (const Note *off = test::findNote(trace, "activity.off"))
      QSKIP(off->message.c_str());
    uint64_t toDevice = 0, toHost = 0;
    for (const Slice &copy : streamSlices(trace, "copy host to device"))
      toDevice += numberOf(trace, copy.args, "bytes");
    for (const Slice &copy : streamSlices(trace, "copy device to host"))
      toHost += numberOf(trace, copy.args, "bytes");
    const uint64_t launches = trace.launches().size();
    QVERIFY2(toDevice >= launches * 3 * 524288, qPrintable(QString::number(toDevice)));
    QVERIFY2(toHost >= 3 * 524288, qPrintable(QString::number(toHost)));
    std::map<uint32_t, std::string> callOf; // by the slice that an arrow ends at
    for (const Flow &flow : trace.flows())
      callOf[flow.to.index] = trace.string(trace.slice(SliceId(flow.from.index)).name);
    for (const Slice &kernel : streamSlices(trace, "vector_add"))
      QVERIFY2(callOf[kernel.id.value].starts_with("cuLaunchKernel"),
               callOf[kernel.id.value].c_str());
    size_t calls = 0;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      if (!isBelow(trace, slice.track, "host"))
        continue;
      ++calls;
      QVERIFY(trace.string(slice.name) != "cuStreamQuery");
    }
    QVERIFY(calls > launches);
  }

  void programsShowTheirOwnCopiesBeforeTheirFirstLaunch() {
    const QString program = testData("tests/collector/program/programs/two_modules.mlir");
    const QString output = m_folder.filePath("program.pftrace");
    const Finished done = runToEnd(
        collectProgram(), {"run", program, "-o", output, "--target", "cuda", "--activity", "all"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const auto trace = readTraceFile(output.toStdString());
    QVERIFY(trace);
    if (const Note *off = test::findNote(*trace, "activity.off"))
      QSKIP(off->message.c_str());
    QVERIFY(!test::findNote(*trace, "activity.no-clock") &&
            !test::findNote(*trace, "activity.outside"));
    for (const Launch &launch : trace->launches()) {
      std::string_view kernel = trace->string(launch.kernel); // perhaps with its module
      kernel = kernel.substr(kernel.find("::") == kernel.npos ? 0 : kernel.find("::") + 2);
      QVERIFY2(!streamSlices(*trace, kernel).empty(), std::string(kernel).c_str());
    }
  }

  void pcSamplesNameSourceLinesAndReasons() {
    const Trace trace = run("gemm_tiled.json", {"--pc-samples", "32"});
    if (const Note *off = test::findNote(trace, "samples.off"))
      QSKIP(off->message.c_str());
    const auto table = pcSamplesOf(trace, trace.launches()[0]);
    QVERIFY(table);
    QCOMPARE(table->periodCycles, uint64_t{32});
    QVERIFY(!table->lines.empty());
    const auto known = std::ranges::count_if(table->lines, [](const LineSamples &line) {
      return line.location.find("gemm_tiled.mlir:") != std::string::npos;
    });
    QVERIFY2(known > 0, table->lines[0].location.c_str());
    for (size_t i = 0; i < std::min<size_t>(table->lines.size(), 8); ++i)
      qInfo("%s: %llu, most %s", table->lines[i].location.c_str(),
            static_cast<unsigned long long>(table->lines[i].samples()),
            table->lines[i].stalls[0].reason.c_str());
  }

  void countersCountWhatIsKnownOfTheKernel() {
    const Trace trace = run(
        "vector_add.json",
        {"--counters", "smsp__warps_launched.sum,smsp__inst_executed.sum,sm__cycles_elapsed.max,"
                       "dram__bytes_read.sum"});
    if (const Note *off = test::findNote(trace, "counters.off"))
      QSKIP(off->message.c_str());
    const std::vector<CounterValue> counters = countersOf(trace, trace.launches()[0]);
    QCOMPARE(counters.size(), size_t{4});
    const Launch &launch = trace.launches()[0];
    const uint64_t warps = uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2] *
                           ((launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32);
    QCOMPARE(counters[0].value, static_cast<double>(warps));
    QVERIFY(counters[1].value >= 10.0 * static_cast<double>(warps));
    QVERIFY(counters[2].value > 500);
  }

  void whatItCosts() {
    std::map<QString, qint64> milliseconds;
    for (const char *kinds : {"none", "kernels", "all", "none", "kernels", "all"}) {
      QElapsedTimer timer;
      timer.start();
      const Finished done = collect("vector_add.json", {"--activity", kinds});
      QVERIFY2(done.exitCode == 0, qPrintable(done.err));
      milliseconds[kinds] = timer.elapsed(); // the second time all files are in memory
    }
    for (const auto &[kinds, time] : milliseconds)
      qInfo("a run with activity %s took %lld ms", qPrintable(kinds), static_cast<long long>(time));
    QVERIFY(milliseconds["all"] < milliseconds["none"] + 5000);
  }
};

QTEST_GUILESS_MAIN(GpuActivityTest)
#include "gpu_activity_test.moc"
