// SPDX-License-Identifier: Apache-2.0
// Trees of traces and files for the panel, the layout of the flame graph, and bad trees.
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/calltree/hatchet_reader.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/verify_result.h"
#include "viewer/geometry/calltree/flame_draw_list.h"
#include "viewer/geometry/calltree/tree_filter.h"

using namespace pstudio;
using namespace pstudio::calltree;

namespace {

const std::filesystem::path kFolder = PSTUDIO_SOURCE_DIR "/tests/data/hatchet";

std::shared_ptr<const TreeData> treeOfFile(const char *name) {
  const Result<HatchetFile> file = readHatchetFile(kFolder / name);
  return file ? makeTreeData(file->tree) : nullptr;
}

std::shared_ptr<const TreeData> treeOfText(std::string_view text) {
  const Result<HatchetFile> file = readHatchet(text, "input");
  return file ? makeTreeData(file->tree) : nullptr;
}

NodeId nodeOf(const TreeData &data, std::string_view name) {
  for (NodeId id = 0; id < data.tree.nodes().size(); ++id)
    if (data.tree.name(id) == name)
      return id;
  return kNoNode;
}

const TreeColumn &columnOf(const TreeData &data, std::string_view label) {
  for (const TreeColumn &column : data.columns)
    if (column.label == label)
      return column;
  qFatal("no such column");
}

/// A tree with one column, as many nodes as values, each below the last one or all roots.
TreeData treeOf(std::vector<double> values, bool isChain) {
  CallTreeBuilder builder;
  for (size_t i = 0; i < values.size(); ++i) {
    builder.open("node " + std::to_string(i));
    if (!isChain)
      builder.close();
  }
  while (builder.depth() > 0)
    builder.close();
  TreeData data;
  data.tree = std::move(builder).finish();
  data.colors.resize(values.size());
  data.columns = {{"Time", TreeValue::Time, {}, true, true, std::move(values), {}}};
  return data;
}

/// The draw list of a graph that is 1000 x 400 pixels.
class Drawn {
public:
  explicit Drawn(const TreeData &data) : layout(data, data.columns[0]) {
    scene.data = &data;
    scene.layout = &layout;
    scene.column = &data.columns[0];
    scene.width = 1000;
    scene.height = 400;
  }
  const DrawList &draw() {
    drawFlame(scene, FixedTextMeasure(), list);
    return list;
  }
  FlameLayout layout;
  FlameScene scene;
  DrawList list;
};

} // namespace

class CallTreeGeometryTest
    : public QObject{Q_OBJECT

                     private Q_SLOTS : void theTreeOfATraceMergesTheScopesOfAllWarpsByTheirPath(){
                         const auto trace = test::makeGpuTrace({});
const auto data = makeTreeData(*trace, TracePart::Kernels);
const NodeId loop = nodeOf(*data, "k loop"), mma = nodeOf(*data, "mma");
QVERIFY(loop != kNoNode && mma != kNoNode);
QCOMPARE(data->tree.node(mma).parent, loop);
int64_t loopPs = 0, mmaPs = 0, inLoopPs = 0;
double mmas = 0;
for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
  const std::string_view name = trace->string(trace->sliceNames()[i]);
  const int64_t duration = trace->sliceDurations()[i];
  const SliceId parent = trace->sliceParents()[i];
  loopPs += name == "k loop" ? duration : 0;
  mmaPs += name == "mma" ? duration : 0;
  mmas += name == "mma";
  if (parent.isValid() && trace->string(trace->sliceNames()[parent.value]) == "k loop")
    inLoopPs += duration;
}
QCOMPARE(columnOf(*data, "Time").values[loop], static_cast<double>(loopPs) / 1000);
QCOMPARE(columnOf(*data, "Self time").values[loop], static_cast<double>(loopPs - inLoopPs) / 1000);
QCOMPARE(columnOf(*data, "Time").values[mma], static_cast<double>(mmaPs) / 1000);
QCOMPARE(columnOf(*data, "Count").values[mma], mmas);
QVERIFY(data->remark.find("operations in flight omitted") != std::string::npos);
}

