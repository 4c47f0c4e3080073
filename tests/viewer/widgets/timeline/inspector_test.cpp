// SPDX-License-Identifier: Apache-2.0
// The inspector shows every value completely at any width, and marks unknown values.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QTextLayout>
#include <QtTest>

#include <algorithm>

#include "core/trace/trace_builder.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/inspector_bars.h"
#include "viewer/widgets/wrapping_label.h"

using namespace pstudio;

namespace {

constexpr int kWidths[] = {120, 200, 240, 264, 520};

/// Arguments of different lengths: counts, a mode, a hash without a place to break, a path.
std::shared_ptr<const Trace> makeLongTrace(const QString &source) {
  TraceBuilder builder;
  builder.info().title = "gemm_wgmma_3_stages";
  builder.info().producer = "proton-collect 0.5.0";
  builder.info().date = "2026-11-21T09:00:00Z";
  Launch launch;
  launch.kernel = builder.intern("attention_forward_with_a_long_mangled_name_ILi128ELi64EEvPKfS1_");
  launch.target = builder.intern("NVIDIA H200");
  launch.grid = {16, 32, 1};
  launch.block = {384, 1, 1};
  launch.recordsWritten = 15'464;
  launch.recordsDropped = 1'234;
  launch.recordingCost = RecordingCost{12.6, 3, 35, 40};
  const auto text = [&](const char *key, const std::string &value) {
    return Arg::ofString(builder.intern(key), builder.intern(value));
  };
  const std::vector<Arg> args = {
      text("mode", "async:annotations=drop:ctas=0-3"), text("compile.facts", std::string(90, '4')),
      text("two lines", "first\nsecond"),
      Arg::ofUint(builder.intern("a key that has more words than there is room for"), 9'008)};
  launch.args = builder.addArgs(args);
  Track warp;
  warp.kind = TrackKind::Warp;
  warp.name = builder.intern("warp 0");
  warp.launch = builder.addLaunch(launch);
  SliceInput slice;
  slice.track = builder.addTrack(warp);
  slice.name = builder.intern("tma.load.of.the.second.operand.with.a.name.that.is.long");
  const std::vector<Arg> location = {text("location", source.toStdString() + ":1")};
  slice.args = builder.addArgs(location);
  for (int64_t i = 0; i < 9'008; ++i) {
    slice.begin = Picoseconds(i * 45'412'000);
    slice.duration = Picoseconds(39'520'478);
    builder.addSlice(slice);
  }
  builder.addNote({Note::Severity::Info, "run.note", "A_note_" + std::string(200, 'x') + "."});
  return std::make_shared<const Trace>(std::move(builder).finish());
}

/// Width and height of the label's text at the label's width.
QSizeF neededBy(const QLabel &label) {
  QString text = label.text();
  QTextLayout layout(text.replace(QLatin1Char('\n'), QChar::LineSeparator), label.font());
  QTextOption option;
  option.setWrapMode(label.wordWrap() ? QTextOption::WordWrap : QTextOption::NoWrap);
  layout.setTextOption(option);
  layout.beginLayout();
  QSizeF needed(0, 0);
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(label.width());
    // Spaces at the end of a line do not count.
    needed.setWidth(std::max(needed.width(), line.naturalTextWidth()));
    needed.setHeight(needed.height() + line.height());
  }
  layout.endLayout();
  return needed;
}

/// The text of a label that is not completely visible; empty if all labels are.
QString cutIn(const Inspector &inspector) {
  const QWidget *page = inspector.widget();
  if (page->width() > inspector.viewport()->width())
    return QStringLiteral("the page is %1 wide, the panel %2")
        .arg(page->width())
        .arg(inspector.viewport()->width());
  for (const QLabel *label : page->findChildren<QLabel *>()) {
    if (!label->isVisibleTo(page))
      continue; // folded
    const QRect place(label->mapTo(page, QPoint()), label->size());
    const QSizeF needed = neededBy(*label);
    if (!label->text().isEmpty() &&
        (!page->rect().contains(place) || needed.width() > label->width() + 1 ||
         needed.height() > label->height() + 1))
      return label->text();
  }
  return {};
}

summary::Summary someSummary() {
  using summary::Topic;
  return {"gemm_wgmma",
          "NVIDIA H200, 16 x 32 x 1 CTAs of 384 x 1 x 1 threads",
          {{"GPU time", "223 us", "records of 4 of 512 CTAs: 45.0 us", Topic::Statistics, {}},
           {"waves", std::nullopt, {}, Topic::None, {}},
           {"records", "4 of 512 CTAs", {}, Topic::Timeline, {}},
           {"finding 1", "a_name_without_a_place_to_break_" + std::string(60, 'x'), "it is long",
            Topic::Overlap, SliceId(3)}}};
}

/// Opens the details by a click.
void showDetails(Inspector &inspector) {
  QTest::mouseClick(inspector.findChild<LinkLabel *>(QStringLiteral("fold:Details of the launch")),
                    Qt::LeftButton);
  QCoreApplication::processEvents();
}

class InspectorTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void noValueIsCutAtAnyWidth() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kernel.mlir"));
    QFile source(file);
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("  proton.record start \"a long line of source that does not fit\" loc(x)\n");
    source.close();
    const auto trace = makeLongTrace(file);
    MemoryOperationRow operation;
    operation.accesses = operation.moved = operation.ideal = 1;
    operation.operation = "nvvm.cp.async.bulk.tensor.shared.cluster.global";
    operation.pattern = "rows_of_128_bytes,strided_by_" + std::string(60, '9');
    Inspector inspector;
    inspector.show();
    const auto check = [&](const char *what) {
      for (const int width : kWidths) {
        inspector.resize(width, 700);
        QCoreApplication::processEvents();
        const QString cut = cutIn(inspector);
        QVERIFY2(cut.isEmpty(),
                 qPrintable(
                     QStringLiteral("%1 at %2: %3").arg(QLatin1String(what)).arg(width).arg(cut)));
      }
    };
    inspector.setTrace(trace, {}, nullptr, someSummary());
    check("summary");
    inspector.setTrace(trace, {});
    check("trace");
    showDetails(inspector);
    check("trace with details");
    inspector.setSlice(SliceId(4'000));
    check("slice");
    inspector.setOperation(operation);
    check("operation");
  }

  void theSummaryComesFirstAndItsValuesLeadToTheirPlaces() {
    Inspector inspector;
    inspector.resize(264, 700);
    inspector.show();
    inspector.setTrace(makeLongTrace({}), {}, nullptr, someSummary());
    QCoreApplication::processEvents();
    QVERIFY2(inspector.text().startsWith(QLatin1String("gemm_wgmma\tNVIDIA H200")),
             qPrintable(inspector.text()));
    QVERIFY(inspector.text().contains(QString::fromUtf8("waves\t\u2013\t\n")));
    QVERIFY(!inspector.findChild<QWidget *>(QStringLiteral("topic:Trace"))->isVisible());
    std::vector<uint32_t> events;
    std::vector<summary::Topic> topics;
    connect(&inspector, &Inspector::eventRequested, this,
            [&](const EventRef &event) { events.push_back(event.index); });
    connect(&inspector, &Inspector::topicRequested, this,
            [&](summary::Topic topic) { topics.push_back(topic); });
    QTest::mouseClick(inspector.findChild<LinkLabel *>(QStringLiteral("summary:finding 1")),
                      Qt::LeftButton);
    QTRY_COMPARE(topics, std::vector{summary::Topic::Overlap});
    QCOMPARE(events, std::vector<uint32_t>{3});
    QTest::keyClick(inspector.findChild<LinkLabel *>(QStringLiteral("summary:GPU time")),
                    Qt::Key_Return);
    QTRY_COMPARE(topics.size(), size_t{2});
    QCOMPARE(events.size(), size_t{1});
    // Values without a target are no links: unknown ones, and those of the timeline without a
    // slice.
    QVERIFY(!inspector.findChild<LinkLabel *>(QStringLiteral("summary:waves")));
    QVERIFY(inspector.text().contains(QLatin1String("records\t4 of 512 CTAs")));
    QVERIFY(!inspector.findChild<LinkLabel *>(QStringLiteral("summary:records")));
  }

  void aLongLineOfSourceEndsInDotsAndHasAllOfItAsItsToolTip() {
    ElidedLabel label;
    label.setFullText(QString(200, QLatin1Char('x')));
    label.resize(100, 20);
    label.show();
    QVERIFY(label.text().endsWith(QChar(0x2026)));
    QCOMPARE(label.toolTip(), QString(200, QLatin1Char('x')));
  }

  void aBrokenValueIsCopiedAsItWasSet() {
    const QString value(90, QLatin1Char('4'));
    WrappingLabel label(value);
    label.resize(100, label.heightForWidth(100));
    label.show();
    QVERIFY(label.heightForWidth(100) > label.heightForWidth(2'000));
    QVERIFY(label.text() != value); // broken into lines
    label.setSelection(0, static_cast<int>(label.text().size()));
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), value);
  }

  void whatIsNotKnownIsADash() {
    TraceBuilder builder;
    Launch launch;
    launch.kernel = builder.intern("add");
    builder.addLaunch(launch);
    Inspector inspector;
    inspector.setTrace(std::make_shared<const Trace>(std::move(builder).finish()), {});
    for (const char *name : {"length", "records", "dropped", "without partner", "grid"})
      QVERIFY2(inspector.text().contains(QLatin1String(name) + QString::fromUtf8("\t\u2013\n")),
               qPrintable(inspector.text()));
  }

  void aSliceWithoutBothEndsHasNoDurationAndIsInNoFigureOfItsScope() {
    TraceBuilder builder;
    SliceInput slice;
    slice.track = builder.addTrack(TrackKind::Warp, "warp 0", {}, 0, 0);
    slice.name = builder.intern("tile");
    slice.duration = Picoseconds(80'500);
    builder.addSlice(slice);
    slice.begin = Picoseconds(100'000);
    slice.duration = Picoseconds(900'000);
    slice.flags = kSliceNoEnd;
    builder.addSlice(slice);
    const auto trace = std::make_shared<const Trace>(std::move(builder).finish());
    Inspector inspector;
    inspector.setTrace(trace, {});
    inspector.setSlice(SliceId(1));
    for (const char *line : {"duration\t\u2013\n", "instances\t2\n", "without begin or end\t1\n",
                             "median\t80.5 ns", "longest\t80.5 ns"})
      QVERIFY2(inspector.text().contains(QString::fromUtf8(line)), qPrintable(inspector.text()));
    for (const CardLine &line : cardLines(*trace, SliceId(1)))
      if (line.label == "duration" || line.label == "cycles")
        QCOMPARE(line.value, std::string("\u2013"));
  }

  void aSliceWithoutCyclesSaysSoAndWhenItBeganAbsolutely() {
    TraceBuilder builder;
    builder.info().origin = Nanoseconds(1'763'800'000'000'000'000);
    Track thread;
    thread.kind = TrackKind::Thread;
    thread.name = builder.intern("main");
    SliceInput slice;
    slice.track = builder.addTrack(thread);
    slice.name = builder.intern("aten::mm");
    slice.begin = Picoseconds(12'000);
    slice.duration = Picoseconds(80'500);
    builder.addSlice(slice);
    Inspector inspector;
    inspector.setTrace(std::make_shared<const Trace>(std::move(builder).finish()), {});
    inspector.setSlice(SliceId(0));
    for (const char *line : {"start\t12 ns\n", "absolute start\t1,763,800,000,000,000,012 ns\n",
                             "duration\t80.5 ns\n", "cycles\t\u2013\n", "track\tmain\n"})
      QVERIFY2(inspector.text().contains(QString::fromUtf8(line)), qPrintable(inspector.text()));
    QVERIFY(!inspector.text().contains(QLatin1String("CTA\t")));
  }

  void factsAreWordsWithTheirKeyAsToolTip() {
    TraceBuilder builder;
    Launch launch;
    const Arg arg = Arg::ofUint(builder.intern("buffer.slotsPerUnit"), 64);
    launch.args = builder.addArgs({&arg, 1});
    builder.addLaunch(launch);
    builder.addNote({Note::Severity::DataLoss, "record.unwritten", "Slots hold nothing."});
    Inspector inspector;
    inspector.setTrace(std::make_shared<const Trace>(std::move(builder).finish()), {});
    QVERIFY2(inspector.text().contains(QLatin1String("record slots per unit\t64\n")),
             qPrintable(inspector.text()));
    QStringList toolTips;
    for (const QWidget *widget : inspector.widget()->findChildren<QWidget *>())
      toolTips << widget->toolTip();
    QVERIFY(toolTips.contains(QLatin1String("buffer.slotsPerUnit")));
    QVERIFY(toolTips.contains(QLatin1String("record.unwritten")));
  }

  void detailsOfALaunchAreFoldedUntilTheyAreAskedFor() {
    Inspector inspector;
    inspector.resize(264, 700);
    inspector.show();
    inspector.setTrace(makeLongTrace({}), {});
    const auto details = [&] {
      return inspector.findChild<QWidget *>(QStringLiteral("topic:Details of the launch"));
    };
    QVERIFY(!details()->isVisible());
    QVERIFY(inspector.text().contains(QLatin1String("async:annotations=drop:ctas=0-3")));
    showDetails(inspector);
    QVERIFY(details()->isVisible());
    auto *link = inspector.findChild<LinkLabel *>(QStringLiteral("fold:Details of the launch"));
    QCOMPARE(link->fullText(), QStringLiteral("Details of the launch: hide"));
    QTest::keyClick(link, Qt::Key_Return);
    QCoreApplication::processEvents();
    QVERIFY(!details()->isVisible());
  }

  void eachOfSeveralLaunchesHasDetailsOfItsOwn() {
    TraceBuilder builder;
    for (const char *kernel : {"first", "second"}) {
      Launch launch;
      launch.kernel = builder.intern(kernel);
      const std::vector<Arg> args{Arg::ofUint(builder.intern("a key"), 1)};
      launch.args = builder.addArgs(args);
      builder.addLaunch(launch);
    }
    Inspector inspector;
    inspector.resize(264, 700);
    inspector.show();
    inspector.setTrace(std::make_shared<const Trace>(std::move(builder).finish()), {});
    const auto isShown = [&](int launch) {
      const auto *topic = inspector.findChild<QWidget *>(
          QStringLiteral("topic:Details of the launch %1").arg(launch));
      return topic != nullptr && topic->isVisible();
    };
    auto *fold = inspector.findChild<LinkLabel *>(QStringLiteral("fold:Details of the launch 1"));
    QVERIFY(fold);
    QTest::keyClick(fold, Qt::Key_Return);
    QTRY_VERIFY(isShown(1));
    QVERIFY(!isShown(0));
  }

  void barsOfInstancesAreSelectedByClickAndKey() {
    const auto trace = makeLongTrace({});
    Inspector inspector;
    inspector.resize(264, 700);
    inspector.show();
    inspector.setTrace(trace, {});
    inspector.setSlice(SliceId(4'000));
    QCoreApplication::processEvents();
    QList<uint32_t> wanted;
    connect(&inspector, &Inspector::eventRequested, this,
            [&](const EventRef &event) { wanted << event.index; });
    auto *bars = inspector.findChild<InspectorBars *>();
    QVERIFY2(bars->accessibleDescription().startsWith(QLatin1String("4001 of 9008")),
             qPrintable(bars->accessibleDescription()));
    QTest::mouseClick(bars, Qt::LeftButton, {}, QPoint(0, 20));
    QTRY_COMPARE(wanted, QList<uint32_t>{0});
    QTest::keyClick(bars, Qt::Key_Right);
    QTest::keyClick(bars, Qt::Key_Left);
    QTRY_COMPARE(wanted, (QList<uint32_t>{0, 4'001, 3'999}));
    QCOMPARE(longestOfBar({3, 9, 4, 7, 8}, 2, 0), size_t{1});
    QCOMPARE(longestOfBar({3, 9, 4, 7, 8}, 2, 1), size_t{4});
  }

  void valuesThatFitStandBesideTheirNames() {
    Inspector inspector;
    inspector.resize(264, 700);
    inspector.show();
    inspector.setTrace(makeLongTrace({}), {});
    showDetails(inspector);
    QCoreApplication::processEvents();
    const auto labels = inspector.findChildren<WrappingLabel *>();
    const auto find = [&](const char *text) {
      return *std::ranges::find_if(labels, [&](const WrappingLabel *label) {
        return label->fullText() == QLatin1String(text);
      });
    };
    const auto top = [&](const char *text) { return find(text)->mapTo(&inspector, QPoint()).y(); };
    QCOMPARE(top("9,008"), top("slices"));
    QCOMPARE(top("15,464"), top("records"));
    QVERIFY(top("async:annotations=drop:ctas=0-3") > top("mode"));
  }
};

} // namespace

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
