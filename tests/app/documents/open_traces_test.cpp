// SPDX-License-Identifier: Apache-2.0
// The parts below the window: open trace list and folder, background loading, settings, resources,
// slice details.
#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSemaphore>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/settings/resource_locator.h"
#include "app/settings/settings.h"
#include "app/documents/open_trace_list.h"
#include "app/documents/result_folder.h"
#include "app/documents/trace_loader.h"
#include "app/window/example_offer.h"
#include "core/source/source_texts.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/build_folder.h"
#include "viewer/widgets/timeline/inspector_bars.h"
#include "viewer/widgets/timeline/inspector_details.h"
#include "viewer/widgets/timeline/track_panel_scopes.h"

using namespace pstudio;
using namespace pstudio::test;

class OpenTracesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void listIsAModelThatNumbersEqualTitlesAndKeepsACurrentTrace() {
    OpenTraceList list;
    const QAbstractItemModelTester tester(&list,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const LoadedTrace data = summarize(smallTrace());
    const OpenTraceId first = list.add(QStringLiteral("gemm"), QStringLiteral("/a"), true, data);
    const OpenTraceId second = list.add(QStringLiteral("gemm"), QStringLiteral("/b"), false, data);
    QCOMPARE(list.find(second)->title, QStringLiteral("gemm #2"));
    QCOMPARE(list.current(), second);
    list.remove(second);
    QCOMPARE(list.current(), first);
    QCOMPARE(list.indexOf(first).data(OpenTraceList::SubtitleRole).toString(),
             QStringLiteral("not saved"));
    list.markSaved(first, QStringLiteral("/c"), {});
    QCOMPARE(list.findFile(QStringLiteral("/c")), first);
    list.remove(first);
    QCOMPARE(list.current(), kNoOpenTrace);
  }

  void cancelledLoadIsNeverDelivered() {
    QSemaphore gate;
    TraceLoader loader({[&gate](const std::filesystem::path &, ReadProgress *) -> Result<Trace> {
                          gate.acquire();
                          return smallTrace();
                        },
                        {}});
    QSignalSpy loaded(&loader, &TraceLoader::loaded);
    QSignalSpy cancelled(&loader, &TraceLoader::cancelled);
    loader.load({QStringLiteral("/slow"), {}, false});
    loader.load({QStringLiteral("/waiting"), {}, false});
    QVERIFY(loader.isBusy());
    loader.cancel();
    QVERIFY(!loader.isBusy());
    QCOMPARE(cancelled.count(), 1);
    gate.release(2);
    loader.load({QStringLiteral("/next"), {}, false});
    QVERIFY(QTest::qWaitFor([&] { return loaded.count() == 1 && !loader.isBusy(); }, 10000));
    QCOMPARE(loaded[0][0].value<LoadRequest>().file, QStringLiteral("/next"));
  }

