// SPDX-License-Identifier: Apache-2.0
// The report of a trace: its tables, notes and pictures in one file.
#include <QApplication>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "app/report/trace_report.h"
#include "app/settings/text.h"
#include "core/formats/trace_file/review_file.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/build_folder.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/export/overlap_picture.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

review::ReadReview someReview() {
  review::ReadReview read;
  addNote(read.review, {Picoseconds(50'000), Picoseconds(95'000), "CTA 0 > warp 0",
                        "first <product> & more", review::Color::Red});
  addNote(read.review, {Picoseconds(200'000), Picoseconds(200'000), "", ""});
  for (const char *name : {"start", "end"}) {
    review::View view;
    view.name = name;
    view.begin = Picoseconds(name[0] == 's' ? 0 : 300'000);
    view.end = view.begin + Picoseconds(100'000);
    view.grouping = "cta-warp";
    read.review.views.push_back(view);
  }
  return read;
}

/// Every picture of the document.
QList<QImage> picturesIn(const QString &html) {
  QList<QImage> pictures;
  static const QRegularExpression kData(
      QStringLiteral("(?:src|srcset)=\"data:image/png;base64,([A-Za-z0-9+/=]+)\""));
  for (auto matches = kData.globalMatch(html); matches.hasNext();)
    pictures << QImage::fromData(QByteArray::fromBase64(matches.next().captured(1).toLatin1()));
  return pictures;
}

QString reportOf(const TraceReport &report) {
  const Result<std::string> html = traceReportHtml(report);
  if (!html)
    qFatal("%s", html.error().toString().c_str());
  return toQString(*html);
}

} // namespace

class TraceReportTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aReportHasPicturesTablesAndNotesAndRefersToNothing() {
    const auto trace = std::make_shared<const Trace>(smallTrace());
    const QString html = reportOf({trace, someReview(), {}});
    QVERIFY(html.contains(QStringLiteral("first &lt;product&gt; &amp; more")));
    QVERIFY(html.contains(QStringLiteral("bookmark")));
    QVERIFY(html.contains(QStringLiteral("<h2>start</h2>")));
    QVERIFY(html.contains(QStringLiteral("<td>k loop</td>")));
    QVERIFY(html.contains(QStringLiteral("prefers-color-scheme:dark")));
    QVERIFY(!html.contains(QStringLiteral("<script")) && !html.contains(QStringLiteral("http")));
    const QList<QImage> pictures = picturesIn(html);
    QCOMPARE(pictures.size(), 6); // the timeline and two views, dark and light
    for (const QImage &picture : pictures)
      QVERIFY(picture.width() == 1232 && picture.height() <= 640); // without an empty part
    QVERIFY(pictures[0].pixelColor(2, 2).lightness() < 64);
    QVERIFY(pictures[1].pixelColor(2, 2).lightness() > 192);
    QVERIFY(pictures[2] != pictures[4]);                              // another time
    QVERIFY(picturesIn(reportOf({trace, {}, {}}))[0] != pictures[0]); // without marks of notes
    // A document is well-formed: every element that is opened is closed.
    for (const QString &element : {"table", "tr", "td", "p", "h2", "picture", "ul", "li"})
      QCOMPARE(html.count(QRegularExpression(QStringLiteral("<%1[ >]").arg(element))),
               html.count(QStringLiteral("</%1>").arg(element)));
  }

  void numbersOfRecordsAreADashOnlyWhereTheFileHasNone() {
    const auto rowOf = [](uint32_t ctas) {
      TraceBuilder builder;
      Launch launch;
      launch.kernel = builder.intern("add");
      launch.grid = {ctas, 1, 1};
      launch.block = {32, 1, 1};
      builder.addLaunch(launch);
      const QString html =
          reportOf({std::make_shared<const Trace>(std::move(builder).finish()), {}, {}});
      return html.mid(html.indexOf(QStringLiteral("<h2>Launches</h2>")));
    };
    const QString none = QStringLiteral("<td class=\"n\">0</td>");
    QCOMPARE(rowOf(4).count(none), 3);
    QCOMPARE(rowOf(0).count(none), 0);
  }

  void aTraceWithoutLaunchesHasItsContentBelowAHeading() {
    TraceBuilder builder;
    SliceInput slice;
    slice.track = builder.addTrack(TrackKind::Thread, "main", TrackId(), 1, 0);
    slice.name = builder.intern("draw");
    slice.duration = Picoseconds(2'000'000);
    builder.addSlice(slice);
    const QString html =
        reportOf({std::make_shared<const Trace>(std::move(builder).finish()), {}, {}});
    QVERIFY(html.contains(QStringLiteral("<h2>Content</h2>\n<p class=\"muted\">")));
    QVERIFY(!html.contains(QStringLiteral("<h2>Launches</h2>")));
  }

  void onlyTheNamedViewsAreDrawn() {
    const auto trace = std::make_shared<const Trace>(smallTrace());
    const QString html = reportOf({trace, someReview(), {"end"}});
    QVERIFY(!html.contains(QStringLiteral("<h2>start</h2>")));
    QCOMPARE(picturesIn(html).size(), 4);
    const auto wrong = traceReportHtml({trace, someReview(), {"middle"}});
    QVERIFY(!wrong.has_value());
    QVERIFY(wrong.error().hint.find("start, end") != std::string::npos);
  }

  void overlapAndMemoryAreThereWhereTheTraceHasThem() {
    const QString none = reportOf({std::make_shared<const Trace>(smallTrace()), {}, {}});
    QVERIFY(!none.contains(QStringLiteral("Overlap of asynchronous operations")));
    QVERIFY(!none.contains(QStringLiteral("Memory accesses")));
    QVERIFY(!none.contains(QStringLiteral("<h2>Notes</h2>")));
    const QString overlap = reportOf({makeOverlapTrace({}), {}, {}});
    QVERIFY(overlap.contains(
        QStringLiteral("<h2 id=\"overlap\">Overlap of asynchronous operations</h2>")));
    QCOMPARE(picturesIn(overlap).size(), 4);
    QVERIFY(overlap.contains(QStringLiteral(": warps wait for "))); // findings, as text
    // The summary comes first, and its links lead to sections of the document.
    QVERIFY(overlap.indexOf(QStringLiteral("class=\"summary\"")) <
            overlap.indexOf(QStringLiteral("<picture>")));
    static const QRegularExpression kLink(QStringLiteral("href=\"#([a-z]+)\""));
    QVERIFY(kLink.match(overlap).hasMatch());
    for (auto links = kLink.globalMatch(overlap); links.hasNext();)
      QVERIFY(overlap.contains(QStringLiteral("id=\"%1\"").arg(links.next().captured(1))));
    const QString memory = reportOf({makeTransposeTrace({TransposeKind::Naive}), {}, {}});
    QVERIFY(memory.contains(QStringLiteral("<h2 id=\"memory\">Memory accesses</h2>")));
    QVERIFY(memory.contains(QStringLiteral("<th>Used share</th>")));
    QVERIFY(memory.contains(QStringLiteral("class=\"badge loss\"><b>")));
  }

  void titleDeviceAndBadgesAreStatedOnce() {
    const auto trace = std::make_shared<const Trace>(smallTrace(RecordingCost{}));
    const QString html = reportOf({trace, {}, {}});
    const QString title = toQString(trace->info().title);
    QCOMPARE(html.count(QStringLiteral("<b>%1</b>").arg(title)), 0); // only the heading
    QCOMPARE(html.count(QStringLiteral("<h1>")), 1);
    QCOMPARE(html.count(QStringLiteral("records dropped</b>")), 1);
    QVERIFY(html.contains(QStringLiteral("max-width:1232px")));
    QVERIFY(html.contains(QStringLiteral("<th>device, launch</th>")));
  }

  void picturesOfADocumentHaveNoHead() {
    const auto trace = makeOverlapTrace({});
    const OverlapData data(trace);
    OverlapPictureOptions options;
    const auto with = renderOverlapPicture(data, options);
    options.hasHead = false;
    const auto without = renderOverlapPicture(data, options);
    QVERIFY(with && without && *with != *without);
  }

  void theProgramWritesTheNotesOfTheFile() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.pftrace"));
    const QString output = folder.filePath(QStringLiteral("a.html"));
    QVERIFY(writeReviewedTrace(smallTrace(), someReview().review, toPath(file)));
    QProcess program;
    program.start(buildFolder() + "/bin/proton-studio",
                  {QStringLiteral("report"), file, QStringLiteral("-o"), output,
                   QStringLiteral("--view"), QStringLiteral("start")});
    QVERIFY(program.waitForFinished(kLoadMs * 3));
    QCOMPARE(program.exitCode(), 0);
    QFile written(output);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(written.readAll());
    QVERIFY(html.contains(QStringLiteral("first &lt;product&gt;")));
    QCOMPARE(picturesIn(html).size(), 4);
    program.start(buildFolder() + "/bin/proton-studio",
                  {QStringLiteral("report"), file, QStringLiteral("-o"), output,
                   QStringLiteral("--view"), QStringLiteral("no")});
    QVERIFY(program.waitForFinished(kLoadMs * 3));
    QCOMPARE(program.exitCode(), 1);
    QVERIFY(program.readAllStandardError().contains("available: start, end"));
    QVERIFY(!html.contains(QStringLiteral(" us</td>")));
    program.start(buildFolder() + "/bin/proton-studio",
                  {QStringLiteral("report"), file, QStringLiteral("-o"), output,
                   QStringLiteral("--times"), QStringLiteral("us")});
    QVERIFY(program.waitForFinished(kLoadMs * 3));
    QFile inMicroseconds(output);
    QVERIFY(inMicroseconds.open(QIODevice::ReadOnly));
    QVERIFY(inMicroseconds.readAll().contains(" us</td>"));
  }
};

QTEST_MAIN(TraceReportTest)
#include "trace_report_test.moc"
