// SPDX-License-Identifier: Apache-2.0
// Compares every pixel column of the drawn tracks with a renderer that reads every slice: random
// traces with bursts, pauses, slices of length 0, and a slice of a day next to picoseconds.
#include <QtTest>
#include <cmath>
#include <map>
#include <random>

#include "core/search/trace_search.h"
#include "core/trace/trace_builder.h"
#include "viewer/geometry/timeline/row_walk.h"
#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261123;
constexpr uint8_t kDimmed = 48;
constexpr uint8_t kOuter = 95;

/// One pixel column of a row.
struct Pixel {
  ColorToken fill = ColorToken::None;
  uint8_t tint = 255;
  bool operator==(const Pixel &) const = default;
};
using PixelRow = std::vector<Pixel>;

std::string textOf(const Pixel &pixel) {
  return std::string(colorTokenName(pixel.fill)) + "/" + std::to_string(pixel.tint);
}

// The naive renderer.

struct Block {
  StringId name;
  double total = 0;
  int64_t longest = -1;
  SliceId slice;
};

/// Reference for the rule of RowBlocks: the name with the longest total, and its longest slice.
Block dominant(const std::vector<Block> &parts) {
  std::vector<Block> names;
  for (const Block &part : parts) {
    auto known = std::find_if(names.begin(), names.end(),
                              [&](const Block &name) { return name.name == part.name; });
    if (known == names.end())
      known = names.insert(names.end(), {part.name, 0, -1, {}});
    known->total += part.total;
    if (part.longest > known->longest) {
      known->longest = part.longest;
      known->slice = part.slice;
    }
  }
  Block best = names.front();
  for (const Block &name : names)
    if (name.total > best.total)
      best = name;
  return best;
}

class NaiveRow {
public:
  NaiveRow(const TimelineScene &scene, RowId row)
      : m_scene(scene), m_trace(*scene.trace), m_row(m_trace.row(row)) {
    const Track &track = m_trace.track(m_row.track);
    if (m_row.index + 1 < track.rowCount)
      m_inner = &m_trace.row(RowId(row.value + 1));
    for (uint32_t i = 0; i < m_row.sliceCount; ++i) {
      const SliceId id(m_row.firstSlice.value + i);
      const TimeRange time = m_trace.sliceTime(id);
      m_left.push_back(columnOf(time.begin));
      m_right.push_back(columnOf(time.end));
    }
    makeBlocks();
  }

  /// Draws over `row`. With a search, draws only the matches or only the other slices.
  void draw(PixelRow &row, std::optional<bool> onlyFound) const {
    const auto width = static_cast<double>(row.size());
    std::map<double, std::vector<uint32_t>> narrow; // slices by column
    for (uint32_t i = 0; i < m_left.size(); ++i)
      if (m_left[i] == m_right[i] && m_left[i] >= 0 && m_left[i] < width)
        narrow[m_left[i]].push_back(i);
    for (uint32_t i = 0; i < m_left.size(); ++i) {
      if (m_left[i] == m_right[i])
        continue;
      const double from = std::max(m_left[i] + (narrow.contains(m_left[i]) ? 1 : 0), 0.0);
      const double to = std::min(m_right[i], width);
      const bool isFound = matches(i);
      const bool hasGap = to - from >= 4;
      if (onlyFound && *onlyFound != isFound)
        continue;
      for (double c = from; c < to - (hasGap ? 1 : 0); ++c)
        row[static_cast<size_t>(c)] = pixelOf(nameOf(i), isFound, isOuter(i));
    }
    for (const auto &[column, slices] : narrow) {
      StringId name = mergedName(column, slices);
      bool isFound = false;
      std::vector<uint32_t> candidates = slices;
      if (const uint32_t next = slices.back() + 1; next < m_left.size() && m_left[next] == column)
        candidates.push_back(next); // a wide slice without its first column
      for (const uint32_t slice : candidates)
        if (!isFound && matches(slice)) {
          isFound = true;
          name = nameOf(slice);
        }
      if (!onlyFound || *onlyFound == isFound)
        row[static_cast<size_t>(column)] = pixelOf(name, isFound, false);
    }
  }

private:
  double columnOf(Picoseconds time) const { return std::floor(m_scene.viewport.pixelOf(time)); }
  SliceId idOf(uint32_t i) const { return SliceId(m_row.firstSlice.value + i); }
  StringId nameOf(uint32_t i) const { return m_trace.sliceNames()[idOf(i).value]; }
  bool matches(uint32_t i) const {
    return m_scene.search != nullptr && m_scene.search->result().slices.test(idOf(i).value);
  }

  bool isOuter(uint32_t i) const {
    const TimeRange time = m_trace.sliceTime(idOf(i));
    for (uint32_t k = 0; m_inner != nullptr && k < m_inner->sliceCount; ++k) {
      const TimeRange inner = m_trace.sliceTime(SliceId(m_inner->firstSlice.value + k));
      if (inner.end > time.begin)
        return inner.begin < time.end;
    }
    return false;
  }

