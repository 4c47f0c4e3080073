// SPDX-License-Identifier: Apache-2.0
// Rows of iterations: the lines of a view, the drawn bars, and the row under a pixel.
#include <QtTest>
#include <random>
#include <regex>

#include "tests/viewer/golden_text.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/geometry/overlap/finding_cards.h"
#include "viewer/geometry/overlap/iteration_draw_list.h"
#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/text_wrap.h"
#include "viewer/geometry/time_style.h"

using namespace pstudio;

namespace {

constexpr unsigned kSeed = 20261121;

Picoseconds ns(int64_t value) {
  return Picoseconds(value * 1000);
}

IterationRow row(int64_t instance, IterationPart part, int64_t enter, int64_t exposed) {
  IterationRow made;
  made.instance = made.lastInstance = instance;
  made.stage = static_cast<int32_t>(instance % 3);
  made.part = part;
  made.issueEnd = ns(10);
  made.waitEnter = ns(enter);
  made.waitExit = ns(enter + exposed);
  made.workEnd = ns(enter + exposed + 50);
  made.exposed = {ns(0), ns(exposed), ns(2 * exposed)};
  made.exit = {ns(enter), ns(enter + exposed), ns(enter + 2 * exposed)};
  made.isReadyBefore = exposed == 0;
  made.visits = 4;
  return made;
}

/// A row of each kind.
std::vector<IterationRow> someRows() {
  std::vector<IterationRow> rows = {
      row(0, IterationPart::Prologue, 20, 300), row(1, IterationPart::Steady, 100, 40),
      row(2, IterationPart::Steady, 140, 0), row(3, IterationPart::Steady, -30, 60),
      row(4, IterationPart::Epilogue, 0, 0)};
  rows.back().isUnfinished = true;
  rows.back().isReadyBefore = false;
  rows.back().workEnd = rows.back().waitExit = rows.back().waitEnter = rows.back().issueEnd;
  return rows;
}

std::vector<IterationRow> parts(uint32_t prologue, uint32_t steady, uint32_t epilogue) {
  std::vector<IterationRow> rows;
  for (uint32_t i = 0; i < prologue + steady + epilogue; ++i)
    rows.push_back(row(i,
                       i < prologue            ? IterationPart::Prologue
                       : i < prologue + steady ? IterationPart::Steady
                                               : IterationPart::Epilogue,
                       100, 10));
  return rows;
}

/// A scene over these rows: 200 pixels high, with 340 pixels for the times.
struct Stage {
  std::vector<IterationRow> rows;
  std::vector<IterationLine> lines;
  IterationScene scene;
  DrawList list;
  FixedTextMeasure measure{6};

  explicit Stage(std::vector<IterationRow> shown) : rows(std::move(shown)) {
    lines = iterationLines(rows);
    scene.rows = rows;
    scene.lines = lines;
    scene.height = 200;
    scene.viewport = Viewport::fit(iterationExtent(rows), 340);
  }
  std::string lineText() {
    drawIterationLines(scene, measure, list);
    return list.toText();
  }
};

size_t rowLines(const std::vector<IterationLine> &lines) {
  return static_cast<size_t>(
      std::ranges::count(lines, IterationLine::Kind::Row, &IterationLine::kind));
}

} // namespace

class IterationViewTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eachPartHasAHeadingAndEveryRowALine() {
    const auto lines = iterationLines(parts(2, 5, 1));
    QCOMPARE(lines.size(), size_t(11));
    QCOMPARE(lines[0], (IterationLine{IterationLine::Kind::Heading, 0, 2}));
    QCOMPARE(lines[3], (IterationLine{IterationLine::Kind::Heading, 2, 5}));
    QCOMPARE(lines[9], (IterationLine{IterationLine::Kind::Heading, 7, 1}));
    QCOMPARE(rowLines(lines), size_t(8));
  }

  void theMiddleOfTheSteadyStateGivesWayWhereThereIsLittleRoom() {
    const auto rows = parts(3, 58, 3);
    const auto lines = iterationLines(rows, 20);
    QCOMPARE(lines.size(), size_t(20));
    const auto gap = std::ranges::find(lines, IterationLine::Kind::Gap, &IterationLine::kind);
    QVERIFY(gap != lines.end());
    QCOMPARE(gap->count + rowLines(lines), size_t(64));
    QCOMPARE(rows[gap->row].part, IterationPart::Steady);
    QCOMPARE(lineOfRow(lines, gap->row + 1), static_cast<size_t>(gap - lines.begin()));
    QCOMPARE(lines.back(), (IterationLine{IterationLine::Kind::Row, 63, 1}));
  }

  void linesShowOrCountEveryRowOnce() {
    std::mt19937 random(kSeed);
    for (int round = 0; round < 500; ++round) {
      const auto below = [&random](uint32_t limit) { return random() % limit; };
      const auto rows = parts(below(12), below(200), below(12));
      const size_t most = 8 + below(60);
      const auto lines = iterationLines(rows, most);
      uint32_t next = 0;
      for (const IterationLine &line : lines)
        if (line.kind != IterationLine::Kind::Heading) {
          QVERIFY2(line.row == next, qPrintable(QString("seed %1 round %2").arg(kSeed).arg(round)));
          next += line.count;
        }
      QCOMPARE(size_t(next), rows.size());
      // Three parts require at least three lines each.
      QVERIFY2(lines.size() <= std::max<size_t>(most, 12),
               qPrintable(QString("seed %1 round %2: %3").arg(kSeed).arg(round).arg(lines.size())));
    }
  }

  void aRowIsFoundByItsInstance() {
    auto rows = parts(0, 6, 0);
    rows[5].instance = 9;
    rows[5].lastInstance = 11;
    QCOMPARE(rowOfInstance(rows, 3), std::optional<uint32_t>(3));
    QCOMPARE(rowOfInstance(rows, 10), std::optional<uint32_t>(5));
    QVERIFY(!rowOfInstance(rows, 7));
    QVERIFY(!rowOfInstance(rows, 12));
  }

  void aFewLongRowsDoNotSqueezeTheOthers() {
    auto rows = parts(1, 19, 0);
    rows[0].workEnd = rows[0].exit.high = ns(9000);
    QCOMPARE(iterationExtent(rows).end, ns(9000));
    QVERIFY(iterationOpening(rows).end < ns(300));
    rows[0].workEnd = rows[0].exit.high = ns(200);
    QCOMPARE(iterationOpening(rows), iterationExtent(rows));
  }

  void rowsAreDrawnAsRecordedInTheGoldenText() {
    Stage stage(someRows());
    stage.scene.selected = 1;
    test::compareWithGolden("iterations.txt", stage.lineText());
  }

  void rulerAndMedianAreDrawnAsRecordedInTheGoldenText() {
    Stage stage(someRows());
    ClockLine clock;
    clock.picosecondsPerCycle = 500;
    stage.scene.clock = &clock;
    stage.scene.summary = &stage.rows[1];
    drawIterationHeader(stage.scene, stage.measure, stage.list);
    test::compareWithGolden("iteration-header.txt", stage.list.toText());
  }

  void barsAreAsLongAsTheirNumbers() {
    // The waits begin before, within and after an issue, which takes about as long as the other
    // parts.
    std::vector<IterationRow> rows;
    for (const int64_t enter : {-200, 0, 90, 290, 400})
      rows.push_back(row(static_cast<int64_t>(rows.size()), IterationPart::Steady, enter, 300));
    for (IterationRow &made : rows) {
      made.issueEnd = ns(290);
      made.waitExit = std::max(made.waitEnter, made.issueBegin) + made.exposed.median;
      made.workEnd = made.waitExit + ns(50);
    }
    for (const float pitch : {20.0f, 2.0f}) {
      Stage stage(rows);
      stage.scene.metrics.linePitch = pitch;
      drawIterationLines(stage.scene, stage.measure, stage.list);
      const auto pixels = [&stage](Picoseconds from, Picoseconds to) {
        return float(stage.scene.viewport.pixelOf(to) - stage.scene.viewport.pixelOf(from));
      };
      const auto widthsOf = [&stage](ColorToken color, uint8_t tint) {
        std::vector<float> widths;
        for (const DrawRect &rect : stage.list.layer(DrawLayer::Data).rects)
          if (rect.fill == color && rect.tint == tint)
            widths.push_back(rect.rect.width);
        return widths;
      };
      const std::vector<float> exposed = widthsOf(ColorToken::AsyncExposed, 255);
      const std::vector<float> work = widthsOf(ColorToken::AsyncWork, 255);
      const std::vector<float> issue = widthsOf(ColorToken::AsyncIssue, 255);
      QCOMPARE(exposed.size(), rows.size());
      QCOMPARE(work.size(), rows.size());
      QCOMPARE(issue.size(), rows.size());
      for (size_t i = 0; i < rows.size(); ++i) {
        QVERIFY(std::abs(exposed[i] - pixels(ns(0), rows[i].exposed.median)) <= 1);
        QVERIFY(std::abs(work[i] - pixels(ns(0), ns(50))) <= 1);
        QVERIFY(std::abs(issue[i] - pixels(ns(0), ns(290))) <= 1);
      }
      const std::vector<float> late = widthsOf(ColorToken::AsyncExposed, 120);
      QCOMPARE(late.size(), size_t{1});
      QVERIFY(std::abs(late[0] - pixels(ns(0), ns(200))) <= 1);
      const std::vector<float> hidden = widthsOf(ColorToken::AsyncHidden, 255);
      QCOMPARE(hidden.size(), size_t{3}); // 90, 290 and 400 ns of flight before the wait
      QVERIFY(std::abs(hidden[2] - pixels(ns(0), ns(400))) <= 1);
    }
  }

  /// Later rectangles are drawn over earlier ones.
  void noBarHidesAnother() {
    std::vector<IterationRow> rows = {row(0, IterationPart::Steady, 0, 300)};
    rows[0].issueEnd = ns(290);
    Stage stage(rows);
    drawIterationLines(stage.scene, stage.measure, stage.list);
    const auto &rects = stage.list.layer(DrawLayer::Data).rects;
    for (size_t below = 0; below < rects.size(); ++below)
      for (size_t above = below + 1; above < rects.size(); ++above) {
        const PixelRect &a = rects[below].rect, &b = rects[above].rect;
        const bool overlaps =
            a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
        if (overlaps) // at least half of the lower bar's height remains visible
          QVERIFY(b.height * 2 <= a.height);
      }
  }

  void whatWasReadyBeforeTheWaitHasNoClosedEnd() {
    Stage stage({row(0, IterationPart::Steady, 200, 0)});
    const float enter =
        stage.scene.metrics.labelWidth + std::floor(float(stage.scene.viewport.pixelOf(ns(200))));
    drawIterationLines(stage.scene, stage.measure, stage.list);
    bool isOpen = false;
    for (const DrawRect &rect : stage.list.layer(DrawLayer::Data).rects) {
      if (rect.fill == ColorToken::AsyncHidden)
        QVERIFY(rect.rect.right() < enter - 8);
      isOpen |= rect.dashed && rect.fill == ColorToken::None && rect.rect.right() == enter;
      QVERIFY(rect.fill != ColorToken::AsyncExposed);
    }
    QVERIFY(isOpen);
  }

  void aPixelHitsTheRowThatIsDrawnThere() {
    Stage stage(someRows());
    QCOMPARE(hitIterationRow(stage.scene, 100, 5), IterationScene::kNone); // heading
    QCOMPARE(hitIterationRow(stage.scene, 100, 25), 0u);
    QCOMPARE(hitIterationRow(stage.scene, 100, 65), 1u);
    stage.scene.scrollY = 20;
    QCOMPARE(hitIterationRow(stage.scene, 100, 5), 0u);
    QCOMPARE(hitIterationRow(stage.scene, 100, 199), IterationScene::kNone); // below the last
    QCOMPARE(hitIterationRow(stage.scene, -1, 5), IterationScene::kNone);
  }

  void aFrameCostsWhatIsSeenHoweverManyRowsThereAre() {
    Stage few(parts(2, 100, 2)), many(parts(2, 100'000, 2));
    many.scene.viewport = few.scene.viewport;
    many.scene.scrollY = 20.0 * 50'000;
    few.scene.scrollY = 20.0 * 50;
    static_cast<void>(few.lineText());
    static_cast<void>(many.lineText());
    QVERIFY(many.list.rectCount() <= few.list.rectCount() + 8);
  }

  void rowsOfOneCtaAreThoseOfItsOperations() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const IterationTable one = iterationTable(launch, 0, 1, IterationAlignment::Issue);
    QCOMPARE(one.rows.size(), size_t(24));
    for (const IterationRow &made : one.rows) {
      const auto ref = data->operationOf(made.slice);
      QVERIFY(ref);
      QCOMPARE(data->ctaOf(*ref), 1u);
      const analysis::AsyncOperation &operation = data->operation(*ref);
      QCOMPARE(operation.instance, uint64_t(made.instance));
      QCOMPARE(made.visits, uint64_t(2));
      // Nearest rank: the median of two values is the lesser one.
      const auto visit = [&](uint32_t v) {
        return launch.visits[operation.firstVisit + v].exposed.value;
      };
      QCOMPARE(made.exposed.median, timeOf(launch, double(std::min(visit(0), visit(1)))));
      QCOMPARE(made.issueEnd - made.issueBegin, ns(7)); // 14 cycles
      if (!made.isReadyBefore)
        QCOMPARE(made.waitExit - std::max(made.waitEnter, made.issueBegin), made.exposed.median);
    }
    QCOMPARE(one.rows.front().part, IterationPart::Prologue);
    QCOMPARE(one.rows[12].part, IterationPart::Steady);
    QCOMPARE(one.rows.back().part, IterationPart::Epilogue);
    QVERIFY(one.summary);
  }

  void rowsOverAllCtasAreThoseOfTheAnalysis() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const IterationTable all = iterationTable(launch, 0, std::nullopt, IterationAlignment::Issue);
    QCOMPARE(all.rows.size(), launch.channels[0].iterations.size());
    for (size_t i = 0; i < all.rows.size(); ++i) {
      const auto &figures = launch.channels[0].iterations[i];
      QCOMPARE(all.rows[i].visits, figures.figures.visits);
      QCOMPARE(all.rows[i].exposed.high, timeOf(launch, double(figures.figures.exposed.high)));
      QVERIFY(all.rows[i].slice.isValid());
      QCOMPARE(data->operation(*data->operationOf(all.rows[i].slice)).instance, figures.instance);
    }
  }

  void alignedAtTheLoopTheIssueLiesBehindItsStart() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const auto issue = iterationTable(launch, 0, 0, IterationAlignment::Issue);
    const auto loop = iterationTable(launch, 0, 0, IterationAlignment::Loop);
    for (size_t i = 0; i < issue.rows.size(); ++i) {
      QCOMPARE(issue.rows[i].issueBegin, Picoseconds(0));
      const Picoseconds shift = loop.rows[i].issueBegin;
      QVERIFY(shift >= Picoseconds(0));
      QCOMPARE(loop.rows[i].waitEnter - shift, issue.rows[i].waitEnter);
    }
    QVERIFY(loop.rows[10].issueBegin > Picoseconds(0)); // the producer waits for its slot first
  }

  void operationsThatNothingWaitsForAreShownAsSuchAndCounted() {
    test::OverlapSampleOptions options;
    options.neverWaited = true;
    const auto data = test::makeOverlapData(options);
    const auto table =
        iterationTable(data->launches()[0], 0, std::nullopt, IterationAlignment::Issue);
    QVERIFY(table.rows.back().isUnfinished);
    const auto badges = overlapBadges(*data, 0, 0);
    QCOMPARE(badges[0].severity, QualityBadge::Severity::Loss);
    QCOMPARE(badges[0].text, std::string("3 never waited for"));
  }

  void nothingIsCalledCompleteWhileTheFileEndsEarly() {
    test::OverlapSampleOptions options;
    const auto whole = test::makeOverlapData(options);
    QCOMPARE(overlapBadges(*whole, 0, 0)[0].severity, QualityBadge::Severity::Good);
    options.isFileCut = true;
    const auto cut = test::makeOverlapData(options);
    const auto badges = overlapBadges(*cut, 0, 0);
    QCOMPARE(badges[0].severity, QualityBadge::Severity::Loss);
    QCOMPARE(badges[0].text, std::string("the file ends early or is damaged"));
    for (const QualityBadge &badge : badges)
      QVERIFY2(badge.severity != QualityBadge::Severity::Good, badge.text.c_str());
  }

  void operationsWhoseWaitsWereDroppedAreNotCalledNeverWaitedFor() {
    test::OverlapSampleOptions options;
    options.waitDropped = true;
    const auto data = test::makeOverlapData(options);
    const auto table =
        iterationTable(data->launches()[0], 0, std::nullopt, IterationAlignment::Issue);
    QVERIFY(table.rows.back().isUnfinished && table.rows.back().isWaitUnknown);
    const auto badges = overlapBadges(*data, 0, 0);
    QCOMPARE(badges[0].severity, QualityBadge::Severity::Loss);
    QCOMPARE(badges[0].text, std::string("3 waits not recorded"));
  }

  void tilesSayWhatTheAnalysisFound() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const auto tiles = overlapTiles(launch, 0);
    QCOMPARE(tiles.size(), size_t(6));
    const auto &figures = launch.channels[0].figures;
    QVERIFY(tiles[0].value.ends_with(" %"));
    QCOMPARE(tiles[1].label, std::string("waited / iteration"));
    QVERIFY(tiles[2].value.starts_with("\u2264 ")); // an upper limit, marked as such
    QCOMPARE(tiles[4].detail, "of " + std::to_string(figures.visits) + " waits");
    QVERIFY2(tiles[3].value.ends_with(" on average"), tiles[3].value.c_str());
    QVERIFY2(tiles[1].detail.starts_with("5 to 95 %: "), tiles[1].detail.c_str());
    QVERIFY2(tiles[5].detail.empty() || tiles[5].detail.ends_with(" to spare"),
             tiles[5].detail.c_str());
  }

  void aTileWithoutRoomForItsDetailShowsTheBriefOne() {
    const FigureTile tile{"in flight", "1.29 us", "5 to 95 %: 789 to 918 ns", "", "789 to 918 ns"};
    const FixedTextMeasure measure;
    DrawList list;
    std::vector<PixelRect> boxes;
    const auto detail = [&](float width) {
      list.clear({0, 0, width, 80});
      drawTiles({tile}, width, 100, measure, list, boxes);
      return std::string(list.text(list.layer(DrawLayer::Label).texts.back()));
    };
    QCOMPARE(detail(260), tile.detail);
    QCOMPARE(detail(120), tile.brief);
  }

  void stagesHaveNoHueBecauseBarsHave() {
    for (int32_t stage = 0; stage < 3; ++stage)
      QVERIFY(stageTint(stage) > stageTint(stage + 1));
    QCOMPARE(stageTint(4), stageTint(0));
    QCOMPARE(stageTint(-1), stageTint(0));
  }

  void depthIsThatOfTheOperationsAndIsThinnedOnlyWhenLong() {
    const auto data = test::makeOverlapData();
    const auto exact = depthPoints(*data, 0, 0, 0, 10'000);
    double most = 0;
    for (const DepthPoint &point : exact)
      most = std::max(most, point.depth);
    QCOMPARE(most, 4.0);
    QCOMPARE(exact.back().depth, 0.0);
    const auto thin = depthPoints(*data, 0, 0, 0, 10);
    QCOMPARE(thin.size(), size_t(11));
    const auto area = [](const std::vector<DepthPoint> &points) {
      double sum = 0;
      for (size_t i = 0; i + 1 < points.size(); ++i)
        sum += points[i].depth * (points[i + 1].timeNs - points[i].timeNs);
      return sum;
    };
    QVERIFY(std::abs(area(thin) - area(exact)) < 1e-6 * area(exact));
  }

  void hiddenShareOfAnIterationIsThatOfItsVisits() {
    const auto data = test::makeOverlapData();
    const analysis::LaunchOverlap &launch = data->launches()[0];
    const auto points = hiddenPoints(launch, 0, 0);
    QCOMPARE(points.size(), size_t(24));
    for (const HiddenPoint &point : points) {
      QVERIFY(point.low <= point.median && point.median <= point.high);
      QVERIFY(point.low >= 0 && point.high <= 100);
    }
    QVERIFY(points[0].median < 20); // nothing hides the first copy
    QVERIFY(points[8].high > 90);
  }

  void cardsAreDrawnAsRecordedInTheGoldenText() {
    const auto data = test::makeOverlapData();
    FixedTextMeasure measure(6);
    DrawList list;
    list.clear({0, 0, 320, 400});
    std::vector<FindingPart> parts;
    FindingLook look;
    look.most = 2;
    const float height = drawFindings(
        data->launches()[0].findings, {"overlap.late-issue"}, look, 320,
        [](SliceId) { return std::string("iteration 1, CTA 0"); }, measure, list, parts);
    QVERIFY(height > 100 && height < 400);
    test::compareWithGolden("finding-cards.txt", list.toText());
  }

  void findingsHaveTheUnitOfAllTimes() {
    const auto trace = test::makeOverlapTrace();
    const OverlapData data(trace);
    const auto titleOf = [&data] {
      for (const analysis::Finding &finding : overlapFindings(data, 0))
        if (finding.code == "overlap.exposed-stage")
          return finding.title;
      return std::string();
    };
    const std::string usual = titleOf();
    QVERIFY2(std::regex_search(usual, std::regex("[0-9.]+ ns of [0-9.]+ ns \\([0-9,]+ of [0-9,]+ "
                                                 "cycles\\)")),
             usual.c_str());
    setTimeStyle(TimeStyle::Microseconds);
    const std::string fixed = titleOf();
    setTimeStyle(TimeStyle::Cycles);
    const std::string cycles = titleOf();
    setTimeStyle(TimeStyle::Automatic);
    QVERIFY2(std::regex_search(fixed, std::regex("0\\.[0-9]+ us of 0\\.[0-9]+ us")), fixed.c_str());
    QVERIFY2(std::regex_search(cycles, std::regex("[0-9,]+ of [0-9,]+ cycles \\([0-9.]+ ns of ")),
             cycles.c_str());
    QCOMPARE(titleOf(), usual);
    QCOMPARE(overlapFindings(data, 0).size(), data.launches()[0].findings.size());
  }

  void cardsThatDoNotFitAPictureAreCounted() {
    const auto data = test::makeOverlapData();
    FixedTextMeasure measure(6);
    DrawList list;
    list.clear({0, 0, 320, 400});
    std::vector<FindingPart> parts;
    FindingLook look;
    look.hasSwitches = false;
    look.mostHeight = 100;
    drawFindings(
        data->launches()[0].findings, {}, look, 320, [](SliceId) { return std::string("k"); },
        measure, list, parts);
    QVERIFY(list.toText().find("more are in the panel") != std::string::npos);
  }

  void textsAreBrokenAtSpacesOnly() {
    FixedTextMeasure measure(10);
    using Lines = std::vector<std::string>;
    QCOMPARE(wrapped(measure, FontRole::Body, "one two three", 70), (Lines{"one two", "three"}));
    QCOMPARE(wrapped(measure, FontRole::Body, "unbreakable a", 30), (Lines{"unbreakable", "a"}));
    QCOMPARE(wrapped(measure, FontRole::Body, "", 30), Lines{});
  }
};

QTEST_GUILESS_MAIN(IterationViewTest)
#include "iteration_view_test.moc"
