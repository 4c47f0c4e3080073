// SPDX-License-Identifier: Apache-2.0
// The selected area of a timeline: a time range on some tracks.
#pragma once

#include <QObject>

#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "core/trace/trace.h"

namespace pstudio {

/// A time range and the tracks that it covers.
struct TraceArea {
  TimeRange range;
  std::vector<TrackId> tracks; ///< ascending, not empty

  bool operator==(const TraceArea &) const = default;
};

/// The area that views share: the timeline sets it, statistics follow it. It does not depend on the
/// selected event. [thread: gui]
class AreaModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  const std::optional<TraceArea> &area() const { return m_area; } ///< none: nothing is selected
  void setArea(std::optional<TraceArea> area);
  void clear() { setArea(std::nullopt); }

Q_SIGNALS:
  void areaChanged();

private:
  std::optional<TraceArea> m_area;
};

} // namespace pstudio
