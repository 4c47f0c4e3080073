// SPDX-License-Identifier: Apache-2.0
// The list of the matches of a search.
#pragma once

#include <array>

#include "viewer/models/search_model.h"
#include "viewer/widgets/panel.h"

class QLabel;
class QToolButton;

namespace pstudio {

class NumberTable;
class SearchHitModel;

/// A table of the hits of its model, or a message why there are none. A line that is chosen is the
/// current hit of the model, and the other way round. [thread: gui]
class SearchPanel : public Panel {
  Q_OBJECT

public:
  explicit SearchPanel(QWidget *parent = nullptr);

  void setThemeKind(ThemeKind kind) override;
  SearchModel &model() { return m_model; }
  NumberTable &table() { return *m_table; }
  QString summary() const;   ///< the line above the table
  bool hasLines() const;     ///< a match is listed
  void chooseLine(int line); ///< as the user does by a click; it must exist
  /// The height that shows all lines of the table, at most `lines`, or the message [pixels].
  int heightFor(int lines) const;

Q_SIGNALS:
  void hitActivated(size_t hit); ///< double click or Return

private:
  QWidget *makeBar();
  void chooseParts();
  void showState();
  void showCurrent();

  SearchModel m_model;
  SearchHitModel *m_hits;
  NumberTable *m_table;
  QLabel *m_summary;
  QWidget *m_bar;
  std::array<QToolButton *, kSearchParts> m_parts{}; ///< by SearchPart
};

} // namespace pstudio
