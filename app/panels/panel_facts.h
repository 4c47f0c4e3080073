// SPDX-License-Identifier: Apache-2.0
// The parts of the window that show the trace, and their views: names, keys and places.
#pragma once

#include <QString>
#include <QtCore/qnamespace.h>

#include <cstdint>

namespace pstudio {

/// In the order of their buttons and menu entries. Matches and Messages have no dock: they are at
/// the search field and at the status bar.
enum class PanelId : uint8_t {
  Tracks,
  Inspector,
  Overlap,
  Memory,
  Statistics,
  Source,
  Compare,
  Notes,
  Matches,
  Messages,
};
inline constexpr PanelId kDockedPanels[] = {PanelId::Tracks,  PanelId::Inspector,  PanelId::Overlap,
                                            PanelId::Memory,  PanelId::Statistics, PanelId::Source,
                                            PanelId::Compare, PanelId::Notes};

/// Name and place of a panel.
struct PanelFacts {
  const char *dock; ///< object name of the dock, unique; a saved layout refers to it; null: no dock
  QString title;
  Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
  int width = 0; ///< at a side, with texts of normal size [pixels]
};

PanelFacts panelFacts(PanelId panel);

/// A view of a panel: an entry of the panel's switch, with a menu entry and a key.
struct PanelView {
  const char *name;   ///< object name of the action that opens it, unique; settings refer to it
  QString title = {}; ///< in the switch; empty: the panel has no other view
  const char *key;    ///< for example "Ctrl+T"
  QString tip;        ///< one sentence, for the tool tip and the list of keys
};

/// The one name of the view in all lists: "Statistics: Call tree", "Overlap".
QString viewName(PanelId panel, const PanelView &view);

} // namespace pstudio