void everySliceOfATraceHasTheNodeOfItsNameAndNodesHaveTheirLongestSlice() {
  const auto trace = test::makeGpuTrace({});
  const auto data = makeTreeData(*trace, TracePart::Kernels);
  size_t withNode = 0;
  for (uint32_t i = 0; i < trace->sliceCount(); ++i)
    if (const NodeId node = data->nodeOf(SliceId(i)); node != kNoNode) {
      ++withNode;
      QCOMPARE(data->tree.name(node), trace->string(trace->sliceNames()[i]));
      QVERIFY(trace->sliceDurations()[data->sliceOf(node).value] >= trace->sliceDurations()[i]);
    }
  QVERIFY(withNode > trace->sliceCount() / 2);
  QVERIFY(hasSlicesOf(*trace, TracePart::Kernels));
  QVERIFY(!hasSlicesOf(*trace, TracePart::Tracks));
  QVERIFY(makeTreeData(*trace, TracePart::Tracks)->isEmpty());
}

void aFileHasRecordedAndDerivedColumns() {
  const auto data = treeOfFile("training.hatchet");
  const NodeId attention = nodeOf(*data, "_attn_fwd");
  QCOMPARE(columnOf(*data, "Time").values[attention], 1240e3);
  QCOMPARE(columnOf(*data, "Count").values[attention], 12.0);
  const TreeColumn &rate = columnOf(*data, "flop16/s");
  QCOMPARE(treeValueText(rate, rate.values[attention]), std::string("1.05 Pflop/s"));
  QVERIFY(columnOf(*data, "Utilisation").values[attention] > 0);
  QVERIFY(std::isnan(columnOf(*data, "Self time").values[nodeOf(*data, "forward")]));
  QVERIFY(data->columns[0].isAmount && data->columns[0].isInclusive);
}

void aDifferenceHasSignsAndTheLargerSizeOfBoth() {
  const auto now = treeOfFile("training.hatchet"), before = treeOfFile("training-before.hatchet");
  const auto data = makeDifference(*now, *before);
  const NodeId optimizer = nodeOf(*data, "optimizer");
  const TreeColumn &time = columnOf(*data, "Time");
  QCOMPARE(time.values[optimizer], 610e3 - 980e3);
  QCOMPARE(time.sizes[optimizer], 980e3);
  QCOMPARE(treeValueText(time, -time.values[optimizer], true), std::string("+370 us"));
  Drawn drawn(*data);
  const std::string text = drawn.draw().toText();
  QVERIFY(text.find("Good") != std::string::npos || text.find("good") != std::string::npos);
}

void childrenNeverReachBeyondTheirParent() {
  const auto data = treeOfFile("training.hatchet");
  Drawn drawn(*data);
  for (NodeId id = 0; id < data->tree.nodes().size(); ++id)
    QVERIFY(drawn.layout.sizeOfChildren(id) <= drawn.layout.sizeOf(id) * (1 + 1e-12));
  // Also where a file says so.
    const auto odd = treeOfText(R"json(
[{"frame": {"name": "a"}, "metrics": {"time (ns)": 0}, "children": [
  {"frame": {"name": "b"}, "metrics": {"time (ns)": -50}},
  {"frame": {"name": "c"}, "metrics": {"time (ns)": 100}}]}])json");
    const FlameLayout layout(*odd, odd->columns[0]);
QCOMPARE(layout.sizeOf(nodeOf(*odd, "b")), 0.0);
QCOMPARE(layout.sizeOf(0), 100.0);
}

void whatIsHitIsWhatIsDrawn() {
  const auto data = treeOfFile("training.hatchet");
  Drawn drawn(*data);
  const DrawList &list = drawn.draw();
  size_t found = 0;
  for (const DrawRect &box : list.layer(DrawLayer::Data).rects) {
    const double x = static_cast<double>(box.rect.x) + 0.5;
    const double y = static_cast<double>(box.rect.y) + 5;
    const FlameHit hit = hitFlame(drawn.scene, x, y);
    found += hit.node != kNoNode;
    if (hit.node != kNoNode)
      QCOMPARE(static_cast<double>(data->tree.node(hit.node).depth) * double(kFlameRow) + 5, y);
  }
  QVERIFY(found >= 15);
  QCOMPARE(hitFlame(drawn.scene, 5, 390).node, kNoNode);
  QCOMPARE(hitFlame(drawn.scene, -1, 5).node, kNoNode);
}

void theTopIsAsWideAsTheGraphBelowItsAncestors() {
  const auto data = treeOfFile("training.hatchet");
  Drawn drawn(*data);
  const NodeId optimizer = nodeOf(*data, "optimizer");
  drawn.scene.top = optimizer;
  const DrawList &list = drawn.draw();
  QCOMPARE(list.layer(DrawLayer::Data).rects.size(), size_t{4}); // and adam_kernel
  for (const DrawRect &box : list.layer(DrawLayer::Data).rects)
    QCOMPARE(box.rect.width, 999.0f);
  QCOMPARE(hitFlame(drawn.scene, 990, 2 * double(kFlameRow) + 1).node, optimizer);
  QCOMPARE(hitFlame(drawn.scene, 990, 1).node, NodeId{0});
  QCOMPARE(flameRows(*data, optimizer), 4u);
}

