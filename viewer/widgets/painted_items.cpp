// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/painted_items.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <vector>

namespace pstudio {
namespace {

PaintedItems *paintedItemsOf(QObject *object) {
  return dynamic_cast<PaintedItems *>(object);
}

/// One item. Qt's cache owns it; the interface of its widget removes it.
class PaintedItem : public QAccessibleInterface {
public:
  PaintedItem(QWidget &widget, int index) : m_widget(widget), m_index(index) {}

  bool isValid() const override { return m_index < items().itemCount(); }
  QObject *object() const override { return nullptr; }
  QAccessibleInterface *parent() const override {
    return QAccessible::queryAccessibleInterface(&m_widget);
  }
  QAccessibleInterface *child(int) const override { return nullptr; }
  QAccessibleInterface *childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface *) const override { return -1; }
  QAccessible::Role role() const override { return QAccessible::ListItem; }

  QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name && isValid() ? items().itemText(m_index) : QString();
  }
  void setText(QAccessible::Text, const QString &) override {}

  QRect rect() const override {
    const QRect box = isValid() ? items().itemRect(m_index) : QRect();
    return box.isEmpty() ? QRect() : QRect(m_widget.mapToGlobal(box.topLeft()), box.size());
  }

  QAccessible::State state() const override {
    QAccessible::State state;
    const bool isCurrent = isValid() && items().currentItem() == m_index;
    state.selectable = items().currentItem() >= 0;
    state.selected = isCurrent;
    state.focusable = state.selectable;
    state.focused = isCurrent && m_widget.hasFocus();
    state.readOnly = true;
    state.offscreen = rect().isEmpty();
    return state;
  }

private:
  PaintedItems &items() const { return *paintedItemsOf(&m_widget); }

  QWidget &m_widget;
  int m_index;
};

class PaintedItemsInterface : public QAccessibleWidget {
public:
  explicit PaintedItemsInterface(QWidget *widget) : QAccessibleWidget(widget, QAccessible::List) {}
  ~PaintedItemsInterface() override {
    for (const QAccessible::Id id : m_ids)
      QAccessible::deleteAccessibleInterface(id);
  }

  int childCount() const override { return items().itemCount(); }

  QAccessibleInterface *child(int index) const override {
    if (index < 0 || index >= childCount())
      return nullptr;
    while (m_ids.size() <= static_cast<size_t>(index))
      m_ids.push_back(QAccessible::registerAccessibleInterface(
          new PaintedItem(*widget(), static_cast<int>(m_ids.size()))));
    return QAccessible::accessibleInterface(m_ids[static_cast<size_t>(index)]);
  }

  QAccessibleInterface *childAt(int x, int y) const override {
    const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
    for (int i = 0; i < childCount(); ++i)
      if (items().itemRect(i).contains(at))
        return child(i);
    return nullptr;
  }

  QAccessibleInterface *focusChild() const override {
    const int current = items().currentItem();
    return widget()->hasFocus() && current >= 0 ? child(current) : QAccessibleWidget::focusChild();
  }

  int indexOfChild(const QAccessibleInterface *wanted) const override {
    for (size_t i = 0; i < m_ids.size(); ++i)
      if (QAccessible::accessibleInterface(m_ids[i]) == wanted)
        return static_cast<int>(i);
    return -1;
  }

private:
  PaintedItems &items() const { return *paintedItemsOf(widget()); }

  mutable std::vector<QAccessible::Id> m_ids; // of items 0 to the last one that was requested
};

QAccessibleInterface *makePaintedItems(const QString &, QObject *object) {
  auto *widget = qobject_cast<QWidget *>(object);
  return widget && paintedItemsOf(widget) ? new PaintedItemsInterface(widget) : nullptr;
}

} // namespace

void installPaintedItems() {
  QAccessible::installFactory(makePaintedItems); // Qt keeps each factory once
}

void reportCurrentItem(QWidget &widget, int index) {
  if (!QAccessible::isActive() || index < 0)
    return;
  QAccessibleEvent event(&widget, QAccessible::Focus);
  event.setChild(index);
  QAccessible::updateAccessibility(&event);
}

} // namespace pstudio
