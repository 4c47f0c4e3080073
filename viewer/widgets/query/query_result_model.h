// SPDX-License-Identifier: Apache-2.0
// The rows of a query as lines of a table.
#pragma once

#include <memory>

#include "core/query/result_set.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// Texts are made when they are shown. The order is that of the query: ORDER BY sorts. [thread:
/// gui]
class QueryResultModel : public SortedTableModel {
  Q_OBJECT

public:
  using SortedTableModel::SortedTableModel;

  /// Null: no columns and no lines.
  void setResult(std::shared_ptr<const query::ResultSet> result);
  const std::shared_ptr<const query::ResultSet> &result() const { return m_result; }

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  std::string csvHead() const override;
  std::string csvLines(int begin, int end) const override;

protected:
  double keyOf(uint32_t, int) const override { return 0; }

private:
  std::shared_ptr<const query::ResultSet> m_result;
};

} // namespace pstudio
