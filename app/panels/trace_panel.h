// SPDX-License-Identifier: Apache-2.0
// The content of a panel in the window: its views, and its data of the trace that is shown.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>
#include <vector>

#include "app/documents/open_trace.h"
#include "app/panels/panel_facts.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {

class OpenTraces;
class Panel;
class RunLauncher;
class Settings;

/// The trace that the window shows.
struct ShownTrace {
  LoadedTrace shown;               ///< with the times that are shown; null members: no trace
  LoadedTrace recorded;            ///< the same with the times as recorded
  QString title;                   ///< unique among the open traces
  QString file;                    ///< absolute path
  QPointer<TimelineView> timeline; ///< null without a trace
  ReviewModel *review = nullptr;   ///< its notes and views; valid until another trace is shown
};

/// The views that a content has, and the room that it needs.
struct TracePanelFacts {
  PanelId panel; ///< that shows it; contents of one panel are views beside each other
  std::vector<PanelView> views = {}; ///< in the order of the switch; none: no menu entry
  int minHeight = 0;                 ///< height of the open panel [pixels]
  int minContent = 0;                ///< height below which the content scrolls [pixels]; 0: never
};

/// Objects that panels use; all of them outlive the panels.
struct TracePanelServices {
  Settings &settings;
  OpenTraces &openTraces;
  RunLauncher &runs;
  ThemeKind theme; ///< when the panels are made
};

/// The content of a panel, or of some of its views, and what the window shows in it. panel_list.h
/// lists them all. [thread: gui]
class TracePanel : public QObject {
  Q_OBJECT

public:
  /// \param content  owned by the window. The signals of a Panel are connected with the timeline.
  TracePanel(TracePanelFacts facts, QWidget *content, const TracePanelServices &services,
             QObject *parent);

  const TracePanelFacts &facts() const { return m_facts; }
  QWidget *widget() const { return m_content; }
  /// The one of facts().views that is shown, or was shown last.
  size_t view() const { return m_view; }
  void showView(size_t view);
  /// Whether the shown trace has no data for it. A panel without data in any view is closed.
  virtual bool isEmpty() const { return false; }
  /// Gives the focus to the content, which was opened by a command.
  virtual void takeFocus() { m_content->setFocus(); }
  /// Shows a trace, unless it is the one that is shown already.
  void show(const ShownTrace &shown);
  /// The theme, timeStyle() or the size of texts has changed.
  void showLook(ThemeKind theme);
  /// Writes Panel::csv() and shows the result in the panel. [a comparison: the report as HTML]
  virtual void save(const QString &file);

Q_SIGNALS:
  void contentChanged(); ///< isEmpty() may have changed
  /// The content requests to be shown, for example after a click in another one.
  void openRequested();
  /// The timeline is to highlight this name, as if it were in the search field.
  void findRequested(const QString &name);
  void findToggled(const QString &name); ///< the same, or no name if it is in the field already
  void closeRequested(int openTrace);    ///< the trace is to be closed

protected:
  /// shown() is another trace, or has other times.
  virtual void showTrace() = 0;
  /// A timeline is shown: connections with `context` end when it is hidden.
  virtual void followTimeline(TimelineView &, const QObject *) {}
  virtual void leaveTimeline(TimelineView &) {} ///< that is hidden now
  virtual void viewChanged() {}                 ///< view() is another one

  const ShownTrace &shown() const { return m_shown; }
  const std::shared_ptr<const Trace> &trace() const { return m_shown.shown.trace; }
  TimelineView *timeline() const { return m_shown.timeline; }
  SelectionModel *selection() const { return timeline() ? timeline()->selection() : nullptr; }
  AreaModel *area() const { return timeline() ? timeline()->area() : nullptr; }
  ThemeKind theme() const { return m_services.theme; }
  const TracePanelServices &services() const { return m_services; }
  /// Panel::saveRequested() shows a file dialog. \param name  of the file, after the trace's title
  void offerCsv(const QString &title, const QString &name);

private:
  const TracePanelFacts m_facts;
  QWidget *m_content;
  Panel *m_panel; ///< m_content, or null if it is none
  TracePanelServices m_services;
  ShownTrace m_shown;
  std::unique_ptr<QObject> m_context; ///< of connections with the shown timeline
  bool m_isShown = false;             ///< show() was called
  size_t m_view = 0;
};

/// A TracePanel whose content has this class.
template <class Content> class TracePanelOf : public TracePanel {
public:
  TracePanelOf(TracePanelFacts facts, Content *content, const TracePanelServices &services,
               QObject *parent)
      : TracePanel(std::move(facts), content, services, parent), m_panel(*content) {}
  Content &panel() const { return m_panel; }

protected:
  Content &m_panel;
};

} // namespace pstudio
