// SPDX-License-Identifier: Apache-2.0
// The dock of a panel, with its views and the switch between them.
#pragma once

#include <QDockWidget>
#include <QList>

#include "app/panels/panel_facts.h"

class QAction;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class IconSet;
class PanelTitle;
class TracePanel;

/// Shows one view of its contents at a time. The switch is in the title of a panel with several
/// views. [thread: gui]
class PanelDock : public QDockWidget {
  Q_OBJECT

public:
  /// \param maximize  of the panels below the timeline; null for those at a side.
  PanelDock(PanelId panel, const IconSet &icons, QAction *maximize, QWidget *parent);

  /// Adds a content with its views. \param actions  that open them, in their order. Both must
  /// outlive this.
  void add(TracePanel &content, const QList<QAction *> &actions);
  /// Shows the view of a content that was added.
  void showView(TracePanel &content, size_t view);
  /// The same for the view of this name; nothing if the panel has no such view.
  void showViewNamed(const QString &name);
  /// The content whose view is shown.
  TracePanel &current() const { return *m_current; }
  /// The name of the shown view, PanelView::name; null: the panel has none.
  const char *viewName() const;
  bool holds(const TracePanel &content) const { return m_contents.contains(&content); }
  /// Whether no content has data of the shown trace.
  bool isEmpty() const;
  /// Mutes the views without data in the switch.
  void updateSwitch();

private:
  struct View {
    TracePanel *content;
    size_t view;
    QAction *action;
    QToolButton *button;
  };
  void makeSwitch();
  void showChecked();

  PanelTitle *m_title;
  QStackedWidget *m_pages;
  QList<const TracePanel *> m_contents; ///< in the order of m_pages
  QList<View> m_views;
  TracePanel *m_current = nullptr;
};

/// Mutes a button of a panel or view without data, and repaints it.
void setMuted(QToolButton &button, bool isMuted);

} // namespace pstudio
