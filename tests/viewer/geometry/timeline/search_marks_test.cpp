// SPDX-License-Identifier: Apache-2.0
// Search matches remain visible: other slices are dimmed, and columns of folded groups and the
// minimap are marked.
#include <QtTest>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tests/support/gpu_trace.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261123;
constexpr int kDimmed = 48; // tint

test::GpuTraceOptions tinyTrace() {
  test::GpuTraceOptions options;
  options.sms = 1;
  options.ctasPerSm = 1;
  options.consumers = 1;
  options.steps = 2;
  return options;
}

/// A content with a scene of 400 x 300 pixels over the whole trace.
struct SearchStage {
  std::shared_ptr<const Trace> trace;
  TimelineContent content;
  TimelineScene scene;
  DrawList list;
  FixedTextMeasure measure{6};

  explicit SearchStage(std::shared_ptr<const Trace> t, GroupingKind kind = GroupingKind::CtaWarp)
      : trace(std::move(t)), content(trace, kind), scene(content.scene()) {
    content.density().startFrame(SIZE_MAX);
  }

  /// Searches the trace and collects all marks.
  void search(const SearchQuery &query) {
    const auto name = [this](TrackId track) { return trackLabel(*trace, track); };
    auto found = searchTrace(*trace, TextMatcher::make(query).value(), name);
    content.setSearch(std::make_shared<const SearchResult>(std::move(*found)));
    content.search()->build(SIZE_MAX);
    scene = content.scene();
    scene.viewport = Viewport::fit(trace->timeRange(), 400);
    scene.height = 300;
  }

  /// Columns of a strip that contain a part of a matching slice or instant below the node.
  std::set<int> naiveColumns(NodeId node, const Viewport &view) const {
    std::set<int> columns;
    const auto pitch = static_cast<double>(kDensityPitch);
    const double most = std::ceil(view.widthPx() / pitch);
    const auto add = [&](TrackId track, int64_t begin, int64_t end) {
      const NodeId at = content.tree().nodeOf(track);
      const bool isBelow = !node.isValid() || (at.value >= node.value &&
                                               at.value < content.tree().node(node).subtreeEnd);
      const TimeRange visible = view.visible();
      if (begin >= visible.end.value || std::max(end, begin + 1) <= visible.begin.value)
        return;
      const double first = std::floor(view.pixelOf(Picoseconds(begin)) / pitch);
      const double last = std::ceil(view.pixelOf(Picoseconds(std::max(end, begin + 1))) / pitch);
      for (double c = std::max(first, 0.0);
           isBelow && c < std::min(std::max(last, first + 1), most); ++c)
        columns.insert(static_cast<int>(c));
    };
    const SearchResult &found = scene.search->result();
    for (uint32_t i = 0; i < trace->sliceCount(); ++i)
      if (found.slices.test(i))
        add(trace->slice(SliceId(i)).track, trace->sliceTime(SliceId(i)).begin.value,
            trace->sliceTime(SliceId(i)).end.value);
    for (uint32_t i = 0; i < trace->instants().size(); ++i)
      if (found.instants.test(i))
        add(trace->instants()[i].track, trace->instants()[i].time.value,
            trace->instants()[i].time.value);
    return columns;
  }

  const DrawList &tracks() {
    drawTracks(scene, measure, list);
    return list;
  }
};

} // namespace

class SearchMarksTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void searchDimsWhatItDidNotFind() {
    SearchStage stage(test::makeGpuTrace(tinyTrace()));
    stage.search({"^WAIT", true});
    const std::string text = stage.tracks().toText();
    QVERIFY(text.find("tint 48") != std::string::npos);
    QVERIFY(text.find("\"mma\"") == std::string::npos);
    QVERIFY(text.find("\"wait") != std::string::npos);
  }

  void searchThatFindsNothingDimsEverything() {
    SearchStage stage(test::makeGpuTrace(tinyTrace()));
    stage.search({"no such scope"});
    QVERIFY(stage.scene.search != nullptr);
    for (const DrawRect &rect : stage.tracks().layer(DrawLayer::Data).rects)
      QCOMPARE(int{rect.tint}, kDimmed);
  }

  void foldedGroupsAndTheMinimapMarkTheColumnsThatHoldAMatch() {
    qInfo("seed %u", kSeed);
    std::mt19937_64 random(kSeed);
    for (const GroupingKind kind : {GroupingKind::SmCtaWarp, GroupingKind::WarpCta}) {
      SearchStage stage(test::makeGpuTrace(), kind);
      stage.content.setFoldedBelow(NodeId(), true);
      stage.search({"^(wait|epilogue)", true});
      const Viewport whole = stage.scene.viewport;
      for (int i = 0; i < 25; ++i) {
        const double zoom = std::exp(static_cast<double>(random() % 8));
        stage.scene.viewport = whole.zoomed(zoom, static_cast<double>(random() % 400));
        std::map<float, std::set<int>> marked; // by the lower edge of the strip
        for (const DrawRect &rect : stage.tracks().layer(DrawLayer::Data).rects)
          if (rect.fill == ColorToken::Accent)
            marked[rect.rect.bottom()].insert(static_cast<int>(rect.rect.x / kDensityPitch));
        for (const LayoutItem &item : stage.content.layout().items()) {
          QVERIFY(item.content == ItemContent::Strip);
          const auto edge = std::floor(static_cast<float>(item.y) + item.height -
                                       stage.content.layout().metrics().stripInset);
          QVERIFY(marked[edge] == stage.naiveColumns(item.node, stage.scene.viewport));
        }
        drawMinimap(stage.scene, stage.scene.viewport, 40, stage.list);
        std::set<int> marks;
        for (const DrawRect &rect : stage.list.layer(DrawLayer::Overlay).rects)
          if (rect.fill == ColorToken::Accent)
            marks.insert(static_cast<int>(rect.rect.x / kDensityPitch));
        QVERIFY(marks == stage.naiveColumns(NodeId(), stage.scene.viewport));
      }
    }
  }

  void outerMatchIsNotCoveredByInnerScopesOfAFoldedTrack() {
    SearchStage stage(test::makeGpuTrace(tinyTrace()), GroupingKind::CtaWarp);
    stage.search({"^k loop$", true});
    for (uint32_t node = 0; node < stage.content.tree().size(); ++node)
      if (stage.content.tree().node(NodeId(node)).kind == TrackKind::Warp)
        stage.content.setFolded(NodeId(node), true);
    stage.scene.layout = &stage.content.layout();
    std::map<float, uint8_t> last; // tint of the last rectangle at the upper edge of a row
    for (const DrawRect &rect : stage.tracks().layer(DrawLayer::Data).rects)
      last[rect.rect.y] = rect.tint;
    const auto loop = stage.content.search()->result().slices.firstIn(
        0, static_cast<uint32_t>(stage.trace->sliceCount()));
    QVERIFY(loop);
    const NodeId node = stage.content.tree().nodeOf(stage.trace->slice(SliceId(*loop)).track);
    const LayoutItem &item =
        stage.content.layout().items()[stage.content.layout().itemOf(stage.content.tree(), node)];
    QVERIFY(item.overlaidRows > 1);
    const float top = static_cast<float>(item.y) + stage.content.layout().rowTop(item, 0);
    QVERIFY(last.contains(top));
    QVERIFY(last[top] != kDimmed);
  }
};

QTEST_GUILESS_MAIN(SearchMarksTest)
#include "search_marks_test.moc"
