// SPDX-License-Identifier: Apache-2.0
// Searching the shown trace and running commands by typing, with keys and clicks.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <map>

#include "app/settings/text.h"
#include "app/window/command_palette.h"
#include "app/window/palette_commands.h"
#include "app/window/palette_match.h"
#include "app/window/search_bar.h"
#include "app/window/search_list.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/search/search_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

/// A window with smallTrace() and its search.
struct SearchWindow {
  WindowFixture fixture;
  MainWindow &window = fixture.window();
  SearchField &field = *window.findChild<SearchField *>(QStringLiteral("search"));
  SearchModel &model = window.panel<SearchPanel>().model();

  SearchWindow() {
    fixture.show();
    openSmall(fixture, QStringLiteral("one.pftrace"));
    if (!waitForOpenTraces(window, 1))
      qFatal("the trace was not opened");
  }
  /// Types into the field as a user does.
  void type(const QString &text) {
    window.actions().find->trigger();
    QTest::keyClicks(&field, text);
    wait();
  }
  void wait() {
    const bool isDone =
        QTest::qWaitFor([this] { return model.state() != SearchModel::State::Searching; }, kLoadMs);
    if (!isDone)
      qFatal("the search did not end");
  }
  SelectionModel &selection() const { return *window.timeline()->selection(); }
  std::string_view selectedName() const {
    const Trace &trace = *window.timeline()->trace();
    const SliceId slice = selection().selectedSlice();
    return slice.isValid() ? trace.string(trace.sliceNames()[slice.value]) : std::string_view();
  }
  SearchPanel &panel() const { return window.panel<SearchPanel>(); }
  SearchList &list() const { return *window.findChild<SearchList *>(); }
  QAction &openPanel() const { return *window.findChild<QAction *>(QStringLiteral("searchHits")); }
  CommandPalette *palette() const { return window.findChild<CommandPalette *>(); }
  CommandPalette &openPalette() const {
    window.actions().palette->trigger();
    return *palette();
  }
  static QLineEdit &fieldOf(const CommandPalette &palette) {
    return *palette.findChild<QLineEdit *>(QStringLiteral("paletteField"));
  }
};

} // namespace

class WindowSearchTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void keysGoFromMatchToMatchBothWaysAndAround() {
    SearchWindow search;
    search.type(QStringLiteral("LOA"));
    QCOMPARE(search.field.status(), QStringLiteral("8 matches"));
    QSet<uint32_t> visited;
    for (int i = 1; i <= 8; ++i) {
      QTest::keyClick(&search.field, Qt::Key_Return);
      QCOMPARE(search.field.status(), QStringLiteral("%1 of 8").arg(i));
      QCOMPARE(search.selectedName(), std::string_view("load"));
      visited.insert(search.selection().selectedSlice().value);
    }
    QCOMPARE(visited.size(), 8); // two warps, four turns
    search.window.actions().findNext->trigger();
    QCOMPARE(search.field.status(), QStringLiteral("1 of 8"));
    QTest::keyClick(&search.window, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(search.field.status(), QStringLiteral("8 of 8"));
    QTest::keyClick(&search.field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(search.field.status(), QStringLiteral("7 of 8"));
    QTest::mouseClick(search.window.findChild<QToolButton *>(QStringLiteral("searchNext")),
                      Qt::LeftButton);
    QCOMPARE(search.field.status(), QStringLiteral("8 of 8"));
    QTest::keyClick(&search.field, Qt::Key_Escape);
    QVERIFY(search.field.text().isEmpty() && search.field.status().isEmpty());
    QVERIFY(search.window.timeline()->hasFocus());
  }

  void nextMatchIsTheOneAfterWhatIsSelected() {
    SearchWindow search;
    const Trace &trace = *search.window.timeline()->trace();
    search.type(QStringLiteral("load"));
    search.selection().select(firstSliceNamed(trace, "mma"));
    QCOMPARE(search.field.status(), QStringLiteral("8 matches"));
    const int64_t before = trace.sliceTime(search.selection().selectedSlice()).begin.value;
    search.window.actions().findNext->trigger();
    QCOMPARE(search.selectedName(), std::string_view("load"));
    QVERIFY(trace.sliceTime(search.selection().selectedSlice()).begin.value >= before);
    QVERIFY(search.model.current() > std::optional<size_t>(0));
    search.selection().select(firstSliceNamed(trace, "load"));
    QCOMPARE(search.field.status(), QStringLiteral("1 of 8"));
  }

  void enterWhileTheSearchRunsGoesToTheFirstMatch() {
    SearchWindow search;
    search.field.setText(QStringLiteral("mma"));
    QTest::keyClick(&search.field, Qt::Key_Return); // no event loop in between
    search.wait();
    QTRY_COMPARE(search.field.status(), QStringLiteral("1 of 8"));
    QCOMPARE(search.selectedName(), std::string_view("mma"));
  }

  void fieldShowsMissesAndInvalidExpressions() {
    SearchWindow search;
    search.type(QStringLiteral("no such scope"));
    QCOMPARE(search.field.status(), QStringLiteral("no match"));
    search.type(QStringLiteral("^(load|mma$"));
    auto *regex = search.window.findChild<QToolButton *>(QStringLiteral("searchRegex"));
    QTest::mouseClick(regex, Qt::LeftButton);
    QCOMPARE(search.field.status(), QStringLiteral("\"(\" without \")\""));
    QVERIFY(search.field.toolTip().contains(QStringLiteral("column")));
    search.type(QStringLiteral("^(load|mma)$"));
    QCOMPARE(search.field.status(), QStringLiteral("16 matches"));
    QTest::mouseClick(regex, Qt::LeftButton);
    search.wait();
    QCOMPARE(search.field.status(), QStringLiteral("no match"));
  }

  void eachOpenTraceIsSearchedWhenItIsShown() {
    SearchWindow search;
    search.type(QStringLiteral("load"));
    const auto trace = makeTransposeTrace({TransposeKind::Naive}, {.side = 64, .sms = 2});
    const QString file = search.fixture.path(QStringLiteral("transpose.pftrace"));
    QVERIFY(writePftrace(*trace, toPath(file)));
    search.window.openTraces().open({file});
    QVERIFY(waitForOpenTraces(search.window, 2));
    search.wait();
    QVERIFY(search.field.status().endsWith(QStringLiteral("matches")));
    QVERIFY(search.field.status() != QStringLiteral("8 matches"));
    // A memory access is pointed at, because it is no slice.
    QVERIFY(std::ranges::any_of(search.model.result()->hits,
                                [](const SearchHit &hit) { return hit.kind == HitKind::Access; }));
    for (size_t i = 0; i < search.model.result()->hits.size(); ++i)
      if (search.model.result()->hits[i].kind == HitKind::Access) {
        search.model.goTo(i);
        break;
      }
    QVERIFY(search.window.timeline()->pointed().has_value());
    search.window.actions().nextTrace->trigger();
    search.wait();
    QCOMPARE(search.field.status(), QStringLiteral("8 matches"));
  }

  void theListBelowTheFieldShowsTheMatchesAndAClickSelectsThem() {
    SearchWindow search;
    search.openPanel().trigger();
    QVERIFY(search.list().isVisible());
    NumberTable &table = search.panel().table();
    QAbstractItemModelTester tester(table.model(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    search.type(QStringLiteral("load"));
    QCOMPARE(search.panel().summary(), QStringLiteral("8 matches"));
    QCOMPARE(table.model()->rowCount(), 8);
    QCOMPARE(table.model()->index(0, 1).data().toString(), QStringLiteral("load"));
    QCOMPARE(table.model()->index(0, 2).data().toString(), QStringLiteral("slice"));
    QVERIFY(table.model()->index(0, 3).data().toString().startsWith(
        QStringLiteral("warp 0, CTA 0, SM 0")));

    const auto pointOf = [&](int row) {
      return table.visualRect(table.model()->index(row, 1)).center();
    };
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, pointOf(2));
    QCOMPARE(search.field.status(), QStringLiteral("3 of 8"));
    QCOMPARE(search.selectedName(), std::string_view("load"));
    const TimeRange before = search.window.timeline()->visibleRange();
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, pointOf(2));
    QVERIFY(search.window.timeline()->visibleRange().length() < before.length());
    QVERIFY(!search.list().isVisible());
    search.window.actions().findNext->trigger();
    QCOMPARE(table.currentIndex().row(), 3);
    search.openPanel().trigger();
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(search.field.status(), QStringLiteral("5 of 8"));

    for (int column = 0; column < 4; ++column)
      table.sortByColumn(column, Qt::DescendingOrder);
    QCOMPARE(table.model()->rowCount(), 8);
    search.type(QStringLiteral("no such scope"));
    QCOMPARE(table.model()->rowCount(), 0);
  }

  void theListIsUsedByKeysAlone() {
    SearchWindow search;
    search.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&search.window));
    QVERIFY(!search.list().isVisible());
    search.type(QStringLiteral("load"));
    QVERIFY(search.list().isVisible());
    QVERIFY(search.field.hasFocus());
    const QRect field(search.field.mapTo(&search.window, QPoint()), search.field.size());
    QVERIFY(search.list().y() >= field.bottom());
    QVERIFY(search.window.rect().contains(search.list().geometry()));
    QTest::keyClick(&search.field, Qt::Key_Down); // to the list, at its first match
    NumberTable &table = search.panel().table();
    QTRY_VERIFY(table.hasFocus());
    QCOMPARE(search.field.status(), QStringLiteral("1 of 8"));
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(search.field.status(), QStringLiteral("3 of 8"));
    QCOMPARE(search.selectedName(), std::string_view("load"));
    for (int i = 0; i < 3; ++i)
      QTest::keyClick(&table, Qt::Key_Up);
    QTRY_VERIFY(search.field.hasFocus()); // from the first line back to the field
    QVERIFY(search.list().isVisible());
    QTest::keyClick(&search.field, Qt::Key_Down);
    const TimeRange before = search.window.timeline()->visibleRange();
    QTest::keyClick(&table, Qt::Key_Return); // zooms to the match
    QVERIFY(!search.list().isVisible());
    QTRY_VERIFY(search.window.timeline()->hasFocus());
    QVERIFY(search.window.timeline()->visibleRange().length() < before.length());
    search.openPanel().trigger();
    QTRY_VERIFY(table.hasFocus());
    QTest::keyClick(&table, Qt::Key_Escape);
    QTRY_VERIFY(search.field.hasFocus());
    QTest::keyClick(&search.field, Qt::Key_Escape);
    QVERIFY(!search.list().isVisible());
    QTRY_VERIFY(search.window.timeline()->hasFocus());
  }

  void theListClosesWhenTheUserGoesElsewhere() {
    SearchWindow search;
    search.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&search.window));
    search.type(QStringLiteral("load"));
    QVERIFY(search.list().isVisible());
    QTest::keyClick(&search.field, Qt::Key_Return); // the timeline shows the match
    QVERIFY(!search.list().isVisible());
    QTest::keyClicks(&search.field, QStringLiteral("s")); // no more matches: a message
    search.wait();
    QVERIFY(search.list().isVisible());
    search.window.timeline()->setFocus();
    QTRY_VERIFY(!search.list().isVisible());
  }

  void theListStaysWithinTheFilterOfTheTracks() {
    SearchWindow search;
    search.type(QStringLiteral("load"));
    QCOMPARE(search.panel().table().model()->rowCount(), 8);
    auto *filter = search.window.findChild<QLineEdit *>(QStringLiteral("trackFilter"));
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("warp 1"));
    search.wait();
    QTRY_COMPARE(search.panel().table().model()->rowCount(), 4);
    QCOMPARE(search.field.status(), QStringLiteral("4 matches"));
    QCOMPARE(search.panel().summary(), QStringLiteral("4 matches"));
  }

  void tracksAreFoundAndScrolledTo() {
    SearchWindow search;
    search.type(QStringLiteral("warp 1"));
    QCOMPARE(search.field.status(), QStringLiteral("1 match"));
    search.window.actions().findNext->trigger();
    QCOMPARE(search.field.status(), QStringLiteral("1 of 1"));
    QVERIFY(!search.selection().selectedSlice().isValid());
  }

  void wordsAndScatteredLettersFindCommands() {
    QVERIFY(paletteScore(QStringLiteral("Whole trace"), QStringLiteral("trace who")));
    QVERIFY(paletteScore(QStringLiteral("Whole trace"), QStringLiteral("whtr")));
    QVERIFY(!paletteScore(QStringLiteral("Whole trace"), QStringLiteral("xe")));
    const auto score = [](const char *text) {
      return *paletteScore(QLatin1String(text), QStringLiteral("fold"));
    };
    QVERIFY(score("Fold all tracks") > score("Unfold all tracks"));
    QVERIFY(score("Unfold all tracks") > score("Find the old run"));
  }

  void paletteRunsWhatIsTypedAndListsItFirstNextTime() {
    SearchWindow search;
    QSignalSpy fits(search.window.actions().zoomToFit, &QAction::triggered);
    CommandPalette &palette = search.openPalette();
    QLineEdit &field = SearchWindow::fieldOf(palette);
    QVERIFY(palette.isVisible());
    QVERIFY(palette.shownTexts().contains(QStringLiteral("Whole trace")));
    QVERIFY(!palette.shownTexts().contains(search.window.actions().palette->text()));
    QTest::keyClicks(&field, QStringLiteral("whole tra"));
    QCOMPARE(palette.shownTexts().first(), QStringLiteral("Whole trace"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(fits.count(), 1);
    QTRY_VERIFY(!search.palette());
    QCOMPARE(search.openPalette().shownTexts().first(), QStringLiteral("Whole trace"));
  }

  void paletteIsUsedByKeysAloneAndEscClosesIt() {
    SearchWindow search;
    CommandPalette &palette = search.openPalette();
    QLineEdit &field = SearchWindow::fieldOf(palette);
    const auto *list = palette.findChild<QListView *>(QStringLiteral("paletteList"));
    QCOMPARE(list->currentIndex().row(), 0);
    QTest::keyClick(&field, Qt::Key_Up);
    QCOMPARE(list->currentIndex().row(), list->model()->rowCount() - 1);
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_PageDown);
    QCOMPARE(list->currentIndex().row(), 10);
    QVERIFY(!list->currentIndex().data(Qt::AccessibleTextRole).toString().isEmpty());
    QTest::keyClicks(&field, QStringLiteral("qqqq"));
    QCOMPARE(list->model()->rowCount(), 0);
    QTest::keyClick(&field, Qt::Key_Down);
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(palette.isVisible());
    QTest::keyClick(&field, Qt::Key_Escape);
    QTRY_VERIFY(!search.palette());
  }

  void paletteShowsWhyACommandCannotBeUsed() {
    SearchWindow search;
    CommandPalette &palette = search.openPalette();
    QLineEdit &field = SearchWindow::fieldOf(palette);
    QTest::keyClicks(&field, QStringLiteral("next trace"));
    const auto *list = palette.findChild<QListView *>(QStringLiteral("paletteList"));
    QCOMPARE(list->currentIndex().data().toString(), QStringLiteral("Next trace"));
    QCOMPARE(list->currentIndex().data(Qt::ToolTipRole).toString(),
             QStringLiteral("No other trace is open"));
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(palette.isVisible());
  }

  void paletteIsAsHighAsItsMatches() {
    SearchWindow search;
    CommandPalette &palette = search.openPalette();
    QLineEdit &field = SearchWindow::fieldOf(palette);
    const int full = palette.height();
    QTest::keyClicks(&field, QStringLiteral("whole trace"));
    const auto *list = palette.findChild<QListView *>(QStringLiteral("paletteList"));
    const auto lines = palette.shownTexts().size();
    QVERIFY(lines >= 1 && lines < 6);
    QVERIFY(palette.height() < full);
    const QRect last = list->visualRect(list->model()->index(static_cast<int>(lines) - 1, 0));
    QTRY_VERIFY(list->viewport()->rect().contains(last));
    QTRY_VERIFY(list->viewport()->height() < last.bottom() + last.height());
    field.clear();
    QCOMPARE(palette.height(), full);
  }

  void paletteGoesToOpenTracesAndPanels() {
    SearchWindow search;
    openSmall(search.fixture, QStringLiteral("two.pftrace"));
    QVERIFY(waitForOpenTraces(search.window, 2));
    const auto &list = search.window.openTraces().list();
    const OpenTraceId first = list.traces()[0].id;
    QVERIFY(list.current() != first);
    CommandPalette &palette = search.openPalette();
    QTest::keyClicks(&SearchWindow::fieldOf(palette), QStringLiteral("go to one"));
    QTest::keyClick(&SearchWindow::fieldOf(palette), Qt::Key_Return);
    QCOMPARE(list.current(), first);
    QTRY_VERIFY(!search.palette());
    CommandPalette &again = search.openPalette();
    QTest::keyClicks(&SearchWindow::fieldOf(again), QStringLiteral("panel inspector"));
    auto *inspector = search.window.findChild<QWidget *>(QStringLiteral("inspectorPanel"));
    QVERIFY(inspector->isVisible());
    QTest::keyClick(&SearchWindow::fieldOf(again), Qt::Key_Return);
    QVERIFY(!inspector->isVisible());
    QTRY_VERIFY(!search.palette());
    // Examples are commands too.
    CommandPalette &third = search.openPalette();
    QTest::keyClicks(&SearchWindow::fieldOf(third), QStringLiteral("example gemm_tiled"));
    QCOMPARE(third.shownTexts().value(0), QStringLiteral("Run the example gemm_tiled"));
  }

  void aCommandWhoseActionIsGoneDoesNothing() {
    SearchWindow search;
    const QMenu panels;
    QMenu examples;
    bool hasRun = false;
    connect(examples.addAction(QStringLiteral("gemm")), &QAction::triggered, this,
            [&hasRun] { hasRun = true; });
    const QList<PaletteCommand> commands = paletteCommands(
        search.window.actions(), search.window.openTraces().list(), panels, examples);
    const auto run =
        std::ranges::find(commands, QStringLiteral("example.gemm"), &PaletteCommand::id);
    QVERIFY(run != commands.end());
    run->run();
    QVERIFY(hasRun);
    examples.clear(); // as when the targets are known, while the palette is open
    hasRun = false;
    run->run();
    QVERIFY(!hasRun);
  }

  void kindsThatAreSwitchedOffAreNotFound() {
    SearchWindow search;
    search.openPanel().trigger();
    search.type(QStringLiteral("a"));
    const auto switchOf = [&](const char *name) {
      return search.panel().findChild<QToolButton *>(QLatin1String(name));
    };
    const auto counts = [&] {
      std::map<HitKind, int> found;
      for (const SearchHit &hit : search.model.result()->hits)
        ++found[hit.kind];
      return found;
    };
    const auto all = counts();
    QVERIFY(all.at(HitKind::Slice) > 0 && all.at(HitKind::Track) > 0);
    QTest::mouseClick(switchOf("searchTracks"), Qt::LeftButton);
    search.wait();
    QVERIFY(!counts().contains(HitKind::Track));
    QCOMPARE(counts().at(HitKind::Slice), all.at(HitKind::Slice));
    for (const char *name : {"searchSlices", "searchArguments"})
      QTest::mouseClick(switchOf(name), Qt::LeftButton);
    search.wait();
    QVERIFY(!counts().contains(HitKind::Slice));
    // By key, and with another query.
    switchOf("searchTracks")->setFocus();
    QTest::keyClick(switchOf("searchTracks"), Qt::Key_Space);
    search.type(QStringLiteral("wa"));
    for (const SearchHit &hit : search.model.result()->hits)
      QCOMPARE(hit.kind, HitKind::Track);
    QVERIFY(!search.model.result()->hits.empty());
  }
};

QTEST_MAIN(WindowSearchTest)
#include "window_search_test.moc"
