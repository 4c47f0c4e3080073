// SPDX-License-Identifier: Apache-2.0
// The hits of a search as lines of a table.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/search/trace_search.h"
#include "viewer/widgets/sorted_table_model.h"

namespace pstudio {

/// Item i is hit i. Only the first kMostListed are listed. [thread: gui]
class SearchHitModel : public SortedTableModel {
  Q_OBJECT

public:
  enum Column { Time, Name, Kind, Place, ColumnCount };
  static constexpr size_t kMostListed = 100'000;

  using SortedTableModel::SortedTableModel;

  /// Both or none of them. O(tracks), and O(hits that are listed) when they are sorted.
  void setHits(std::shared_ptr<const Trace> trace, std::shared_ptr<const SearchResult> result);

  /// All hits, also those that are not listed.
  size_t hitCount() const { return m_result ? m_result->hits.size() : 0; }

  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  double keyOf(uint32_t item, int column) const override;
  QString csvHeading(int column) const override;
  std::optional<double> csvNumber(uint32_t item, int column) const override;

private:
  QString textOf(uint32_t item, int column) const;
  std::string nameOfItem(uint32_t item) const;
  TrackId trackOfItem(uint32_t item) const;
  void rankNames() const;

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const SearchResult> m_result;
  std::optional<WarpTracks> m_warps;
  mutable std::vector<uint32_t> m_nameRanks; ///< by item; made when they are sorted by name
};

/// "warp 1, CTA 3, SM 0": the track and what it lies in, without kernel and launch. The track comes
/// first, because the end of a long text is cut.
std::string trackPlace(const Trace &trace, TrackId track);

} // namespace pstudio
