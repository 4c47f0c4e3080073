// SPDX-License-Identifier: Apache-2.0
// The overlap panel: one selection in all its views, what it says where there is nothing, and how
// it looks.
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "core/trace/trace_builder.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/models/selection_model.h"
#include "viewer/widgets/finding_list.h"
#include "viewer/widgets/iteration_view.h"
#include "viewer/widgets/operation_model.h"
#include "viewer/widgets/overlap_charts_view.h"
#include "viewer/widgets/overlap_panel.h"
#include "viewer/widgets/tile_strip.h"
#include "viewer/widgets/truth_bar.h"

using namespace pstudio;

namespace {

constexpr QSize kDockSize(1120, 430);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

/// A panel with the sample and a selection of its own.
class Shown {
public:
  explicit Shown(std::shared_ptr<const OverlapData> shown = test::makeOverlapData(),
                 ThemeKind kind = ThemeKind::Dark, QSize size = kDockSize)
      : data((applyTheme(*qApp, kind), std::move(shown))) {
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.show();
    panel.setData(data, &selection);
    QApplication::processEvents();
  }
  const analysis::LaunchOverlap &launch() const { return data->launches()[0]; }
  SliceId flightOf(uint64_t instance, uint32_t cta) const {
    for (const analysis::AsyncOperation &operation : launch().operations)
      if (operation.instance == instance && launch().units[operation.issuer].cta == cta)
        return operation.flight;
    return {};
  }
  QComboBox *combo(const char *name) { return panel.findChild<QComboBox *>(QLatin1String(name)); }
  int tableInstance() {
    const QModelIndex line = panel.table().currentIndex();
    return line.isValid() ? line.siblingAtColumn(OperationModel::Iteration).data().toInt() : -1;
  }

  std::shared_ptr<const OverlapData> data;
  SelectionModel selection;
  OverlapPanel panel;
};

} // namespace

class OverlapPanelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void looksAsInTheBaseline_data() { themes(); }
  void looksAsInTheBaseline() {
    Shown shown(test::makeOverlapData(), theme());
    shown.selection.select(shown.flightOf(7, 0));
    compare(QStringLiteral("overlap"), shown.panel);
  }

  void looksAsInTheBaselineWhereThereIsLittleRoom_data() { themes(); }
  void looksAsInTheBaselineWhereThereIsLittleRoom() {
    Shown shown(test::makeOverlapData(), theme(), {760, 400});
    shown.panel.findingList().setOff({"overlap.cold"});
    compare(QStringLiteral("overlap-small"), shown.panel);
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

QTEST_MAIN(OverlapPanelTest)
#include "overlap_panel_test.moc"
