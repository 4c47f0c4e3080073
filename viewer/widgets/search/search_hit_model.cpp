// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/search/search_hit_model.h"

#include <algorithm>
#include <map>

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

} // namespace

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
  m_nameRanks.clear();
  if (m_result)
    m_warps.emplace(*m_trace);
  setItemCount(m_result ? std::min(m_result->hits.size(), kMostListed) : 0);
  endResetModel();
}

int SearchHitModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

std::string SearchHitModel::nameOfItem(uint32_t item) const {
  return nameOfHit(*m_trace, *m_result, m_result->hits[item],
                   [this](TrackId track) { return trackLabel(*m_trace, track); });
}

TrackId SearchHitModel::trackOfItem(uint32_t item) const {
  return trackOfHit(*m_trace, *m_result, m_result->hits[item], *m_warps);
}

QString SearchHitModel::textOf(uint32_t item, int column) const {
  const SearchHit &hit = m_result->hits[item];
  switch (column) {
  case Time:
    return toQString(formatExact(Picoseconds(hit.beginPs)));
  case Name:
    return toQString(nameOfItem(item));
  case Kind:
    return wordsOfKind(hit);
  case Place: {
    const TrackId track = trackOfItem(item);
    return track.isValid() ? toQString(trackPlace(*m_trace, track)) : QStringLiteral("\u2013");
  }
  default:
    return {};
  }
}

QVariant SearchHitModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid())
    return {};
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    return textOf(itemAt(index.row()), index.column());
  case Qt::TextAlignmentRole:
    return int(Qt::AlignVCenter) | int(index.column() == Time ? Qt::AlignRight : Qt::AlignLeft);
  case NumberTable::IsMono:
    return index.column() == Time;
  default:
    return {};
  }
}

QVariant SearchHitModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal)
    return {};
  if (role == Qt::TextAlignmentRole)
    return int(Qt::AlignVCenter) | int(section == Time ? Qt::AlignRight : Qt::AlignLeft);
  if (role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Time:
    return tr("Time");
  case Name:
    return tr("Name");
  case Kind:
    return tr("Kind");
  default:
    return tr("Track");
  }
}

void SearchHitModel::rankNames() const {
  std::map<std::string, std::vector<uint32_t>> items;
  const auto count = static_cast<uint32_t>(std::min(m_result->hits.size(), kMostListed));
  for (uint32_t item = 0; item < count; ++item)
    items[nameOfItem(item)].push_back(item);
  m_nameRanks.resize(count);
  uint32_t rank = 0;
  for (const auto &[name, named] : items) {
    for (const uint32_t item : named)
      m_nameRanks[item] = rank;
    ++rank;
  }
}

QString SearchHitModel::csvHeading(int column) const {
  return column == Time ? QStringLiteral("time_ns")
                        : headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower();
}

std::optional<double> SearchHitModel::csvNumber(uint32_t item, int column) const {
  if (column != Time)
    return std::nullopt;
  return static_cast<double>(m_result->hits[item].beginPs) / 1000;
}

double SearchHitModel::keyOf(uint32_t item, int column) const {
  const SearchHit &hit = m_result->hits[item];
  switch (column) {
  case Name:
    if (m_nameRanks.empty())
      rankNames();
    return m_nameRanks[item];
  case Kind:
    return static_cast<double>(hit.kind) * 2 + static_cast<double>(hit.reason);
  case Place: {
    const TrackId track = trackOfItem(item);
    return track.isValid() ? track.value : kUnknown;
  }
  default:
    return item; // hits are in the order of their times
  }
}

} // namespace pstudio
