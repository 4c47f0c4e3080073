// SPDX-License-Identifier: Apache-2.0
// The timeline for screen readers: the visible range is its value, the selected event its
// description.
#pragma once

#include <QAccessibleValueInterface>
#include <QAccessibleWidget>

namespace pstudio {

class TimelineView;

/// The middle of the visible range in ns is the value, which can be set. [thread: gui]
class TimelineAccessible : public QAccessibleWidget, public QAccessibleValueInterface {
public:
  explicit TimelineAccessible(TimelineView *view);

  QString text(QAccessible::Text kind) const override;
  void *interface_cast(QAccessible::InterfaceType type) override;

  QVariant currentValue() const override;
  void setCurrentValue(const QVariant &value) override;
  QVariant maximumValue() const override;
  QVariant minimumValue() const override;
  QVariant minimumStepSize() const override;

private:
  TimelineView *view() const;
};

/// Makes Qt create TimelineAccessible for timelines. Calls after the first have no effect.
void installTimelineAccessible();

/// "mma, 43 ns from 1,204 ns, SM 12 > CTA 3 > warp 0"; "" if nothing is selected.
QString selectedEventText(TimelineView &view);

/// Reports a changed selection or visible range, if a screen reader is active.
void reportSelectionChange(TimelineView &view);
void reportRangeChange(TimelineView &view);

} // namespace pstudio
