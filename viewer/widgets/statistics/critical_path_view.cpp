// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/statistics/critical_path_view.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {
namespace {

constexpr int kPathInset = 12, kPathGap = 8;

/// The analysis of the launch that the CTA belongs to; null if there is none.
const analysis::LaunchOverlap *overlapOf(const OverlapData &data, TrackId cta) {
  for (const analysis::LaunchOverlap &launch : data.launches())
    if (std::ranges::find(launch.ctas, cta, &analysis::AsyncCta::track) != launch.ctas.end())
      return &launch;
  return nullptr;
}

/// The CTA of the selected slice, else that of the launch's typical path, else the first.
TrackId openingCta(const OverlapData &data, const SelectionModel *selection,
                   const std::vector<TrackId> &ctas) {
  const SliceId slice = selection ? selection->selectedSlice() : SliceId();
  if (slice.isValid()) {
    const Trace &trace = data.trace();
    const TrackId cta = ancestorOfKind(trace, trace.row(trace.rowOf(slice)).track, TrackKind::Cta);
    if (std::ranges::find(ctas, cta) != ctas.end())
      return cta;
  }
  for (const analysis::LaunchOverlap &launch : data.launches())
    if (launch.criticalPath.cta < launch.ctas.size())
      return launch.ctas[launch.criticalPath.cta].track;
  return ctas.empty() ? TrackId() : ctas.front();
}

void setUp(NumberTable &table, SortedTableModel &model, int sorted, Qt::SortOrder order) {
  model.setParent(&table);
  table.horizontalHeader()->setStretchLastSection(true);
  table.horizontalHeader()->setSortIndicator(sorted, order);
  table.setSortingEnabled(true);
}

} // namespace

CriticalPathView::CriticalPathView(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("criticalPath"));
  setAccessibleName(tr("Critical path of a CTA"));
  m_header = new ElidedLabel;
  m_header->setObjectName(QStringLiteral("pathHeader"));
  m_header->setTextFormat(Qt::PlainText);
  auto *column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeBar());
  auto *head = new QHBoxLayout;
  head->setContentsMargins(kPathInset, 0, kPathInset, 4);
  head->addWidget(m_header);
  column->addLayout(head);
  column->addWidget(makeTables(), 1);
}

CriticalPathView::~CriticalPathView() = default;

QWidget *CriticalPathView::makeBar() {
  m_ctas = makeCombo("pathCta", tr("CTA of the critical path"));
  m_draw = makeSwitch("pathDrawn", tr("Draw in the timeline"),
                      tr("Draw the path along the warps in the timeline"));
  m_draw->setChecked(true);
  m_all = makeButton("pathAllPieces", tr("All pieces"), tr("List the pieces of the whole path"));
  connect(m_ctas, &QComboBox::activated, this, &CriticalPathView::compute);
  connect(m_draw, &QToolButton::toggled, this, &CriticalPathView::reportPath);
  connect(m_all, &QToolButton::clicked, this, [this] { listPieces(std::nullopt); });
  auto *bar = new PanelBar({kPathInset, 0, kPathInset, 4}, kPathGap);
  bar->addGroup({m_ctas, m_draw, m_all})->addStretch(0);
  return bar;
}

QWidget *CriticalPathView::makeTables() {
  m_shareModel = new PathShareModel;
  m_pieceModel = new PathPieceModel;
  m_shares =
      new NumberTable(QStringLiteral("pathShares"), tr("Parts of the critical path"), m_shareModel);
  m_pieces = new NumberTable(QStringLiteral("pathPieces"), tr("Pieces of the critical path"),
                             m_pieceModel);
  setUp(*m_shares, *m_shareModel, PathShareModel::Total, Qt::DescendingOrder);
  setUp(*m_pieces, *m_pieceModel, PathPieceModel::Begin, Qt::AscendingOrder);
  connect(m_shares, &NumberTable::lineChosen, this, &CriticalPathView::chooseShare);
  connect(m_pieces, &NumberTable::lineChosen, this, [this](int line) { choosePiece(line, false); });
  connect(m_pieces, &QTableView::activated, this,
          [this](const QModelIndex &index) { choosePiece(index.row(), true); });
  auto *parts = new QSplitter(Qt::Horizontal);
  parts->setAccessibleName(tr("Parts, and pieces of the path"));
  parts->setObjectName(QStringLiteral("pathParts"));
  parts->setHandleWidth(1);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_shares);
  parts->addWidget(m_pieces);
  parts->setSizes({1000, 1000});
  return parts;
}

