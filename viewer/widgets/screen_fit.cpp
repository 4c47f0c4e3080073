// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/screen_fit.h"

#include <QScreen>
#include <QWidget>

namespace pstudio {
namespace {

/// Estimated size of a window manager's frame; the true size is unknown before the window is shown.
constexpr QSize kFrame(8, 36);

} // namespace

QSize sizeOnScreen(QSize wanted, QSize available) {
  return wanted.boundedTo(available - kFrame);
}

void resizeWithinScreen(QWidget &window, QSize wanted) {
  const QWidget *place = window.parentWidget() ? window.parentWidget()->window() : &window;
  window.resize(sizeOnScreen(wanted, place->screen()->availableSize()));
}

} // namespace pstudio
