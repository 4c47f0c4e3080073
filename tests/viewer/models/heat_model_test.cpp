// SPDX-License-Identifier: Apache-2.0
// Parts of a launch's memory analysis, the time of their computation, and selections in them.
#include <QSignalSpy>
#include <QtTest>

#include "core/trace/trace_builder.h"
#include "tests/core/analysis/memory/random_launch.h"
#include "viewer/models/heat_model.h"

using namespace pstudio;

namespace {

std::shared_ptr<const memory::LaunchAccesses> randomAccesses(uint64_t seed) {
  std::mt19937_64 random(seed);
  return std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
      test::randomLaunch(random, {}), test::randomBuffers(), memory::MemoryModel{}});
}

/// Launches of one kernel. A null entry is a launch without accesses.
std::shared_ptr<const Trace>
traceOf(const std::vector<std::shared_ptr<const memory::LaunchAccesses>> &launches) {
  TraceBuilder builder;
  for (const auto &accesses : launches) {
    Launch launch;
    launch.kernel = builder.intern("transpose");
    launch.accesses = accesses;
    builder.addLaunch(launch);
  }
  return std::make_shared<const Trace>(std::move(builder).finish());
}

TrackId addTrack(TraceBuilder &builder, TrackKind kind, TrackId parent, int64_t number,
                 LaunchId launch) {
  Track track;
  track.kind = kind;
  track.parent = parent;
  track.number = number;
  track.launch = launch;
  return builder.addTrack(track);
}

void addSlice(TraceBuilder &builder, TrackId track, TimeRange time) {
  SliceInput slice;
  slice.track = track;
  slice.name = builder.intern("load");
  slice.begin = time.begin;
  slice.duration = time.length();
  builder.addSlice(slice);
}

bool waitUntilCounted(const HeatModel &model) {
  return QTest::qWaitFor([&] { return model.data()->isComplete(); }, 30'000);
}

} // namespace

class HeatModelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void partsAreCountedOneByOneAndShareWhatIsThere() {
    const auto accesses = randomAccesses(1);
    SmOfCta sms;
    for (const memory::WarpRun &run : accesses->table.warps())
      sms[run.cta] = run.cta % 3;
    HeatData data(accesses, sms);
    QCOMPARE(data.progress(), 0.0);
    QVERIFY(!data.timeMap() && !data.sites() && !data.sectors() && !data.findings());
    double before = 0;
    constexpr auto kOfRecorded = static_cast<uint8_t>(HeatPart::Counts); // all parts but this
    for (uint8_t part = 0; part < kOfRecorded; ++part) {
      QCOMPARE(data.next(), std::optional(static_cast<HeatPart>(part)));
      const HeatData more = data.withNext(1);
      QVERIFY(more.progress() > before);
      if (part > 0)
        QCOMPARE(more.timeMap(), data.timeMap());
      before = more.progress();
      data = more;
    }
    QVERIFY(data.isComplete());
    QCOMPARE(data.progress(), 1.0);
    QVERIFY(data.ctaMap() && data.smMap() && data.banks() && data.sharedWords() && data.reuse());
    QCOMPARE(data.withNext().reuse(), data.reuse());
  }

  void theNumbersAreThoseOfTheAnalyses() {
    const auto accesses = randomAccesses(2);
    const auto data = countedHeatData(accesses);
    const auto sites =
        memory::siteStatistics(accesses->table, accesses->buffers, accesses->model, 1);
    QCOMPARE(data->sites()->size(), sites.size());
    uint64_t counted = 0;
    for (size_t i = 0; i < sites.size(); ++i) {
      QCOMPARE((*data->sites())[i].sectors, sites[i].sectors);
      counted += (*data->sites())[i].accesses;
    }
    QCOMPARE(counted, accesses->table.size());
    QCOMPARE(accessTimes(*data), accessTimes(HeatData(accesses)));
  }

  void aLaunchWithoutAnAccessIsCountedToo() {
    const auto nothing = std::make_shared<const memory::LaunchAccesses>();
    const auto data = countedHeatData(nothing);
    QVERIFY(data->isComplete());
    QVERIFY(accessTimes(*data).isEmpty());
    QVERIFY(!openingBuffer(*data));
    QVERIFY(data->findings()->empty());
  }

  void nothingIsCountedBeforeSomebodyLooks() {
    HeatModel model;
    QSignalSpy counted(&model, &HeatModel::partCounted);
    model.setTrace(traceOf({randomAccesses(3)}));
    QVERIFY(model.hasAccesses());
    QVERIFY(!model.isCounting());
    QCOMPARE(model.data()->progress(), 0.0);
    model.setWanted();
    QVERIFY(model.isCounting());
    QVERIFY(waitUntilCounted(model));
    QVERIFY(!model.isCounting());
    QCOMPARE(counted.count(),
             int(kHeatParts) - 2); // without the map by SM, and without device counts
    QVERIFY(!model.data()->smMap());
  }

  void aTraceWithoutAccessesHasNothingToChooseFrom() {
    HeatModel model;
    model.setWanted();
    QSignalSpy changed(&model, &HeatModel::launchChanged);
    model.setTrace(traceOf({nullptr}));
    QVERIFY(!model.hasAccesses());
    model.setTrace(traceOf({nullptr, randomAccesses(4)}));
    QVERIFY(model.hasAccesses());
    QCOMPARE(model.choice().launch, 1u);
    model.setTrace(nullptr);
    QVERIFY(!model.hasAccesses());
    QCOMPARE(changed.count(), 3);
  }

  void whatWasCountedOfALaunchIsKeptWhileAnotherIsShown() {
    HeatModel model;
    model.setWanted();
    const auto trace = traceOf({randomAccesses(5), randomAccesses(6)});
    model.setTrace(trace);
    QVERIFY(waitUntilCounted(model));
    const auto first = model.data();
    model.chooseLaunch(1);
    QVERIFY(model.data() != first);
    QVERIFY(waitUntilCounted(model));
    model.chooseLaunch(0);
    QCOMPARE(model.data(), first);
    QVERIFY(!model.isCounting());
  }

  void theCountOfALaunchThatIsLeftIsNotMixedIntoTheNext() {
    HeatModel model;
    model.setWanted();
    const auto one = randomAccesses(7), other = randomAccesses(8);
    model.setTrace(traceOf({one, other}));
    for (uint32_t launch : {1u, 0u, 1u})
      model.chooseLaunch(launch);
    QVERIFY(waitUntilCounted(model));
    QCOMPARE(model.data()->sharedAccesses(), other);
  }

  void ofTheSameAccessesInOtherTimesTheChoiceAndTheNumbersStay() {
    HeatModel model;
    const auto accesses = randomAccesses(9);
    model.setTrace(traceOf({accesses}));
    model.setWanted();
    QVERIFY(waitUntilCounted(model));
    model.select(siteSelection(2));
    QSignalSpy changed(&model, &HeatModel::launchChanged);
    const auto counted = model.data();
    model.setTrace(traceOf({accesses}));
    QCOMPARE(model.data(), counted);
    QCOMPARE(model.choice().selection.site, std::optional<uint16_t>(2));
    QCOMPARE(changed.count(), 0);
  }

  void aSiteThatIsChosenShowsTheBufferThatItTouchesMost() {
    HeatModel model;
    model.setTrace(traceOf({randomAccesses(10)}));
    model.setWanted();
    QVERIFY(waitUntilCounted(model));
    const auto &site = (*model.data()->sites())[1];
    uint32_t most = 0;
    uint64_t count = 0;
    for (const auto &[buffer, accesses] : site.buffers)
      if (accesses > count) {
        most = buffer;
        count = accesses;
      }
    model.chooseBuffer(most == 0 ? 2 : 0);
    QSignalSpy changed(&model, &HeatModel::choiceChanged);
    model.select(siteSelection(1));
    QCOMPARE(model.choice().buffer, std::optional(most));
    model.select(siteSelection(1));
    QCOMPARE(changed.count(), 1);
    model.chooseBuffer(most == 0 ? 2 : 0); // which then does not change
    HeatSelection more = siteSelection(1);
    more.cta = 8;
    model.select(more);
    QCOMPARE(model.choice().buffer, std::optional<uint32_t>(most == 0 ? 2 : 0));
    model.select({});
    QVERIFY(model.choice().selection.isEmpty());
    QCOMPARE(model.choice().buffer, std::optional<uint32_t>(most == 0 ? 2 : 0));
  }

  void aBufferThatWasChosenStaysWhenMoreIsCounted() {
    HeatModel model;
    model.setTrace(traceOf({randomAccesses(11)}));
    model.chooseBuffer(2);
    model.setWanted();
    QVERIFY(waitUntilCounted(model));
    QCOMPARE(model.choice().buffer, std::optional<uint32_t>(2));
  }

  void launchesOfOneKernelAreNumbered() {
    QCOMPARE(launchName(*traceOf({nullptr, nullptr}), 1), std::string("transpose #2"));
    QCOMPARE(launchName(*traceOf({nullptr}), 0), std::string("transpose"));
  }

  void aSliceLeadsToItsPlaceAndAnAccessToItsSlice() {
    TraceBuilder builder;
    Launch launch;
    launch.accesses = randomAccesses(12);
    const LaunchId id = builder.addLaunch(launch);
    const TrackId cta = addTrack(builder, TrackKind::Cta, {}, 7, id);
    const TrackId warp = addTrack(builder, TrackKind::Warp, cta, 2, id);
    addSlice(builder, warp, {Picoseconds(100), Picoseconds(200)});
    addSlice(builder, warp, {Picoseconds(120), Picoseconds(140)});
    const Trace trace = std::move(builder).finish();
    const SliceId inner = sliceOfAccess(trace, 0, 7, 2, Picoseconds(130));
    QCOMPARE(trace.sliceTime(inner).begin, Picoseconds(120));
    QCOMPARE(trace.sliceTime(sliceOfAccess(trace, 0, 7, 2, Picoseconds(150))).begin,
             Picoseconds(100));
    QVERIFY(!sliceOfAccess(trace, 0, 7, 2, Picoseconds(300)).isValid());
    QVERIFY(!sliceOfAccess(trace, 0, 6, 2, Picoseconds(130)).isValid());
    const auto place = placeOfSlice(trace, inner);
    QVERIFY(place);
    QCOMPARE(place->cta, std::optional<uint32_t>(7));
    QCOMPARE(place->time, (TimeRange{Picoseconds(120), Picoseconds(140)}));
    QVERIFY(!placeOfSlice(trace, {}));
  }
};

QTEST_GUILESS_MAIN(HeatModelTest)
#include "heat_model_test.moc"
