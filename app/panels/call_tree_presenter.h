// SPDX-License-Identifier: Apache-2.0
// Comparison of the tree of a call-tree panel with that of a file.
#pragma once

#include <QString>

namespace pstudio {

class CallTreePanel;
class Settings;

/// Shows the difference of the tree of the panel and that of a file. [thread: gui]
void compareCallTree(CallTreePanel &panel, const QString &file);
/// Shows a file dialog when the panel requests a comparison. The settings must outlive the panel.
void offerCallTreeComparison(CallTreePanel &panel, Settings &settings);

} // namespace pstudio
