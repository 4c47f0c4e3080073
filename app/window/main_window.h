// SPDX-License-Identifier: Apache-2.0
// The window: start page or timeline in the middle, panels around it.
#pragma once

#include <QMainWindow>

#include "app/documents/open_traces.h"
#include "app/panels/panel_list.h"
#include "app/run/run_launcher.h"
#include "app/window/icon_set.h"
#include "app/window/window_look.h"
#include "app/window/window_services.h"

#include <optional>
#include <vector>

class QAction;
class QMenu;
class QStackedWidget;

namespace pstudio {

class BottomPanels;
class CallTreePanel;
class CostSubtraction;
class CsvSaver;
struct ExampleOffer;
class LogPanel;
struct Message;
class MessageDrawer;
class MessageList;
class PanelDock;
class ProgramPresenter;
class RunDialog;
class SearchBar;
class SearchList;
class TracePage;
class StartPage;
class StatusLine;
class WindowActions;

/// Connects the parts to each other; the parts do the work. [thread: gui]
class MainWindow : public QMainWindow {
  Q_OBJECT

public:
  explicit MainWindow(WindowServices services);
  ~MainWindow() override;

  /// Closes an open trace, after a question to the user if it is not saved. \return false if the
  /// user keeps it.
  bool closeTrace(OpenTraceId openTrace);
  /// Traces are opened, also all of an output folder of proton-collect attach; a run specification
  /// or an MLIR program is shown in the dialog for runs.
  void openFiles(const QStringList &files);
  void setTheme(ThemeKind theme) { m_look->setTheme(theme); }

  OpenTraces &openTraces() { return m_openTraces; }
  RunLauncher &runs() { return m_runs; }
  MessageList &messages() { return *m_messages; }
  WindowActions &actions() { return *m_actions; }
  TimelineView *timeline() const; ///< the one that is shown; null on the start page
  CostSubtraction *cost() const;  ///< of the timeline that is shown; null on the start page
  CsvSaver &csv() { return *m_csv; }
  ProgramPresenter &programs() { return *m_programs; }
  CallTreePanel &callTree() const; ///< the shown page, or that below the timeline
  /// The panel whose content has this class, one of kTracePanels.
  template <class Content> TracePanel &tracePanel() const { return *findPanel<Content>(m_panels); }
  /// Its content.
  template <class Content> Content &panel() const {
    return *static_cast<Content *>(tracePanel<Content>().widget());
  }
  ThemeKind theme() const { return m_theme; }
  WindowLook &look() { return *m_look; }

protected:
  void changeEvent(QEvent *event) override;
  void childEvent(QChildEvent *event) override;
  void closeEvent(QCloseEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dropEvent(QDropEvent *event) override;

private:
  /// Raised when panels come or go, so that an older layout is not misread.
  static constexpr int kLayoutVersion = 8;

  // Assembly, main_window_layout.cpp.
  void buildCentre();
  void buildPanels();
  void buildBars();
  PanelDock *addPanel(PanelId id);
  QList<QAction *> connectPanel(TracePanel &panel);
  void connectTables();
  void connectFileActions();
  void connectViewActions();
  void connectHelpActions();
  void connectLookActions();
  void showLook();
  void connectOpenTraces();
  void connectRuns();
  void connectPrograms();
  void connectPage(TracePage *page);
  void restoreLayout();
  void resetLayout();

  // Open traces and files.
  QWidget *pageOf(OpenTraceId openTrace) const;
  TracePage *currentPage() const;
  /// \param isReplaced  the page takes the place of another one of the same trace
  void addPage(OpenTraceId openTrace, bool isReplaced = false);
  void restoreView(TracePage &page, TimelineView *shownBefore);
  void offerLastRun();                     ///< of an earlier start
  void replacePage(OpenTraceId openTrace); ///< of a run in progress, with its view
  void showOpenTrace(OpenTraceId openTrace);
  void chooseFiles();
  bool chooseSaveFile(OpenTraceId openTrace);
  bool saveChanges(OpenTraceId openTrace); ///< a result, to a file of the user's choice, or notes
  void keepView(OpenTraceId openTrace);    ///< with its notes, for the next save
  void rememberView(OpenTraceId openTrace);
  UnsavedChoice askUnsaved(const QList<OpenTraceId> &unsaved);
  bool mayEndRun(); ///< question before a window with a run closes
  void exportPicture();
  void showRunDialog();
  OpenTraceId lastRunBefore(); ///< of the shown kernel; kNoOpenTrace if none is open
  void compareWithLastRun();
  void showRunDialogFor(const QString &file); ///< with this specification or program
  void execute(RunDialog &dialog);
  void showRemotes();
  void showMessage(const Message &message); ///< also in the log
  void showDone(const QString &done);       ///< the same, for a command that succeeded
  void showError(const QString &whatFailed, const Error &error);
  /// The message goes when the next run starts.
  void showRunError(const QString &whatFailed, const Error &error, const QStringList &log);
  void showExamples();
  /// Runs the example, or opens the run dialog with it if this machine cannot run it.
  void startExample(const ExampleOffer &offer);
  void updateRecentFiles();
  void showRecoverable();
  void recoverAll();
  void updateActions();
  void updateCostAction();
  void updateHistoryActions();
  void updateActivity();
  void updateTitle();
  void showPalette();
  void nextGrouping();
  void nextTrace();
  void stopEverything();

  WindowServices m_services;
  WindowLook *m_look;
  ThemeKind m_theme;
  IconSet m_icons;
  OpenTraces m_openTraces;
  RunLauncher m_runs;
  std::optional<RunSpec> m_lastSpec;        ///< of the run dialog
  std::optional<ProgramSpec> m_lastProgram; ///< if that was the last one
  WindowActions *m_actions;
  MessageDrawer *m_drawer = nullptr;
  MessageList *m_messages = nullptr; ///< in the drawer
  QStackedWidget *m_stack = nullptr;
  StartPage *m_start = nullptr;
  LogPanel *m_log = nullptr;
  ProgramPresenter *m_programs = nullptr;
  BottomPanels *m_bottom = nullptr;
  CsvSaver *m_csv = nullptr;
  std::vector<TracePanel *> m_panels;
  StatusLine *m_status = nullptr;
  SearchBar *m_search = nullptr;
  SearchList *m_searchList = nullptr;
  QMenu *m_recentMenu = nullptr, *m_exampleMenu = nullptr, *m_panelMenu = nullptr;
  QByteArray m_firstLayout;
  QString m_loadingFile;
};

} // namespace pstudio
