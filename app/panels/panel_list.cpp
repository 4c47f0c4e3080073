// SPDX-License-Identifier: Apache-2.0
#include "app/panels/panel_list.h"

#include <QStringList>

#include <set>
#include <string>

#include "app/panels/source_presenter.h"
#include "app/settings/settings.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/heat/heat_panel.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/passes/pass_panel.h"
#include "viewer/widgets/source/source_panel.h"
#include "viewer/widgets/statistics/statistics_panel.h"
#include "viewer/widgets/timeline/inspector.h"

namespace pstudio {
namespace {

/// One list of findings that are switched off for both panels: each has kinds of its own.
void shareFindingsOff(OverlapPanel &overlap, HeatPanel &heat, Settings &settings) {
  std::set<std::string> off;
  for (const QString &code : settings.findingsOff())
    off.insert(code.toStdString());
  overlap.setFindingsOff(off);
  heat.setFindingsOff(off);
  const auto change = [&](const std::set<std::string> &codes) {
    QStringList changed;
    for (const std::string &code : codes)
      changed << toQString(code);
    settings.setFindingsOff(changed);
    overlap.setFindingsOff(codes);
    heat.setFindingsOff(codes);
  };
  QObject::connect(&overlap, &OverlapPanel::findingsOffChanged, &overlap, change);
  QObject::connect(&heat, &HeatPanel::findingsOffChanged, &heat, change);
}

/// Places in source files lead to the source panel, whose texts the other panels show.
void connectSource(const std::vector<TracePanel *> &panels) {
  auto *source = static_cast<SourcePresenter *>(findPanel<SourcePanel>(panels));
  auto *inspector = static_cast<Inspector *>(findPanel<Inspector>(panels)->widget());
  auto *heat = static_cast<HeatPanel *>(findPanel<HeatPanel>(panels)->widget());
  auto *passes = static_cast<PassPanel *>(findPanel<PassPanel>(panels)->widget());
  QObject::connect(inspector, &Inspector::placeRequested, source, &SourcePresenter::showPlace);
  QObject::connect(inspector, &Inspector::folderRequested, source, &SourcePresenter::askFolder);
  QObject::connect(passes, &PassPanel::placeChosen, &source->panel(), &SourcePanel::showPlace);
  QObject::connect(heat, &HeatPanel::siteRevealed, inspector, &Inspector::setOperation);
  QObject::connect(source, &SourcePresenter::textsChanged, inspector, [source, inspector, heat] {
    inspector->setSources(source->texts());
    heat->setSources(source->texts());
  });
}

/// Lines of the summary lead to the panels with more.
void connectSummary(const std::vector<TracePanel *> &panels) {
  auto *inspector = static_cast<Inspector *>(findPanel<Inspector>(panels)->widget());
  TracePanel *overlap = findPanel<OverlapPanel>(panels), *heat = findPanel<HeatPanel>(panels),
             *statistics = findPanel<StatisticsPanel>(panels);
  QObject::connect(inspector, &Inspector::topicRequested, overlap, [=](summary::Topic topic) {
    TracePanel *panel = topic == summary::Topic::Overlap      ? overlap
                        : topic == summary::Topic::Memory     ? heat
                        : topic == summary::Topic::Statistics ? statistics
                                                              : nullptr;
    if (panel != nullptr)
      Q_EMIT panel->openRequested();
  });
}

} // namespace

std::vector<TracePanel *> makeTracePanels(const TracePanelServices &services, QObject *parent) {
  std::vector<TracePanel *> panels;
  for (MakeTracePanel *make : kTracePanels)
    panels.push_back(make(services, parent));
  connectSource(panels);
  connectSummary(panels);
  shareFindingsOff(*static_cast<OverlapPanel *>(findPanel<OverlapPanel>(panels)->widget()),
                   *static_cast<HeatPanel *>(findPanel<HeatPanel>(panels)->widget()),
                   services.settings);
  return panels;
}

} // namespace pstudio
