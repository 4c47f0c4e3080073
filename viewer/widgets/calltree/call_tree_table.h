// SPDX-License-Identifier: Apache-2.0
// A call tree as a table whose lines unfold.
#pragma once

#include <QTreeView>

#include "viewer/paint/theme.h"
#include "viewer/widgets/calltree/call_tree_model.h"

namespace pstudio {

/// One line is current; a click on a heading sorts siblings. [thread: gui]
class CallTreeTable : public QTreeView {
  Q_OBJECT

public:
  explicit CallTreeTable(QWidget *parent = nullptr);

  /// Null: no lines. Unfolds the path of the largest nodes.
  void setTree(std::shared_ptr<const TreeData> data);
  /// Shows only these; null: all. Unfolds the first matches.
  void setMatches(std::shared_ptr<const TreeMatches> matches);
  /// Makes the line of a node current, unfolds its ancestors and scrolls to it, without a signal;
  /// kNoNode clears.
  void setCurrentNode(calltree::NodeId node);
  calltree::NodeId currentNode() const;
  CallTreeModel &treeModel() { return *m_model; }
  void setThemeKind(ThemeKind kind);

Q_SIGNALS:
  void nodeChosen(calltree::NodeId node);    ///< by the user
  void nodeActivated(calltree::NodeId node); ///< by a double click or Return

protected:
  void keyPressEvent(QKeyEvent *event) override;
  void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
  void unfoldLargest();

  CallTreeModel *m_model;
  bool m_isSetting = false;
};

} // namespace pstudio
