// SPDX-License-Identifier: Apache-2.0
// The choosers and switches in the bar of a panel.
#pragma once

#include <QMargins>
#include <QString>
#include <QWidget>

#include <initializer_list>
#include <utility>

class QBoxLayout;
class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace pstudio {

class ElidedLabel;

/// A chooser whose width does not follow its longest text. [thread: gui]
QComboBox *makeCombo(const char *name, const QString &accessibleName);

/// A button that is on or off. `tip` is its accessible name too. [thread: gui]
QToolButton *makeSwitch(const char *name, const QString &text, const QString &tip);
/// A button for a command, likewise. [thread: gui]
QToolButton *makeButton(const char *name, const QString &text, const QString &tip);

/// A field for text to find. \param leastWidth  [pixels]. [thread: gui]
QLineEdit *makeFindField(const char *name, const QString &accessibleName,
                         const QString &placeholder, int leastWidth);

/// A line of plain text that is cut where it is longer than its room. \param leastWidth  [pixels].
/// [thread: gui]
ElidedLabel *makeStatusLine(const char *name, const QString &accessibleName, int leastWidth);

/// The widgets below each other, without margins; the last one gets the height that is left.
/// [thread: gui]
QWidget *makeColumn(std::initializer_list<QWidget *> widgets);

/// Widgets beside each other, whose borders can be moved; none can be closed. The second of each
/// pair is the share of the width, at least 100 for one that grows with the panel. [thread: gui]
QSplitter *makeParts(const char *name, const QString &accessibleName,
                     std::initializer_list<std::pair<QWidget *, int>> parts);

/// Groups of controls in one line, or below each other where that is too narrow; never widens its
/// panel. [thread: gui]
class PanelBar : public QWidget {
  Q_OBJECT

public:
  PanelBar(const QMargins &margins, int gap);

  /// Adds a group. The last one that is wide gets the room that is left.
  QHBoxLayout *addGroup(std::initializer_list<QWidget *> controls, bool isWide = true);

protected:
  void changeEvent(QEvent *event) override; ///< texts of another size need other room
  void resizeEvent(QResizeEvent *event) override;
  void showEvent(QShowEvent *event) override;

private:
  void arrange();

  QBoxLayout *m_groups;
  int m_gap;
};

} // namespace pstudio
