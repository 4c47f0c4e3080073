// SPDX-License-Identifier: Apache-2.0
// The choosers and switches in the bar of a panel.
#pragma once

#include <QMargins>
#include <QString>
#include <QWidget>

class QBoxLayout;
class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace pstudio {

/// A chooser whose width does not follow its longest text. [thread: gui]
QComboBox *makeCombo(const char *name, const QString &accessibleName);

/// A button that is on or off. `tip` is its accessible name too. [thread: gui]
QToolButton *makeSwitch(const char *name, const QString &text, const QString &tip);

/// Groups of controls in one line, or below each other where that is too narrow; never widens its
/// panel. [thread: gui]
class PanelBar : public QWidget {
  Q_OBJECT

public:
  PanelBar(const QMargins &margins, int gap);

  /// Adds a group. The last one that is wide gets the room that is left.
  QHBoxLayout *addGroup(bool isWide = true);

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
