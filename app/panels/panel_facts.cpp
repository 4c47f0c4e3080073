// SPDX-License-Identifier: Apache-2.0
#include "app/panels/panel_facts.h"

#include <QCoreApplication>

namespace pstudio {
namespace {

QString titleText(const char *text) {
  return QCoreApplication::translate("Panels", text);
}

} // namespace

PanelFacts panelFacts(PanelId panel) {
  switch (panel) {
  case PanelId::Tracks:
    return {"tracksPanel", titleText("Tracks"), Qt::LeftDockWidgetArea, 208};
  case PanelId::Inspector:
    return {"inspectorPanel", titleText("Inspector"), Qt::RightDockWidgetArea, 264};
  case PanelId::Overlap:
    return {"overlapDock", titleText("Overlap")};
  case PanelId::Memory:
    return {"heatDock", titleText("Memory")};
  case PanelId::Statistics:
    return {"statisticsDock", titleText("Statistics")};
  case PanelId::Source:
    return {"sourceDock", titleText("Source")};
  case PanelId::Compare:
    return {"compareDock", titleText("Compare")};
  case PanelId::Notes:
    return {"notesAndViewsDock", titleText("Notes")};
  case PanelId::Matches:
    return {nullptr, titleText("Matches"), Qt::NoDockWidgetArea};
  case PanelId::Messages:
    break;
  }
  return {nullptr, titleText("Messages"), Qt::NoDockWidgetArea};
}

QString viewName(PanelId panel, const PanelView &view) {
  const QString title = panelFacts(panel).title;
  return view.title.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, view.title);
}

} // namespace pstudio
