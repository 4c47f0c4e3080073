// SPDX-License-Identifier: Apache-2.0
// The list of matches below the search field.
#pragma once

#include <QFrame>

namespace pstudio {

class SearchBar;
class SearchPanel;

/// Covers a part of the window below the field, as a list of suggestions does. It opens while the
/// user types, and closes when the focus leaves it and the field, or when the user goes to a match.
/// Down goes from the field to the list, Up from its first line back, Enter zooms to the match, Esc
/// returns to the field. [thread: gui]
class SearchList : public QFrame {
  Q_OBJECT

public:
  /// \param list  gets this as parent. \param window  contains the bar; gets this as a child.
  SearchList(SearchPanel &list, SearchBar &bar, QWidget &window);

  /// Opens the list and gives it the focus, at the current match or the first one. Without matches
  /// the field gets the focus.
  void enter();

Q_SIGNALS:
  void chosen(); ///< the user went to a match: the timeline is to get the focus

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void openForText();
  void place();
  bool handleKey(int key);
  void followFocus(const QWidget *now);

  SearchPanel &m_list;
  SearchBar &m_bar;
};

} // namespace pstudio
