// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/site_table.h"

#include <QHeaderView>

#include <algorithm>
#include <array>

namespace pstudio {
namespace {

constexpr std::array<int, SiteModel::ColumnCount> kColumnWidths = {52, 132, 84,  104, 60,
                                                                   84, 92,  176, 64};

} // namespace

SiteTable::SiteTable(QWidget *parent)
    : NumberTable(QStringLiteral("siteTable"), tr("Memory operations of the source"), new SiteModel,
                  parent),
      m_sites(static_cast<SiteModel *>(model())) {
  m_sites->setParent(this);
  for (int column = 0; column < SiteModel::ColumnCount; ++column)
    setColumnWidth(column, kColumnWidths[static_cast<size_t>(column)]);
  horizontalHeader()->setSectionResizeMode(SiteModel::Pattern, QHeaderView::Stretch);
  horizontalHeader()->setMinimumSectionSize(40);
  horizontalHeader()->setSortIndicator(SiteModel::Excess, Qt::DescendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT siteChosen(m_sites->rowAt(line).site); });
  connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
    Q_EMIT siteActivated(m_sites->rowAt(index.row()).site);
  });
}

void SiteTable::setRows(std::vector<SiteRow> rows) {
  const Quiet quiet(*this);
  m_sites->setRows(std::move(rows));
  sortAgain();
}

void SiteTable::setCurrent(std::optional<uint16_t> site) {
  setCurrentLine(m_sites->lineOfSite(site));
}

int SiteTable::heightOf(int most) const {
  const int lines = std::clamp(m_sites->rowCount(), 1, most);
  return horizontalHeader()->sizeHint().height() + lines * verticalHeader()->defaultSectionSize() +
         2 * frameWidth();
}

} // namespace pstudio
