// SPDX-License-Identifier: Apache-2.0
// A list of all commands that is searched by typing.
#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

class QLabel;
class QLineEdit;
class QListView;

namespace pstudio {

class PaletteModel;

/// One line of the palette.
struct PaletteCommand {
  QString id;   ///< stable: recent commands are remembered by it
  QString text; ///< "Show everything"
  QString keys; ///< "Ctrl+0", or empty
  QString note; ///< what it does, or why it cannot be used now
  bool isEnabled = true;
  std::function<void()> run;
};

/// A popup over the window. Typing filters, Up and Down choose, Enter runs, Esc closes. A command
/// that cannot be used stays in the list with the reason. Deletes itself when closed.
/// [thread: gui]
class CommandPalette : public QFrame {
  Q_OBJECT

public:
  /// \param recent  ids of the commands that were run, newest first: listed first.
  CommandPalette(QList<PaletteCommand> commands, const QStringList &recent, QWidget *window);

  /// Below the upper edge of the window.
  void open();
  QStringList shownTexts() const;

Q_SIGNALS:
  void used(const QString &id); ///< before the command runs

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  int fittingHeight() const;
  void filter(const QString &typed);
  bool handleKey(int key);
  void choose(int row);
  void runCurrent();

  QLineEdit *m_field;
  QListView *m_list;
  QLabel *m_nothing;
  PaletteModel *m_model;
};

} // namespace pstudio