void aHundredThousandNarrowRootsAreOneBlock() {
  const TreeData data = treeOf(std::vector<double>(100'000, 1.0), false);
  Drawn drawn(data);
  QVERIFY(drawn.draw().rectCount() <= 4);
  QVERIFY(drawn.list.toText().find("100,000 narrow nodes") != std::string::npos);
  QCOMPARE(hitFlame(drawn.scene, 500, 5).rest, size_t{100'000});
  QCOMPARE(hitFlame(drawn.scene, 500, 5).node, kNoNode);
}

void aGraphOfAMillionNodesDrawsNoMoreThanItsPixels() {
  std::vector<double> values(1'000'000);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = 1e6 / static_cast<double>(i + 1);
  const TreeData data = treeOf(std::move(values), false);
  Drawn drawn(data);
  QVERIFY(drawn.draw().rectCount() <= 1002);
  QVERIFY(drawn.list.rectCount() > 50);
}

void aChainOfTenThousandLevelsIsDrawnWhereItIsVisible() {
  const TreeData data = treeOf(std::vector<double>(10'000, 5.0), true);
  Drawn drawn(data);
  QCOMPARE(flameRows(data, kNoNode), 10'000u);
  drawn.scene.scrollY = 9'000.0 * double(kFlameRow);
  QCOMPARE(drawn.draw().layer(DrawLayer::Data).rects.size(), size_t{20});
  QCOMPARE(hitFlame(drawn.scene, 10, 5).node, NodeId{9'000});
}

void unknownNegativeAndInfiniteValuesHaveNoWidth() {
  const double infinity = std::numeric_limits<double>::infinity();
  const TreeData data =
      treeOf({std::numeric_limits<double>::quiet_NaN(), -3, infinity, 0, 1e308, 7}, false);
  Drawn drawn(data);
  QCOMPARE(drawn.layout.sizeOfChildren(kNoNode), 7.0);
  drawn.draw();
  QCOMPARE(hitFlame(drawn.scene, 500, 5).node, NodeId{5});
  QCOMPARE(treeValueText(data.columns[0], data.columns[0].values[0]), std::string("\u2013"));
  const TreeData nothing = treeOf({0, 0}, false);
  Drawn empty(nothing);
  QCOMPARE(empty.draw().rectCount(), size_t{0});
  const TreeData none = treeOf({}, false);
  Drawn without(none);
  QCOMPARE(without.draw().rectCount(), size_t{0});
  QCOMPARE(hitFlame(without.scene, 5, 5).node, kNoNode);
}

void aNameOfAMegabyteIsShortened() {
  CallTreeBuilder builder;
  builder.open(std::string(1 << 20, 'x'));
  builder.close();
  TreeData data;
  data.tree = std::move(builder).finish();
  data.colors = {0};
  data.columns = {{"Time", TreeValue::Time, {}, true, true, {1}, {}}};
  Drawn drawn(data);
  QVERIFY(drawn.draw().toText().size() < 4096);
}

void aTextMatchesPartsOfNamesInAnyCaseAndAnExpressionStandsBetweenSlashes() {
  const auto data = treeOfFile("training.hatchet");
  const Result<TreeMatches> text = matchTree(data->tree, "MATMUL");
  VERIFY_RESULT(text);
  QCOMPARE(text->count, size_t{4});
  QVERIFY(text->matches[nodeOf(*data, "matmul_kernel")]);
  QVERIFY(text->shown[0] && !text->shown[nodeOf(*data, "optimizer")]);
  const Result<TreeMatches> expression = matchTree(data->tree, "/^_attn_(fwd|bwd)$/");
  VERIFY_RESULT(expression);
  QCOMPARE(expression->count, size_t{2});
  QVERIFY(!matchTree(data->tree, "/(/"));
  QCOMPARE(matchTree(data->tree, "/")->count, size_t{0});
}

void aTreeWithoutMetricsHasNoColumns() {
  const auto data = treeOfText(R"([{"frame":{"name":"a"},"metrics":{},"children":[]}])");
  QVERIFY(data->columns.empty());
  QVERIFY(!data->isEmpty());
}
}
;

QTEST_GUILESS_MAIN(CallTreeGeometryTest)
#include "call_tree_geometry_test.moc"
