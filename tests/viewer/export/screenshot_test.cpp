// SPDX-License-Identifier: Apache-2.0
// The timeline and the exported picture, pixel by pixel, in both themes.
#include <QApplication>
#include <QFontDatabase>
#include <QGlyphRun>
#include <QProcess>
#include <QRawFont>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextLayout>
#include <QVBoxLayout>
#include <QtTest>

#include "core/trace/cost_correction.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/svg_words.h"
#include "viewer/export/picture.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/note_marks.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/geometry/timeline/saved_view.h"
#include "viewer/geometry/timeline/viewport.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_notes.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_controls.h"

using namespace pstudio;

namespace {

/// Texts with signs between numbers, for which the font Inter has alternate glyphs.
constexpr const char *kCopied =
    "16 x 32, 16x32, 2 \u00D7 3, \u00B126.2 ns, \u2264 1.29 us, 0\u2026410 ns, 5\u201395 %, "
    "CTAs 0-3, (1) -> <= 2:1";

QString suffix(ThemeKind kind) {
  return kind == ThemeKind::Dark ? QStringLiteral("-dark") : QStringLiteral("-light");
}

/// The timeline with its quality bar, as in the window.
class Window : public QWidget {
public:
  Window(ThemeKind kind, const std::shared_ptr<const Trace> &trace) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(&timeline, 1);
    column->addWidget(&quality);
    timeline.setThemeKind(kind);
    quality.setThemeKind(kind);
    resize(960, 540);
    show();
    timeline.setTrace(trace);
    quality.setTrace(trace);
  }

  TimelineView timeline;
  QualityBar quality;
};

SliceId sliceNamed(const Trace &trace, std::string_view name, int64_t fromPs) {
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.sliceNames()[i]) == name && trace.sliceBegins()[i] >= fromPs &&
        trace.sliceDurations()[i] > 8'000)
      return SliceId(i);
  return SliceId();
}

/// Two CTAs of one SM with a warp and a slice of 1 us each. The second CTA begins `gap` after the
/// end of the first one.
Trace twoCtas(Picoseconds gap) {
  TraceBuilder build;
  const auto add = [&](TrackKind kind, TrackId parent, int64_t number) {
    Track track;
    track.kind = kind;
    track.name = build.intern("track");
    track.parent = parent;
    track.number = number;
    return build.addTrack(track, number);
  };
  const TrackId sm = add(TrackKind::Sm, TrackId(), 0);
  const Picoseconds length(1'000'000);
  for (int64_t number : {0, 1}) {
    SliceInput slice;
    slice.track = add(TrackKind::Warp, add(TrackKind::Cta, sm, number), 0);
    slice.name = build.intern("work");
    slice.begin = Picoseconds(number * (length.value + gap.value));
    slice.duration = length;
    build.addSlice(slice);
  }
  return std::move(build).finish();
}

} // namespace

class ScreenshotTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    const QStringList families = QFontDatabase::families();
    for (const char *family : {"Inter", "JetBrains Mono"})
      QVERIFY2(families.contains(QLatin1String(family)),
               qPrintable(QStringLiteral("the font %1 of packaging/packages.txt is not installed")
                              .arg(QLatin1String(family))));
  }

  void timelineOfAWholeTrace_data() { themes(); }
  void timelineOfAWholeTrace() {
    Window window(theme(), test::makeGpuTrace());
    compare(QStringLiteral("whole"), window);
  }

  void timelineZoomedInWithASelection_data() { themes(); }
  void timelineZoomedInWithASelection() {
    const auto trace = test::makeGpuTrace();
    Window window(theme(), trace);
    window.timeline.setVisibleRange({Picoseconds(1'180'000), Picoseconds(1'480'000)});
    const SliceId wait = sliceNamed(*trace, "wait full", 1'250'000);
    QVERIFY(wait.isValid());
    window.timeline.selection()->select(wait);
    const QPoint at(600, 200);
    QMouseEvent move(QEvent::MouseMove, at, window.timeline.mapToGlobal(at), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&window.timeline, &move);
    compare(QStringLiteral("selected"), window);
  }

  void hugeTraceOpensWithStripsAndLossIsSaid_data() { themes(); }
  void hugeTraceOpensWithStripsAndLossIsSaid() {
    test::GpuTraceOptions options;
    options.sms = 132;
    options.consumers = 8;
    options.steps = 20;
    options.dropped = 12'288;
    options.unmatched = 31;
    options.timeBase = TimeBase::Model;
    Window window(theme(), test::makeGpuTrace(options));
    compare(QStringLiteral("huge"), window);
  }

  void filteredNamesStandOut_data() { themes(); }
  void filteredNamesStandOut() {
    Window window(theme(), test::makeGpuTrace());
    const auto trace = window.timeline.trace();
    const auto name = [&trace](TrackId track) { return trackLabel(*trace, track); };
    auto found = searchTrace(*trace, TextMatcher::make({"^wait", true}).value(), name);
    window.timeline.setSearch(std::make_shared<const SearchResult>(std::move(*found)));
    compare(QStringLiteral("filtered"), window);
  }

  void emptyStateSaysTheNextStep_data() { themes(); }
  void emptyStateSaysTheNextStep() {
    Window window(theme(), nullptr);
    compare(QStringLiteral("empty"), window);
  }

  void exportedPictureTellsEverything_data() { themes(); }
  void exportedPictureTellsEverything() {
    PictureOptions options;
    options.size = {1200, 720};
    options.theme = theme();
    options.title = "GEMM, warp specialised";
    const auto picture = renderPicture(test::makeGpuTrace(), options);
    QVERIFY2(picture.has_value(), picture ? "" : picture.error().toString().c_str());
    QCOMPARE(renderPicture(test::makeGpuTrace(), options).value(), *picture);
    test::compareWithBaseline(QStringLiteral("picture") + suffix(theme()), *picture);
  }

  void pictureAtTwiceTheScaleHasTwiceThePixels() {
    PictureOptions options;
    options.size = {600, 400};
    options.scale = 2;
    options.range = TimeRange{Picoseconds(1'000'000), Picoseconds(1'100'000)};
    const auto picture = renderPicture(test::makeGpuTrace(), options);
    QVERIFY(picture.has_value());
    QCOMPARE(picture->size(), QSize(1200, 800));
    test::compareWithBaseline(QStringLiteral("picture-scaled"), *picture);
  }

  void pictureOfOneCtaMarksItInTheWhole() {
    const auto trace = test::makeGpuTrace();
    PictureOptions options;
    options.size = {1000, 600};
    options.theme = ThemeKind::Dark;
    options.range = firstCtaRange(*trace);
    QVERIFY(options.range->begin < Picoseconds(707'000));
    QVERIFY(options.range->end > trace->timeRange().begin);
    QVERIFY(options.range->end < trace->timeRange().end);
    const auto picture = renderPicture(trace, options);
    QVERIFY(picture.has_value());
    test::compareWithBaseline(QStringLiteral("picture-range"), *picture);
  }

  void pictureOfOneCtaEndsBeforeTheNextOneOfItsSm() {
    for (const int64_t gap : {int64_t(0), int64_t(1'000), int64_t(4'999), int64_t(1'000'000)}) {
      const TimeRange range = firstCtaRange(twoCtas(Picoseconds(gap)));
      QVERIFY(range.begin < Picoseconds(0));
      QVERIFY(range.end >= Picoseconds(1'000'000));
      QVERIFY2(range.end <= Picoseconds(1'000'000 + gap), qPrintable(QString::number(gap)));
    }
  }

  void pictureOfCorrectedTimesSaysSo() {
    test::GpuTraceOptions calibrated;
    calibrated.recordingCost = RecordingCost{12.6, 3, 35, 41};
    PictureOptions options;
    options.size = {1000, 400};
    options.range = TimeRange{Picoseconds(700'000), Picoseconds(1'100'000)};
    const auto corrected =
        std::make_shared<const Trace>(correctRecordingCost(*test::makeGpuTrace(calibrated)));
    const auto picture = renderPicture(corrected, options);
    QVERIFY(picture.has_value());
    test::compareWithBaseline(QStringLiteral("picture-corrected"), *picture);
  }

  void overviewShowsTheWholeTraceWhateverTheRangeHides() {
    test::GpuTraceOptions many;
    many.ctasPerSm = 8; // the CTAs are in sequence, so a range at either end excludes some of them
    const auto trace = test::makeGpuTrace(many);
    const TimeRange whole = trace->timeRange();
    const Picoseconds tenth(whole.length().value / 10);
    PictureOptions options;
    options.size = {1000, 600};
    options.range = TimeRange{whole.begin, whole.begin + tenth};
    const auto first = renderPicture(trace, options);
    options.range = TimeRange{whole.end - tenth, whole.end};
    const auto last = renderPicture(trace, options);
    QVERIFY(first.has_value() && last.has_value());
    const QRect middle(300, 124, 400, 24); // of the overview, away from both marks
    QCOMPARE(first->copy(middle), last->copy(middle));
    const QImage strip = first->copy(middle);
    QVERIFY2(strip.pixel(0, 22) != strip.pixel(0, 2) || strip.pixel(1, 22) != strip.pixel(1, 2),
             "the strip must lie on the overview");
  }

  void pictureThatCannotBeDrawnIsRejected() {
    const auto trace = test::makeGpuTrace();
    PictureOptions options;
    options.size = {10, 10};
    QCOMPARE(renderPicture(trace, options).error().where, std::string("size"));
    options = {};
    options.scale = 0;
    QCOMPARE(renderPicture(trace, options).error().where, std::string("scale"));
    options = {};
    options.range = TimeRange{Picoseconds(5), Picoseconds(5)};
    QCOMPARE(renderPicture(trace, options).error().where, std::string("range"));
  }

  void rangeOutsideOfTheTraceIsRejectedWithTheTimesThatThereAre() {
    const auto trace = test::makeGpuTrace();
    const TimeRange whole = trace->timeRange();
    const Picoseconds length = whole.length();
    PictureOptions options;
    for (const TimeRange outside : {TimeRange{whole.end + length, whole.end + length + length},
                                    TimeRange{whole.begin - length, whole.begin}}) {
      options.range = outside;
      const auto picture = renderPicture(trace, options);
      QVERIFY(!picture.has_value());
      QCOMPARE(picture.error().where, std::string("range"));
      QVERIFY2(picture.error().hint.find(formatExact(whole.begin)) != std::string::npos &&
                   picture.error().hint.find(formatExact(whole.end)) != std::string::npos,
               picture.error().toString().c_str());
    }
  }

  void rangeThatReachesBeyondTheTraceIsCutToIt() {
    const auto trace = test::makeGpuTrace();
    const TimeRange whole = trace->timeRange();
    const Picoseconds tenth(whole.length().value / 10);
    PictureOptions options;
    options.size = {1000, 600};
    // A range far beyond the end, and one up to the limit of the ruler, give the same picture.
    options.range = TimeRange{whole.end - tenth, whole.end + whole.length()};
    const auto far = renderPicture(trace, options);
    options.range->end = Viewport::fit(whole, 1000).visible().end;
    const auto near = renderPicture(trace, options);
    QVERIFY(far.has_value() && near.has_value());
    QCOMPARE(*far, *near);
  }

  /// At any size all warnings are visible, or the size is rejected with the hint of a sufficient
  /// one.
  void smallPicturesKeepEveryWarningOrAreRejected_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(320, 240), QSize(400, 300), QSize(500, 400), QSize(800, 500)})
      QTest::addRow("%dx%d", size.width(), size.height()) << size;
  }
  void smallPicturesKeepEveryWarningOrAreRejected() {
    QFETCH(QSize, size);
    test::GpuTraceOptions lossy;
    lossy.dropped = 12'288;
    lossy.unmatched = 31;
    lossy.timeBase = TimeBase::Model;
    const auto trace = test::makeGpuTrace(lossy);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("small.svg"));
    PictureOptions options;
    options.size = size;
    if (const auto saved = savePicture(trace, options, path.toStdString()); !saved) {
      options.size = test::sizeInHint(saved.error().hint);
      QVERIFY2(options.size.width() == size.width(), saved.error().toString().c_str());
      QVERIFY(savePicture(trace, options, path.toStdString()).has_value());
      options.size.rheight() -= 1;
      QVERIFY(!renderPicture(trace, options).has_value());
    }
    const QStringList texts = test::textsOfSvg(path);
    for (const QualityBadge &badge : qualityBadges(*trace))
      QVERIFY2(test::hasWords(texts, badge.text), badge.text.c_str());
    const auto lineOf = [&texts](const char *start) {
      return std::ranges::find_if(
          texts, [start](const QString &text) { return text.contains(QLatin1String(start)); });
    };
    QVERIFY(lineOf("12,288 of") < lineOf("MODEL TIME"));
    QVERIFY(lineOf("MODEL TIME") != texts.end());
  }

  /// A PDF file maps glyphs to characters by the character map of the font. Glyphs that are not in
  /// the map are lost when text is copied.
  void eachCharacterOfAPdfIsAGlyphThatTheFontMaps() {
    const QString text = QString::fromUtf8(kCopied);
    for (size_t i = 0; i < static_cast<size_t>(FontRole::Count); ++i) {
      const QFont font = withShaping(fontFor(static_cast<FontRole>(i)), TextShaping::None);
      QTextLayout layout(text, font);
      layout.beginLayout();
      layout.createLine();
      layout.endLayout();
      QList<quint32> drawn;
      for (const QGlyphRun &run : layout.glyphRuns())
        drawn += run.glyphIndexes();
      QCOMPARE(drawn, QRawFont::fromFont(font).glyphIndexesForString(text));
    }
  }

  void textCopiedFromAPdfHasEveryCharacter() {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (program.isEmpty())
      QSKIP("pdftotext of poppler-utils is not installed");
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pdf"));
    PictureOptions options;
    options.title = kCopied;
    QVERIFY(savePicture(test::makeGpuTrace(), options, path.toStdString()).has_value());
    QProcess process;
    process.start(program,
                  {QStringLiteral("-enc"), QStringLiteral("UTF-8"), path, QStringLiteral("-")});
    QVERIFY(process.waitForFinished());
    const QString copied = QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(copied.contains(QString::fromUtf8(kCopied)), qPrintable(copied));
  }

  void pictureIsSavedWholeOrNotAtAll() {
    QTemporaryDir folder;
    PictureOptions options;
    options.size = {480, 400};
    const std::string path = folder.filePath(QStringLiteral("a.png")).toStdString();
    QVERIFY(savePicture(test::makeGpuTrace(), options, path).has_value());
    QCOMPARE(QImage(QString::fromStdString(path)).size(), QSize(480, 400));
    const auto failed =
        savePicture(test::makeGpuTrace(), options, folder.path().toStdString() + "/no/a.png");
    QVERIFY(!failed.has_value());
    QCOMPARE(failed.error().code, ErrorCode::Io);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
  }

  void comparisonSeesWhatItShouldSee() {
    QImage a(100, 100, QImage::Format_RGB32);
    a.fill(Qt::white);
    QImage b = a;
    QCOMPARE(test::differingShare(a, b, {}), 0.0);
    b.setPixel(3, 4, qRgb(255, 255, 240));
    QCOMPARE(test::differingShare(a, b, {}), 0.0001);
    QCOMPARE(test::differingShare(a, QImage(99, 100, QImage::Format_RGB32), {}), 1.0);
  }

  /// Complete lines of a window's tracks pane, pixel by pixel.
  void aPictureOfWhatIsShownHasTheLinesAndTimesOfTheWindow() {
    const auto trace = test::makeGpuTrace();
    applyTheme(*qApp, ThemeKind::Dark);
    Window window(ThemeKind::Dark, trace);
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    TimelineView &view = window.timeline;
    const auto nodeOfKind = [&view](TrackKind kind) {
      for (const LayoutItem &item : view.makeScene().layout->items())
        if (view.makeScene().tree->node(item.node).kind == kind)
          return item.node;
      return NodeId();
    };
    view.setGrouping(GroupingKind::CtaWarp);
    view.unfoldAll();
    view.tracks()->togglePinned(nodeOfKind(TrackKind::Warp));
    view.tracks()->setColorBy(ColorBy::Duration);
    view.tracks()->hide(view.makeScene().layout->items()[3].node);
    view.selection()->select(sliceNamed(*trace, "mma", 0));
    ReviewModel review;
    view.notes()->setModel(&review);
    const TimeRange whole = trace->timeRange();
    const auto at = [&whole](int64_t percent) {
      return Picoseconds(whole.begin.value + whole.length().value * percent / 100);
    };
    view.setVisibleRange({at(10), at(40)});
    review.addNote({at(20), at(25), "", "here"});
    const TimelineScene scene = view.makeScene();
    const LayoutItem &second = scene.layout->items()[4];
    view.findChild<QScrollBar *>()->setValue(int(second.y - scene.fixedHeight));

    PictureOptions options;
    options.theme = ThemeKind::Dark;
    options.shown = std::make_shared<const ShownTimeline>(view.shown());
    options.size = shownPictureSize(trace, options);
    const Result<QImage> picture = renderPicture(trace, options);
    QVERIFY(picture.has_value());
    constexpr int kLeft = 184, kTop = 76, kBar = 12, kMargin = 24, kLastLine = 80;
    const QImage grabbed = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QImage pane =
        grabbed.copy(0, kTop, grabbed.width() - kBar, grabbed.height() - kTop - kLastLine);
    QCOMPARE(picture->width(), pane.width() + 2 * kMargin);
    int found = -1;
    for (int y = 0; y + pane.height() <= picture->height() && found < 0; ++y)
      if (picture->copy(kMargin, y, pane.width(), pane.height()) == pane)
        found = y;
    QVERIFY2(found > 0, "the pane of the window is not in the picture");
    QVERIFY(pane.height() > 200 && kLeft < pane.width());

    // A different arrangement gives a different picture.
    view.tracks()->showHidden();
    PictureOptions other = options;
    other.shown = std::make_shared<const ShownTimeline>(view.shown());
    QVERIFY(*renderPicture(trace, other) != *picture);
  }

  void aKeptViewIsDrawnWithoutAWindow() {
    const auto trace = test::makeGpuTrace();
    TimelineContent content(trace, GroupingKind::WarpCta);
    content.setFoldedBelow(NodeId(), true);
    const TimeRange whole = trace->timeRange();
    const review::View view =
        savedView(content, {whole.begin, Picoseconds(whole.begin.value + 2'000'000)}, 0);
    PictureOptions options;
    options.size = {900, 500};
    options.shown = std::make_shared<const ShownTimeline>(shownTimelineOf(trace, view, 500));
    QCOMPARE(options.shown->tracks->grouping, GroupingKind::WarpCta);
    const Result<QImage> folded = renderPicture(trace, options);
    QVERIFY(folded.has_value());
    content.setFoldedBelow(NodeId(), false);
    options.shown = std::make_shared<const ShownTimeline>(
        shownTimelineOf(trace, savedView(content, view.range(), 0), 500));
    QVERIFY(*renderPicture(trace, options) != *folded);
  }

  void aTraceWithoutLinesIsPicturedWithTheReason() {
    TraceBuilder builder;
    Note note;
    note.message = "Packets of kind kernel are not supported yet.";
    note.count = 3;
    builder.addNote(note);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("empty.svg"));
    PictureOptions options;
    options.badge =
        QualityBadge{QualityBadge::Severity::Neutral, "1 event lies 23 h before", std::string()};
    const auto trace = std::make_shared<const Trace>(std::move(builder).finish());
    QVERIFY(savePicture(trace, options, path.toStdString()).has_value());
    const QStringList texts = test::textsOfSvg(path);
    for (const char *text : {"Nothing in this file can be shown", "1 event lies 23 h before",
                             "Packets of kind kernel are not supported yet. (3 times)"})
      QVERIFY2(test::hasWords(texts, text), text);
  }

  void aPictureHasTheTextsOfTheNotes() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("notes.svg"));
    const auto trace = test::makeGpuTrace();
    review::Review review;
    const Picoseconds at = trace->timeRange().begin;
    review.notes.push_back({at, at, "", "the pipeline fills"});
    review.notes.push_back({at, at, "", "on corrected times"});
    review.notes.back().isCorrected = true;
    PictureOptions options;
    options.notes = noteMarksOf(review, false);
    QCOMPARE(options.notes.size(), size_t{1});
    QVERIFY(savePicture(trace, options, path.toStdString()).has_value());
    QVERIFY(test::hasWords(test::textsOfSvg(path), "the pipeline fills"));
  }

  void anSvgHasTheNameOfItsFileAndEndsAtAWholePixel() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("my kernel.svg"));
    PictureOptions options;
    options.size = {700, 501};
    QVERIFY(savePicture(test::makeGpuTrace(), options, path.toStdString()).has_value());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray svg = file.readAll();
    QVERIFY(svg.contains("<title>my kernel</title>"));
    QVERIFY(!svg.contains("Qt SVG Document"));
    const QRegularExpressionMatch width =
        QRegularExpression(QStringLiteral("width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\""))
            .match(QString::fromUtf8(svg));
    QVERIFY(width.hasMatch());
    QVERIFY(std::abs(width.captured(1).toDouble() / 25.4 * 96 - 700) < 0.02);
    QVERIFY(std::abs(width.captured(2).toDouble() / 25.4 * 96 - 501) < 0.02);
  }

private:
  static void themes() {
    QTest::addColumn<int>("kind");
    QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
    QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
  }

  static ThemeKind theme() {
    QFETCH(int, kind);
    return static_cast<ThemeKind>(kind);
  }

  /// Grabs the window twice, to detect output that is not deterministic.
  static void compare(const QString &name, Window &window) {
    applyTheme(*qApp, theme());
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QImage once = window.grab().toImage();
    QCOMPARE(window.grab().toImage(), once);
    test::compareWithBaseline(name + suffix(theme()), once);
    if (name == QLatin1String("selected"))
      test::compareAtTwiceTheScale(name + suffix(theme()), window);
  }
};

QTEST_MAIN(ScreenshotTest)
#include "screenshot_test.moc"
