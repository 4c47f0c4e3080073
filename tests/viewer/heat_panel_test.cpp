// SPDX-License-Identifier: Apache-2.0
// The heat panel: one choice in all its views, what it says where there is nothing or not all, and
// how it looks.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "core/trace/trace_builder.h"
#include "tests/support/transpose_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/export/heat_picture.h"
#include "viewer/widgets/finding_list.h"
#include "viewer/widgets/heat_charts_view.h"
#include "viewer/widgets/heat_map_grid.h"
#include "viewer/widgets/heat_map_view.h"
#include "viewer/widgets/heat_panel.h"
#include "viewer/widgets/site_table.h"
#include "viewer/widgets/truth_bar.h"

using namespace pstudio;
using test::TransposeKind;

namespace {

constexpr QSize kDockSize(1240, 470);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// A panel with a trace and a selection of its own.
class Shown {
public:
  explicit Shown(
      std::shared_ptr<const Trace> shown = test::makeTransposeTrace({TransposeKind::Naive}),
      ThemeKind kind = ThemeKind::Dark, QSize size = kDockSize)
      : trace((applyTheme(*qApp, kind), std::move(shown))) {
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.setTrace(trace, &selection);
    panel.show();
    QApplication::processEvents();
  }
  /// Until everything is counted and drawn in all detail.
  bool settle() {
    const auto isSettled = [this] {
      for (uint8_t view = 0; view < kHeatViews; ++view) {
        HeatMapView &map = panel.maps().view(static_cast<HeatView>(view));
        if (map.isVisible() && map.source() && !map.isExact())
          return false;
      }
      return panel.model().data()->isComplete();
    };
    return QTest::qWaitFor(isSettled, 30'000);
  }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }

  std::shared_ptr<const Trace> trace;
  SelectionModel selection;
  HeatPanel panel;
};

} // namespace

class HeatPanelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void looksAsInTheBaseline_data() { themes(); }
  void looksAsInTheBaseline() {
    Shown shown(test::makeTransposeTrace({TransposeKind::Naive}), theme());
    QVERIFY(shown.settle());
    shown.panel.model().select(siteSelection(1));
    QVERIFY(shown.settle());
    compare(QStringLiteral("heat"), shown.panel);
  }

  void pictureTellsEverything_data() { themes(); }
  void pictureTellsEverything() {
    const auto trace = test::makeTransposeTrace({TransposeKind::Unpadded});
    HeatData data = heatDataOf(*trace, 0);
    while (!data.isComplete())
      data = data.withNext();
    HeatPictureOptions options;
    options.theme = theme();
    options.size = {1400, 860};
    options.choice = openingHeatChoice(data, 0);
    const auto picture = renderHeatPicture(*trace, data, options);
    QVERIFY(picture.has_value());
    QCOMPARE(renderHeatPicture(*trace, data, options).value(), *picture);
    test::compareWithBaseline(
        QStringLiteral("heat-picture-") + QLatin1String(QTest::currentDataTag()), *picture);
  }

private:
  static void themes() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 0;
  }
  static void compare(const QString &name, QWidget &panel) {
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QApplication::processEvents();
    const QImage once = panel.grab().toImage();
    QCOMPARE(panel.grab().toImage(), once);
    test::compareWithBaseline(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                              once);
  }
};

QTEST_MAIN(HeatPanelTest)
#include "heat_panel_test.moc"
