// SPDX-License-Identifier: Apache-2.0
// What applyTheme() does for widgets with setFontRole() and setSectionLength().
#pragma once

namespace pstudio {

/// Sets fonts and section lengths of all widgets again. [thread: gui; cost: linear in the widgets]
void refreshWindowFonts();

} // namespace pstudio
