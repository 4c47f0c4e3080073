// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/search/search_hit_model.h"

#include <algorithm>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/number_table.h"

namespace pstudio {
namespace {

QString wordsOfKind(const SearchHit &hit) {
  const bool isByArgument = hit.reason == HitReason::Argument;
  switch (hit.kind) {
  case HitKind::Track:
    return SearchHitModel::tr("track");
  case HitKind::Counter:
    return SearchHitModel::tr("counter");
  case HitKind::Slice:
    return isByArgument ? SearchHitModel::tr("slice, by argument") : SearchHitModel::tr("slice");
  case HitKind::Instant:
    return isByArgument ? SearchHitModel::tr("instant, by argument")
                        : SearchHitModel::tr("instant");
  case HitKind::Access:
    return SearchHitModel::tr("memory access");
  }
  return {};
}

QString placeOf(const SearchHitItem &item) {
  const TrackId track = item.model.trackOf(item.number);
  return track.isValid() ? toQString(trackPlace(item.model.trace(), track))
                         : QStringLiteral("\u2013");
}

constexpr ItemColumn<SearchHitItem> kSearchHitColumns[] = {
    {QT_TR_NOOP("Time"), 130,
     [](const SearchHitItem &item) {
       return toQString(formatExact(Picoseconds(item.hit().beginPs)));
     },
     [](const SearchHitItem &item) { return static_cast<double>(item.hit().beginPs); }, "time_ns",
     1000},
    {QT_TR_NOOP("Name"), 0,
     [](const SearchHitItem &item) { return item.model.nameOf(item.number); }, nullptr, "name"},
    {QT_TR_NOOP("Kind"), 140, [](const SearchHitItem &item) { return wordsOfKind(item.hit()); },
     [](const SearchHitItem &item) {
       return static_cast<double>(item.hit().kind) * 2 + static_cast<double>(item.hit().reason);
     },
     "kind"},
    {QT_TR_NOOP("Track"), 0, placeOf,
     [](const SearchHitItem &item) {
       const TrackId track = item.model.trackOf(item.number);
       return track.isValid() ? double(track.value) : SortedTableModel::kUnknown;
     },
     "track"},
};
static_assert(std::size(kSearchHitColumns) == SearchHitModel::ColumnCount);

} // namespace

const SearchHit &SearchHitItem::hit() const {
  return model.hit(number);
}

SearchHitModel::SearchHitModel(QObject *parent) : ColumnModel(kSearchHitColumns, parent) {}

std::string trackPlace(const Trace &trace, TrackId track) {
  std::string path;
  for (; track.isValid(); track = trace.track(track).parent) {
    const TrackKind kind = trace.track(track).kind;
    if (!path.empty() && (kind == TrackKind::Kernel || kind == TrackKind::Launch))
      break;
    path += (path.empty() ? "" : ", ") + trackLabel(trace, track);
  }
  return path;
}

void SearchHitModel::setHits(std::shared_ptr<const Trace> trace,
                             std::shared_ptr<const SearchResult> result) {
  beginResetModel();
  m_trace = std::move(trace);
  m_result = std::move(result);
  m_warps.reset();
  if (m_result)
    m_warps.emplace(*m_trace);
  setItemCount(m_result ? std::min(m_result->hits.size(), kMaxListed) : 0);
  endResetModel();
}

QString SearchHitModel::nameOf(uint32_t number) const {
  return toQString(nameOfHit(*m_trace, *m_result, hit(number),
                             [this](TrackId track) { return trackLabel(*m_trace, track); }));
}

TrackId SearchHitModel::trackOf(uint32_t number) const {
  return trackOfHit(*m_trace, *m_result, hit(number), *m_warps);
}

QVariant SearchHitModel::valueOf(const SearchHitItem &item, int column, int role) const {
  if (role == Qt::ToolTipRole)
    return kSearchHitColumns[column].text(item);
  return role == NumberTable::IsMono ? QVariant(column == Time) : QVariant();
}

} // namespace pstudio
