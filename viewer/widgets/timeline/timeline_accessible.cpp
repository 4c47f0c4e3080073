// SPDX-License-Identifier: Apache-2.0
// The timeline for screen readers.
#include "viewer/widgets/timeline/timeline_accessible.h"

#include <QAccessible>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr double kPicosecondsPerNanosecond = 1000;
constexpr double kStepShare = 0.1; // of the visible range

QAccessibleInterface *makeTimelineAccessible(const QString &, QObject *object) {
  auto *view = qobject_cast<TimelineView *>(object);
  return view ? new TimelineAccessible(view) : nullptr;
}

double accessibleNanoseconds(Picoseconds time) {
  return static_cast<double>(time.value) / kPicosecondsPerNanosecond;
}

double middleNanoseconds(const TimelineView &view) {
  const TimeRange visible = view.visibleRange();
  return (accessibleNanoseconds(visible.begin) + accessibleNanoseconds(visible.end)) / 2;
}

} // namespace

TimelineAccessible::TimelineAccessible(TimelineView *view)
    : QAccessibleWidget(view, QAccessible::Chart) {}

TimelineView *TimelineAccessible::view() const {
  return static_cast<TimelineView *>(widget());
}

QString TimelineAccessible::text(QAccessible::Text kind) const {
  switch (kind) {
  case QAccessible::Value:
    return view()->rangeReadout();
  case QAccessible::Description: {
    const QString selected = selectedEventText(*view());
    return selected.isEmpty() ? TimelineView::tr("nothing is selected")
                              : TimelineView::tr("selected: %1").arg(selected);
  }
  default:
    return QAccessibleWidget::text(kind);
  }
}

void *TimelineAccessible::interface_cast(QAccessible::InterfaceType type) {
  if (type == QAccessible::ValueInterface)
    return static_cast<QAccessibleValueInterface *>(this);
  return QAccessibleWidget::interface_cast(type);
}

QVariant TimelineAccessible::currentValue() const {
  return view()->trace() ? QVariant(middleNanoseconds(*view())) : QVariant();
}

void TimelineAccessible::setCurrentValue(const QVariant &value) {
  if (!view()->trace())
    return;
  const double moved = value.toDouble() - middleNanoseconds(*view());
  const Viewport &viewport = view()->visibleRangeModel()->viewport();
  view()->visibleRangeModel()->setViewport(
      viewport.panned(moved * kPicosecondsPerNanosecond / viewport.psPerPixel()));
}

QVariant TimelineAccessible::maximumValue() const {
  return view()->trace() ? QVariant(accessibleNanoseconds(view()->trace()->timeRange().end))
                         : QVariant();
}

QVariant TimelineAccessible::minimumValue() const {
  return view()->trace() ? QVariant(accessibleNanoseconds(view()->trace()->timeRange().begin))
                         : QVariant();
}

QVariant TimelineAccessible::minimumStepSize() const {
  return accessibleNanoseconds(view()->visibleRange().length()) * kStepShare;
}

void installTimelineAccessible() {
  QAccessible::installFactory(makeTimelineAccessible); // Qt keeps each factory once
}

QString selectedEventText(TimelineView &view) {
  const auto event = view.navigator()->selectedEvent();
  if (!event)
    return {};
  const Trace &trace = *view.trace();
  const TimeRange time = eventTime(trace, *event);
  const TimelineScene scene = view.makeScene();
  const NodeId node = scene.tree->nodeOf(eventTrack(trace, *event));
  const QString place = toQString(node.isValid() ? scene.tree->path(node)
                                                 : trackLabel(trace, eventTrack(trace, *event)));
  const QString name = toQString(trace.string(eventName(trace, *event)));
  const QString begin = toQString(formatExact(time.begin));
  if (event->kind == EventRef::Kind::Instant)
    return TimelineView::tr("%1, instant at %2, %3").arg(name, begin, place);
  const Slice slice = trace.slice(SliceId(event->index));
  return TimelineView::tr("%1, %2 from %3, %4")
      .arg(name,
           isWholeSlice(slice.flags) ? toQString(formatSliceDuration(slice))
                                     : TimelineView::tr("of unknown duration"),
           begin, place);
}

void reportSelectionChange(TimelineView &view) {
  QAccessibleEvent selection(&view, QAccessible::Selection);
  QAccessible::updateAccessibility(&selection);
  QAccessibleEvent description(&view, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&description);
}

void reportRangeChange(TimelineView &view) {
  if (!QAccessible::isActive())
    return;
  QAccessibleValueChangeEvent event(&view, middleNanoseconds(view));
  QAccessible::updateAccessibility(&event);
}

} // namespace pstudio