  Pixel pixelOf(StringId name, bool isFound, bool isOuterSlice) const {
    const bool isDimmed = m_scene.search != nullptr && !isFound;
    return {m_scene.colors->fill(name), isDimmed ? kDimmed : isOuterSlice ? kOuter : uint8_t{255}};
  }

  void makeBlocks() {
    std::vector<Block> level;
    for (uint32_t i = 0; i < m_row.sliceCount; ++i) {
      const int64_t duration = m_trace.sliceDurations()[idOf(i).value];
      level.push_back({nameOf(i), static_cast<double>(duration), duration, idOf(i)});
    }
    for (size_t size = RowBlocks::kSlices; level.size() > 1; size = RowBlocks::kBlocks) {
      std::vector<Block> next;
      for (size_t i = 0; i < level.size(); i += size)
        next.push_back(
            dominant({level.begin() + static_cast<ptrdiff_t>(i),
                      level.begin() + static_cast<ptrdiff_t>(std::min(level.size(), i + size))}));
      level = next;
      if (level.size() > 1)
        m_levels.push_back(level);
    }
  }

  StringId mergedName(double column, const std::vector<uint32_t> &slices) const {
    size_t size = RowBlocks::kSlices;
    for (size_t level = 1; level < m_levels.size(); ++level)
      size *= RowBlocks::kBlocks;
    for (size_t level = m_levels.size(); level-- > 0; size /= RowBlocks::kBlocks)
      for (size_t block = 0; (block + 1) * size < m_left.size(); ++block)
        if (m_left[block * size] == column && m_left[(block + 1) * size] == column)
          return m_levels[level][block].name;
    std::vector<Block> sample;
    for (size_t i = 0; i < std::min<size_t>(slices.size(), RowWalk::kDominanceSample); ++i) {
      const int64_t duration = m_trace.sliceDurations()[idOf(slices[i]).value];
      sample.push_back({nameOf(slices[i]), static_cast<double>(duration), duration, {}});
    }
    return dominant(sample).name;
  }

  const TimelineScene &m_scene;
  const Trace &m_trace;
  const Row &m_row;
  const Row *m_inner = nullptr;
  std::vector<double> m_left, m_right;
  std::vector<std::vector<Block>> m_levels;
};

/// The visible pixels of the draw list at height `y`; later rectangles cover earlier ones.
PixelRow drawnRow(const DrawList &list, float y, size_t width) {
  PixelRow row(width);
  for (const DrawRect &rect : list.layer(DrawLayer::Data).rects) {
    if (y < rect.rect.y || y >= rect.rect.bottom())
      continue;
    for (auto x = static_cast<int64_t>(std::max(rect.rect.x, 0.0f));
         static_cast<float>(x) < rect.rect.right() && x < static_cast<int64_t>(width); ++x)
      row[static_cast<size_t>(x)] = {rect.fill, rect.tint};
  }
  return row;
}

// Random traces.

constexpr std::array<const char *, 6> kNames = {"load", "mma", "wait", "store", "exp", "sync"};

class RandomTrace {
public:
  explicit RandomTrace(std::mt19937_64 &random) : m_random(random) {}

  std::shared_ptr<const Trace> make() {
    for (int track = 0; track < 2; ++track) {
      const TrackId id = m_build.addTrack(TrackKind::Warp, "warp", TrackId(), track, track);
      int64_t at = static_cast<int64_t>(m_random() % 1000);
      const auto count = static_cast<int>(m_random() % 600);
      for (int i = 0; i < count; ++i)
        addGroup(id, at);
      if (m_random() % 4 == 0) // a day
        add(id, at, 86'400'000'000'000'000);
    }
    return std::make_shared<const Trace>(std::move(m_build).finish());
  }

private:
  int64_t length(double mostExponent) {
    std::uniform_real_distribution<double> unit(0, 1);
    return static_cast<int64_t>(std::exp(unit(m_random) * mostExponent)) - 1;
  }

  void add(TrackId track, int64_t begin, int64_t duration) {
    SliceInput slice;
    slice.track = track;
    slice.name = m_build.intern(kNames[m_random() % kNames.size()]);
    slice.begin = Picoseconds(begin);
    slice.duration = Picoseconds(duration);
    m_build.addSlice(slice);
  }

  /// An outer slice with inner slices, or a burst of tiny ones, and a pause.
  void addGroup(TrackId track, int64_t &at) {
    const int64_t begin = at;
    const auto inner = static_cast<int>(m_random() % 6);
    if (m_random() % 3 == 0) {
      for (int i = 0; i < 40; ++i, at += 1 + static_cast<int64_t>(m_random() % 3))
        add(track, at, static_cast<int64_t>(m_random() % 3));
    } else {
      for (int i = 0; i < inner; ++i) {
        const int64_t duration = length(9);
        add(track, at, duration);
        at += duration + (m_random() % 2 == 0 ? 0 : length(6));
      }
      add(track, begin, at - begin);
    }
    at += m_random() % 2 == 0 ? 0 : length(12);
  }

  std::mt19937_64 &m_random;
  TraceBuilder m_build;
};

} // namespace

