// SPDX-License-Identifier: Apache-2.0
// Call trees: a flame graph and a table of the same nodes.
#pragma once

#include <functional>
#include <memory>

#include "core/base/result.h"
#include "viewer/geometry/calltree/flame_layout.h"
#include "viewer/geometry/calltree/tree_filter.h"
#include "viewer/models/job.h"
#include "viewer/widgets/panel.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace pstudio {

class CallTreeTable;
class ElidedLabel;
class FlameView;

/// A tree that the panel can show.
struct CallTreeSource {
  using Maker = std::function<Result<std::shared_ptr<const TreeData>>()>;
  QString name; ///< "Scopes of kernels", "train.1204.hatchet"
  Maker make;   ///< called on another thread, at the first use of the source; must not be empty
};

/// Makes trees when they are first shown, on another thread. One node is selected, in the flame
/// graph, in the table and, of the tree of a trace, as its longest slice. [thread: gui]
class CallTreePanel : public Panel {
  Q_OBJECT

public:
  explicit CallTreePanel(QWidget *parent = nullptr);
  ~CallTreePanel() override;

  /// The parts that are shown: initially both, beside each other.
  enum class Parts : uint8_t { Both, Table, FlameGraph };
  void setParts(Parts parts);
  /// Shows the first source. \param selection  of the timeline; null: none. Must outlive its use.
  void setSources(std::vector<CallTreeSource> sources, SelectionModel *selection);
  bool hasSources() const { return !m_sources.empty(); }
  /// Shows the difference of the shown tree and another one; the name is that of the other file.
  void compareWith(CallTreeSource other);
  /// The shown tree; null while it is made, and if there is no tree.
  const std::shared_ptr<const TreeData> &shownTree() const { return m_data; }
  void setThemeKind(ThemeKind kind) override;

  FlameView &flame() { return *m_flame; }
  CallTreeTable &table() { return *m_table; }

Q_SIGNALS:
  /// Request of the user to compare the tree with another file.
  void comparisonRequested();
  void treeShown(); ///< shownTree() is another tree

protected:
  void followSelection(SliceId slice) override;
  void compute() override;

private:
  struct Made {
    Result<std::shared_ptr<const TreeData>> data;
    std::shared_ptr<const FlameLayout> layout;
  };
  QWidget *makeBar();
  QWidget *makeBody();
  void showSource(size_t source);
  void showMade(Made made);
  void fillMetrics();
  void chooseMetric(int at);
  void applyFilter();
  void showMatches(const Result<TreeMatches> &matches);
  void chooseNode(calltree::NodeId node);
  void showSize();

  std::vector<CallTreeSource> m_sources;
  std::shared_ptr<const TreeData> m_data;
  CallTreeSource::Maker m_wanted; ///< for compute(); empty: there is no tree
  size_t m_matchCount = 0;

  QComboBox *m_sourceBox;
  QComboBox *m_metrics;
  QLineEdit *m_filter;
  QToolButton *m_compare;
  ElidedLabel *m_status;
  FlameView *m_flame;
  CallTreeTable *m_table;
  Job m_work{this};  ///< makes trees and layouts
  Job m_match{this}; ///< compares names
};

} // namespace pstudio
