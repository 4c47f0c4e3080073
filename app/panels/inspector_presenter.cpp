// SPDX-License-Identifier: Apache-2.0
// Details of the event that is selected in the timeline.
#include "app/panels/panel_list.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_navigator.h"

namespace pstudio {
namespace {

constexpr int kMinInspectorWidth = 240; // [pixels]: in a small window all panels shrink

class InspectorPresenter : public TracePanelOf<Inspector> {
public:
  InspectorPresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf({.panel = PanelId::Inspector}, new Inspector, services, parent) {
    m_panel.setMinimumWidth(kMinInspectorWidth);
    connect(&m_panel, &Inspector::eventRequested, this, [this](const EventRef &event) {
      if (timeline())
        timeline()->navigator()->show(event);
    });
    m_panel.setPartnersOf([this](const EventRef &) {
      return timeline() ? timeline()->navigator()->partners() : std::vector<FlowPartner>();
    });
    m_panel.setIterations([this](SliceId slice) { return iterationShown(slice); });
  }

protected:
  void showTrace() override {
    if (!timeline())
      return m_panel.setTrace(nullptr, {});
    m_panel.setTrace(
        trace(),
        [summary = shown().shown.summary, theme = theme()](StringId name) {
          return Theme::of(theme).color(summary->colors.fill(name));
        },
        shown().recorded.trace, shown().recorded.summary->lines);
    m_panel.setSlice(selection()->selectedSlice());
    m_panel.setInstant(selection()->selectedInstant());
  }

  /// Of the slice, in the shown times.
  std::optional<ShownIteration> iterationShown(SliceId slice) const {
    const auto overlap = timeline() ? timeline()->overlap() : nullptr;
    const auto iteration = overlap ? iterationOf(*overlap, *trace(), slice) : std::nullopt;
    if (!iteration)
      return std::nullopt;
    return ShownIteration{toQString(iterationName(*overlap, *iteration)), *iteration,
                          iterationParts(*overlap, *trace(), *iteration)};
  }

  void followTimeline(TimelineView &view, const QObject *context) override {
    connect(view.selection(), &SelectionModel::selectedInstantChanged, context,
            [this](InstantId instant) { m_panel.setInstant(instant); });
    connect(view.selection(), &SelectionModel::selectedSliceChanged, context,
            [this](SliceId slice) { m_panel.setSlice(slice); });
  }
};

} // namespace

TracePanel *makeInspectorPanel(const TracePanelServices &services, QObject *parent) {
  return new InspectorPresenter(services, parent);
}

} // namespace pstudio
