// SPDX-License-Identifier: Apache-2.0
// The maps of the heat panel beside and below each other.
#pragma once

#include <QWidget>

#include <array>
#include <memory>

#include "viewer/geometry/heat/heat_views.h"
#include "viewer/models/heat_model.h"
#include "viewer/paint/theme.h"

class QGridLayout;

namespace pstudio {

class HeatMapView;

/// Follows the model: each shown map has the source of the choice and marks the selection, and maps
/// over time show the chosen time. Actions of the user change the model. [thread: gui]
class HeatMapGrid : public QWidget {
  Q_OBJECT

public:
  /// \param model  outlives it.
  explicit HeatMapGrid(HeatModel &model, QWidget *parent = nullptr);
  ~HeatMapGrid() override;

  /// At least one stays.
  void setShown(HeatView view, bool isShown);
  void showOnly(HeatView only);
  bool isShown(HeatView view) const { return m_isShown[static_cast<size_t>(view)]; }
  HeatMapView &view(HeatView view) { return *m_views[static_cast<size_t>(view)]; }
  void setThemeKind(ThemeKind kind);
  /// Sets the visible part of the grid's height [pixels]; the other maps are reached by scrolling.
  void setSeenHeight(int height);
  /// Zooms the maps of addresses to a buffer, or out to all.
  void showBuffer(std::optional<uint32_t> buffer);

Q_SIGNALS:
  /// Sent after a click into a map, when the model is up to date.
  void selected(const pstudio::HeatSelection &selection);
  void shownChanged();

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  void addView(HeatView view);
  void arrange();
  void showSources();
  void showSource(HeatView view);
  void showChoice();
  void showTime();
  void takeTime(HeatView view, const HeatArea &visible);

  HeatModel &m_model;
  std::array<HeatMapView *, kHeatViews> m_views{};
  std::array<bool, kHeatViews> m_isShown{};
  /// Data and choice that each source was made from.
  std::array<std::shared_ptr<const HeatData>, kHeatViews> m_dataOf;
  std::array<HeatChoice, kHeatViews> m_choiceOf;
  QGridLayout *m_grid;
  int m_columns = 0;
  int m_seenHeight = 0;
  bool m_isFollowing = false; ///< signals of maps now result from the model
};

} // namespace pstudio
