// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/operation_table.h"

#include <QHeaderView>

namespace pstudio {

OperationTable::OperationTable(QWidget *parent)
    : NumberTable(QStringLiteral("operationTable"), tr("Asynchronous operations"),
                  new OperationModel, parent),
      m_operations(static_cast<OperationModel *>(model())) {
  m_operations->setParent(this);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSortIndicator(OperationModel::Issue, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(this, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT operationChosen(m_operations->refAt(line)); });
}

void OperationTable::setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch,
                                uint32_t channel) {
  const Quiet quiet(*this);
  m_operations->setChannel(std::move(data), launch, channel);
  sortAgain();
}

void OperationTable::setCurrent(std::optional<OperationRef> ref) {
  setCurrentLine(ref ? m_operations->lineOf(*ref) : -1);
}

} // namespace pstudio
