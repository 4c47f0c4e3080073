// SPDX-License-Identifier: Apache-2.0
// A call tree as a table whose lines unfold.
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/table_csv.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>

#include <algorithm>

namespace pstudio {
namespace {

constexpr int kNameWidth = 230, kValueWidth = 84, kMaxHeading = 176;
constexpr int kNameInset = 4;
constexpr int kCellInset = 8; // as the headings have it
constexpr int kLineHeight = 22;
constexpr int kUnfoldedLevels = 6;  // of a tree that was just opened
constexpr int kUnfoldedLines = 200; // of a filter

/// Cells with the inset of their headings: a style sheet's padding only holds for selected ones.
/// Matches of the filter have the colour of links.
class LineDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setTheme(const Theme &theme) { m_theme = &theme; }

  QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override {
    return {windowLength(kValueWidth), windowLength(kLineHeight)};
  }

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected || option.state & QStyle::State_MouseOver)
      painter->fillRect(option.rect,
                        option.palette.color(isSelected ? QPalette::Midlight : QPalette::Button));
    const bool isMatch = index.data(CallTreeModel::IsMatch).toBool();
    const bool isName = index.column() == 0;
    const QRect box = option.rect.adjusted(isName ? kNameInset : kCellInset, 0, -kCellInset, 0);
    painter->setFont(windowFont(isMatch ? FontRole::BodyBold : FontRole::Body));
    painter->setPen(isMatch ? m_theme->color(ColorToken::TextLink)
                            : option.palette.color(QPalette::Text));
    painter->drawText(
        box, index.data(Qt::TextAlignmentRole).toInt(),
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, box.width()));
  }

private:
  const Theme *m_theme = &Theme::of(ThemeKind::Dark);
};

} // namespace

CallTreeTable::CallTreeTable(QWidget *parent)
    : QTreeView(parent), m_model(new CallTreeModel(this)) {
  setObjectName(QStringLiteral("callTreeTable"));
  setAccessibleName(tr("Nodes of the call tree"));
  setModel(m_model);
  setItemDelegate(new LineDelegate(this));
  setUniformRowHeights(true); // of a million lines only one is measured
  setFrameShape(NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setExpandsOnDoubleClick(false);
  setHorizontalScrollMode(ScrollPerPixel);
  setIndentation(14);
  header()->setHighlightSections(false);
  header()->setTextElideMode(Qt::ElideRight);
  scaleColumns(*header());
  header()->setStretchLastSection(false);
  header()->setSectionsMovable(false);
  header()->setSortIndicator(1, Qt::DescendingOrder);
  setSortingEnabled(true);
  new TableCsv(*this, QStringLiteral("callTree"), [this] { return m_model->csv(); });
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex &line) {
            if (line.isValid() && !m_isSetting)
              Q_EMIT nodeChosen(m_model->nodeOf(line));
          });
}

void CallTreeTable::setTree(std::shared_ptr<const TreeData> data) {
  const QScopedValueRollback guard(m_isSetting, true);
  m_model->setTree(std::move(data));
  setColumnWidth(0, windowLength(kNameWidth));
  for (int column = 1; column < m_model->columnCount(); ++column)
    setColumnWidth(column, std::clamp(header()->sectionSizeHint(column), windowLength(kValueWidth),
                                      windowLength(kMaxHeading)));
  unfoldLargest();
}

void CallTreeTable::unfoldLargest() {
  QModelIndex line = m_model->index(0, 0);
  for (int level = 0; level < kUnfoldedLevels && line.isValid(); ++level) {
    expand(line);
    line = m_model->index(0, 0, line);
  }
}

void CallTreeTable::setMatches(std::shared_ptr<const TreeMatches> matches) {
  const QScopedValueRollback guard(m_isSetting, true);
  const calltree::NodeId current = currentNode();
  const bool isFilter = matches != nullptr;
  m_model->setMatches(matches);
  int lines = 0;
  for (size_t node = 0; isFilter && node < matches->matches.size() && lines < kUnfoldedLines;
       ++node)
    if (matches->matches[node]) {
      for (QModelIndex above = m_model->indexOf(static_cast<calltree::NodeId>(node)).parent();
           above.isValid() && !isExpanded(above); above = above.parent())
        expand(above);
      ++lines;
    }
  if (!isFilter)
    unfoldLargest();
  setCurrentNode(current);
}

void CallTreeTable::setCurrentNode(calltree::NodeId node) {
  const QScopedValueRollback guard(m_isSetting, true);
  const QModelIndex line = m_model->indexOf(node);
  if (!line.isValid()) {
    clearSelection();
    setCurrentIndex({});
    return;
  }
  setCurrentIndex(line); // unfolds the ancestors
  scrollTo(line);
}

calltree::NodeId CallTreeTable::currentNode() const {
  return m_model->nodeOf(currentIndex());
}

void CallTreeTable::setThemeKind(ThemeKind kind) {
  static_cast<LineDelegate *>(itemDelegate())->setTheme(Theme::of(kind));
  viewport()->update();
}

void CallTreeTable::keyPressEvent(QKeyEvent *event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
    Q_EMIT nodeActivated(currentNode());
  else
    QTreeView::keyPressEvent(event);
}

void CallTreeTable::mouseDoubleClickEvent(QMouseEvent *event) {
  const QModelIndex line = indexAt(event->pos());
  if (event->button() == Qt::LeftButton && line.isValid())
    Q_EMIT nodeActivated(m_model->nodeOf(line));
  else
    QTreeView::mouseDoubleClickEvent(event);
}

} // namespace pstudio
