// SPDX-License-Identifier: Apache-2.0
// The page of a call tree that was opened without a trace.
#pragma once

#include <QWidget>

#include "app/documents/open_trace.h"
#include "viewer/paint/theme.h"

namespace pstudio {

class CallTreePanel;

/// A call-tree panel in the place of a timeline. [thread: gui]
class TreePage : public QWidget {
  Q_OBJECT

public:
  TreePage(const OpenTrace &openTrace, ThemeKind theme, QWidget *parent = nullptr);

  OpenTraceId openTrace() const { return m_openTrace; }
  CallTreePanel &panel() const { return *m_panel; }

private:
  OpenTraceId m_openTrace;
  CallTreePanel *m_panel;
};

} // namespace pstudio
