// SPDX-License-Identifier: Apache-2.0
// The call-tree panel: one selection in graph, table and timeline, zoom, filter, and how it looks.
#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include "core/calltree/hatchet_reader.h"
#include "tests/support/gpu_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/widgets/calltree/flame_view.h"

using namespace pstudio;
using calltree::kNoNode;

namespace {

constexpr QSize kDockSize(1120, 300);
const std::filesystem::path kFolder = PSTUDIO_SOURCE_DIR "/tests/data/hatchet";

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

CallTreeSource fileSource(const char *name) {
  return {QLatin1String(name),
          [file = kFolder / name]() -> Result<std::shared_ptr<const TreeData>> {
            PSTUDIO_TRY_ASSIGN(const calltree::HatchetFile read, calltree::readHatchetFile(file));
            return makeTreeData(read.tree);
          }};
}

CallTreeSource traceSource(std::shared_ptr<const Trace> trace) {
  return {QStringLiteral("scopes"), [trace]() -> Result<std::shared_ptr<const TreeData>> {
            return makeTreeData(*trace, TracePart::Kernels);
          }};
}

/// A visible panel with a tree.
class Shown {
public:
  explicit Shown(std::vector<CallTreeSource> sources = {fileSource("training.hatchet")},
                 ThemeKind kind = ThemeKind::Dark) {
    applyTheme(*qApp, kind);
    panel.setThemeKind(kind);
    panel.resize(kDockSize);
    panel.show();
    panel.setSources(std::move(sources), &selection);
    isReady = QTest::qWaitFor([this] { return panel.shownTree() != nullptr; });
    QApplication::processEvents();
  }
  calltree::NodeId node(std::string_view name) const {
    const TreeData &data = *panel.shownTree();
    for (calltree::NodeId id = 0; id < data.tree.nodes().size(); ++id)
      if (data.tree.name(id) == name)
        return id;
    return kNoNode;
  }
  /// A pixel of the graph where this node is.
  QPoint place(calltree::NodeId wanted) {
    const FlameScene scene = panel.flame().scene();
    for (int y = 5; y < int(scene.height); y += int(kFlameRow))
      for (int x = 0; x < int(scene.width); ++x)
        if (hitFlame(scene, x, y).node == wanted)
          return {x, y};
    return {-1, -1};
  }
  template <class Widget> Widget *find(const char *name) {
    return panel.findChild<Widget *>(QLatin1String(name));
  }

  SelectionModel selection;
  CallTreePanel panel;
  bool isReady = false;
};

} // namespace

class CallTreePanelTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void screenReadersGetTheBoxesOfTheGraphAsItems() {
    Shown shown;
    FlameView &flame = shown.panel.flame();
    QAccessibleInterface *graph = QAccessible::queryAccessibleInterface(&flame);
    QVERIFY(graph && graph->childCount() > 10);
    const QString root = graph->child(0)->text(QAccessible::Name);
    QVERIFY2(root.startsWith(QLatin1String("ROOT, Time ")) &&
                 root.endsWith(QLatin1String(", 1 child")),
             qPrintable(root));
    flame.setFocus();
    QTest::keyClick(&flame, Qt::Key_Down);
    QTest::keyClick(&flame, Qt::Key_Down);
    QAccessibleInterface *second = graph->child(1);
    QVERIFY(second->state().selected && !graph->child(0)->state().selected);
    QVERIFY(second->text(QAccessible::Name).startsWith(QLatin1String("train_step, Time ")));
    const QPoint middle = second->rect().center();
    QCOMPARE(graph->childAt(middle.x(), middle.y()), second);
    QCOMPARE(
        hitFlame(flame.scene(), flame.mapFromGlobal(middle).x(), flame.mapFromGlobal(middle).y())
            .node,
        shown.node("train_step"));
    const int all = graph->childCount();
    QTest::keyClick(&flame, Qt::Key_Return); // ancestors, the node and what is below it
    QVERIFY(graph->childCount() <= all);
    shown.panel.setSources({}, nullptr);
    QCOMPARE(graph->childCount(), 0);
  }

  void aClickInTheGraphSelectsTheLineAndTheReverse() {
    Shown shown;
    QVERIFY(shown.isReady);
    const auto adam = shown.node("adam_kernel");
    QTest::mouseClick(shown.panel.flame().viewport(), Qt::LeftButton, {}, shown.place(adam));
    QCOMPARE(shown.panel.table().currentNode(), adam);
    const auto forward = shown.node("forward");
    CallTreeTable &table = shown.panel.table();
    const QRect line = table.visualRect(table.treeModel().indexOf(forward));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, line.center());
    QCOMPARE(shown.panel.flame().currentNode(), forward);
  }

  void aDoubleClickAndKeysZoom() {
    Shown shown;
    FlameView &flame = shown.panel.flame();
    const auto backward = shown.node("backward");
    QTest::mouseDClick(flame.viewport(), Qt::LeftButton, {}, shown.place(backward));
    QCOMPARE(flame.top(), backward);
    QTest::keyClick(&flame, Qt::Key_Backspace);
    QCOMPARE(flame.top(), shown.node("train_step"));
    QTest::keyClick(&flame, Qt::Key_Escape);
    QTest::keyClick(&flame, Qt::Key_Escape);
    QCOMPARE(flame.top(), kNoNode);
    QTest::mouseClick(flame.viewport(), Qt::LeftButton, {}, shown.place(backward));
    QTest::keyClick(&flame, Qt::Key_Return);
    QCOMPARE(flame.top(), backward);
    QTest::keyClick(&flame, Qt::Key_Home);
    QCOMPARE(flame.top(), kNoNode);
    QTest::keyClick(&flame, Qt::Key_W);
    QCOMPARE(flame.top(), shown.node("ROOT"));
    QTest::keyClick(&shown.panel.table(), Qt::Key_Return);
    QCOMPARE(flame.top(), backward);
  }

  void arrowsChooseParentChildAndSiblings() {
    Shown shown;
    FlameView &flame = shown.panel.flame();
    for (int i = 0; i < 3; ++i)
      QTest::keyClick(&flame, Qt::Key_Down);
    QCOMPARE(flame.currentNode(), shown.node("backward")); // the largest child
    QTest::keyClick(&flame, Qt::Key_Right);
    QCOMPARE(flame.currentNode(), shown.node("forward"));
    QTest::keyClick(&flame, Qt::Key_Left);
    QTest::keyClick(&flame, Qt::Key_Up);
    QCOMPARE(flame.currentNode(), shown.node("train_step"));
    QCOMPARE(shown.panel.table().currentNode(), shown.node("train_step"));
  }

  void theWheelWithControlZoomsTowardsThePointer() {
    Shown shown;
    FlameView &flame = shown.panel.flame();
    const QPointF at(shown.place(shown.node("forward")));
    const auto turn = [&](int degrees) {
      QWheelEvent event(at, flame.viewport()->mapToGlobal(at), {}, {0, degrees}, Qt::NoButton,
                        Qt::ControlModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(flame.viewport(), &event);
    };
    turn(120);
    QCOMPARE(flame.top(), shown.node("ROOT"));
    turn(120);
    QCOMPARE(flame.top(), shown.node("train_step"));
    turn(-120);
    QCOMPARE(flame.top(), shown.node("ROOT"));
  }

  void theFilterCountsMatchesAndShowsTheirPaths() {
    Shown shown;
    CallTreeModel &model = shown.panel.table().treeModel();
    auto *filter = shown.find<QLineEdit>("callTreeFilter");
    auto *status = shown.find<QLabel>("callTreeStatus");
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("adam"));
    QTRY_COMPARE(status->text(), QStringLiteral("1 of 23 nodes"));
    QVERIFY(model.indexOf(shown.node("adam_kernel")).isValid());
    QVERIFY(!model.indexOf(shown.node("forward")).isValid());
    QVERIFY(model.indexOf(shown.node("adam_kernel")).data(CallTreeModel::IsMatch).toBool());
    filter->setText(QStringLiteral("/(/"));
    QTRY_VERIFY(status->text().contains(QLatin1String("no regular expression")));
    filter->clear();
    QCOMPARE(status->text(), QStringLiteral("23 nodes"));
    QVERIFY(model.indexOf(shown.node("forward")).isValid());
  }

  void anotherMetricChangesTheWidths() {
    Shown shown;
    auto *metrics = shown.find<QComboBox>("callTreeMetric");
    const auto forward = shown.node("forward");
    const double before = shown.panel.flame().scene().layout->sizeOf(forward);
    const int count = metrics->findText(QStringLiteral("Count"));
    QVERIFY(count > 0);
    QVERIFY(metrics->findText(QStringLiteral("flop16/s")) < 0); // rates cannot be added
    metrics->setCurrentIndex(count);
    Q_EMIT metrics->activated(count);
    QTRY_VERIFY(shown.panel.flame().scene().layout->sizeOf(forward) != before);
    QCOMPARE(shown.panel.flame().scene().layout->sizeOf(forward), 109.0);
  }

  void longHeadingsFitAndHaveToolTips() {
    constexpr const char *kTree = R"([{"frame": {"name": "ROOT", "type": "function"},
      "metrics": {"normalized_cycles": 12.5}, "children": []}])";
    const CallTreeSource source{QStringLiteral("tree"),
                                []() -> Result<std::shared_ptr<const TreeData>> {
                                  PSTUDIO_TRY_ASSIGN(const calltree::HatchetFile read,
                                                     calltree::readHatchet(kTree, "tree"));
                                  return makeTreeData(read.tree);
                                }};
    Shown shown({source});
    QVERIFY(shown.isReady);
    const auto *table = shown.find<QTreeView>("callTreeTable");
    const QHeaderView *heading = table->header();
    QVERIFY(heading->sectionSize(1) >= heading->sectionSizeHint(1));
    QCOMPARE(heading->textElideMode(), Qt::ElideRight);
    QCOMPARE(table->model()->headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(),
             QStringLiteral("normalized_cycles"));
  }

  void aSliceAndItsNodeAreSelectedTogether() {
    const auto trace = test::makeGpuTrace({});
    Shown shown({traceSource(trace)});
    QSignalSpy revealed(&shown.panel, &CallTreePanel::sliceRevealed);
    const auto mma = shown.node("mma");
    QTest::mouseClick(shown.panel.flame().viewport(), Qt::LeftButton, {}, shown.place(mma));
    QCOMPARE(revealed.count(), 1);
    const SliceId slice = shown.selection.selectedSlice();
    QCOMPARE(trace->string(trace->sliceNames()[slice.value]), std::string_view("mma"));
    for (uint32_t i = 0; i < trace->sliceCount(); ++i)
      if (trace->string(trace->sliceNames()[i]) == "epilogue") {
        shown.selection.select(SliceId(i));
        break;
      }
    QCOMPARE(shown.panel.flame().currentNode(), shown.node("epilogue"));
    QCOMPARE(shown.panel.table().currentNode(), shown.node("epilogue"));
    QCOMPARE(revealed.count(), 1); // what is selected elsewhere is not moved
    shown.selection.clear();
    QCOMPARE(shown.panel.flame().currentNode(), kNoNode);
  }

  void aDifferenceIsOneMoreTree() {
    Shown shown;
    QSignalSpy treeShown(&shown.panel, &CallTreePanel::treeShown);
    shown.panel.compareWith(fileSource("training-before.hatchet"));
    QTRY_VERIFY(shown.panel.shownTree() && shown.panel.shownTree()->isDifference);
    const QModelIndex optimizer = shown.panel.table().treeModel().indexOf(shown.node("optimizer"));
    QCOMPARE(optimizer.siblingAtColumn(1).data().toString(), QStringLiteral("-370 us"));
    QCOMPARE(shown.find<QComboBox>("callTreeSource")->count(), 2);
  }

  void aFileThatIsNotReadIsExplained() {
    applyTheme(*qApp, ThemeKind::Dark);
    CallTreePanel panel;
    panel.show();
    panel.setSources({fileSource("missing.hatchet")}, nullptr);
    auto *message = panel.findChild<QLabel *>(QStringLiteral("callTreeMessage"));
    QTRY_VERIFY(message->text().startsWith(QLatin1String("The tree was not read")));
    QVERIFY(!panel.shownTree());
  }

  void nothingIsMadeBeforeThePanelIsVisible() {
    CallTreePanel panel;
    bool isMade = false;
    panel.setSources({{QStringLiteral("a"),
                       [&isMade]() -> Result<std::shared_ptr<const TreeData>> {
                         isMade = true;
                         return std::make_shared<const TreeData>();
                       }}},
                     nullptr);
    QTest::qWait(20); // a computation that has begun would have set the flag
    QVERIFY(!isMade);
    panel.show();
    QTRY_VERIFY(panel.shownTree() != nullptr);
    QVERIFY(isMade);
  }

  void theModelIsSound() {
    Shown shown;
    CallTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(shown.panel.shownTree());
    QCOMPARE(model.rowCount(), 1);
    const QModelIndex step = model.index(0, 0, model.index(0, 0));
    QCOMPARE(model.rowCount(step), 4);
    QCOMPARE(model.index(0, 0, step).data().toString(), QStringLiteral("backward"));
    const QPersistentModelIndex kept = model.index(0, 2, step);
    model.sort(0, Qt::AscendingOrder);
    QCOMPARE(model.index(0, 0, step).data().toString(), QStringLiteral("backward"));
    model.sort(0, Qt::DescendingOrder);
    QCOMPARE(model.index(0, 0, step).data().toString(), QStringLiteral("optimizer"));
    QCOMPARE(kept.row(), 3);
    QCOMPARE(QModelIndex(kept).siblingAtColumn(0).data().toString(), QStringLiteral("backward"));
    model.setMatches(
        std::make_shared<const TreeMatches>(*matchTree(shown.panel.shownTree()->tree, "softmax")));
    QCOMPARE(model.rowCount(model.index(0, 0, model.index(0, 0))), 1);
    model.setTree(nullptr);
    QCOMPARE(model.rowCount(), 0);
  }

  void aNodeTenThousandLevelsDeepIsSelected() {
    calltree::CallTreeBuilder builder;
    const auto time = builder.intern("time (ns)");
    for (int level = 0; level < 10'000; ++level) {
      const auto node = builder.open("level " + std::to_string(level));
      builder.setMetrics(node, std::vector<calltree::Metric>{{time, int64_t{1}}});
    }
    while (builder.depth() > 0)
      builder.close();
    const auto data = makeTreeData(std::move(builder).finish());
    Shown shown({{QStringLiteral("deep"), [data] { return data; }}});
    QVERIFY(shown.isReady);
    shown.panel.flame().zoomTo(9'000);
    QTest::mouseClick(shown.panel.flame().viewport(), Qt::LeftButton, {}, {10, 50});
    QCOMPARE(shown.panel.flame().currentNode(), calltree::NodeId{9'000});
  }

  void everyControlHasANameForScreenReaders() {
    Shown shown;
    for (const QWidget *widget : shown.panel.findChildren<QWidget *>())
      if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
        QVERIFY2(!widget->accessibleName().isEmpty() || widget->focusProxy(),
                 qPrintable(widget->objectName()));
  }

  void looksAsInTheBaseline_data() { themes(); }
  void looksAsInTheBaseline() {
    Shown shown({fileSource("training.hatchet")}, theme());
    QTest::mouseClick(shown.panel.flame().viewport(), Qt::LeftButton, {},
                      shown.place(shown.node("forward")));
    compare(QStringLiteral("calltree"), shown.panel);
  }

  void aDifferenceLooksAsInTheBaseline_data() { themes(); }
  void aDifferenceLooksAsInTheBaseline() {
    Shown shown({fileSource("training.hatchet")}, theme());
    shown.panel.compareWith(fileSource("training-before.hatchet"));
    QTRY_VERIFY(shown.panel.shownTree() && shown.panel.shownTree()->isDifference);
    compare(QStringLiteral("calltree-difference"), shown.panel);
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
    test::compareWithBaseline(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                              panel.grab().toImage());
    if (name == QLatin1String("calltree"))
      test::compareAtTwiceTheScale(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                                   panel);
  }
};

QTEST_MAIN(CallTreePanelTest)
#include "call_tree_panel_test.moc"
