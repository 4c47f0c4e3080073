// SPDX-License-Identifier: Apache-2.0
// The size of the window's texts is that of the application's font.
#include "viewer/paint/window_font.h"

#include <QApplication>
#include <QHeaderView>

#include <algorithm>
#include <cmath>

#include "viewer/paint/theme.h"
#include "viewer/paint/window_font_refresh.h"

namespace pstudio {
namespace {

constexpr const char *kFontRole = "fontRole", *kSectionLength = "sectionLength",
                     *kColumnScale = "columnScale"; // properties

/// The columns of a header that has scaleColumns().
void refreshColumns(QHeaderView &header) {
  const double before = header.property(kColumnScale).toDouble();
  const double now = std::max(1.0, windowTextScale());
  if (before <= 0 || before == now)
    return;
  for (int i = 0; i < header.count(); ++i)
    if (!header.isSectionHidden(i) && header.sectionResizeMode(i) == QHeaderView::Interactive)
      header.resizeSection(i, static_cast<int>(std::lround(header.sectionSize(i) * now / before)));
  scaleColumns(header);
}

} // namespace

void setWindowTextSize(QApplication &application, int pixels) {
  QFont font = fontFor(FontRole::Body);
  font.setPixelSize(std::clamp(pixels, kMinTextSize, kMaxTextSize));
  application.setFont(font);
}

double windowTextScale() {
  const int pixels = QGuiApplication::font().pixelSize();
  return pixels < kMinTextSize || pixels > kMaxTextSize
             ? 1
             : static_cast<double>(pixels) / kUsualTextSize;
}

QFont windowFont(FontRole role) {
  QFont font = fontFor(role);
  font.setPixelSize(static_cast<int>(std::lround(font.pixelSize() * windowTextScale())));
  return font;
}

int windowLength(int pixels) {
  return static_cast<int>(std::ceil(pixels * std::max(1.0, windowTextScale())));
}

void setFontRole(QWidget &widget, FontRole role) {
  widget.setProperty(kFontRole, static_cast<int>(role));
  widget.setFont(windowFont(role));
}

void setSectionLength(QHeaderView &header, int pixels) {
  header.setProperty(kSectionLength, pixels);
  header.setDefaultSectionSize(windowLength(pixels));
}

void scaleColumns(QHeaderView &header) {
  header.setProperty(kColumnScale, std::max(1.0, windowTextScale()));
}

void refreshWindowFonts() {
  for (QWidget *widget : QApplication::allWidgets()) {
    if (const QVariant role = widget->property(kFontRole); role.isValid())
      widget->setFont(windowFont(static_cast<FontRole>(role.toInt())));
    if (auto *header = qobject_cast<QHeaderView *>(widget)) {
      refreshColumns(*header);
      if (const QVariant length = header->property(kSectionLength); length.isValid())
        header->setDefaultSectionSize(windowLength(length.toInt()));
    }
  }
}

} // namespace pstudio
