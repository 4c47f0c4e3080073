// SPDX-License-Identifier: Apache-2.0
// The panel Compare: table, matching, filter, and both traces on one time axis.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QWheelEvent>
#include <QtTest>

#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_builder.h"
#include "tests/support/async_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/geometry/time_style.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/compare/aligned_view.h"
#include "viewer/widgets/compare/candidates_table.h"
#include "viewer/widgets/compare/compare_panel.h"
#include "viewer/widgets/compare/comparison_table.h"
#include "viewer/widgets/link_label.h"

using namespace pstudio;
using namespace pstudio::compare;
using pstudio::test::AsyncTrace;

namespace {

constexpr size_t kA = 0, kB = 1;
constexpr int kWorst = 1; // row of the first scope: that of the launch is above

/// Ten iterations of "load" and "mma" with these lengths [cycles of 0.5 ns].
std::shared_ptr<const Trace> loop(const char *load, int64_t loadLength, int64_t begin = 0) {
  AsyncTrace trace;
  const uint32_t warp = trace.addWarp(trace.addCta());
  int64_t at = begin;
  for (int i = 0; i < 10; ++i) {
    trace.scope(warp, load, at, at + loadLength);
    trace.scope(warp, "mma", at + loadLength + 10, at + loadLength + 60);
    at += loadLength + 80;
  }
  return std::make_shared<const Trace>(std::move(trace).finish());
}

/// A visible panel.
class Shown {
public:
  explicit Shown(QList<ComparableTrace> others, std::shared_ptr<const Trace> candidate,
                 ThemeKind kind = ThemeKind::Dark, QSize size = {1280, 360}) {
    applyTheme(*qApp, kind);
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.show();
    panel.setTraces({0, "new", std::move(candidate)}, std::move(others), &selection);
    wait();
  }
  bool wait() {
    const bool done = QTest::qWaitFor([this] { return !panel.isBusy(); }, 20000);
    QApplication::processEvents();
    return done;
  }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }
  ComparisonModel &model() { return panel.table().comparison(); }
  int lineOf(const char *name) {
    for (int line = 0; line < model().rowCount(); ++line)
      if (model().rowAt(line).anySide().name == name)
        return line;
    return -1;
  }
  QString cell(int line, int column) { return model().index(line, column).data().toString(); }
  QPoint cellPlace(int line, int column) {
    panel.table().scrollTo(model().index(line, column));
    return panel.table().visualRect(model().index(line, column)).center();
  }

  /// Opens the menu of further candidates with the mouse and toggles one of them by keys.
  bool toggleCandidate(int downs) {
    auto *menu = find<QMenu>("compareCandidateMenu");
    QTimer::singleShot(0, menu, [menu, downs] {
      for (int i = 0; i < downs; ++i)
        QTest::keyClick(menu, Qt::Key_Down);
      QTest::keyClick(menu, Qt::Key_Return);
    });
    QTest::mouseClick(find<QToolButton>("compareCandidates"), Qt::LeftButton);
    return wait();
  }
  CandidatesModel &several() { return panel.severalTable().candidates(); }
  QString severalCell(int line, int column) {
    return several().index(line, column).data().toString();
  }
  int severalLineOf(const char *name) {
    for (int line = 0; line < several().rowCount(); ++line)
      if (several().rowAt(line).any->anySide().name == name)
        return line;
    return -1;
  }

  SelectionModel selection;
  ComparePanel panel;
};

QList<ComparableTrace> old(std::shared_ptr<const Trace> trace) {
  return {{1, "old", std::move(trace)}};
}

/// A baseline and two further traces.
QList<ComparableTrace> oldAnd(std::shared_ptr<const Trace> second) {
  return {{1, "old", loop("load", 100)}, {2, "other", std::move(second)}};
}

std::shared_ptr<const Trace> capture(const char *name) {
  auto trace =
      readTraceFile(std::filesystem::path(PSTUDIO_SOURCE_DIR) / "tests/data/overlap" / name);
  return trace ? std::make_shared<const Trace>(std::move(*trace)) : nullptr;
}

} // namespace

class ComparePanelTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void withoutASecondTraceTheNextStepIsShown() {
    Shown shown({}, loop("load", 100));
    QVERIFY(!shown.panel.comparison());
    QCOMPARE(shown.find<QLabel>("compareMessage")->text(), QString("Only one trace is open."));
    QVERIFY(!shown.panel.grab().isNull());
  }

  void regressionsAreFirstWithSignAndWord() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    QAbstractItemModelTester tester(&shown.model());
    QVERIFY(shown.panel.comparison());
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Verdict), QString("+ slower"));
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Candidate), QString("load"));
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Difference), QString("+25 ns"));
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Change), QString("+50 %"));
    QCOMPARE(shown.cell(shown.lineOf("mma"), ComparisonModel::Verdict), QString("= same"));
    QCOMPARE(shown.cell(shown.lineOf("launch"), ComparisonModel::Interval), QString("\u2013"));
    QVERIFY(shown.find<QLabel>("compareStatus")->toolTip().contains("1 slower (1 beyond 5 %)"));
    // Another column sorts, and the verdict restores the order.
    shown.panel.table().sortByColumn(ComparisonModel::Baseline, Qt::AscendingOrder);
    QCOMPARE(shown.cell(0, ComparisonModel::Baseline), QString("launch"));
    shown.panel.table().sortByColumn(ComparisonModel::Verdict, Qt::AscendingOrder);
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Candidate), QString("load"));
  }

  void verdictsAreNotCutOnASmallScreen() {
    Shown compared(old(loop("store", 100)), loop("load", 100), ThemeKind::Dark, {1024, 300});
    const QTableView &table = compared.panel.table();
    const int inset = 8; // of cells
    const int width = table.columnWidth(ComparisonModel::Verdict) - 2 * inset;
    const QFontMetrics metrics(windowFont(FontRole::Body));
    for (const char *name : {"load", "store"}) {
      const QString verdict = compared.cell(compared.lineOf(name), ComparisonModel::Verdict);
      QVERIFY(verdict.contains(QStringLiteral("only in")));
      QVERIFY(metrics.horizontalAdvance(verdict) <= width);
    }
  }

  void aRowSelectsTheMedianInstanceOfTheShownTrace() {
    const auto candidate = loop("load", 150);
    Shown shown(old(loop("load", 100)), candidate);
    QSignalSpy zoomed(&shown.panel, &ComparePanel::sliceZoomed);
    QTest::mouseClick(shown.panel.table().viewport(), Qt::LeftButton, {},
                      shown.cellPlace(kWorst, ComparisonModel::Verdict));
    const SliceId slice = shown.selection.selectedSlice();
    QVERIFY(slice.isValid());
    QCOMPARE(candidate->string(candidate->sliceNames()[slice.value]), std::string_view("load"));
    QCOMPARE(zoomed.size(), 1);
    QCOMPARE(shown.panel.view().lanes()->selected(kB), slice);
    QVERIFY(shown.panel.view().lanes()->selected(kA).isValid());
  }

  void aNameThatIsTypedMatchesTheScopes() {
    Shown shown(old(loop("load", 100)), loop("copy", 150));
    QCOMPARE(shown.cell(shown.lineOf("load"), ComparisonModel::Verdict),
             QString("< only in the baseline"));
    const int line = shown.lineOf("load");
    QCOMPARE(shown.model().freeNames(shown.model().index(line, ComparisonModel::Candidate)),
             QStringList{"copy"});
    const QPoint name = shown.cellPlace(line, ComparisonModel::Candidate);
    QTest::mouseClick(shown.panel.table().viewport(), Qt::LeftButton, {}, name);
    QTest::mouseDClick(shown.panel.table().viewport(), Qt::LeftButton, {}, name);
    auto *editor = shown.find<QLineEdit>("comparisonName");
    QVERIFY(editor);
    QTest::keyClicks(editor, "copy");
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(shown.panel.renames(), (std::vector<Rename>{{"load", "copy"}}));
    QVERIFY(shown.wait());
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Match), QString("renamed"));
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Verdict), QString("+ slower"));
    QCOMPARE(shown.lineOf("load"), -1);
    // An empty name removes the match. Launches have no names to edit.
    QVERIFY(shown.model().setData(shown.model().index(kWorst, ComparisonModel::Candidate),
                                  QString(), Qt::EditRole));
    QVERIFY(shown.wait());
    QVERIFY(shown.panel.renames().empty() && shown.lineOf("load") >= 0);
    const QModelIndex launch =
        shown.model().index(shown.lineOf("launch"), ComparisonModel::Candidate);
    QVERIFY(!(shown.model().flags(launch) & Qt::ItemIsEditable));
  }

  void theFilterHidesRowsAndCountsThem() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    QTest::keyClicks(shown.find<QLineEdit>("compareFilter"), "SLOW");
    QCOMPARE(shown.model().rowCount(), 1);
    QVERIFY(
        shown.find<QLabel>("compareStatus")->toolTip().startsWith("2 rows hidden by the filter"));
    shown.find<QLineEdit>("compareFilter")->clear();
    QCOMPARE(shown.model().rowCount(), 3);
  }

  void thresholdAndUnitCompareAgain() {
    Shown shown(old(loop("load", 100)), loop("load", 110));
    QCOMPARE(shown.cell(shown.lineOf("load"), ComparisonModel::Verdict), QString("+ slower"));
    shown.find<QDoubleSpinBox>("compareThreshold")->setValue(20);
    QVERIFY(shown.wait());
    QCOMPARE(shown.cell(shown.lineOf("load"), ComparisonModel::Verdict), QString("= same"));
    auto *unit = shown.find<QComboBox>("compareUnit");
    unit->setCurrentIndex(1);
    Q_EMIT unit->activated(1);
    QVERIFY(shown.wait());
    QCOMPARE(shown.cell(shown.lineOf("load"), ComparisonModel::MedianB), QString("110 cycles"));
  }

  void bothTracesLieOnOneAxisAndZoomTogether() {
    Shown shown(old(loop("load", 100, 0)), loop("load", 150, 7000));
    AlignedView &view = shown.panel.view();
    AlignedLanes &lanes = *view.lanes();
    QCOMPARE(lanes.size(), size_t{2});
    // The launches begin at time 0 of the axis, whatever the times of the traces.
    const Viewport axis = Viewport::fit(lanes.bounds(), 500);
    for (const size_t lane : {kA, kB})
      QCOMPARE(lanes.scene(lane, axis).viewport.pixelOf(lanes.trace(lane).trace->timeRange().begin),
               axis.pixelOf(Picoseconds(0)));
    const TimeRange before = view.visibleRange();
    const QPointF middle(view.width() / 2.0, view.height() / 2.0);
    QWheelEvent wheel(middle, view.mapToGlobal(middle), {}, {0, 240}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &wheel);
    QVERIFY(view.visibleRange().length() < before.length());
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(view.visibleRange().length() >= before.length());
    QTest::keyClick(&view, Qt::Key_W);
    const TimeRange zoomed = view.visibleRange();
    const QPoint from = middle.toPoint();
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, from - QPoint(40, 0));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, from - QPoint(40, 0));
    QVERIFY(view.visibleRange().begin > zoomed.begin);
  }

  void aClickInTheCandidateSelectsItsSlice() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    AlignedView &view = shown.panel.view();
    const auto place = view.placeOf(kB, SliceId(2));
    QVERIFY(place.has_value());
    QTest::mouseClick(&view, Qt::LeftButton, {}, *place);
    QCOMPARE(shown.selection.selectedSlice(), SliceId(2));
    // A slice of the other trace is marked, and selects nothing in the timeline.
    const auto other = view.placeOf(kA, SliceId(1));
    QVERIFY(other.has_value());
    QTest::mouseClick(&view, Qt::LeftButton, {}, *other);
    QCOMPARE(view.lanes()->selected(kA), SliceId(1));
    QCOMPARE(shown.selection.selectedSlice(), SliceId(2));
  }

  void screenReadersGetTheLanesWithTheirSelectedSlices() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    AlignedView &view = shown.panel.view();
    QAccessibleInterface *lanes = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(lanes->childCount(), 2);
    const QString title = QString::fromStdString(view.lanes()->trace(kB).title);
    QVERIFY(lanes->child(kB)->text(QAccessible::Name).startsWith(title + QLatin1String(", ")));
    QVERIFY(!lanes->child(kB)->text(QAccessible::Name).contains(QLatin1String("selected")));
    const auto place = view.placeOf(kB, SliceId(2));
    QVERIFY(place.has_value());
    QTest::mouseClick(&view, Qt::LeftButton, {}, *place);
    QVERIFY2(lanes->child(kB)->text(QAccessible::Name).contains(QLatin1String(", selected load, ")),
             qPrintable(lanes->child(kB)->text(QAccessible::Name)));
    QVERIFY(lanes->child(kB)->state().selected && !lanes->child(kA)->state().selected);
    const QPoint at = view.mapToGlobal(*place);
    QCOMPARE(lanes->childAt(at.x(), at.y()), lanes->child(kB));
  }

  void alignmentAtAnIterationMovesTheLanes() {
    const auto first = loop("load", 100), second = loop("load", 150);
    Shown shown(old(first), second);
    auto *alignment = shown.find<QComboBox>("compareAlignment");
    auto *iteration = shown.find<QSpinBox>("compareIteration");
    QVERIFY(!iteration->isEnabled());
    const int at = alignment->findText("load");
    QVERIFY(at > 0);
    alignment->setCurrentIndex(at);
    Q_EMIT alignment->activated(at);
    iteration->setValue(3);
    QVERIFY(shown.wait());
    const AlignedLanes &lanes = *shown.panel.view().lanes();
    QCOMPARE(lanes.trace(kA).zero - first->timeRange().begin, Picoseconds(3 * 180 * 500));
    QCOMPARE(lanes.trace(kB).zero - second->timeRange().begin, Picoseconds(3 * 230 * 500));
    QCOMPARE(alignment->currentText(), QString("load"));
    iteration->setValue(50); // there are ten
    QVERIFY(shown.wait());
    QVERIFY(
        shown.find<QLabel>("compareStatus")->toolTip().contains("iteration 50 of load is missing"));
    QCOMPARE(lanes.trace(kA).zero - first->timeRange().begin, Picoseconds(3 * 180 * 500));
  }

  void commonNamesHaveOneColourInBothLanes() {
    Shown shown(old(loop("a", 100)), loop("zzz", 150));
    AlignedLanes &lanes = *shown.panel.view().lanes();
    const auto colourOf = [&](size_t lane) {
      const Trace &trace = *lanes.trace(lane).trace;
      for (const StringId name : trace.sliceNames())
        if (trace.string(name) == "mma")
          return lanes.colors(lane).fill(name);
      return ColorToken::None;
    };
    QCOMPARE(colourOf(kA), colourOf(kB));
    QVERIFY(colourOf(kA) != ColorToken::None);
  }

  void everyControlHasANameForScreenReaders() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    for (const QWidget *widget : shown.panel.findChildren<QWidget *>())
      if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
          !widget->objectName().startsWith(QLatin1String("qt_"))) // parts of Qt's own widgets
        QVERIFY2(!widget->accessibleName().isEmpty() || widget->focusProxy(),
                 qPrintable(widget->objectName()));
    // Combo boxes are read by their value, so that their labels have to name them.
    for (const char *name : {"compareBaseline", "compareAlignment"}) {
      const auto labels = QAccessible::queryAccessibleInterface(shown.find<QComboBox>(name))
                              ->relations(QAccessible::Label);
      QCOMPARE(labels.size(), 1);
    }
  }

  void emptyTracesAreCompared() {
    const auto empty = std::make_shared<const Trace>(TraceBuilder().finish());
    Shown shown(old(empty), empty);
    QVERIFY(shown.panel.comparison());
    QCOMPARE(shown.model().rowCount(), 0);
    QVERIFY(!shown.panel.grab().isNull());
    QTest::keyClick(&shown.panel.view(), Qt::Key_W);
  }

  void anAddedCandidateHasItsOwnColumnsAndLane() {
    Shown shown(oldAnd(loop("load", 120)), loop("load", 90));
    QCOMPARE(shown.find<QToolButton>("compareCandidates")->text(), QString("1 candidate"));
    QVERIFY(shown.toggleCandidate(1));
    QCOMPARE(shown.find<QToolButton>("compareCandidates")->text(), QString("2 candidates"));
    QAbstractItemModelTester tester(&shown.several());
    QVERIFY(shown.panel.severalTable().isVisible() && !shown.panel.table().isVisible());
    // The shown trace is faster, the added one is slower: the scope is a regression.
    const auto column = [&](size_t candidate, CandidatesModel::Part part) {
      return shown.several().columnOf(candidate, part);
    };
    QCOMPARE(shown.severalCell(kWorst, CandidatesModel::Scope), QString("load"));
    QCOMPARE(shown.severalCell(kWorst, CandidatesModel::Verdict), QString("+ slower (B2)"));
    QCOMPARE(shown.severalCell(kWorst, CandidatesModel::MedianA), QString("50 ns"));
    QCOMPARE(shown.severalCell(kWorst, column(0, CandidatesModel::Change)),
             QString("-10 % faster"));
    QCOMPARE(shown.severalCell(kWorst, column(1, CandidatesModel::Change)),
             QString("+20 % slower"));
    QCOMPARE(shown.severalCell(kWorst, column(1, CandidatesModel::Median)), QString("60 ns"));
    QCOMPARE(shown.several().headerData(column(1, CandidatesModel::Change), Qt::Horizontal,
                                        Qt::DisplayRole),
             QVariant("Change B2"));
    QVERIFY(shown.find<QLabel>("compareStatus")->toolTip().contains("B2: 1 slower (1 beyond 5 %)"));
    const QString csv = QString::fromStdString(shown.several().csv());
    QVERIFY2(csv.contains("\r\nload,ns,50,faster,0.9,45,") && csv.contains(",slower,1.2,60,"),
             qPrintable(csv));
    const AlignedLanes &lanes = *shown.panel.view().lanes();
    QCOMPARE(lanes.size(), size_t{3});
    QCOMPARE(lanes.trace(2).title, std::string("Candidate (B2): other"));
    // Without it, the table of two traces returns.
    QVERIFY(shown.toggleCandidate(1));
    QVERIFY(shown.panel.table().isVisible());
    QCOMPARE(shown.panel.comparisons()->size(), size_t{1});
    QCOMPARE(shown.panel.view().lanes()->size(), size_t{2});
  }

  void aRowOfSeveralSelectsAnInstanceInEachLane() {
    const auto candidate = loop("load", 90);
    Shown shown(oldAnd(loop("load", 120)), candidate);
    QVERIFY(shown.toggleCandidate(1));
    CandidatesTable &table = shown.panel.severalTable();
    QSignalSpy zoomed(&shown.panel, &ComparePanel::sliceZoomed);
    table.setFocus();
    for (int row = 0; row <= kWorst; ++row)
      QTest::keyClick(&table, Qt::Key_Down);
    const SliceId slice = shown.selection.selectedSlice();
    QVERIFY(slice.isValid() && zoomed.size() == 1);
    QCOMPARE(candidate->string(candidate->sliceNames()[slice.value]), std::string_view("load"));
    const AlignedLanes &lanes = *shown.panel.view().lanes();
    QCOMPARE(lanes.selected(kB), slice);
    QVERIFY(lanes.selected(kA).isValid() && lanes.selected(2).isValid());
  }

  void aMatchHoldsForItsCandidateOnly() {
    Shown shown(oldAnd(loop("fetch", 120)), loop("copy", 100));
    QVERIFY(shown.toggleCandidate(1));
    const int line = shown.severalLineOf("load");
    const int first = shown.several().columnOf(0, CandidatesModel::Name);
    const int second = shown.several().columnOf(1, CandidatesModel::Name);
    QCOMPARE(shown.severalCell(line, second), QString("\u2013"));
    QCOMPARE(shown.several().freeNames(shown.several().index(line, first)), QStringList{"copy"});
    CandidatesTable &table = shown.panel.severalTable();
    table.setCurrentIndex(shown.several().index(line, second));
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_F2);
    auto *editor = shown.find<QLineEdit>("comparisonName");
    QVERIFY(editor);
    QTest::keyClicks(editor, "fetch");
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(shown.severalCell(kWorst, second), QString("fetch"));
    QCOMPARE(shown.severalCell(kWorst, shown.several().columnOf(1, CandidatesModel::Change)),
             QString("+20 % slower"));
    QCOMPARE(shown.severalCell(kWorst, shown.several().columnOf(0, CandidatesModel::Change)),
             QString("< only in the baseline"));
    QVERIFY(shown.panel.renames().empty()); // of the shown trace
    // An empty name removes the match.
    QVERIFY(
        shown.several().setData(shown.several().index(kWorst, second), QString(), Qt::EditRole));
    QVERIFY(shown.wait());
    QCOMPARE(shown.severalCell(shown.severalLineOf("load"), second), QString("\u2013"));
  }

  void alignmentMovesAllLanesAndNamesTheCandidateThatLacksTheScope() {
    const auto first = loop("load", 90), second = loop("load", 120);
    Shown shown(oldAnd(second), first);
    QVERIFY(shown.toggleCandidate(1));
    auto *alignment = shown.find<QComboBox>("compareAlignment");
    const int at = alignment->findText("load");
    QVERIFY(at > 0);
    alignment->setCurrentIndex(at);
    Q_EMIT alignment->activated(at);
    shown.find<QSpinBox>("compareIteration")->setValue(2);
    QVERIFY(shown.wait());
    const AlignedLanes &lanes = *shown.panel.view().lanes();
    QCOMPARE(lanes.trace(kB).zero - first->timeRange().begin, Picoseconds(2 * 170 * 500));
    QCOMPARE(lanes.trace(2).zero - second->timeRange().begin, Picoseconds(2 * 200 * 500));
    // Only scopes that all traces have can be aligned.
    shown.panel.setTraces({0, "new", first}, oldAnd(loop("fetch", 120)), &shown.selection);
    QVERIFY(shown.wait());
    QVERIFY2(shown.find<QLabel>("compareMessage")->text().startsWith("B2 (other): no scope 'load'"),
             qPrintable(shown.find<QLabel>("compareMessage")->text()));
  }

  void theFilterHidesRowsOfSeveral() {
    Shown shown(oldAnd(loop("load", 120)), loop("load", 90));
    QVERIFY(shown.toggleCandidate(1));
    QTest::keyClicks(shown.find<QLineEdit>("compareFilter"), "slower");
    QCOMPARE(shown.several().rowCount(), 1);
    QVERIFY(
        shown.find<QLabel>("compareStatus")->toolTip().startsWith("2 rows hidden by the filter"));
    shown.panel.severalTable().sortByColumn(CandidatesModel::Scope, Qt::DescendingOrder);
    shown.find<QLineEdit>("compareFilter")->clear();
    QCOMPARE(shown.severalCell(0, CandidatesModel::Scope), QString("mma"));
  }

  void summariesOfBothTracesHaveTheirTitlesAndTheirLinksSelectInTheirLanes() {
    const auto one = capture("gemm_wgmma_1_stage_h200.pscapture");
    const auto three = capture("gemm_wgmma_3_stages_h200.pscapture");
    QVERIFY(one && three);
    Shown shown(old(one), three);
    auto *summaries = shown.find<QScrollArea>("compareSummaries");
    const auto hasText = [summaries](const char *text) {
      return std::ranges::count(summaries->findChildren<WrappingLabel *>(), QLatin1String(text),
                                &WrappingLabel::fullText) > 0;
    };
    QVERIFY(hasText("A: old") && hasText("B: new"));
    const auto links = summaries->findChildren<LinkLabel *>(QStringLiteral("summary:bound by"));
    QCOMPARE(links.size(), 2);
    const auto &lanes = shown.panel.view().lanes();
    QTest::keyClick(links[0], Qt::Key_Return);
    QTRY_VERIFY(lanes->selected(kA).isValid() && !shown.selection.selectedSlice().isValid());
    QTest::keyClick(links[1], Qt::Key_Return);
    QTRY_VERIFY(lanes->selected(kB).isValid());
    QVERIFY(!summaries->findChild<LinkLabel *>(QStringLiteral("summary:GPU time")));
    shown.panel.setTraces({0, "newer", three}, old(one), &shown.selection);
    QVERIFY(!shown.panel.isBusy() && hasText("B: newer") && !hasText("B: new"));
  }

  void cancelKeepsTheChoicesAndCompareStartsAgain() {
    Shown shown(old(loop("load", 100)), loop("load", 150));
    const auto replaced = loop("load", 200);
    const auto others = old(loop("load", 100));
    shown.panel.setTraces({0, "new", replaced}, others, &shown.selection);
    QVERIFY(shown.panel.isBusy() && !shown.panel.comparison()); // that of other traces is gone
    auto *cancel = shown.find<QToolButton>("compareCancel");
    cancel->click();
    QVERIFY(!shown.panel.isBusy());
    QApplication::processEvents();
    QTest::qWait(0);
    QVERIFY(!shown.panel.comparison()); // a result that comes all the same is dropped
    QCOMPARE(shown.find<QLabel>("compareMessage")->text(),
             QString("The comparison was cancelled."));
    QCOMPARE(cancel->text(), QString("Compare"));
    QVERIFY(cancel->isVisible());
    // The same traces with another title, as after a change of the theme: nothing starts by itself.
    shown.panel.setTraces({0, "newer", replaced}, others, &shown.selection);
    QVERIFY(!shown.panel.isBusy());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(shown.wait());
    QCOMPARE(shown.cell(kWorst, ComparisonModel::Change), QString("+100 %"));
    QVERIFY(!cancel->isVisible());
  }

  void cyclesAreComparedOnlyWhereAllTracesHaveThem() {
    const auto withoutClock = [](int64_t length) {
      TraceBuilder builder;
      const TrackId track = builder.addTrack(TrackKind::Thread, "thread", TrackId(), 0, 0);
      for (int64_t i = 0; i < 10; ++i) {
        SliceInput slice;
        slice.track = track;
        slice.name = builder.intern("work");
        slice.begin = Picoseconds(i * 1'000'000);
        slice.duration = Picoseconds(length);
        builder.addSlice(slice);
      }
      return std::make_shared<const Trace>(std::move(builder).finish());
    };
    setTimeStyle(TimeStyle::Cycles);
    Shown plain(old(withoutClock(100'000)), withoutClock(200'000));
    Shown gpu(old(loop("load", 100)), loop("load", 150));
    setTimeStyle(TimeStyle::Automatic);
    QCOMPARE(plain.find<QComboBox>("compareUnit")->currentText(), QString("Times"));
    QVERIFY(plain.lineOf("work") >= 0);
    QCOMPARE(gpu.find<QComboBox>("compareUnit")->currentText(), QString("Cycles"));
  }

  void severalLookAsInTheBaseline_data() {
    QTest::addColumn<bool>("isLight");
    QTest::newRow("dark") << false;
    QTest::newRow("light") << true;
  }

  void severalLookAsInTheBaseline() {
    QFETCH(const bool, isLight);
    const auto one = capture("gemm_wgmma_1_stage_h200.pscapture");
    const auto three = capture("gemm_wgmma_3_stages_h200.pscapture");
    const auto four = capture("gemm_wgmma_4_stages_h200.pscapture");
    QVERIFY(one && three && four);
    Shown shown({{1, "gemm_wgmma_1_stage_h200", one}, {2, "gemm_wgmma_4_stages_h200", four}}, three,
                isLight ? ThemeKind::Light : ThemeKind::Dark, {1400, 400});
    QVERIFY(shown.toggleCandidate(1));
    QCOMPARE(shown.panel.comparisons()->size(), size_t{2});
    shown.panel.severalTable().setFocus();
    QTest::keyClick(&shown.panel.severalTable(), Qt::Key_Down);
    QVERIFY(QTest::qWaitForWindowExposed(&shown.panel));
    QApplication::processEvents();
    test::compareWithBaseline(QLatin1String("compare-several-") +
                                  QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
  }

  void looksAsInTheBaseline_data() {
    QTest::addColumn<bool>("isLight");
    QTest::newRow("dark") << false;
    QTest::newRow("light") << true;
  }

  void looksAsInTheBaseline() {
    QFETCH(const bool, isLight);
    const auto one = capture("gemm_wgmma_1_stage_h200.pscapture");
    const auto three = capture("gemm_wgmma_3_stages_h200.pscapture");
    QVERIFY(one && three);
    Shown shown({{1, "gemm_wgmma_1_stage_h200", one}}, three,
                isLight ? ThemeKind::Light : ThemeKind::Dark, {1400, 400});
    QCOMPARE(shown.model().rowCount(), 12);
    QTest::mouseClick(shown.panel.table().viewport(), Qt::LeftButton, {},
                      shown.cellPlace(4, ComparisonModel::Verdict));
    QVERIFY(shown.selection.selectedSlice().isValid());
    QVERIFY(QTest::qWaitForWindowExposed(&shown.panel));
    QApplication::processEvents();
    test::compareWithBaseline(QLatin1String("compare-") + QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
    test::compareAtTwiceTheScale(QLatin1String("compare-") + QLatin1String(QTest::currentDataTag()),
                                 shown.panel);
  }
};

QTEST_MAIN(ComparePanelTest)
#include "compare_panel_test.moc"
