// SPDX-License-Identifier: Apache-2.0
// Source files of a trace with the figures of their lines, beside the code compiled from them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/search/trace_search.h"
#include "core/source/line_sums.h"
#include "core/source/source_texts.h"
#include "viewer/models/job.h"
#include "viewer/widgets/panel.h"
#include "viewer/widgets/source/code_text.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class CodeTable;
class ElidedLabel;
class MessagePage;

/// Shows one file and, if code is chosen, one text of it beside the file. A line chosen by the user
/// selects its events and marks its code; a selected event shows its line. Sums are computed on
/// another thread while the panel is visible. [thread: gui]
class SourcePanel : public Panel {
  Q_OBJECT

public:
  explicit SourcePanel(QWidget *parent = nullptr);
  ~SourcePanel() override;

  /// Null: nothing is shown. The models belong to the trace's timeline; they must outlive their
  /// use here. \param texts  of its files; not null with a trace.
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const SourceTexts> texts,
                SelectionModel *selection, AreaModel *area);
  /// Texts from further folders.
  void setTexts(std::shared_ptr<const SourceTexts> texts);
  /// The code of the kernels. \param hint  shown if there is no code.
  void setCode(CodeTexts code, const QString &hint);
  /// The kind of code beside the source; a narrow panel shows the code alone. Initially none.
  enum class Code : uint8_t { None, Ir, Assembly };
  void setCodeBeside(Code kind);
  /// Whether the source lines are shown.
  bool showsSource() const;
  void setThemeKind(ThemeKind kind) override;
  void showTimesAgain() override;
  /// Shows the line as if the user had chosen it, as soon as the figures are computed. Of a path
  /// that the trace does not name the file with the same end counts.
  void showPlace(const SourcePlace &place);
  /// Whether the sums are computed and no line has any.
  bool hasNothing() const { return m_sums && m_sums->files.empty(); }
  /// Whether a file is shown, such as one without a trace that showPlace() was called for.
  bool showsFile() const;

  std::string csv() const override;              ///< the sums; "" until they are computed
  void showStatus(const QString &text) override; ///< in the place of the header, for a while

  CodeTable &source() { return *m_source; }
  CodeTable &code() { return *m_code; }
  const QString &file() const { return m_file; } ///< that is shown; empty: none
  /// The events of the chosen line; null: none is chosen, or they are being looked for.
  const std::shared_ptr<const SearchResult> &events() const { return m_events; }

Q_SIGNALS:
  /// The timeline should mark these; null: none.
  void eventsMarked(std::shared_ptr<const pstudio::SearchResult> events);
  void eventRevealed(pstudio::EventRef event); ///< selected here: to be scrolled to
  void folderRequested();                      ///< request for a folder with source files
  void sumsShown();                            ///< the figures are complete

protected:
  void followSelection(SliceId slice) override;
  void followArea() override { restart(); }
  void compute() override;
  void resizeEvent(QResizeEvent *event) override;

private:
  // The parts, source_panel_parts.cpp.
  QWidget *makeBar();
  QWidget *makeFind();
  QWidget *makeHead();
  QWidget *makeTables();
  QWidget *makeMissing();
  void makeColumnMenu();
  void connectTables();

  void restart();
  void showSums(std::shared_ptr<const SourceSums> sums);
  void showParts();
  void fillFiles();
  void fillHeat();
  void showHeader();
  void showFile(const QString &path);
  void showFigures();
  std::vector<LineColumn> shownColumns() const;
  LineColumn heatColumn() const;
  void goToHottest(bool isNext);
  void findNext(bool isForwards);
  void chooseRow(int row);
  void chooseCodeRow(int row);
  void chooseLine(uint32_t line);
  void takeEvents(std::shared_ptr<const SearchResult> events);
  void clearLine();
  void stepEvent(int step);
  void selectEvent(size_t hit);
  void showCount();
  void showLine(uint32_t line, bool isRevealed);
  void fillCodes();
  void showCode(int index);
  int codeIndex() const;
  void showCodePlaces();
  void showCodePane();
  void linkCode(bool isRevealed);
  int bestCode() const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const SourceTexts> m_texts;
  std::shared_ptr<const TracePlaces> m_places; ///< of m_trace; null: not yet
  std::shared_ptr<const SourceSums> m_sums;    ///< null: not yet
  CodeTexts m_codes;
  QString m_codeHint;
  QString m_file;
  std::optional<SourcePlace> m_wanted; ///< to be shown when the sums are there
  uint32_t m_line = 0;                 ///< current line of m_file; 0: none
  std::shared_ptr<const SearchResult> m_events;
  std::optional<size_t> m_event; ///< the selected one of them
  std::array<bool, kLineColumns> m_isHidden{};
  bool m_isSelecting = false; ///< the current selection was made here
  Code m_beside = Code::None;

  QComboBox *m_files = nullptr, *m_heat = nullptr, *m_codeChoice = nullptr;
  QLineEdit *m_find = nullptr;
  QToolButton *m_hotter = nullptr, *m_cooler = nullptr, *m_columns = nullptr;
  QToolButton *m_save = nullptr;
  QToolButton *m_wholeTrace = nullptr, *m_previous = nullptr, *m_next = nullptr;
  QMenu *m_columnMenu = nullptr;
  ElidedLabel *m_header = nullptr, *m_missingText = nullptr;
  QLabel *m_count = nullptr;
  QWidget *m_missing = nullptr, *m_sourcePart = nullptr;
  QStackedWidget *m_codePages = nullptr;
  MessagePage *m_codeMessage = nullptr;
  CodeTable *m_source = nullptr, *m_code = nullptr;
  Job m_work{this}, m_eventWork{this};
};

} // namespace pstudio
