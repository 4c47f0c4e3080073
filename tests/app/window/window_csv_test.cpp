// SPDX-License-Identifier: Apache-2.0
// CSV export of tables by context menus, file dialogs, and the folders that the application stores.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include "app/dialogs/file_choice.h"
#include "app/dialogs/run_dialog.h"
#include "app/settings/text.h"
#include "app/window/csv_saver.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/widgets/compare/comparison_model.h"
#include "viewer/widgets/heat/memory_operation_model.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/overlap/operation_model.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

const QString kData = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/");

/// Parses fields by RFC 4180. Fails if a line does not end with CR LF or a quote is not closed.
QList<QStringList> parseCsv(const QString &text) {
  QList<QStringList> lines;
  QStringList fields;
  QString field;
  bool isQuoted = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (isQuoted) {
      const bool isDoubled = c == u'"' && i + 1 < text.size() && text[i + 1] == u'"';
      if (c != u'"' || isDoubled)
        field += c;
      else
        isQuoted = false;
      i += isDoubled;
    } else if (c == u'"') {
      isQuoted = true;
    } else if (c == u',') {
      fields << std::exchange(field, {});
    } else if (c == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n') {
      fields << std::exchange(field, {});
      lines << std::exchange(fields, {});
      ++i;
    } else {
      field += c;
    }
  }
  if (isQuoted || !field.isEmpty() || !fields.isEmpty())
    qFatal("the text is no CSV");
  return lines;
}

NumberTable &tableNamed(MainWindow &window, const char *name) {
  auto *found = window.findChild<NumberTable *>(QLatin1String(name));
  if (!found)
    qFatal("no table has this name");
  return *found;
}

/// Right-clicks the first line, moves to the entry by keys and presses Return.
void chooseInMenu(QAbstractItemView &view, const QString &entry) {
  QTimer::singleShot(0, &view, [&entry] {
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    if (!menu)
      qFatal("no menu is open");
    for (qsizetype i = 0; i < menu->actions().size(); ++i) {
      QTest::keyClick(menu, Qt::Key_Down);
      if (menu->activeAction() && menu->activeAction()->text() == entry)
        break;
    }
    QTest::keyClick(menu, Qt::Key_Return);
  });
  const QPoint at = view.visualRect(view.model()->index(0, 0)).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
  QApplication::sendEvent(view.viewport(), &event);
}

QList<QStringList> copied(QAbstractItemView &view) {
  QApplication::clipboard()->clear();
  chooseInMenu(view, QStringLiteral("Copy as CSV"));
  // Long tables are converted in parts, between other events.
  if (!QTest::qWaitFor([] { return !QApplication::clipboard()->text().isEmpty(); }, kLoadMs))
    return {};
  return parseCsv(QApplication::clipboard()->text());
}

/// Calls `use` with the next file dialog. Code that runs after this call opens the dialog.
void withFileDialog(const std::function<void(QFileDialog &)> &use) {
  QTimer::singleShot(5, qApp, [use] {
    if (auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget()))
      use(*dialog);
    else
      withFileDialog(use);
  });
}

/// Enters `file` in the next file dialog and accepts the dialog. Calls `look` with the dialog
/// before.
void answerFileDialog(const QString &file, const std::function<void(QFileDialog &)> &look = {}) {
  withFileDialog([file, look](QFileDialog &dialog) {
    if (look)
      look(dialog);
    // The file name is set, not typed: typed text opens the list of completions over the button.
    dialog.findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->setText(file);
    auto *buttons = dialog.findChild<QDialogButtonBox *>(QStringLiteral("buttonBox"));
    QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
  });
}

/// Number of pixels of an icon whose lightness differs clearly from that of the button.
int inkOf(const QToolButton &button) {
  const QImage image = button.icon().pixmap(button.iconSize()).toImage();
  const QColor ground = button.palette().color(QPalette::Button);
  int ink = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      ink += pixel.alpha() > 100 && std::abs(pixel.lightness() - ground.lightness()) > 40;
    }
  return ink;
}

} // namespace

class WindowCsvTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void operationsAreCopiedWithExactNumbers() {
    WindowFixture fixture;
    fixture.show();
    QVERIFY(writePftrace(*makeOverlapTrace({}), toPath(fixture.path(QStringLiteral("a.pftrace")))));
    MainWindow &window = fixture.window();
    window.openFiles({fixture.path(QStringLiteral("a.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().panel("overlap")->trigger();
    NumberTable &operations = tableNamed(window, "operationTable");
    QTRY_VERIFY(operations.model()->rowCount() > 0);
    const auto lines = copied(operations);
    QCOMPARE(lines.size(), operations.model()->rowCount() + 1);
    QCOMPARE(lines[0], QString("iteration,stage,cta,issued_by,issue_ns,waited_for_ns,hidden_share,"
                               "state")
                           .split(u','));
    for (int line = 0; line < operations.model()->rowCount(); ++line) {
      const auto text = [&](int column) {
        return operations.model()->index(line, column).data().toString().remove(u',');
      };
      const QStringList &fields = lines[line + 1];
      QCOMPARE(fields.size(), lines[0].size());
      QCOMPARE(fields[OperationModel::Issue] + " ns", text(OperationModel::Issue));
      QCOMPARE(fields[OperationModel::State], text(OperationModel::State));
      QVERIFY(fields[OperationModel::Exposed].isEmpty() ==
              (text(OperationModel::Exposed) == toQString("\u2013")));
    }
  }

  void memoryOperationsAndSearchHitsAreSavedWhereTheUserWants() {
    WindowFixture fixture;
    fixture.show();
    QVERIFY(writePftrace(*makeTransposeTrace({TransposeKind::Padded}),
                         toPath(fixture.path(QStringLiteral("heat.pftrace")))));
    MainWindow &window = fixture.window();
    window.openFiles({fixture.path(QStringLiteral("heat.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().panel("heat")->trigger();
    NumberTable &operations = tableNamed(window, "memoryOperationTable");
    QTRY_VERIFY(operations.model()->rowCount() > 0);
    const QString file = fixture.path(QStringLiteral("memory.csv"));
    QString proposed;
    answerFileDialog(file, [&proposed](QFileDialog &dialog) {
      proposed = dialog.findChild<QLineEdit *>(QStringLiteral("fileNameEdit"))->text();
    });
    chooseInMenu(operations, QStringLiteral("Save as CSV..."));
    QCOMPARE(proposed, QStringLiteral("heat-memoryOperation.csv"));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const auto lines = parseCsv(QString::fromUtf8(written.readAll()));
    QCOMPARE(lines.size(), operations.model()->rowCount() + 1);
    QCOMPARE(lines[0][MemoryOperationModel::Excess], QStringLiteral("excess_bytes"));
    bool isNumber = false;
    static_cast<void>(lines[1][MemoryOperationModel::Excess].toULongLong(&isNumber));
    QVERIFY(isNumber);
    QVERIFY(window.messages().newestText().contains(file));

    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(window.findChild<QLineEdit *>(QStringLiteral("search")), QStringLiteral("a"));
    window.findChild<QAction *>(QStringLiteral("searchHits"))->trigger();
    NumberTable &hits = tableNamed(window, "searchHits");
    QTRY_VERIFY(hits.model()->rowCount() > 0);
    const auto found = copied(hits);
    QCOMPARE(found.size(), hits.model()->rowCount() + 1);
    QCOMPARE(found[0].first(), QStringLiteral("time_ns"));
  }

  void comparisonsHaveTheirUnitAndTheBoundsOfTheInterval() {
    WindowFixture fixture;
    fixture.show({1600, 1000});
    MainWindow &window = fixture.window();
    for (const char *name :
         {"gemm_wgmma_1_stage_h200.pscapture", "gemm_wgmma_3_stages_h200.pscapture"})
      window.openFiles({kData + "overlap/" + name});
    QVERIFY(waitForOpenTraces(window, 2));
    window.findChild<QAction *>(QStringLiteral("compare"))->trigger();
    NumberTable &rows = tableNamed(window, "comparisonTable");
    QTRY_VERIFY_WITH_TIMEOUT(rows.model()->rowCount() > 0, kLoadMs);
    const auto lines = copied(rows);
    QCOMPARE(lines.size(), rows.model()->rowCount() + 1);
    const qsizetype unit = lines[0].indexOf(QStringLiteral("unit"));
    const qsizetype median = lines[0].indexOf(QStringLiteral("median_a"));
    QVERIFY(unit > 0 && median > 0);
    for (qsizetype i = 1; i < lines.size(); ++i) {
      QCOMPARE(lines[i].size(), lines[0].size());
      QCOMPARE(lines[i][unit], QStringLiteral("ns"));
      const QString shown =
          rows.model()->index(int(i) - 1, ComparisonModel::MedianA).data().toString();
      if (!lines[i][median].isEmpty()) // "792.3 ns", four digits
        QVERIFY2(std::abs(shown.section(u' ', 0, 0).remove(u',').toDouble() -
                          lines[i][median].toDouble()) <= lines[i][median].toDouble() * 1e-3,
                 qPrintable(shown));
    }
  }

  void aCallTreeIsCopiedWithLevelsAndItsPageToo() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    window.openFiles({kData + "hatchet/training.hatchet"});
    QTRY_VERIFY(window.callTree().shownTree());
    const auto lines = copied(window.callTree().table());
    QCOMPARE(lines.size(), qsizetype(24)); // all nodes, folded ones too
    QCOMPARE(lines[0].mid(0, 2), QStringList({"level", "name"}));
    QCOMPARE(lines[1][0], QStringLiteral("0"));
    QVERIFY(lines[0][2].endsWith(QLatin1String(" (ns)")));
    const auto &column = window.callTree().shownTree()->columns.front();
    QVERIFY(std::abs(lines[1][2].toDouble() -
                     column.values[window.callTree().table().treeModel().nodeOf(
                         window.callTree().table().treeModel().index(0, 0))]) < 1);
  }

  void largeTablesAreAllWritten() {
    WindowFixture fixture;
    fixture.show();
    OverlapSampleOptions options;
    options.ctas = 530;
    options.steps = 96;
    QVERIFY(writePftrace(*makeOverlapTrace(options),
                         toPath(fixture.path(QStringLiteral("a.pftrace")))));
    MainWindow &window = fixture.window();
    window.openFiles({fixture.path(QStringLiteral("a.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.actions().panel("overlap")->trigger();
    auto *shown = window.findChild<QAbstractButton *>(QStringLiteral("showOperations"));
    QTRY_VERIFY_WITH_TIMEOUT(shown->isVisible(), kLoadMs);
    shown->click();
    NumberTable &operations = tableNamed(window, "operationTable");
    QTRY_COMPARE_WITH_TIMEOUT(operations.model()->rowCount(), 50'880, kLoadMs);
    QSignalSpy saved(&window.csv(), &CsvSaver::saved);
    const QStringList files{fixture.path(QStringLiteral("1.csv")),
                            fixture.path(QStringLiteral("2.csv")),
                            fixture.path(QStringLiteral("3.csv"))};
    for (const QString &file : files)
      window.csv().save(operations.csv(), file);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 3, kLoadMs);
    for (const QString &file : files) {
      QFile written(file);
      QVERIFY(written.open(QIODevice::ReadOnly));
      QVERIFY(written.size() > 1 << 20); // another thread has written it
      QCOMPARE(written.readAll().count('\n'), 50'881);
    }
  }

  void theFolderOfASaveThatFailedIsNotRemembered() {
    WindowFixture fixture;
    fixture.show();
    QVERIFY(writePftrace(*makeOverlapTrace({}), toPath(fixture.path(QStringLiteral("a.pftrace")))));
    MainWindow &window = fixture.window();
    window.openFiles({fixture.path(QStringLiteral("a.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    const QString before = fixture.settings().lastFolder();
    window.csv().save(tableNamed(window, "operationTable").csv(),
                      QStringLiteral("/proc/none/x.csv"));
    QVERIFY(window.messages().newestText().contains(QLatin1String("not written")));
    QCOMPARE(fixture.settings().lastFolder(), before);
    QVERIFY(QDir(before).mkdir(QStringLiteral("other")));
    const QString other = QDir(before).filePath(QStringLiteral("other"));
    window.csv().save(tableNamed(window, "operationTable").csv(), other + QStringLiteral("/x.csv"));
    QCOMPARE(fixture.settings().lastFolder(), other);
    QVERIFY(!FileChoice(fixture.settings(), &window).write("/proc/none/y.csv", "a"));
    QCOMPARE(fixture.settings().lastFolder(), other);
    // A dialog starts in that folder. A cancelled dialog does not change the folder.
    QString shown;
    withFileDialog([&shown](QFileDialog &dialog) {
      shown = dialog.directory().absolutePath();
      dialog.reject();
    });
    QVERIFY(FileChoice(fixture.settings(), &window).fileToRead("Open", {}).isEmpty());
    QCOMPARE(shown, QDir(other).absolutePath());
    QCOMPARE(fixture.settings().lastFolder(), other);
  }

  void theFolderOfAPictureThatFailedIsNotRemembered() {
    WindowFixture fixture;
    fixture.show();
    openSmall(fixture, QStringLiteral("small.pftrace"));
    QVERIFY(waitForOpenTraces(fixture.window(), 1));
    const QString before = fixture.path(QString());
    fixture.settings().setPictureFolder(before);
    const auto exportTo = [&](const QString &file) {
      QTimer::singleShot(0, &fixture.window(), [&] {
        auto *dialog = QApplication::activeModalWidget();
        dialog->findChild<QLineEdit *>(QStringLiteral("pictureFile"))->setText(file);
        dialog->findChild<QPushButton *>(QStringLiteral("exportButton"))->click();
      });
      fixture.window().actions().exportPicture->trigger();
    };
    exportTo(QStringLiteral("/proc/none/x.png"));
    QCOMPARE(fixture.settings().pictureFolder(), before);
    QVERIFY(QDir(before).mkdir(QStringLiteral("pictures")));
    exportTo(before + QStringLiteral("/pictures/x.png"));
    QVERIFY(fixture.settings().pictureFolder().endsWith(QLatin1String("/pictures")));
  }

  void theButtonsOfTheFileDialogHaveIcons_data() {
    QTest::addColumn<bool>("isDark");
    QTest::addRow("dark") << true;
    QTest::addRow("light") << false;
  }
  void theButtonsOfTheFileDialogHaveIcons() {
    QFETCH(bool, isDark);
    WindowFixture fixture;
    if (!isDark) // the theme of a new window is dark
      fixture.window().setTheme(ThemeKind::Light);
    fixture.show();
    int buttons = 0;
    withFileDialog([&buttons, isDark](QFileDialog &dialog) {
      for (const auto *button : dialog.findChildren<QToolButton *>()) {
        if (!button->isVisible() || !button->text().isEmpty())
          continue;
        ++buttons;
        QVERIFY2(inkOf(*button) >= 10, qPrintable(button->objectName()));
      }
      if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty())
        dialog.grab().save(folder + (isDark ? "/files-dark.png" : "/files-light.png"));
      dialog.reject();
    });
    QTest::keyClick(&fixture.window(), Qt::Key_O, Qt::ControlModifier);
    QCOMPARE(buttons, 6); // back, forward, up, new folder, list, details
  }
};

QTEST_MAIN(WindowCsvTest)
#include "window_csv_test.moc"
