// SPDX-License-Identifier: Apache-2.0
// The example kernels with the real program and worker: correct results, complete records, nested
// slices.
#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <optional>

#include <dlfcn.h>
#include <sys/auxv.h>

#include "core/formats/trace_file/trace_file.h"
#include "core/run/run_spec.h"
#include "core/source/line_sums.h"
#include "tests/app/cli/collect_process.h"

using namespace pstudio;

namespace {

using Counts = std::map<std::string, uint64_t>;

uint64_t product(const std::array<uint32_t, 3> &extents) {
  return uint64_t{extents[0]} * extents[1] * extents[2];
}

uint64_t warpsOf(const RunSpec &spec) {
  return product(spec.grid) * ((product(spec.block) + 31) / 32);
}

QString kernelText(const RunSpec &spec) {
  QFile file(QString::fromStdString(spec.kernelFile.string()));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Number of occurrences in the text of each quoted name that directly follows this op.
Counts namesAfter(const QString &text, const QString &op) {
  Counts counts;
  const QRegularExpression pattern(QRegularExpression::escape(op) + " \"([^\"]*)\"");
  for (auto match = pattern.globalMatch(text); match.hasNext();)
    ++counts[match.next().captured(1).toStdString()];
  return counts;
}

Counts sliceCounts(const Trace &trace, bool async) {
  Counts counts;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    if (((slice.flags & kSliceAsync) != 0) == async)
      ++counts[std::string(trace.string(slice.name))];
  }
  return counts;
}

/// The string argument of this name of the first launch; empty if there is none.
std::string stringFactOf(const Trace &trace, std::string_view name) {
  for (const Arg &arg : trace.args(trace.launches()[0].args))
    if (trace.string(arg.key) == name)
      return std::string(trace.string(arg.stringValue));
  return {};
}

Counts times(Counts counts, uint64_t factor) {
  for (auto &entry : counts)
    entry.second *= factor;
  return counts;
}

} // namespace

/// An example whose specification names another target uses features of that target only.
#define SKIP_UNLESS_FOR_CPU(name)                                                                  \
  if (specOf(name).target != "cpu")                                                                \
  QSKIP(("its target is " + specOf(name).target).c_str())

class ExampleRunsTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_PROTON_COLLECT;
  const QDir m_kernels{PSTUDIO_SOURCE_DIR "/resources/kernels"};
  QTemporaryDir m_folder;

  RunSpec specOf(const QString &name) const {
    return loadRunSpec(m_kernels.filePath(name + ".json").toStdString()).value();
  }
  Finished run(const QString &name, const QString &output, const QStringList &more = {}) const {
    return runToEnd(m_program, QStringList{"run", m_kernels.filePath(name + ".json"), "-o", output,
                                           "--progress=json"} +
                                   more);
  }
  static Trace read(const QString &path) { return readTraceFile(path.toStdString()).value(); }
  Trace freshTraceOf(const QString &name, const QStringList &more = {}) const {
    const QString output = m_folder.filePath(name + "-fresh.pftrace");
    const Finished done = run(name, output, more);
    if (done.exitCode != 0)
      qFatal("%s", qPrintable(done.err));
    return read(output);
  }

  /// The run of an example as it is, in the file fileOf().
  struct PlainRun {
    Finished done;
    std::optional<Trace> trace; ///< if it succeeded
  };
  std::map<QString, PlainRun> m_plainRuns;

  QString fileOf(const QString &name) const { return m_folder.filePath(name + ".pftrace"); }
  /// Runs each example once for all functions.
  const PlainRun &plainRunOf(const QString &name) {
    auto found = m_plainRuns.find(name);
    if (found == m_plainRuns.end()) {
      PlainRun plain{run(name, fileOf(name)), std::nullopt};
      if (plain.done.exitCode == 0)
        plain.trace = read(fileOf(name));
      found = m_plainRuns.emplace(name, std::move(plain)).first;
    }
    return found->second;
  }
  const Trace &traceOf(const QString &name) {
    const PlainRun &plain = plainRunOf(name);
    if (!plain.trace)
      qFatal("%s", qPrintable(plain.done.err));
    return *plain.trace;
  }