void CriticalPathView::setData(std::shared_ptr<const OverlapData> data, SelectionModel *selection) {
  m_selection = selection;
  m_data = std::move(data);
  m_path.reset();
  m_shareModel->setPath(nullptr);
  m_pieceModel->setPath(nullptr);
  m_ctas->clear();
  m_ctaTracks.clear();
  if (m_isActive)
    setActive(true);
}

void CriticalPathView::setActive(bool isActive) {
  m_isActive = isActive;
  m_work.cancel();
  if (!isActive || !m_data)
    return reportPath();
  fillCtas();
  compute();
}

void CriticalPathView::fillCtas() {
  if (m_ctaTracks.empty()) {
    m_ctaTracks = analysis::ctasWithSlices(m_data->trace());
    for (const TrackId cta : m_ctaTracks)
      m_ctas->addItem(toQString(statistics::placeLabel(m_data->trace(), cta)));
  }
  const TrackId cta = openingCta(*m_data, m_selection, m_ctaTracks);
  const auto found = std::ranges::find(m_ctaTracks, cta);
  m_ctas->setCurrentIndex(static_cast<int>(found - m_ctaTracks.begin()));
  m_ctas->setEnabled(!m_ctaTracks.empty());
}

void CriticalPathView::compute() {
  if (m_ctas->currentIndex() < 0 || !m_isActive) {
    m_header->setFullText(tr("No CTA of this trace has scopes on its warps."));
    return reportPath();
  }
  const TrackId cta = m_ctaTracks[static_cast<size_t>(m_ctas->currentIndex())];
  m_work.start(
      [cta, data = m_data](const std::stop_token &) {
        auto made = std::make_shared<ShownPath>();
        made->trace = data->sharedTrace();
        made->path = analysis::findCtaPath(data->trace(), cta, overlapOf(*data, cta));
        made->shares = analysis::pathShares(data->trace(), made->path);
        return made;
      },
      [this](std::shared_ptr<const ShownPath> path) { showPath(std::move(path)); });
}

void CriticalPathView::showPath(std::shared_ptr<const ShownPath> path) {
  m_path = std::move(path);
  m_shareModel->setPath(m_path);
  m_shares->sortAgain();
  listPieces(std::nullopt);
  showHeader();
  reportPath();
}

void CriticalPathView::showHeader() {
  m_header->setFullText(
      tr("%1: %2 in %3, %4. Backwards from the last end; times as recorded.")
          .arg(toQString(statistics::placeLabel(*m_path->trace, m_path->path.cta)),
               toQString(formatShort(m_path->path.length())),
               toQString(countText(m_path->path.pieces.size(), "piece", "pieces")),
               m_path->path.crossings == 0
                   ? tr("no wait leads to another warp or operation")
                   : tr("over %1").arg(toQString(countText(
                         m_path->path.crossings, "wait that blocked", "waits that blocked")))));
}

void CriticalPathView::showTimesAgain() {
  if (m_path)
    showHeader();
}

void CriticalPathView::reportPath() {
  std::vector<PathMark> marks;
  if (m_isActive && m_path && m_draw->isChecked())
    for (const analysis::PathPiece &piece : m_path->path.pieces)
      marks.push_back({piece.track, piece.time});
  Q_EMIT pathShown(marks);
}

void CriticalPathView::listPieces(const std::optional<analysis::PathShare> &only) {
  m_pieceModel->setPath(m_path, only);
  m_pieces->sortAgain();
  m_all->setEnabled(only.has_value());
  if (!only)
    m_shares->setCurrentLine(-1);
}

void CriticalPathView::chooseShare(int line) {
  listPieces(m_shareModel->shareAt(line));
}

void CriticalPathView::choosePiece(int line, bool isZoomed) {
  const SliceId slice = m_pieceModel->pieceAt(line).slice;
  if (!slice.isValid() || !m_selection)
    return;
  m_selection->select(slice);
  if (isZoomed)
    Q_EMIT sliceZoomed(slice);
  else
    Q_EMIT sliceRevealed(slice);
}

void CriticalPathView::setThemeKind(ThemeKind kind) {
  m_shares->setThemeKind(kind);
  m_pieces->setThemeKind(kind);
}

} // namespace pstudio
