// SPDX-License-Identifier: Apache-2.0
// The hits of a search as lines of a table.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/search/trace_search.h"
#include "viewer/widgets/column_model.h"

namespace pstudio {

class SearchHitModel;

struct SearchHitItem {
  const SearchHitModel &model;
  uint32_t number; ///< of the hit

  const SearchHit &hit() const;
};

/// Item i is hit i. Only the first kMaxListed are listed. [thread: gui]
class SearchHitModel : public ColumnModel<SearchHitItem> {
  Q_OBJECT

public:
  enum Column { Time, Name, Kind, Place, ColumnCount };
  static constexpr size_t kMaxListed = 100'000;

  explicit SearchHitModel(QObject *parent = nullptr);

  /// Both or none of them. O(tracks), and O(hits that are listed) when they are sorted.
  void setHits(std::shared_ptr<const Trace> trace, std::shared_ptr<const SearchResult> result);

  /// All hits, also those that are not listed.
  size_t hitCount() const { return m_result ? m_result->hits.size() : 0; }

  const SearchHit &hit(uint32_t number) const { return m_result->hits[number]; }
  QString nameOf(uint32_t number) const;
  TrackId trackOf(uint32_t number) const;
  const Trace &trace() const { return *m_trace; }

protected:
  SearchHitItem itemOf(uint32_t item) const override { return {*this, item}; }
  QVariant valueOf(const SearchHitItem &item, int column, int role) const override;

private:
  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const SearchResult> m_result;
  std::optional<WarpTracks> m_warps;
};

/// "warp 1, CTA 3, SM 0": the track and what it lies in, without kernel and launch. The track comes
/// first, because the end of a long text is cut.
std::string trackPlace(const Trace &trace, TrackId track);

} // namespace pstudio
