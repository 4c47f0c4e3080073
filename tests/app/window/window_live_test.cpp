// SPDX-License-Identifier: Apache-2.0
// The window draws a streamed run in progress, and keeps the drawn trace when the run is stopped.
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

#include "app/settings/text.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

uint64_t countOf(const Trace &trace, std::string_view name) {
  return static_cast<uint64_t>(std::ranges::count_if(
      trace.sliceNames(), [&](StringId id) { return trace.string(id) == name; }));
}

bool isInProgress(const Trace &trace) {
  return std::ranges::any_of(trace.notes(),
                             [](const Note &note) { return note.code == "run.in-progress"; });
}

/// A specification whose kernel streams `steps` scopes of each warp and then never ends.
QString stallingSpec(WindowFixture &fixture, int steps) {
  QFile file(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/stream_stalls.json"));
  if (!file.open(QIODevice::ReadOnly))
    qFatal("the specification is missing");
  QByteArray text = file.readAll();
  text.replace("\"value\": 100", "\"value\": " + QByteArray::number(steps));
  text.replace("\"time_limit_s\": 1",
               "\"time_limit_s\": 600, \"instrumentation\": \"default:strategy=stream\"");
  text.replace("\"stream.mlir\"", "\"" PSTUDIO_SOURCE_DIR "/tests/collector/kernels/stream.mlir\"");
  const QString spec = fixture.path(QStringLiteral("stalls.json"));
  writeBytes(spec, text);
  return spec;
}

} // namespace

class WindowLiveTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aStreamedRunIsDrawnWhileItRunsAndStaysWhenItIsStopped() {
    const auto worker = realWorker();
    if (!worker)
      QSKIP("this build cannot run kernels");
    WindowFixture fixture(worker);
    fixture.show();
    MainWindow &window = fixture.window();
    window.runs().runFile(stallingSpec(fixture, 2'000));
    // The kernel never ends, so the trace has arrived during the run.
    QTRY_VERIFY_WITH_TIMEOUT(window.timeline() != nullptr, kLoadMs);
    QVERIFY(window.runs().isRunning());
    const OpenTraceList &list = window.openTraces().list();
    QCOMPARE(list.traces().size(), 1);
    QCOMPARE(list.traces()[0].title, QStringLiteral("stalls, running"));
    // All slices but those in the ring halves that are not full.
    QTRY_VERIFY_WITH_TIMEOUT(countOf(*window.timeline()->trace(), "step") > 3'500, kLoadMs);
    const uint64_t drawn = countOf(*window.timeline()->trace(), "step");
    QVERIFY(drawn < 4'000);
    QVERIFY(isInProgress(*window.timeline()->trace()));
    QVERIFY(window.runs().isRunning());
    // Scopes without an end are no loss of data while the run is in progress.
    const std::vector<QualityBadge> badges = qualityBadges(*window.timeline()->trace());
    QVERIFY(std::ranges::none_of(badges, [](const QualityBadge &badge) {
      return badge.severity == QualityBadge::Severity::Loss;
    }));
    QVERIFY(std::ranges::any_of(badges, [](const QualityBadge &badge) {
      return badge.text == "records of a run in progress";
    }));

    window.runs().cancel();
    QTRY_VERIFY_WITH_TIMEOUT(!window.runs().isRunning(), kLoadMs);
    QVERIFY(waitForOpenTraces(window, 1));
    QTRY_COMPARE(list.traces()[0].title, QStringLiteral("stalls, not finished"));
    QTRY_VERIFY(countOf(*window.timeline()->trace(), "step") >= drawn);
    QVERIFY(list.traces()[0].isUnsaved && !list.traces()[0].isLive);
  }

  void theViewStaysWhereItIsWhileRecordsArrive() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.openTraces().showLive(summarize(smallTrace()), QStringLiteral("gemm"));
    TimelineView *first = window.timeline();
    QVERIFY(first != nullptr);
    first->setGrouping(GroupingKind::WarpCta);
    first->setVisibleRange({Picoseconds(100'000), Picoseconds(200'000)});
    const TimeRange seen = first->visibleRange();
    window.openTraces().showLive(summarize(smallTrace()), QStringLiteral("gemm"));
    QVERIFY(window.timeline() != first);
    QCOMPARE(window.timeline()->visibleRange(), seen);
    QCOMPARE(window.timeline()->grouping(), GroupingKind::WarpCta);
    QCOMPARE(window.openTraces().list().traces().size(), 1);
    // A view of the whole trace still shows the whole trace after an update.
    window.timeline()->zoomToFit();
    window.openTraces().showLive(summarize(smallTrace()), QStringLiteral("gemm"));
    const TimeRange all = window.timeline()->trace()->timeRange();
    QVERIFY(window.timeline()->visibleRange().begin <= all.begin &&
            window.timeline()->visibleRange().end >= all.end);
  }

  void aRunWithoutAResultKeepsWhatItDrewAndAResultReplacesIt() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    OpenTraces &traces = window.openTraces();
    traces.showLive(summarize(smallTrace()), QStringLiteral("gemm"));
    QCOMPARE(traces.list().data(traces.list().index(0), OpenTraceList::SubtitleRole).toString(),
             QStringLiteral("running"));
    traces.keepLive();
    QCOMPARE(traces.list().traces()[0].title, QStringLiteral("gemm, not finished"));
    QVERIFY(!traces.list().traces()[0].isLive && traces.list().traces()[0].isUnsaved);
    // It can be saved as any other trace.
    const QString file = fixture.path(QStringLiteral("kept.pftrace"));
    traces.save(traces.list().current(), file);
    QVERIFY(traces.finishSaving());
    QVERIFY(QFile::exists(file));

    traces.showLive(summarize(smallTrace()), QStringLiteral("next"));
    const QString result = traces.folder().newTraceFile(QStringLiteral("next")).value();
    writeSmallTrace(result);
    traces.openResult(result, QStringLiteral("next"));
    QVERIFY(waitForOpenTraces(window, 2));
    QCOMPARE(traces.list().traces().size(), 2);
    QCOMPARE(traces.list().traces()[1].title, QStringLiteral("next"));
    QCOMPARE(traces.list().current(), traces.list().traces()[1].id);
    // A trace that the user closes does not appear again during the run.
    traces.showLive(summarize(smallTrace()), QStringLiteral("closed"));
    traces.close(traces.list().current());
    traces.showLive(summarize(smallTrace()), QStringLiteral("closed"));
    QCOMPARE(traces.list().traces().size(), 2);
  }
};

QTEST_MAIN(WindowLiveTest)
#include "window_live_test.moc"
