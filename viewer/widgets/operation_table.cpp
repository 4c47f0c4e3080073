// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/operation_table.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <array>

#include "viewer/paint/theme.h"

namespace pstudio {
namespace {

constexpr int kLineHeight = 22;
constexpr int kCellInset = 8; // as the headings have it
constexpr std::array<int, OperationModel::ColumnCount> kColumnWidths = {128, 80, 64, 72, 80,
                                                                        96,  88, 76, 140};

/// Cells with the inset of their headings: a style sheet's padding only holds for selected ones.
class CellDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
      painter->fillRect(option.rect, option.palette.color(option.state & QStyle::State_Selected
                                                              ? QPalette::Midlight
                                                              : QPalette::Button));
    const QRect box = option.rect.adjusted(kCellInset, 0, -kCellInset, 0);
    painter->setFont(fontFor(FontRole::Body));
    painter->setPen(option.palette.color(QPalette::Text));
    const Qt::Alignment alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->drawText(
        box, static_cast<int>(alignment),
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, box.width()));
  }
};

} // namespace

OperationTable::OperationTable(QWidget *parent)
    : QTableView(parent), m_operations(new OperationModel(this)) {
  setObjectName(QStringLiteral("operationTable"));
  setAccessibleName(tr("Asynchronous operations"));
  setModel(m_operations);
  setItemDelegate(new CellDelegate(this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setFrameShape(NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  verticalHeader()->hide();
  // Qt's own button where the headings meet; nothing is above it, but it needs a name like any
  // other.
  for (QAbstractButton *corner : findChildren<QAbstractButton *>()) {
    corner->setObjectName(QStringLiteral("operationTableCorner"));
    corner->setAccessibleName(tr("Select all operations"));
  }
  verticalHeader()->setDefaultSectionSize(kLineHeight);
  horizontalHeader()->setHighlightSections(false);
  for (int column = 0; column < OperationModel::ColumnCount; ++column)
    setColumnWidth(column, kColumnWidths[static_cast<size_t>(column)]);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSortIndicator(OperationModel::Issue, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex &line) {
            if (line.isValid() && !m_isSetting)
              Q_EMIT operationChosen(m_operations->refAt(line.row()));
          });
}

void OperationTable::setLaunch(std::shared_ptr<const OverlapData> data, uint32_t launch) {
  m_isSetting = true;
  m_operations->setLaunch(std::move(data), launch);
  m_operations->sort(horizontalHeader()->sortIndicatorSection(),
                     horizontalHeader()->sortIndicatorOrder());
  m_isSetting = false;
}

void OperationTable::setCurrent(std::optional<OperationRef> ref) {
  m_isSetting = true;
  const int line = ref ? m_operations->lineOf(*ref) : -1;
  if (line >= 0) {
    selectRow(line);
    scrollTo(m_operations->index(line, 0));
  } else {
    clearSelection();
    setCurrentIndex({});
  }
  m_isSetting = false;
}

} // namespace pstudio
