// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/heat/heat_map_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/heat/heat_map_view.h"

namespace pstudio {
namespace {

class HeatMapAccessible : public QAccessibleWidget {
public:
  explicit HeatMapAccessible(HeatMapView *view) : QAccessibleWidget(view, QAccessible::Chart) {}

  QString text(QAccessible::Text kind) const override {
    auto *view = static_cast<HeatMapView *>(widget());
    if (kind == QAccessible::Value)
      return view->cellText();
    if (kind == QAccessible::Description)
      return view->mapText();
    return QAccessibleWidget::text(kind);
  }
};

QAccessibleInterface *makeHeatMapAccessible(const QString &, QObject *object) {
  auto *view = qobject_cast<HeatMapView *>(object);
  return view ? new HeatMapAccessible(view) : nullptr;
}

} // namespace

void installHeatMapAccessible() {
  QAccessible::installFactory(makeHeatMapAccessible); // Qt keeps each factory once
}

void reportHeatCell(HeatMapView &map) {
  if (!QAccessible::isActive())
    return;
  QAccessibleValueChangeEvent event(&map, map.cellText());
  QAccessible::updateAccessibility(&event);
}

} // namespace pstudio
