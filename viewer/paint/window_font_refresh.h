// SPDX-License-Identifier: Apache-2.0
// The part of applyTheme() for widgets with setFontRole(), setSectionLength() and scaleColumns().
#pragma once

namespace pstudio {

/// Sets fonts and section lengths of all widgets again. [thread: gui; cost: linear in the widgets]
void refreshWindowFonts();

} // namespace pstudio
