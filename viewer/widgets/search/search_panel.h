// SPDX-License-Identifier: Apache-2.0
// The list of what a search found.
#pragma once

#include <QWidget>

#include <array>

#include "core/search/trace_search.h"
#include "viewer/paint/theme.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class MessagePage;
class NumberTable;
class SearchHitModel;
class SearchModel;

/// A table of the hits, or a message why there are none. A line that is chosen is the current hit
/// of the model, and the other way round. [thread: gui]
class SearchPanel : public QWidget {
  Q_OBJECT

public:
  /// The model must outlive the panel.
  explicit SearchPanel(SearchModel &model, QWidget *parent = nullptr);

  void setThemeKind(ThemeKind kind);
  NumberTable &table() { return *m_table; }
  QString summary() const; ///< the line above the table

Q_SIGNALS:
  void hitActivated(size_t hit); ///< double click or Return

private:
  QWidget *makeParts();
  void chooseParts();
  void showState();
  void showCurrent();
  void showMessage(const QString &title, const QString &hint);

  SearchModel &m_model;
  SearchHitModel *m_hits;
  NumberTable *m_table;
  QLabel *m_summary;
  MessagePage *m_message;
  QStackedWidget *m_pages;
  std::array<QToolButton *, kSearchParts> m_parts{}; ///< by SearchPart
};

} // namespace pstudio