private Q_SLOTS:
  void everyExampleVerifiesItsResult_data() {
    QTest::addColumn<QString>("name");
    for (const QString &file : m_kernels.entryList({"*.json"}))
      QTest::newRow(qPrintable(file)) << file.chopped(5);
    QVERIFY(m_kernels.entryList({"*.json"}).size() >= 7);
  }
  void everyExampleVerifiesItsResult() {
    QFETCH(QString, name);
    SKIP_UNLESS_FOR_CPU(name);
    const Finished &done = plainRunOf(name).done;
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    const RunSpec spec = specOf(name);
    QVERIFY2(!spec.checks.empty(), "an example without a check");
    const QJsonArray checks = jsonLines(done.out).last()["checks"].toArray();
    QCOMPARE(size_t(checks.size()), spec.checks.size());
    for (const QJsonValue &check : checks)
      QVERIFY(check.toObject()["passed"].toBool());
    const Trace &trace = traceOf(name);
    QCOMPARE(trace.launches().size(), size_t{1});
    const Launch &launch = trace.launches()[0];
    QCOMPARE(trace.string(launch.kernel), std::string_view(spec.function));
    QVERIFY(launch.grid == spec.grid);
    QVERIFY(launch.block == spec.block);
    QCOMPARE(launch.timeBase, TimeBase::Model);
    QCOMPARE(launch.recordsDropped, uint64_t{0});
    QCOMPARE(launch.recordsUnmatched, uint64_t{0});
    // A slice of a scope or event has two records, a value has one.
    QCOMPARE(launch.recordsWritten, 2 * trace.sliceCount() + trace.samples().size());
  }

  void theTraceOfARunContainsItsSource() {
    const Trace &trace = traceOf(QStringLiteral("gemm_tiled"));
    QFile file(m_kernels.filePath(QStringLiteral("gemm_tiled.mlir")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(trace.sources().size(), size_t{1});
    QCOMPARE(QString::fromStdString(*trace.sources()[0].text), QString::fromUtf8(file.readAll()));
    const SourceSums sums = sumByLine(trace, TracePlaces(trace));
    QCOMPARE(sums.files.size(), size_t{1});
    QCOMPARE(sums.files[0].path, trace.sources()[0].path);
    QCOMPARE(sums.eventsWithoutLine, uint64_t{0});
    const Finished info = runToEnd(m_program, {"info", fileOf(QStringLiteral("gemm_tiled"))});
    QVERIFY2(info.out.contains("\nsources   1 file, "), qPrintable(info.out));
  }

  /// /proc/self/exe is the dynamic linker then; the worker is the program all the same.
  void theDynamicLinkerMayStartTheProgram() {
    Dl_info linker{};
    QVERIFY(::dladdr(reinterpret_cast<const void *>(::getauxval(AT_BASE)), &linker) != 0);
    const Finished done =
        runToEnd(linker.dli_fname, {m_program, "run", m_kernels.filePath("softmax.json"), "-o",
                                    m_folder.filePath("by-linker.pftrace"), "--progress=json"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY(read(m_folder.filePath("by-linker.pftrace")).sliceCount() > 0);
  }

  void everySliceOfAnExampleNests_data() { everyExampleVerifiesItsResult_data(); }
  void everySliceOfAnExampleNests() {
    QFETCH(QString, name);
    SKIP_UNLESS_FOR_CPU(name);
    const Trace &trace = traceOf(name);
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice slice = trace.slice(SliceId(i));
      QVERIFY(slice.hasCycles);
      QVERIFY(slice.time.begin <= slice.time.end);
      QCOMPARE(slice.flags & ~kSliceAsync, 0);
      const Row &row = trace.row(slice.row);
      if (i + 1 < row.firstSlice.value + row.sliceCount)
        QVERIFY(slice.time.end <= trace.sliceTime(SliceId(i + 1)).begin);
      if ((slice.flags & kSliceAsync) != 0)
        continue;
      QCOMPARE(slice.parent.isValid(), row.index > 0);
      if (slice.parent.isValid()) {
        const TimeRange outer = trace.sliceTime(slice.parent);
        QVERIFY(outer.begin <= slice.time.begin && slice.time.end <= outer.end);
      }
    }
  }

  void everyScopeOfAnExampleIsThereOncePerWarp_data() {
    QTest::addColumn<QString>("name");
    for (const QString &file : m_kernels.entryList({"*.json"}))
      // The scopes of these examples are in a loop, or in functions that are called more than once.
      if (file != "gemm_tiled.json" && file != "layer_norm.json")
        QTest::newRow(qPrintable(file)) << file.chopped(5);
  }
  void everyScopeOfAnExampleIsThereOncePerWarp() {
    QFETCH(QString, name);
    SKIP_UNLESS_FOR_CPU(name);
    const RunSpec spec = specOf(name);
    const QString text = kernelText(spec);
    const qsizetype begin = text.indexOf(QString("gpu.func @%1(").arg(spec.function.c_str()));
    QVERIFY(begin > 0);
    const QString function = text.mid(begin, text.indexOf("gpu.return", begin) - begin);
    const Counts scopes = namesAfter(function, "proton.record start");
    QVERIFY(!scopes.empty());
    QVERIFY(sliceCounts(traceOf(name), false) == times(scopes, warpsOf(spec)));
  }

  void layerNormHasTheScopesOfItsFunctionsOncePerCall() {
    // The kernel calls moments once; moments calls row_sum twice; row_sum calls warp_sum twice.
    const Counts perWarp{{"load", 1},
                         {"moments", 1},
                         {"normalise", 1},
                         {"mean", 1},
                         {"variance", 1},
                         {"within warps", 2},
                         {"wait for the other warps", 2},
                         {"across warps", 2},
                         {"shuffles", 4}};
    QVERIFY(sliceCounts(traceOf("layer_norm"), false) ==
            times(perWarp, warpsOf(specOf("layer_norm"))));
  }

  void reductionTellsTheSumAfterEveryStage() {
    const RunSpec spec = specOf("reduction");
    const Trace &trace = traceOf("reduction");
    uint64_t ctas = 0;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
      if (trace.tracks()[t].kind != TrackKind::Cta)
        continue;
      double sumOfWarps = 0, sumOfRow = 0;
      for (const TrackId warp : trace.children(TrackId(t)))
        for (const TrackId id : trace.children(warp)) {
          const Track &counter = trace.track(id);
          QCOMPARE(counter.kind, TrackKind::Counter);
          QCOMPARE(trace.string(counter.name), std::string_view("partial sum"));
          const bool isFirst = trace.track(warp).number == 0;
          QCOMPARE(counter.sampleCount, isFirst ? 3u : 2u);
          const auto samples = trace.samples().subspan(counter.firstSample, counter.sampleCount);
          QVERIFY(samples[0].value != samples[1].value); // of one lane, of all lanes
          sumOfWarps += samples[1].value;
          if (isFirst)
            sumOfRow = samples[2].value;
        }
      QVERIFY(std::fabs(sumOfRow - sumOfWarps) < 1e-4); // numbers of -1 to 1, about 50 of them
      ++ctas;
    }
    QCOMPARE(ctas, uint64_t{spec.grid[0]});
  }

  void gemmHasEveryScopeOfEveryStepOfEveryWarp() {
    const RunSpec spec = specOf("gemm_tiled");
    const QString text = kernelText(spec);
    const auto depth =
        QRegularExpression("%depth = arith.constant (\\d+)").match(text).captured(1).toLongLong();
    QVERIFY(depth > 0);
    const auto steps = uint64_t(std::get<BufferArgument>(spec.arguments[0].value).shape[1] / depth);
    QVERIFY(steps > 1);
    // The scopes of the loop are between the start and the end of "k loop". The scope "k loop"
    // itself is outside.
    const qsizetype begin = text.indexOf('\n', text.indexOf("proton.record start \"k loop\""));
    const qsizetype end = text.indexOf("proton.record end \"k loop\"");
    QVERIFY(begin > 0 && begin < end);
    const Counts inLoop = namesAfter(text.mid(begin, end - begin), "proton.record start");
    const Counts outside = namesAfter(text.left(begin) + text.mid(end), "proton.record start");
    QVERIFY(inLoop.size() >= 3);
    Counts expected = times(inLoop, warpsOf(spec) * steps);
    expected.merge(times(outside, warpsOf(spec)));
    const Trace &trace = traceOf("gemm_tiled");
    QVERIFY(sliceCounts(trace, false) == expected);
    const Counts events = namesAfter(text, "proton.allocate_event");
    QCOMPARE(events.size(), size_t{1});
    QVERIFY(sliceCounts(trace, true) == times(events, warpsOf(spec) * steps));
  }

  void gemmCopiesAreInFlightWhileTheWarpMultiplies() {
    const Trace &trace = traceOf("gemm_tiled");
    uint64_t hidden = 0;
    for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
      const Slice copy = trace.slice(SliceId(i));
      if ((copy.flags & kSliceAsync) == 0)
        continue;
      const TrackId warp = trace.track(copy.track).parent;
      QCOMPARE(trace.track(warp).kind, TrackKind::Warp);
      for (uint32_t r = 0; r < trace.track(warp).rowCount; ++r) {
        const Row &row = trace.row(RowId(trace.track(warp).firstRow.value + r));
        for (uint32_t s = 0; s < row.sliceCount; ++s) {
          const Slice slice = trace.slice(SliceId(row.firstSlice.value + s));
          hidden += trace.string(slice.name) == "mma" && copy.time.begin < slice.time.begin &&
                    slice.time.end <= copy.time.end;
        }
      }
    }
    // Each step but the last multiplies while the copy of the next step runs.
    const uint64_t multiplications = sliceCounts(trace, false)["mma"];
    QVERIFY2(hidden > 0, qPrintable(QString("none of %1").arg(multiplications)));
  }

  void twoRunsGiveTheSameTimes() {
    const Trace &first = traceOf("gemm_tiled");
    const Trace second = freshTraceOf("gemm_tiled");
    QVERIFY(std::ranges::equal(first.sliceBegins(), second.sliceBegins()));
    QVERIFY(std::ranges::equal(first.sliceDurations(), second.sliceDurations()));
    QVERIFY(std::ranges::equal(first.sliceBeginCycles(), second.sliceBeginCycles()));
  }

  void withoutInstrumentationTheResultIsStillChecked() {
    const QString output = m_folder.filePath("none.pftrace");
    const Finished done = run("vector_add", output, {"--mode", "none"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(jsonLines(done.out).last()["checks"].toArray().size(), 1);
    QCOMPARE(read(output).sliceCount(), size_t{0});
  }

  void tooSmallABufferDropsRecordsAndSaysSo() {
    const Trace trace = freshTraceOf("gemm_tiled", {"--mode", "default:slots=16"});
    const Launch &launch = trace.launches()[0];
    QVERIFY(launch.recordsDropped > 0);
    const Trace &whole = traceOf("gemm_tiled");
    QCOMPARE(launch.recordsWritten, whole.launches()[0].recordsWritten);
    QVERIFY(std::ranges::any_of(
        trace.notes(), [](const Note &note) { return note.severity == Note::Severity::DataLoss; }));
  }

  void segmentsInSharedMemoryGiveTheSameSlices() {
    const Trace global = freshTraceOf("vector_add", {"--mode", "default:buffer_type=global"});
    const Trace shared = freshTraceOf("vector_add", {"--mode", "default:buffer_type=shared"});
    QVERIFY(sliceCounts(global, false) == sliceCounts(shared, false));
    QCOMPARE(shared.launches()[0].recordsDropped, uint64_t{0});
  }

  void compiledKernelsAreKeptWhereTheCommandSays() {
    const QDir cache(m_folder.filePath("compiled"));
    const auto kept = [&cache] { return cache.entryList({"*.kernel"}, QDir::Files).size(); };
    QCOMPARE(
        stringFactOf(freshTraceOf("vector_add", {"--cache-dir", cache.path()}), "compile.cache"),
        std::string("miss"));
    QCOMPARE(kept(), 1);
    QCOMPARE(
        stringFactOf(freshTraceOf("vector_add", {"--cache-dir", cache.path()}), "compile.cache"),
        std::string("hit"));
    QCOMPARE(kept(), 1);
    // The option overrides the environment: the run neither reads nor writes the cache.
    qputenv("PSTUDIO_CACHE_DIR", cache.path().toUtf8());
    const Trace without = freshTraceOf("vector_add", {"--no-cache"});
    const Trace other = freshTraceOf("reduction", {"--no-cache"});
    const Trace found = freshTraceOf("vector_add");
    qputenv("PSTUDIO_CACHE_DIR", "");
    QCOMPARE(stringFactOf(without, "compile.cache"), std::string());
    QCOMPARE(stringFactOf(other, "compile.cache"), std::string());
    QCOMPARE(stringFactOf(found, "compile.cache"), std::string("hit"));
    QCOMPARE(kept(), 1);
    const Finished both = run("vector_add", m_folder.filePath("both.pftrace"),
                              {"--no-cache", "--cache-dir", cache.path()});
    QVERIFY(both.exitCode != 0);
  }
};

QTEST_GUILESS_MAIN(ExampleRunsTest)
#include "example_runs_test.moc"
