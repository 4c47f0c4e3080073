// SPDX-License-Identifier: Apache-2.0
// The source panel: lines with figures, links between lines, events and code in both directions,
// missing files, search, keys, CSV, and pictures.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "core/base/output_file.h"
#include "core/source/line_events.h"
#include "core/trace/trace_builder.h"
#include "tests/support/source_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/widgets/source/code_table.h"
#include "viewer/widgets/source/source_panel.h"

using namespace pstudio;
using Line = test::MatmulLine;

namespace {

constexpr QSize kPanelSize(1280, 420);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// A visible panel with the figures of a trace.
class Shown {
public:
  explicit Shown(ThemeKind kind = ThemeKind::Dark, bool hasCode = true,
                 const std::vector<std::filesystem::path> &folders = {}) {
    applyTheme(*qApp, kind);
    panel.setThemeKind(kind);
    panel.resize(kPanelSize);
    if (hasCode)
      panel.setCodeBeside(SourcePanel::Code::Assembly);
    panel.show();
    QObject::connect(&panel, &SourcePanel::eventsMarked, &panel,
                     [this](std::shared_ptr<const SearchResult> events) { marked = events; });
    panel.setTrace(trace, std::make_shared<const SourceTexts>(trace, folders), &selection, &area);
    if (hasCode)
      panel.setCode(storedCodeOf(*trace, std::vector<std::string>{test::kMatmulFile}), {});
    isReady = waitForSums();
  }
  bool waitForSums() {
    QSignalSpy shown(&panel, &SourcePanel::sumsShown);
    return shown.wait(10000);
  }
  CodeTable &source() { return panel.source(); }
  CodeTable &code() { return panel.code(); }
  int rowOf(uint32_t line) { return source().lines().rowOf(line); }
  static void click(CodeTable &table, int row) {
    table.scrollTo(table.model()->index(row, 0));
    const int column = table.lines().numberColumn();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(table.model()->index(row, column)).center());
  }
  void clickLine(uint32_t line) { click(source(), rowOf(line)); }
  QString cell(uint32_t line, LineColumn column) {
    const auto &columns = source().lines().columns();
    const auto at = std::ranges::find(columns, column) - columns.begin();
    return source().model()->index(rowOf(line), static_cast<int>(at)).data().toString();
  }
  uint32_t currentLine() {
    const int row = source().currentRow();
    return row < 0 ? 0 : source().lines().lines()[static_cast<size_t>(row)].number;
  }
  QString codeText(int row) { return code().lines().textOf(row).trimmed(); }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }
  QString count() { return find<QLabel>("sourceCount")->text(); }
  void choose(const char *combo, int at) {
    auto *box = find<QComboBox>(combo);
    box->setCurrentIndex(at);
    Q_EMIT box->activated(at);
  }
  /// The first slice with this name.
  SliceId slice(std::string_view name) {
    for (uint32_t i = 0; i < trace->sliceCount(); ++i)
      if (trace->string(trace->sliceNames()[i]) == name)
        return SliceId(i);
    return {};
  }

  std::shared_ptr<const Trace> trace = test::makeSourceTrace();
  SelectionModel selection;
  AreaModel area;
  SourcePanel panel;
  std::shared_ptr<const SearchResult> marked;
  bool isReady = false;
};

} // namespace

class SourcePanelTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); } // before the first widget
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void theWholeFileIsShownWithTheFiguresOfItsLines() {
    Shown shown;
    QVERIFY(shown.isReady);
    const QAbstractItemModelTester tester(shown.source().model());
    QCOMPARE(shown.panel.file(), QString::fromUtf8(test::kMatmulFile));
    QCOMPARE(shown.source().model()->rowCount(), 30);
    QCOMPARE(shown.source().lines().textOf(shown.rowOf(Line::kDot)),
             QStringLiteral("        sum = tl.dot(x, y, sum)"));
    QCOMPARE(shown.cell(Line::kDot, LineColumn::Self), QStringLiteral("1.44 us")); // 32 * 45 ns
    QCOMPARE(shown.cell(Line::kDot, LineColumn::Samples), QStringLiteral("506"));
    QCOMPARE(shown.cell(Line::kWait, LineColumn::Waits), QStringLiteral("688 ns")); // 32 * 21.5 ns
    QCOMPARE(shown.cell(Line::kStore, LineColumn::ExcessSectors), QStringLiteral("112"));
    // An unknown figure is a dash in a line with figures, and empty in a line without figures.
    QCOMPARE(shown.cell(Line::kDot, LineColumn::Accesses), QStringLiteral("\u2013"));
    QCOMPARE(shown.cell(Line::kAdvance, LineColumn::Self), QStringLiteral("\u2013"));
    QVERIFY(shown.source().lines().figuresOf(shown.rowOf(Line::kAdvance)) != nullptr);
    QCOMPARE(shown.cell(1, LineColumn::Self), QString());
    // The heat of a line follows its figure.
    const auto heat = [&](uint32_t line) {
      return shown.source()
          .model()
          ->index(shown.rowOf(line), 0)
          .data(CodeLinesModel::HeatOf)
          .toDouble();
    };
    QCOMPARE(heat(Line::kDot), 1.0);
    QVERIFY(heat(Line::kWait) > heat(Line::kLoadB) && heat(1) == 0);
    QVERIFY(shown.source()
                .model()
                ->index(shown.rowOf(Line::kDot), shown.source().lines().columns().size() - 1)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QLatin1String("math_pipe_throttle 410")));
  }

  void aClickOnALineSelectsItsEventsAndMarksItsCode() {
    Shown shown;
    QVERIFY(shown.isReady);
    QSignalSpy revealed(&shown.panel, &SourcePanel::eventRevealed);
    shown.clickLine(Line::kDot);
    QTRY_VERIFY(shown.marked);
    QCOMPARE(eventCount(*shown.marked), size_t{32});
    for (const SearchHit &hit : shown.marked->hits)
      QVERIFY(shown.trace->string(shown.trace->slice(SliceId(hit.index)).name) == "dot");
    QCOMPARE(shown.count(), QStringLiteral("Line 20: 1 of 32 events"));
    QVERIFY(shown.marked->slices.test(shown.selection.selectedSlice().value));
    QCOMPARE(revealed.size(), 1);
    const auto linked = shown.code().lines().linked();
    QCOMPARE(linked.size(), size_t{4});
    for (const int row : linked)
      QVERIFY2(shown.codeText(row).startsWith(QLatin1String("wgmma")),
               qPrintable(shown.codeText(row)));
    // The buttons move through the events.
    QTest::mouseClick(shown.find<QToolButton>("sourceNext"), Qt::LeftButton);
    QCOMPARE(shown.count(), QStringLiteral("Line 20: 2 of 32 events"));
    QCOMPARE(shown.selection.selectedSlice().value, shown.marked->hits[1].index);
    QTest::mouseClick(shown.find<QToolButton>("sourcePrevious"), Qt::LeftButton);
    QTest::mouseClick(shown.find<QToolButton>("sourcePrevious"), Qt::LeftButton);
    QCOMPARE(shown.count(), QStringLiteral("Line 20: 1 of 32 events"));
    // Return zooms to the slice.
    QSignalSpy zoomed(&shown.panel, &SourcePanel::sliceZoomed);
    QTest::keyClick(&shown.source(), Qt::Key_Return);
    QCOMPARE(zoomed.size(), 1);
    // Esc removes the marks.
    QTest::keyClick(&shown.source(), Qt::Key_Escape);
    QVERIFY(!shown.marked);
    QCOMPARE(shown.count(), QString());
    QVERIFY(shown.code().lines().linked().empty());
  }

  void aLineWithInstantsSelectsThemAndOneWithoutEventsNothing() {
    Shown shown;
    QVERIFY(shown.isReady);
    shown.clickLine(Line::kAdvance);
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 21: 1 of 32 events"));
    QVERIFY(shown.selection.selectedInstant().isValid());
    shown.clickLine(Line::kLoadA);
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 17: 1 of 32 events, 32 accesses"));
    shown.clickLine(3);
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 3: no events"));
    QVERIFY(!shown.marked);
    QVERIFY(!shown.find<QToolButton>("sourceNext")->isEnabled());
  }

  void aSelectedSliceShowsItsLineAndItsCode() {
    Shown shown;
    QVERIFY(shown.isReady);
    shown.selection.select(shown.slice("wait copy"));
    QCOMPARE(shown.currentLine(), Line::kWait);
    QVERIFY(!shown.marked); // the timeline has no marks
    QCOMPARE(shown.code().lines().linked().size(), size_t{1});
    QCOMPARE(shown.codeText(shown.code().lines().linked()[0]), QStringLiteral("bar.sync    0;"));
    shown.selection.select(shown.slice("helper"));
    QCOMPARE(shown.panel.file(), QString::fromUtf8(test::kHelperFile));
    QCOMPARE(shown.currentLine(), test::kHelperLine);
    QCOMPARE(shown.code().lines().linked().size(), size_t{2});
    shown.selection.select(InstantId(0));
    QCOMPARE(shown.currentLine(), Line::kAdvance);
    QCOMPARE(shown.panel.file(), QString::fromUtf8(test::kMatmulFile));
  }

  void aClickInTheCodeGoesToItsLine() {
    Shown shown;
    QVERIFY(shown.isReady);
    int row = -1;
    for (int i = 0; i < shown.code().model()->rowCount(); ++i)
      if (shown.codeText(i).startsWith(QLatin1String("st.global")))
        row = i;
    QVERIFY(row > 0);
    Shown::click(shown.code(), row);
    QCOMPARE(shown.currentLine(), Line::kStore);
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 24: 1 of 4 events, 4 accesses"));
    QCOMPARE(shown.code().currentRow(), row); // stays where the user clicked
    // A click on a line of a library file shows that file.
    for (int i = 0; i < shown.code().model()->rowCount(); ++i)
      if (shown.codeText(i).startsWith(QLatin1String("shr.u32")))
        row = i;
    Shown::click(shown.code(), row);
    QCOMPARE(shown.panel.file(), QString::fromUtf8(test::kHelperFile));
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 5: 1 of 4 events"));
    Shown::click(shown.code(), 0); // ".version" has no line
    QCOMPARE(shown.currentLine(), test::kHelperLine);
  }

  void passesOfTheRunAreBesideTheSourceToo() {
    Shown shown;
    QVERIFY(shown.isReady);
    const PassReport report = test::matmulReport();
    shown.panel.setCode(codeTextsOf(report), {});
    auto *choice = shown.find<QComboBox>("sourceCode");
    QCOMPARE(choice->count(), 1);
    QCOMPARE(choice->currentText(), QStringLiteral("assembly"));
    shown.panel.setCodeBeside(SourcePanel::Code::Ir);
    QCOMPARE(choice->count(), 1);
    shown.clickLine(Line::kLoadA);
    QCOMPARE(shown.code().lines().linked(), std::vector<int>{2});
    Shown::click(shown.code(), 3);
    QCOMPARE(shown.currentLine(), Line::kDot);
    shown.panel.setCode({}, QStringLiteral("how to get it"));
    QVERIFY(!shown.code().isVisible());
    QVERIFY(shown.find<QLabel>("codeHint")->isVisible());
    QCOMPARE(shown.find<QLabel>("codeHint")->text(), QStringLiteral("how to get it"));
  }

  void keysGoFromTheHottestLineToTheNext() {
    Shown shown;
    QVERIFY(shown.isReady);
    std::vector<uint32_t> lines;
    for (int i = 0; i < 4; ++i) {
      QTest::keyClick(&shown.source(), Qt::Key_N);
      lines.push_back(shown.currentLine());
    }
    QCOMPARE(lines, (std::vector<uint32_t>{Line::kDot, Line::kWait, Line::kLoop, Line::kLoadA}));
    QTest::keyClick(&shown.source(), Qt::Key_P);
    QCOMPARE(shown.currentLine(), Line::kLoop);
    auto *heat = shown.find<QComboBox>("sourceHeat");
    shown.choose("sourceHeat", heat->findText(QStringLiteral("by Accesses")));
    QTest::keyClick(&shown.source(), Qt::Key_Escape);
    QTest::mouseClick(shown.find<QToolButton>("hottestNext"), Qt::LeftButton);
    QCOMPARE(shown.currentLine(), Line::kLoadA);
    QTest::keyClick(&shown.source(), Qt::Key_N);
    QCOMPARE(shown.currentLine(), Line::kStore);
    QTest::keyClick(&shown.source(), Qt::Key_N); // the last one
    QCOMPARE(shown.currentLine(), Line::kStore);
  }

  void arrowsMoveTheLineAndLeftAndRightScrollTheText() {
    Shown shown;
    QVERIFY(shown.isReady);
    shown.panel.resize(700, kPanelSize.height());
    shown.clickLine(Line::kLoadA);
    QTRY_VERIFY(shown.marked);
    QTest::keyClick(&shown.source(), Qt::Key_Down);
    QCOMPARE(shown.currentLine(), Line::kLoadB);
    QTRY_COMPARE(shown.count(), QStringLiteral("Line 18: 1 of 32 events"));
    shown.source().fitColumns();
    QTest::keyClick(&shown.source(), Qt::Key_Right);
    QVERIFY(shown.source().horizontalScrollBar()->value() > 0);
    QCOMPARE(shown.currentLine(), Line::kLoadB);
  }

  void textIsFoundInTheFile() {
    Shown shown;
    QVERIFY(shown.isReady);
    QTest::keyClick(&shown.source(), Qt::Key_Slash);
    auto *find = shown.find<QLineEdit>("findInSource");
    QTest::keyClicks(find, QStringLiteral("TL.LOAD"));
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(shown.currentLine(), Line::kLoadA);
    QTest::keyClick(find, Qt::Key_Return);
    QCOMPARE(shown.currentLine(), Line::kLoadB);
    QTest::keyClick(find, Qt::Key_Return); // continues at the begin
    QCOMPARE(shown.currentLine(), Line::kLoadA);
    QTest::keyClick(find, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(shown.currentLine(), Line::kLoadB);
    find->setText(QStringLiteral("nowhere"));
    QTest::keyClick(find, Qt::Key_Return);
    QVERIFY(shown.find<QLabel>("sourceHeader")->toolTip().contains(QLatin1String("nowhere")));
  }

  void aMissingFileKeepsItsFiguresAndAFolderBringsItsText() {
    Shown shown;
    QVERIFY(shown.isReady);
    QVERIFY(!shown.find<QWidget>("sourceMissing")->isVisible());
    shown.choose("sourceFiles", 1);
    QCOMPARE(shown.panel.file(), QString::fromUtf8(test::kHelperFile));
    QVERIFY(shown.find<QWidget>("sourceMissing")->isVisible());
    QCOMPARE(shown.source().model()->rowCount(), 1);
    QCOMPARE(shown.cell(test::kHelperLine, LineColumn::Self), QStringLiteral("24.0 ns"));
    QSignalSpy wanted(&shown.panel, &SourcePanel::folderRequested);
    QTest::mouseClick(shown.find<QToolButton>("sourceFolder"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    const QTemporaryDir folder;
    QVERIFY(writeOutput(folder.filePath("helpers.py").toStdString(), test::helperText(),
                        FifoReader::Required));
    shown.panel.setTexts(std::make_shared<const SourceTexts>(
        shown.trace, std::vector<std::filesystem::path>{folder.path().toStdString()}));
    QVERIFY(!shown.find<QWidget>("sourceMissing")->isVisible());
    QCOMPARE(shown.source().model()->rowCount(), 5);
    QVERIFY(shown.source().lines().textOf(4).contains(QLatin1String("program // 4")));
  }

  void anAreaHasItsOwnFigures() {
    Shown shown;
    QVERIFY(shown.isReady);
    const TrackId warp = shown.trace->slice(shown.slice("dot")).track;
    shown.area.setArea(TraceArea{{Picoseconds(0), Picoseconds(100'000)}, {warp}});
    QVERIFY(shown.waitForSums());
    QCOMPARE(shown.cell(Line::kDot, LineColumn::Self), QStringLiteral("45.0 ns"));
    QVERIFY(shown.find<QLabel>("sourceHeader")->toolTip().startsWith(QLatin1String("Selected")));
    QTest::mouseClick(shown.find<QToolButton>("sourceWholeTrace"), Qt::LeftButton);
    QVERIFY(shown.waitForSums());
    QCOMPARE(shown.cell(Line::kDot, LineColumn::Self), QStringLiteral("1.44 us"));
  }

  void columnsAreChosenInAMenuAndAllAreInTheCsv() {
    Shown shown;
    QVERIFY(shown.isReady);
    const auto has = [&](LineColumn column) {
      return std::ranges::find(shown.source().lines().columns(), column) !=
             shown.source().lines().columns().end();
    };
    QVERIFY(!has(LineColumn::Bytes) && !has(LineColumn::Total) && !has(LineColumn::Events));
    for (QAction *action : shown.find<QMenu>("sourceColumnMenu")->actions())
      if (action->text() == QLatin1String("Bytes") || action->text() == QLatin1String("Samples"))
        action->trigger();
    QVERIFY(has(LineColumn::Bytes) && !has(LineColumn::Samples));
    const QString csv = QString::fromStdString(shown.panel.csv());
    QVERIFY2(csv.contains(QLatin1String("/src/kernels/matmul.py,20,\"        sum = tl.dot(x, y, "
                                        "sum)\",1440,1440,,,32,,,,,506,0\r\n")),
             qPrintable(csv));
  }

  void aNarrowPanelShowsTheSourceOrTheCode() {
    Shown shown;
    QVERIFY(shown.isReady);
    QVERIFY(shown.code().isVisible() && shown.source().isVisible());
    shown.panel.resize(760, kPanelSize.height());
    QVERIFY(shown.code().isVisible() && !shown.source().isVisible());
    QVERIFY(!shown.panel.showsSource());
    shown.panel.setCodeBeside(SourcePanel::Code::None);
    QVERIFY(!shown.code().isVisible() && shown.source().isVisible());
    shown.panel.setCodeBeside(SourcePanel::Code::Assembly);
    shown.panel.resize(kPanelSize);
    QVERIFY(shown.code().isVisible() && shown.source().isVisible());
  }

  void selectedLinesAreCopied() {
    Shown shown;
    QVERIFY(shown.isReady);
    shown.clickLine(Line::kLoadA);
    QTest::keyClick(&shown.source(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&shown.source(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("        x = tl.load(a_tile)\n        y = tl.load(b_tile)\n"));
  }

  void aTraceWithoutSourceLinesSaysSo() {
    SourcePanel panel;
    panel.show();
    QVERIFY(!panel.hasNothing());
    const auto message = [&] {
      return panel.findChild<QLabel *>(QStringLiteral("sourceMessage"))->text();
    };
    QCOMPARE(message(), QStringLiteral("No trace is open."));
    const auto empty = std::make_shared<const Trace>(TraceBuilder().finish());
    QSignalSpy shown(&panel, &SourcePanel::sumsShown);
    panel.setTrace(empty, std::make_shared<const SourceTexts>(empty), nullptr, nullptr);
    QVERIFY(shown.wait(10000));
    QCOMPARE(message(), QStringLiteral("No event of this trace has a source line."));
    QVERIFY(panel.hasNothing());
  }

  void theLineOfACompileErrorIsShownWithoutATrace() {
    QTemporaryDir folder;
    const std::filesystem::path file =
        std::filesystem::path(folder.path().toStdString()) / "k.mlir";
    QVERIFY(writeOutput(file, "first\nsecond\nthird\n"));
    SourcePanel panel;
    panel.show();
    QSignalSpy shown(&panel, &SourcePanel::sumsShown);
    panel.showPlace({file.string(), 2, 0});
    QVERIFY(shown.wait(10000));
    QVERIFY(panel.source().isVisible());
    QCOMPARE(panel.source().lines().textOf(panel.source().currentRow()), QStringLiteral("second"));
    panel.showPlace({file.string(), 3, 0}); // the figures exist now
    QCOMPARE(panel.source().lines().textOf(panel.source().currentRow()), QStringLiteral("third"));
    // A trace without source lines keeps its message, but the file is shown.
    const auto empty = std::make_shared<const Trace>(TraceBuilder().finish());
    panel.setTrace(empty, std::make_shared<const SourceTexts>(empty), nullptr, nullptr);
    QVERIFY(shown.wait(10000));
    QVERIFY(!panel.source().isVisible());
    panel.showPlace({file.string(), 1, 0});
    QVERIFY(panel.source().isVisible());
    panel.showPlace({"/nowhere/k.mlir", 1, 0}); // a missing file changes nothing
    QCOMPARE(panel.source().lines().textOf(panel.source().currentRow()), QStringLiteral("first"));
  }

  void everyControlHasAName() {
    Shown shown;
    for (const QWidget *widget : shown.panel.findChildren<QWidget *>())
      if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
          !widget->objectName().startsWith("qt_") &&
          !qobject_cast<const QLabel *>(widget)) // its text is its name
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
  }

  void looksAsBefore_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("dark") << kPanelSize;
    QTest::newRow("light") << kPanelSize;
    QTest::newRow("narrow") << QSize(760, 300);
  }
  void looksAsBefore() {
    QFETCH(QSize, size);
    Shown shown(theme());
    QVERIFY(shown.isReady);
    shown.panel.resize(size);
    shown.clickLine(Line::kDot);
    QTRY_VERIFY(shown.marked);
    QApplication::processEvents();
    test::compareWithBaseline(QLatin1String("source-") + QLatin1String(QTest::currentDataTag()),
                              shown.panel.grab().toImage());
    test::compareAtTwiceTheScale(QLatin1String("source-") + QLatin1String(QTest::currentDataTag()),
                                 shown.panel);
  }

  void looksAsBeforeWithoutItsFile() {
    Shown shown(ThemeKind::Dark, /*hasCode=*/false);
    QVERIFY(shown.isReady);
    shown.panel.setCode({}, QStringLiteral("Runs from this window record it beside the trace."));
    shown.selection.select(shown.slice("helper"));
    QApplication::processEvents();
    // A platform that activates the window in time gives its first control the focus.
    if (QWidget *focus = QApplication::focusWidget())
      focus->clearFocus();
    test::compareWithBaseline(QStringLiteral("source-missing"), shown.panel.grab().toImage());
  }
};

QTEST_MAIN(SourcePanelTest)
#include "source_panel_test.moc"
