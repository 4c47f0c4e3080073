// SPDX-License-Identifier: Apache-2.0
// The application's line icons in the colours of the theme.
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QString>

#include <memory>

#include "viewer/paint/theme.h"

namespace pstudio {

/// Makes icons from resources/icons. An icon follows the theme by itself: it is drawn in the colour
/// that its token has at that moment, and muted while disabled. The icons may outlive the set.
/// [thread: gui]
class IconSet {
public:
  explicit IconSet(ThemeKind theme);

  void setTheme(ThemeKind theme) { *m_theme = theme; }

  /// \param name  file name in resources/icons without ".svg"; an unknown one draws nothing.
  QIcon icon(const QString &name, ColorToken color = ColorToken::Text) const;
  /// "info", "warning" or "error" at 16 pixels in the colour of its severity, for labels.
  QPixmap statusPixmap(const QString &name, qreal devicePixelRatio) const;

private:
  std::shared_ptr<ThemeKind> m_theme;
};

} // namespace pstudio
