// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/statistics/rank_view.h"

#include <QBoxLayout>
#include <QHeaderView>

#include "core/statistics/rank_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"

namespace pstudio {
namespace {

constexpr int kRankInset = 12;

} // namespace

RankView::RankView(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("ranks"));
  setAccessibleName(tr("Starts of kernels in ranks"));
  m_header = new ElidedLabel;
  m_header->setObjectName(QStringLiteral("rankHeader"));
  m_header->setTextFormat(Qt::PlainText);
  m_model = new RankModel;
  m_table = new NumberTable(QStringLiteral("rankTable"), tr("Starts of kernels in ranks"), m_model);
  m_model->setParent(m_table);
  m_table->setTextElideMode(Qt::ElideMiddle);
  m_table->horizontalHeader()->setStretchLastSection(true);
  const int lateBy = table::columnIndex(statistics::kRankColumns, "late_by");
  m_table->horizontalHeader()->setSortIndicator(lateBy, Qt::DescendingOrder);
  m_table->setSortingEnabled(true);
  m_table->setColumnHidden(table::columnIndex(statistics::kRankColumns, "slice_id"), true);
  for (int column = 0; column < RankModel::kColumns; ++column)
    m_table->setColumnLength(column, m_model->columnLength(column));
  connect(m_table, &NumberTable::lineChosen, this,
          [this](int line) { Q_EMIT sliceChosen(m_model->rowAt(line).slice, false); });
  connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
    Q_EMIT sliceChosen(m_model->rowAt(index.row()).slice, true);
  });
  auto *head = new QHBoxLayout;
  head->setContentsMargins(kRankInset, 0, kRankInset, 4);
  head->addWidget(m_header);
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(m_table, 1);
}

RankView::~RankView() = default;

bool RankView::hasRanks(const Trace &trace) {
  return statistics::rankCountOf(trace).processes > 0;
}

void RankView::setTrace(std::shared_ptr<const Trace> trace) {
  m_work.cancel();
  m_trace = std::move(trace);
  m_shown.reset();
  m_model->setRanks(nullptr);
}

void RankView::setActive(bool isActive) {
  m_work.cancel();
  if (!isActive || !m_trace || m_shown)
    return;
  m_header->setFullText(tr("Comparing the ranks..."));
  m_work.start(
      [trace = m_trace](const std::stop_token &) {
        auto made = std::make_shared<ShownRanks>();
        made->trace = trace;
        made->rows = statistics::rankStartsOf(*trace);
        return made;
      },
      [this](std::shared_ptr<const ShownRanks> ranks) { showRanks(std::move(ranks)); });
}

void RankView::showRanks(std::shared_ptr<const ShownRanks> ranks) {
  m_shown = std::move(ranks);
  m_model->setRanks(m_shown);
  m_table->sortAgain();
  showHeader();
  Q_EMIT ranksShown();
}

void RankView::showHeader() {
  const QString count =
      toQString(statistics::rankCountText(statistics::rankCountOf(*m_shown->trace)));
  m_header->setFullText(m_shown->rows.empty()
                            ? tr("%1: no kernel starts in two of them").arg(count)
                            : tr("%1: starts of the same kernel. A dash in Late by and Wait is a "
                                 "difference within the uncertainty")
                                  .arg(count));
}

void RankView::showStatus(const QString &text) {
  m_header->setFullText(text);
}

void RankView::showTimesAgain() {
  if (!m_shown)
    return;
  showHeader();
  m_model->showTimesAgain();
}

void RankView::setThemeKind(ThemeKind kind) {
  m_table->setThemeKind(kind);
}

} // namespace pstudio