class NaiveRendererTest : public QObject {
  Q_OBJECT

private:
  static void compareRow(const PixelRow &drawn, const PixelRow &expected, const QString &where) {
    for (size_t x = 0; x < expected.size(); ++x)
      if (drawn[x] != expected[x])
        QVERIFY2(drawn[x] == expected[x],
                 qPrintable(QStringLiteral("%1, column %2: drawn %3, expected %4")
                                .arg(where)
                                .arg(x)
                                .arg(textOf(drawn[x]).c_str(), textOf(expected[x]).c_str())));
  }

  /// Compares all lines of a content. A folded line has all its rows over each other.
  static void compare(TimelineContent &content, const Viewport &viewport, const QString &where) {
    TimelineScene scene = content.scene();
    scene.viewport = viewport;
    scene.height = static_cast<float>(content.layout().height()) + 1;
    DrawList list;
    drawTracks(scene, FixedTextMeasure(6), list);
    const auto width = static_cast<size_t>(std::ceil(viewport.widthPx()));
    for (const LayoutItem &item : content.layout().items()) {
      const TrackId id = content.tree().node(item.node).track;
      if (!id.isValid() || item.content != ItemContent::Bars)
        continue;
      const Track &track = content.trace().track(id);
      const float middle = content.layout().rowHeight(item) / 2;
      const auto place = [&](uint32_t row) {
        return static_cast<float>(item.y) + content.layout().rowTop(item, row) + middle;
      };
      const QString line = QStringLiteral("%1, track %2").arg(where).arg(id.value);
      if (item.overlaidRows > 1) {
        PixelRow expected(width);
        for (const std::optional<bool> found : scene.search != nullptr
                                                   ? std::vector<std::optional<bool>>{false, true}
                                                   : std::vector<std::optional<bool>>{std::nullopt})
          for (uint32_t row = 0; row < track.rowCount; ++row)
            NaiveRow(scene, RowId(track.firstRow.value + row)).draw(expected, found);
        compareRow(drawnRow(list, place(0), width), expected, line + QStringLiteral(", folded"));
        continue;
      }
      for (uint32_t row = 0; row < track.rowCount; ++row) {
        PixelRow expected(width);
        NaiveRow(scene, RowId(track.firstRow.value + row)).draw(expected, std::nullopt);
        compareRow(drawnRow(list, place(row), width), expected,
                   line + QStringLiteral(", row %1").arg(row));
      }
      if (QTest::currentTestFailed())
        return;
    }
  }

  static Viewport randomView(std::mt19937_64 &random, const Trace &trace) {
    std::uniform_real_distribution<double> unit(0, 1);
    const double width = 40 + unit(random) * 300; // not an integer
    const Viewport view = Viewport::fit(trace.timeRange(), width);
    if (random() % 4 == 0)
      return view;
    return view.zoomed(std::exp(unit(random) * 12), unit(random) * width)
        .panned((unit(random) - 0.5) * width);
  }

  /// Compares random traces at random zooms after `change` was applied to each.
  static void compareMany(const std::function<void(TimelineContent &, std::mt19937_64 &)> &change) {
    std::mt19937_64 random(kSeed);
    qInfo("seed %u", kSeed);
    for (int round = 0; round < 15; ++round) {
      const std::shared_ptr<const Trace> trace = RandomTrace(random).make();
      TimelineContent content(trace, GroupingKind::AsRecorded);
      change(content, random);
      for (int view = 0; view < 8; ++view) {
        compare(content, randomView(random, *trace),
                QStringLiteral("seed %1, trace %2, view %3").arg(kSeed).arg(round).arg(view));
        if (QTest::currentTestFailed())
          return;
      }
    }
  }

  static void search(TimelineContent &content, const char *text) {
    const TextMatcher matcher = TextMatcher::make({text, false}).value();
    content.setSearch(std::make_shared<const SearchResult>(
        *searchTrace(content.trace(), matcher, [](TrackId) { return std::string(); })));
  }

private Q_SLOTS:
  void openTracksHaveThePixelsOfANaiveRenderer() {
    compareMany([](TimelineContent &, std::mt19937_64 &) {});
  }

  void foldedTracksHaveThePixelsOfANaiveRenderer() {
    compareMany([](TimelineContent &content, std::mt19937_64 &) {
      content.setFoldedBelow(NodeId(), true);
    });
  }

  void searchedTracksHaveThePixelsOfANaiveRenderer() {
    compareMany([](TimelineContent &content, std::mt19937_64 &random) {
      content.setFoldedBelow(NodeId(), random() % 2 == 0);
      search(content, kNames[random() % kNames.size()]);
    });
  }
};

QTEST_GUILESS_MAIN(NaiveRendererTest)
#include "naive_renderer_test.moc"