  void cancellingTellsTheReader() {
    QSemaphore hasStarted, hasEnded;
    TraceLoader loader(
        {[&](const std::filesystem::path &, ReadProgress *progress) -> Result<Trace> {
           progress->setTotal(1000);
           progress->setDone(500);
           hasStarted.release();
           while (!progress->isCancelled())
             QThread::msleep(1);
           hasEnded.release();
           return fail(ErrorCode::Cancelled, "cancelled");
         },
         {}});
    QSignalSpy failed(&loader, &TraceLoader::failed);
    loader.load({QStringLiteral("/slow"), {}, false});
    hasStarted.acquire();
    QCOMPARE(loader.fraction(), std::optional(0.5 * ReadProgress::kParsedShare));
    loader.cancel();
    QVERIFY(hasEnded.tryAcquire(1, 10'000));
    QVERIFY(!loader.isBusy());
    QVERIFY(!loader.fraction());
    QCOMPARE(failed.count(), 0);
  }

  void beginningOfAFileComesBeforeTheWhole() {
    QSemaphore gate;
    TraceLoader loader(
        {[&gate](const std::filesystem::path &, ReadProgress *) -> Result<Trace> {
           gate.acquire();
           return smallTrace();
         },
         [](const std::filesystem::path &) -> Result<Trace> { return smallTrace(); }});
    QSignalSpy beginning(&loader, &TraceLoader::beginningLoaded);
    QSignalSpy loaded(&loader, &TraceLoader::loaded);
    loader.load({QStringLiteral("/large"), {}, false});
    QVERIFY(QTest::qWaitFor([&] { return beginning.count() == 1; }, 10'000));
    QCOMPARE(beginning[0][0].toString(), QStringLiteral("/large"));
    QCOMPARE(loaded.count(), 0);
    gate.release();
    QVERIFY(QTest::qWaitFor([&] { return loaded.count() == 1; }, 10'000));
    QCOMPARE(beginning.count(), 1);
  }

  void resultsOfAProcessThatIsGoneAreFoundAndThoseOfALivingOneAreNot() {
    const QTemporaryDir root;
    ResultFolder living(root.path());
    const auto file = living.newTraceFile(QStringLiteral("a b/c"));
    QVERIFY(file);
    QVERIFY(file->endsWith(QLatin1String("a_b_c-1.pftrace")));
    writeSmallTrace(*file);
    const QString gone = root.filePath(QStringLiteral("gone"));
    QVERIFY(QDir().mkpath(gone));
    writeSmallTrace(gone + QLatin1String("/old-1.pftrace"));
    const ResultFolder next(root.path());
    QCOMPARE(next.recoverable(), QStringList{gone + QLatin1String("/old-1.pftrace")});
  }

  void onlyFilesOfTheResultFolderAreDiscarded() {
    const QTemporaryDir root;
    const QTemporaryDir elsewhere;
    ResultFolder folder(root.path());
    const QString mine = root.filePath(QStringLiteral("x.pftrace"));
    const QString users = elsewhere.filePath(QStringLiteral("y.pftrace"));
    writeSmallTrace(mine);
    writeSmallTrace(users);
    folder.discard(mine);
    folder.discard(users);
    QVERIFY(!QFile::exists(mine));
    QVERIFY(QFile::exists(users));
  }

  void unwritableResultFolderIsAnErrorWithItsPath() {
    ResultFolder folder(QStringLiteral("/proc/nowhere"));
    const auto file = folder.newTraceFile(QStringLiteral("x"));
    QVERIFY(!file);
    QVERIFY(file.error().where.find("/proc/nowhere") == 0);
  }

  void recentFilesAreUniqueNewestFirstAndBounded() {
    const QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    Settings settings(store);
    for (int at = 0; at < 20; ++at)
      settings.addRecentFile(QStringLiteral("/f%1").arg(at));
    settings.addRecentFile(QStringLiteral("/f15"));
    QCOMPARE(settings.recentFiles().size(), Settings::kMaxRecentFiles);
    QCOMPARE(settings.recentFiles().first(), QStringLiteral("/f15"));
    QCOMPARE(settings.recentFiles().count(QStringLiteral("/f15")), 1);
  }

  void everyExampleHasASpecificationAndAnExplanation() {
    const auto examples = ResourceLocator(buildFolder() + "/bin").examples();
    QVERIFY(examples.size() >= 3);
    for (const ExampleKernel &example : examples) {
      QVERIFY(QFile::exists(example.spec));
      QVERIFY2(example.explanation.size() > 10, qPrintable(example.title));
    }
  }

  void examplesOfTheCpuModelComeFirstAndTheOthersSayWhatTheyNeed() {
    const QList<ExampleKernel> examples = ResourceLocator(buildFolder() + "/bin").examples();
    const TargetAvailability cpu{QStringLiteral("cpu"), {}, true, {}};
    const TargetAvailability noGpu{QStringLiteral("cuda"), {}, false, QStringLiteral("no driver")};
    const TargetAvailability gpu{QStringLiteral("cuda"), QStringLiteral("H200"), true, {}};
    const QList<QList<TargetAvailability>> answers = {{}, {cpu, noGpu}, {cpu, gpu}};
    for (const QList<TargetAvailability> &targets : answers) {
      const QList<ExampleOffer> offers = offersOf(examples, targets);
      QCOMPARE(offers.size(), examples.size());
      QCOMPARE(offers.first().example.target, QStringLiteral("cpu"));
      QVERIFY(std::is_partitioned(offers.begin(), offers.end(), [](const ExampleOffer &offer) {
        return offer.example.target == QLatin1String("cpu");
      }));
      const bool isMissing = targets.size() == 2 && !targets.last().isAvailable;
      for (const ExampleOffer &offer : offers)
        if (offer.example.target == QLatin1String("cpu"))
          QCOMPARE(offer.remark(), QString());
        else
          QCOMPARE(offer.remark(),
                   isMissing ? QStringLiteral("no sm_90a GPU here") : QStringLiteral("sm_90a GPU"));
    }
  }

  void leadingCommentIsItsFirstParagraphWithoutTheLicence() {
    QCOMPARE(
        leadingComment(QStringLiteral(
            "// SPDX-License-Identifier: Apache-2.0\n// Adds two\n// vectors.\n//\n// More.\n")),
        QStringLiteral("Adds two vectors."));
    QCOMPARE(leadingComment(QStringLiteral("gpu.module {}\n")), QString());
  }

  void sourcePlacesAreRead() {
    const auto place = parseSourcePlace("/k/gemm.mlir:78:7");
    QVERIFY(place);
    QCOMPARE(place->file, std::string("/k/gemm.mlir"));
    QCOMPARE(place->line, 78u);
    QCOMPARE(place->column, 7u);
    QCOMPARE(parseSourcePlace("a.py:3")->line, 3u);
    for (const char *text : {"", "a.py", ":3", "a.py:", "a.py:x", "a.py:0"})
      QVERIFY2(!parseSourcePlace(text), text);
  }

  void sourceBeyondTheEndOfTheFileIsNotShown() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("k.mlir"));
    QFile output(file);
    QVERIFY(output.open(QIODevice::WriteOnly));
    output.write("one\ntwo\nthree\n");
    output.close();
    const SourceTexts texts(nullptr);
    const auto excerpt = sourceExcerpt(texts, {file.toStdString(), 2, 1}, 2);
    QVERIFY(excerpt);
    QCOMPARE(excerpt->firstLine, 1u);
    QCOMPARE(excerpt->lines.size(), size_t(3));
    QVERIFY(!sourceExcerpt(texts, {file.toStdString(), 9, 1}, 2));
    QVERIFY(!sourceExcerpt(texts, {"/nowhere.mlir", 1, 1}, 2));
  }

  void sliceDetailsCountTheSameScopeOfTheTrack() {
    const Trace trace = smallTrace();
    const SliceId load = firstSliceNamed(trace, "load");
    const SliceDetails details = describeSlice(trace, trace, load);
    QCOMPARE(details.sameScope.durationsPs, (std::vector<int64_t>{30000, 35000, 40000, 45000}));
    QCOMPARE(details.sameScope.selected, size_t(0));
    QCOMPARE(details.sameScope.median, Picoseconds(35000));
    QCOMPARE(details.sameScope.shortest, Picoseconds(30000));
    QCOMPARE(details.sameScope.longest, Picoseconds(45000));
    QCOMPARE(details.path.size(), size_t(2));
    QCOMPARE(*details.place.cta, int64_t(0));
  }

  void sharesAreOfTheTimeOfAllWarps() {
    const auto shares = scopeShares(smallTrace());
    QCOMPARE(shares.size(), size_t(3));
    QCOMPARE(shares[0].name, std::string("k loop"));
    QCOMPARE(*shares[0].share, 1.0);
    QCOMPARE(shares[1].name, std::string("mma"));
    QCOMPARE(shares[1].count, uint64_t(8));
    QCOMPARE(*shares[1].share, 4 * 45.0 / 400.0);
  }

  void callsOfTheHostHaveNoShareOfTheWarps() {
    TraceBuilder builder;
    const auto add = [&](TrackKind kind, const char *name, int64_t length) {
      Track track;
      track.kind = kind;
      track.name = builder.intern(name);
      SliceInput slice;
      slice.track = builder.addTrack(track);
      slice.name = builder.intern(name);
      slice.duration = Picoseconds(length);
      builder.addSlice(slice);
    };
    add(TrackKind::Thread, "cuLaunchKernel", 1'000'000);
    add(TrackKind::Warp, "mma", 1000);
    const auto shares = scopeShares(std::move(builder).finish());
    QCOMPARE(shares.size(), size_t(2));
    QCOMPARE(shares[0].name, std::string("mma"));
    QCOMPARE(*shares[0].share, 1.0);
    QVERIFY(!shares[1].share && !shares[1].isAsync);
  }

  void instantsAreListedBesideSlices() {
    TraceBuilder builder;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = builder.intern("warp 0");
    const TrackId track = builder.addTrack(warp);
    SliceInput slice;
    slice.track = track;
    slice.name = builder.intern("wait");
    slice.begin = Picoseconds(1000);
    slice.duration = Picoseconds(1000);
    builder.addSlice(slice);
    for (const int64_t time : {500, 3000}) {
      Instant instant;
      instant.track = track;
      instant.name = builder.intern("arrive wait");
      instant.time = Picoseconds(time);
      builder.addInstant(instant);
    }
    const Trace trace = std::move(builder).finish();
    const auto shares = scopeShares(trace);
    QCOMPARE(shares.size(), size_t(2));
    QCOMPARE(shares[1].name, std::string("arrive wait"));
    QVERIFY(shares[1].isInstant && !shares[1].share);
    QCOMPARE(shares[1].count, uint64_t(2));
  }

  void barsShowTheLongestOfTheirInstances() {
    QCOMPARE(longestOfGroups({1, 9, 2, 3}, 2), (std::vector<int64_t>{9, 3}));
    QCOMPARE(longestOfGroups({4, 5}, 10), (std::vector<int64_t>{4, 5}));
  }
};

QTEST_MAIN(OpenTracesTest)
#include "open_traces_test.moc"
