// SPDX-License-Identifier: Apache-2.0
// A panel below the timeline: its texts and key, and its data of the trace that is shown.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

#include "app/documents/open_trace.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class OpenTraces;
class Settings;
class TimelineView;

/// The trace that the window shows. The pointers are valid until the next TracePanel::showTrace().
struct ShownTrace {
  LoadedTrace shown;                ///< with the times that are shown; null members: no trace
  LoadedTrace recorded;             ///< the same with the times as recorded
  QString title;                    ///< unique among the open traces
  QString file;                     ///< absolute path
  TimelineView *timeline = nullptr; ///< null without a trace
  ReviewModel *review = nullptr;    ///< its notes and views; null without a trace
};

/// Name, texts, key and heights of a panel in the window.
struct TracePanelFacts {
  const char *name;     ///< object name of the dock, unique; a saved layout refers to it
  QString title;        ///< of the panel
  QString actionText;   ///< of the menu entry that opens it
  const char *key;      ///< for example "Ctrl+T"
  QString tip;          ///< of the menu entry, for the list of keys and the command palette
  int leastHeight = 0;  ///< height of the open panel [pixels]
  int leastContent = 0; ///< height below which the content scrolls [pixels]
};

/// One panel. makeTracePanels() lists them all: a new panel is a class and one line there.
/// [thread: gui]
class TracePanel : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  virtual TracePanelFacts facts() const = 0;
  /// The same widget at each call. The window owns it.
  virtual QWidget *widget() = 0;
  /// Whether the shown trace has no data for the panel, which is then closed.
  virtual bool isEmpty() const { return false; }
  /// Another trace, other times of the same trace, or another theme is shown.
  virtual void showTrace(const ShownTrace &shown) = 0;
  virtual void setThemeKind(ThemeKind theme) = 0;
  /// timeStyle() or the size of texts has changed: texts that the panel keeps are made again.
  virtual void showTimesAgain() {}

Q_SIGNALS:
  /// isEmpty() may have changed.
  void contentChanged();
  /// The panel requests to be opened, for example after a click in another view.
  void openWanted();
  /// The timeline is to highlight this name, as if it were in the search field.
  void findWanted(const QString &name);
};

/// Objects that panels use; all of them outlive the panels.
struct TracePanelServices {
  Settings &settings;
  OpenTraces &openTraces;
};

/// All panels, in the order of their buttons and menu entries, with `parent` as parent.
std::vector<TracePanel *> makeTracePanels(const TracePanelServices &services, ThemeKind theme,
                                          QObject *parent);

} // namespace pstudio
