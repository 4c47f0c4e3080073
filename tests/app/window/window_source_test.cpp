// SPDX-License-Identifier: Apache-2.0
// Source lines in the window: timeline, inspector and panel follow each other, folders are stored,
// and code of the pass report is shown next to the source.
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "app/panels/source_presenter.h"
#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "core/base/output_file.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/source_trace.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/passes/ir_view.h"
#include "viewer/widgets/passes/pass_panel.h"
#include "viewer/widgets/source/code_table.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A window with the trace of source_trace.h.
struct Opened {
  explicit Opened(const PassReport *report = nullptr) {
    fixture.show();
    const QString file = fixture.path(QStringLiteral("matmul.pftrace"));
    isReady = writePftrace(*makeSourceTrace(report ? report->id : ""), toPath(file)).has_value();
    if (report)
      isReady = isReady && writePassReport(*report, passReportPath(toPath(file))).has_value();
    fixture.window().openFiles({file});
    isReady = isReady && waitForOpenTraces(fixture.window(), 1);
  }
  SourcePresenter &presenter() {
    return static_cast<SourcePresenter &>(fixture.window().tracePanel<SourcePanel>());
  }
  SourcePanel &panel() { return presenter().panel(); }
  CodeTable &lines() { return panel().source(); }
  TimelineView &timeline() { return *fixture.window().timeline(); }
  template <class Widget> Widget *find(const char *name) {
    return fixture.window().findChild<Widget *>(QLatin1String(name));
  }
  /// Opens the panel by its key and waits for its figures.
  bool openPanel() {
    QTest::keyClick(&fixture.window(), Qt::Key_U, Qt::ControlModifier);
    return QTest::qWaitFor(
        [this] { return panel().isVisible() && lines().model()->rowCount() == 30; }, kLoadMs);
  }
  uint32_t currentLine() {
    const int row = lines().currentRow();
    return row < 0 ? 0 : lines().lines().lines()[static_cast<size_t>(row)].number;
  }
  void click(uint32_t line) {
    const QModelIndex index = lines().model()->index(lines().lines().rowOf(line), 0);
    lines().scrollTo(index);
    QTest::mouseClick(lines().viewport(), Qt::LeftButton, {}, lines().visualRect(index).center());
  }
  WindowFixture fixture;
  bool isReady = false;
};

} // namespace

class WindowSourceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void aLineSelectsItsSlicesInTheTimelineAndASliceItsLine() {
    Opened opened;
    QVERIFY(opened.isReady);
    QVERIFY(opened.openPanel());
    opened.click(MatmulLine::kDot);
    const SelectionModel &selection = *opened.timeline().selection();
    QTRY_COMPARE(selection.selectedSlice(), firstSliceNamed(*opened.timeline().trace(), "dot"));
    QVERIFY(opened.timeline().makeScene().search != nullptr); // dims the slices of other lines
    opened.timeline().selection()->select(firstSliceNamed(*opened.timeline().trace(), "store"));
    QCOMPARE(opened.currentLine(), MatmulLine::kStore);
    QVERIFY(opened.timeline().makeScene().search == nullptr);
  }

  void theInspectorShowsStoredLinesAndLeadsToThePanel() {
    Opened opened;
    QVERIFY(opened.isReady);
    opened.timeline().selection()->select(firstSliceNamed(*opened.timeline().trace(), "dot"));
    auto *inspector = opened.find<Inspector>("inspector");
    QVERIFY2(inspector->text().contains(QLatin1String("sum = tl.dot(x, y, sum)")),
             qPrintable(inspector->text()));
    auto *link = opened.find<LinkLabel>("sourcePlace");
    QCOMPARE(link->text(), QStringLiteral("matmul.py:20"));
    QTest::mouseClick(link, Qt::LeftButton);
    QTRY_VERIFY(opened.panel().isVisible());
    QTRY_COMPARE(opened.currentLine(), MatmulLine::kDot);
  }

  void aNamedFolderIsUsedEverywhereAndRemembered() {
    Opened opened;
    QVERIFY(opened.isReady);
    QVERIFY(opened.openPanel());
    opened.timeline().selection()->select(firstSliceNamed(*opened.timeline().trace(), "helper"));
    auto *inspector = opened.find<Inspector>("inspector");
    QVERIFY(inspector->text().contains(QLatin1String("neither stored in the trace nor")));
    QVERIFY(opened.find<LinkLabel>("sourceFolderLink") != nullptr);
    QVERIFY(opened.find<QWidget>("sourceMissing")->isVisible());
    const QString folder = opened.fixture.path(QStringLiteral("sources"));
    QVERIFY(QDir().mkpath(folder + QLatin1String("/lib")));
    QVERIFY(writeOutput(toPath(folder + QLatin1String("/lib/helpers.py")), helperText(),
                        FifoReader::Required));
    opened.presenter().addFolder(folder);
    QVERIFY(inspector->text().contains(QLatin1String("return program // 4 * m")));
    QVERIFY(!opened.find<QWidget>("sourceMissing")->isVisible());
    QCOMPARE(opened.currentLine(), kHelperLine);
    QCOMPARE(opened.fixture.settings().sourceFolders(), QStringList{folder});
    opened.fixture.restart();
    QCOMPARE(opened.fixture.settings().sourceFolders(), QStringList{folder});
  }

  void codeIsThatOfThePassReportAndOfTheTrace() {
    PassReport report = matmulReport();
    report.id = newPassReportId();
    Opened opened(&report);
    QVERIFY(opened.isReady);
    QVERIFY(opened.openPanel());
    const auto *choice = opened.find<QComboBox>("sourceCode");
    QVERIFY(!choice->isVisible());
    QTest::keyClick(&opened.fixture.window(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(choice->count(), 2);
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->itemText(0), QStringLiteral("matmul.ptx"));
    QTest::mouseClick(opened.find<QToolButton>("sourceIrView"), Qt::LeftButton);
    QCOMPARE(choice->count(), 1);
    QCOMPARE(choice->itemText(0), QStringLiteral("instrument"));
  }

  void aLineOfThePassesSelectsItsSlices() {
    PassReport report = matmulReport();
    report.id = newPassReportId();
    Opened opened(&report);
    QVERIFY(opened.isReady);
    QTest::keyClick(&opened.fixture.window(), Qt::Key_P, Qt::ControlModifier);
    IrView &view = opened.fixture.window().panel<PassPanel>().view();
    QTRY_VERIFY(view.diff() && view.rows().size() == 6);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home);
    for (int i = 0; i < 3; ++i)
      QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return); // tt.dot
    const SelectionModel &selection = *opened.timeline().selection();
    QTRY_COMPARE(selection.selectedSlice(), firstSliceNamed(*opened.timeline().trace(), "dot"));
    QVERIFY(!opened.panel().isVisible());
    QVERIFY(opened.timeline().makeScene().search != nullptr);
  }

  void aReportOfAnotherRunIsNotShown() {
    PassReport report = matmulReport();
    report.id = newPassReportId();
    Opened opened(&report);
    QVERIFY(opened.isReady);
    report.id = newPassReportId();
    const QString file = opened.fixture.path(QStringLiteral("matmul.pftrace"));
    QVERIFY(writePassReport(report, passReportPath(toPath(file))).has_value());
    QVERIFY(opened.openPanel());
    QTest::keyClick(&opened.fixture.window(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(opened.find<QComboBox>("sourceCode")->count(), 1);
  }

  void aTraceWithoutLocationsLeavesThePanelEmpty() {
    WindowFixture fixture;
    fixture.show();
    SourcePresenter &presenter =
        static_cast<SourcePresenter &>(fixture.window().tracePanel<SourcePanel>());
    QVERIFY(presenter.isEmpty());
    const QString file = fixture.path(QStringLiteral("plain.pftrace"));
    TraceBuilder plain;
    const TrackId track = plain.addTrack(TrackKind::Warp, "warp 0", TrackId(), 0, 0);
    SliceInput slice;
    slice.track = track;
    slice.name = plain.intern("work");
    slice.duration = Picoseconds(1000);
    plain.addSlice(slice);
    QVERIFY(writePftrace(std::move(plain).finish(), toPath(file)).has_value());
    fixture.window().openFiles({file});
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    QVERIFY(!presenter.isEmpty()); // the panel reads the source lines only when it is visible
    fixture.window().findChild<QAction *>(QStringLiteral("source"))->trigger();
    QTRY_VERIFY(presenter.isEmpty());
    QCOMPARE(fixture.window().findChild<QLabel *>(QStringLiteral("sourceMessage"))->text(),
             QStringLiteral("No event of this trace has a source line."));
  }

  void figuresAreSavedAsCsv() {
    Opened opened;
    QVERIFY(opened.isReady);
    QVERIFY(opened.openPanel());
    const QString path = opened.fixture.path(QStringLiteral("lines.csv"));
    opened.presenter().save(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("file,line,text,self_ns,"));
    const QString header = opened.find<QLabel>("sourceHeader")->toolTip();
    QVERIFY(header.contains(path));
  }
};

QTEST_MAIN(WindowSourceTest)
#include "window_source_test.moc"
