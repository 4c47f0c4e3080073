// SPDX-License-Identifier: Apache-2.0
// The strip that says how far the numbers on screen can be trusted.
#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/quality_badges.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

/// Shows the badges of one trace; hovering or focusing explains them. [thread: gui]
class QualityBar : public QWidget, public PaintedItems {
  Q_OBJECT
public:
  explicit QualityBar(QWidget *parent = nullptr);

  void setTrace(const std::shared_ptr<const Trace> &trace); ///< null: empty
  void setBadges(std::vector<QualityBadge> badges);         ///< of something else
  void setThemeKind(ThemeKind kind);
  const std::vector<QualityBadge> &badges() const { return m_badges; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  int itemCount() const override;
  QString itemText(int index) const override;
  QRect itemRect(int index) const override;

protected:
  void paintEvent(QPaintEvent *event) override;
  bool event(QEvent *event) override;

private:
  std::vector<QualityBadge> m_badges;
  std::vector<PixelRect> m_boxes;
  ThemeKind m_theme = ThemeKind::Dark;
  TextCache m_texts;
  DrawList m_list;
};

} // namespace pstudio
