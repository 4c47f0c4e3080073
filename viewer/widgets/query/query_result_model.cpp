// SPDX-License-Identifier: Apache-2.0
// The rows of a query as lines of a table.
#include "viewer/widgets/query/query_result_model.h"

#include "core/query/result_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

constexpr size_t kMaxTipBytes = 2000;

bool isQueryText(const query::Cell &cell) {
  return std::holds_alternative<std::string_view>(cell) ||
         std::holds_alternative<std::string>(cell);
}

} // namespace

void QueryResultModel::setResult(std::shared_ptr<const query::ResultSet> result) {
  beginResetModel();
  m_result = std::move(result);
  setItemCount(m_result ? m_result->rowCount() : 0);
  endResetModel();
}

int QueryResultModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->columns().size());
}

QVariant QueryResultModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || !m_result)
    return {};
  if (role == NumberTable::IsMono)
    return true;
  if (role != Qt::DisplayRole && role != Qt::TextAlignmentRole && role != Qt::ToolTipRole)
    return {};
  const query::Cell cell = m_result->cell(itemAt(index.row()), static_cast<size_t>(index.column()));
  if (role == Qt::TextAlignmentRole)
    return int((isQueryText(cell) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole) {
    const std::string text = query::cellText(cell);
    return text.size() <= kMaxTipBytes && text != query::shownText(cell)
               ? toQString(text).toHtmlEscaped()
               : QVariant();
  }
  return toQString(query::shownText(cell));
}

QVariant QueryResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !m_result || section < 0 ||
      static_cast<size_t>(section) >= m_result->columns().size())
    return {};
  const query::ResultColumn &column = m_result->columns()[static_cast<size_t>(section)];
  switch (role) {
  case Qt::DisplayRole:
    return toQString(column.name).left(60);
  case Qt::TextAlignmentRole: {
    const bool isText =
        m_result->rowCount() > 0 && isQueryText(m_result->cell(0, static_cast<size_t>(section)));
    return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  case Qt::ToolTipRole:
    return column.isSliceId ? tr("A click on a row selects its slice in the timeline") : QVariant();
  default:
    return {};
  }
}

/// All of it: a result has its own text, which the panel makes on another thread.
std::string QueryResultModel::csvHead() const {
  return m_result ? query::csvText(*m_result) : std::string();
}

std::string QueryResultModel::csvLines(int, int) const {
  return {};
}

} // namespace pstudio
