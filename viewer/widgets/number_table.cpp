// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/number_table.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>

#include <algorithm>

#include "viewer/geometry/heat/memory_operation_lines.h"
#include "viewer/paint/shown_text.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kLineHeight = 22;
constexpr int kCellInset = 8; // the inset of headings
constexpr int kSwatch = 10;   // of Qt::DecorationRole, a colour

/// Cells with the inset of their headings: a style sheet's padding only holds for selected ones.
class CellDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void setTheme(const Theme &theme) { m_theme = &theme; }

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    const double heat = index.data(NumberTable::HeatOf).toDouble();
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected || option.state & QStyle::State_MouseOver)
      painter->fillRect(option.rect,
                        option.palette.color(isSelected ? QPalette::Midlight : QPalette::Button));
    if (heat > 0)
      painter->fillRect(option.rect.adjusted(0, 1, 0, -1), NumberTable::heatColor(*m_theme, heat));
    QRect box = option.rect.adjusted(kCellInset, 0, -kCellInset, 0);
    if (const auto swatch = index.data(Qt::DecorationRole).value<QColor>(); swatch.isValid()) {
      painter->fillRect(box.left(), box.center().y() - kSwatch / 2, kSwatch, kSwatch, swatch);
      box.setLeft(box.left() + kSwatch + kCellInset);
    }
    painter->setFont(windowFont(index.data(NumberTable::IsMono).toBool() ? FontRole::MonoSmall
                                                                         : FontRole::Body));
    painter->setPen(index.data(NumberTable::IsMuted).toBool()
                        ? m_theme->color(ColorToken::TextMuted)
                        : option.palette.color(QPalette::Text));
    const Qt::Alignment alignment(index.data(Qt::TextAlignmentRole).toInt());
    painter->drawText(box, static_cast<int>(alignment),
                      painter->fontMetrics().elidedText(shownText(index.data().toString()),
                                                        option.textElideMode, box.width()));
  }

  /// For the width of columns.
  QString displayText(const QVariant &value, const QLocale &locale) const override {
    return shownText(QStyledItemDelegate::displayText(value, locale));
  }

private:
  const Theme *m_theme = &Theme::of(ThemeKind::Dark);
};

} // namespace

NumberTable::NumberTable(const QString &name, const QString &accessibleName,
                         SortedTableModel *model, QWidget *parent)
    : QTableView(parent), m_items(model) {
  setObjectName(name);
  setAccessibleName(accessibleName);
  setModel(model);
  setItemDelegate(new CellDelegate(this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setFrameShape(NoFrame);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false); // Tab leaves the table: arrows go through its lines
  verticalHeader()->hide();
  // Qt's button in the corner of the headings is not visible, but it needs a name.
  for (QAbstractButton *corner : findChildren<QAbstractButton *>()) {
    corner->setObjectName(name + QLatin1String("Corner"));
    corner->setAccessibleName(tr("Select all lines"));
  }
  setSectionLength(*verticalHeader(), kLineHeight);
  m_csv = new TableCsv(*this, QString(name).remove(QRegularExpression(QStringLiteral("Table$"))),
                       *model);
  horizontalHeader()->setHighlightSections(false);
  scaleColumns(*horizontalHeader());
  for (int column = 0; column < model->columnCount(); ++column)
    if (const int length = model->columnLength(column); length > 0)
      setColumnLength(column, length);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex &line) {
            if (line.isValid() && !m_isSetting)
              Q_EMIT lineChosen(line.row());
          });
}

void NumberTable::setThemeKind(ThemeKind kind) {
  static_cast<CellDelegate *>(itemDelegate())->setTheme(Theme::of(kind));
  viewport()->update();
}

void NumberTable::setColumnLength(int column, int pixels) {
  setColumnWidth(column, windowLength(pixels));
}

void NumberTable::setCurrentLine(int line) {
  const Quiet quiet(*this);
  if (line >= 0) {
    selectRow(line);
    scrollTo(m_items->index(line, 0));
  } else {
    clearSelection();
    setCurrentIndex({});
  }
}

void NumberTable::focusInEvent(QFocusEvent *event) {
  const Quiet quiet(*this);
  const bool hadCurrent = currentIndex().isValid();
  QTableView::focusInEvent(event);
  if (!hadCurrent)
    setCurrentIndex({}); // the first arrow key then chooses the first line
}

void NumberTable::sortAgain() {
  const Quiet quiet(*this);
  m_items->sort(horizontalHeader()->sortIndicatorSection(),
                horizontalHeader()->sortIndicatorOrder());
}

QColor NumberTable::heatColor(const Theme &theme, double heat) {
  const double tint = kHottestTint * std::clamp(heat, 0.0, 1.0);
  return theme.tinted(ColorToken::AsyncExposed, static_cast<uint8_t>(tint));
}

} // namespace pstudio
