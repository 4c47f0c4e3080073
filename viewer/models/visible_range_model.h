// SPDX-License-Identifier: Apache-2.0
// The visible time range, shared by all views.
#pragma once

#include <QObject>

#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// Holds the viewport of the timeline; other views follow its range. [thread: gui]
class VisibleRangeModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  const Viewport &viewport() const { return m_viewport; }
  TimeRange range() const { return m_viewport.visible(); }
  /// Emits rangeChanged() only if the viewport has changed.
  void setViewport(const Viewport &viewport);

Q_SIGNALS:
  void rangeChanged(pstudio::TimeRange range);

private:
  Viewport m_viewport;
};

} // namespace pstudio
