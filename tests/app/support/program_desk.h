// SPDX-License-Identifier: Apache-2.0
// Drives the program dialog of a window by mouse and keyboard.
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTableWidget>
#include <QTest>

#include "app/dialogs/kernel_table_model.h"
#include "app/dialogs/program_dialog.h"
#include "app/window/program_presenter.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"

namespace pstudio::test {

/// A window with the open dialog. [thread: gui]
class ProgramDesk {
public:
  explicit ProgramDesk(const std::optional<WorkerCommand> &worker = realWorker(),
                       QSize size = {1024, 700})
      : fixture(worker) {
    fixture.show(size);
    fixture.window().actions().program->trigger();
  }

  ProgramDialog &dialog() const { return *fixture.window().programs().dialog(); }
  template <class T> T *find(const char *name) const {
    return dialog().findChild<T *>(QLatin1String(name));
  }
  void type(const char *field, const QString &text) const {
    auto *edit = find<QLineEdit>(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
  }
  void click(const char *button) const {
    QTest::mouseClick(find<QAbstractButton>(button), Qt::LeftButton);
  }
  void addVariable(const char *name, const QString &value) const {
    click("addVariable");
    auto *table = find<QTableWidget>("programEnvironment");
    QLineEdit *editor = editorOf(*table);
    QVERIFY(editor);
    QTest::keyClicks(editor, QLatin1String(name));
    QTest::keyClick(editor, Qt::Key_Return);
    QApplication::processEvents(); // the table takes the text
    table->item(table->rowCount() - 1, 1)->setText(value);
  }
  /// Waits for the end of the run. False at once if the dialog shows another page then, because the
  /// run failed or was never started, and after limitMs: failure() is the reason.
  bool waitFor(ProgramDialog::Page page) const { return waitForEnd() && dialog().page() == page; }
  bool waitForEnd() const {
    return QTest::qWaitFor([&] { return !dialog().run().isRunning(); }, limitMs);
  }
  QString problem() const { return find<QLabel>("programProblem")->text(); }
  /// The messages of the dialog, and the output of the worker and the program.
  QString failure() const {
    QStringList parts{QStringLiteral("the program dialog shows page %1, %2")
                          .arg(static_cast<int>(dialog().page()))
                          .arg(dialog().run().isRunning() ? QStringLiteral("the program runs")
                                                          : QStringLiteral("no program runs"))};
    for (const QLabel *label : dialog().findChildren<QLabel *>())
      if (label == find<QLabel>("programProblem") || label->objectName().startsWith("error:"))
        parts << label->text();
    parts << find<QPlainTextEdit>("programOutputText")->toPlainText();
    parts.removeAll(QString());
    return parts.join(QLatin1Char('\n'));
  }
  QString fieldError(const char *field) const {
    return dialog().findChild<QLabel *>(QLatin1String("error:") + QLatin1String(field))->text();
  }
  QString cell(int row, int column) const {
    auto *table = find<QTableView>("kernelTable");
    return table->model()->index(row, column).data().toString();
  }
  static QLineEdit *editorOf(const QAbstractItemView &view) {
    return qobject_cast<QLineEdit *>(view.indexWidget(view.currentIndex()));
  }
  /// Ticks with the space bar.
  void tick(int row) const {
    auto *table = find<QTableView>("kernelTable");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(row, KernelTableModel::Name));
    QTest::keyClick(table, Qt::Key_Space);
  }
  void chooseLaunches(int row, const QString &launches) const {
    auto *table = find<QTableView>("kernelTable");
    table->setCurrentIndex(table->model()->index(row, KernelTableModel::RecordedLaunches));
    QTest::keyClick(table, Qt::Key_F2);
    QLineEdit *editor = editorOf(*table);
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, launches);
    QTest::keyClick(editor, Qt::Key_Return);
    QApplication::processEvents(); // the table takes the text
  }

  mutable WindowFixture fixture;
  int limitMs = kRunMs; ///< for one run of a program
};

} // namespace pstudio::test
