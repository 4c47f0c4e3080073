// SPDX-License-Identifier: Apache-2.0
// The pipeline of a compile: its passes on the left, the IR around the chosen one on the right.
#pragma once

#include <memory>
#include <optional>

#include "core/run/pass_report.h"
#include "core/source/source_place.h"
#include "viewer/models/job.h"
#include "viewer/widgets/panel.h"
#include "viewer/widgets/passes/pass_list.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class IrDiff;
class IrView;
struct IrRow;

/// Shows one report. Differences are made on another thread; the last one stays until then.
/// [thread: gui]
class PassPanel : public Panel {
  Q_OBJECT

public:
  explicit PassPanel(QWidget *parent = nullptr);
  /// Waits for the difference that is being made.
  ~PassPanel() override;

  void setReport(std::shared_ptr<const PassReport> report);
  const std::shared_ptr<const PassReport> &report() const { return m_report; }
  /// Instead of a report: what is the matter, and what to do.
  void showMessage(const QString &title, const QString &hint);
  void setThemeKind(ThemeKind kind) override;
  /// Marks the lines that name this scope; empty: none.
  void setScope(const QString &name);
  /// Marks the lines that were made of this source line; none: no line.
  void setPlace(std::optional<SourcePlace> place);

  PassList &list() { return *m_list; }
  IrView &view() { return *m_view; }
  bool isComparing() const { return m_comparison.isRunning(); }

Q_SIGNALS:
  /// The user chose a line of the IR that was made of this source line.
  void placeChosen(const pstudio::SourcePlace &place);

private:
  QWidget *makeList();
  QWidget *makeDetails();
  QWidget *makeControls();
  void choose(const PassPlace &place);
  void compare(const PassRun &pass, IrLanguage language);
  void take(std::shared_ptr<const IrDiff> diff, IrLanguage language);
  void describe(const PassRun &pass);
  void describeDifference();
  void updateCounts();
  void followRow(const IrRow &row);
  void linkLines(bool isRevealed);
  void findNext(bool forwards);

  std::shared_ptr<const PassReport> m_report;
  PassPlace m_place;
  std::optional<SourcePlace> m_source;      ///< whose lines are marked
  CodePlaces m_placesBefore, m_placesAfter; ///< of the texts that are shown

  PassList *m_list = nullptr;
  ElidedLabel *m_count = nullptr, *m_name = nullptr, *m_options = nullptr;
  ElidedLabel *m_statistics = nullptr;
  QLabel *m_difference = nullptr;
  QLineEdit *m_find = nullptr;
  QToolButton *m_sideBySide = nullptr, *m_onlyDifferences = nullptr, *m_onlyChanged = nullptr;
  QToolButton *m_next = nullptr, *m_previous = nullptr;
  IrView *m_view = nullptr;

  Job m_comparison{this}; ///< last
};

} // namespace pstudio
