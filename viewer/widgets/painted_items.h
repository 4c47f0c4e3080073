// SPDX-License-Identifier: Apache-2.0
// Painted items of a widget, for screen readers.
#pragma once

#include <QRect>
#include <QRectF>
#include <QString>

#include "viewer/geometry/draw_list.h"

class QWidget;

namespace pstudio {

/// Implemented by widgets that paint badges, tiles, cards or rows instead of having child widgets.
/// Each item then is a child of the widget for screen readers, with its text as name.
/// [thread: gui]
class PaintedItems {
public:
  virtual ~PaintedItems() = default;

  virtual int itemCount() const = 0;
  /// All texts of the item, with its tool tip. \param index  0 .. itemCount() - 1.
  virtual QString itemText(int index) const = 0;
  /// In the widget; empty if it is not seen.
  virtual QRect itemRect(int index) const = 0;
  /// The one with the keyboard focus, or that is selected; -1 for none.
  virtual int currentItem() const { return -1; }
};

/// The pixels of a painted box.
inline QRect pixelRect(const PixelRect &box) {
  return QRectF(static_cast<double>(box.x), static_cast<double>(box.y),
                static_cast<double>(box.width), static_cast<double>(box.height))
      .toAlignedRect();
}

/// Makes Qt describe the items of widgets that implement PaintedItems. Each such widget calls it
/// first in its constructor: Qt describes a widget once it has a name. Calls after the first have
/// no effect.
void installPaintedItems();

/// Reports that another item is current, if a screen reader is active.
void reportCurrentItem(QWidget &widget, int index);

} // namespace pstudio
