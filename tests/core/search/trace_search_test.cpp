// SPDX-License-Identifier: Apache-2.0
// A search finds what a naive loop finds, by plain text and by regular expression.
#include <QtTest>

#include <random>
#include <set>

#include "core/access/launch_accesses.h"
#include "core/search/argument_matches.h"
#include "core/search/trace_search.h"
#include "core/trace/trace_builder.h"
#include "tests/support/gpu_trace.h"
#include "tests/support/transpose_trace.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr unsigned kSeed = 20261123;

TextMatcher plain(std::string text) {
  return TextMatcher::make({std::move(text), false}).value();
}

TrackNames namesOf(const Trace &trace) {
  return [&trace](TrackId track) { return std::string(trace.string(trace.track(track).name)); };
}

SearchResult resultOf(const Trace &trace, const TextMatcher &matcher) {
  return searchTrace(trace, matcher, namesOf(trace)).value();
}

uint64_t countOf(const SearchResult &result, HitKind kind) {
  return static_cast<uint64_t>(std::ranges::count(result.hits, kind, &SearchHit::kind));
}

bool isNaiveMatch(const Trace &trace, const TextMatcher &matcher, StringId name, StringId category,
                  ArgSetId args) {
  if (matcher.matches(trace.string(name)) ||
      (category.isValid() && matcher.matches(trace.string(category))))
    return true;
  return std::ranges::any_of(trace.args(args),
                             [&](const Arg &arg) { return argumentMatches(trace, arg, matcher); });
}

} // namespace

class TraceSearchTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void plainTextMatchesAnywhereWithoutRegardToCase() {
    QVERIFY(plain("LoA").matches("async load"));
    QVERIFY(plain("").matches(""));
    QVERIFY(plain(".*").matches("a.*b") && !plain(".*").matches("ab"));
    QVERIFY(!plain("load").matches("loa"));
    QVERIFY(plain("\xc3\xa9").matches("caf\xc3\xa9"));
  }

  void expressionsMatchAnywhereWithoutRegardToCase() {
    const TextMatcher matcher = TextMatcher::make({"l[oi]AD", true}).value();
    QVERIFY(matcher.matches("async Load") && !matcher.matches("lead"));
    const auto failed = TextMatcher::make({"(", true});
    QVERIFY(!failed && failed.error().where == "column 1");
  }

  void nextSetBitIsThatOfANaiveLoop() {
    std::mt19937_64 random(kSeed);
    for (const uint32_t size : {1u, 63u, 64u, 4096u, 20'000u}) {
      for (const uint32_t step : {1u, 50u, 9'000u}) {
        MatchBits bits(size);
        std::set<uint32_t> set;
        for (uint32_t i = 0; i * step < size; ++i) {
          const auto index = static_cast<uint32_t>(random() % size);
          bits.set(index);
          set.insert(index);
        }
        for (int i = 0; i < 200; ++i) {
          const auto begin = static_cast<uint32_t>(random() % (size + 1));
          const auto end = begin + static_cast<uint32_t>(random() % (size + 70));
          const auto found = set.lower_bound(begin);
          const bool isIn = found != set.end() && *found < end;
          QCOMPARE(bits.firstIn(begin, end), isIn ? std::optional(*found) : std::nullopt);
          QCOMPARE(bits.test(begin), set.contains(begin));
        }
      }
    }
    QVERIFY(MatchBits().isEmpty() && !MatchBits().firstIn(0, 100));
  }

  void hitsAreThoseOfANaiveLoopInTimeOrder() {
    const auto trace = makeGpuTrace();
    for (const SearchQuery &query : {SearchQuery{"WAIT", false}, SearchQuery{"stage=1", false},
                                     SearchQuery{"^(load|mma)", true}, SearchQuery{"1", false},
                                     SearchQuery{"no such text", false}}) {
      const TextMatcher matcher = TextMatcher::make(query).value();
      const SearchResult result = resultOf(*trace, matcher);
      uint64_t slices = 0, instants = 0, tracks = 0;
      for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
        const Slice slice = trace->slice(SliceId(i));
        const bool isFound = isNaiveMatch(*trace, matcher, slice.name, slice.category, slice.args);
        slices += isFound;
        QCOMPARE(result.slices.test(i), isFound);
      }
      for (uint32_t i = 0; i < trace->instants().size(); ++i) {
        const Instant &instant = trace->instants()[i];
        const bool isFound =
            isNaiveMatch(*trace, matcher, instant.name, instant.category, instant.args);
        instants += isFound;
        QCOMPARE(result.instants.test(i), isFound);
      }
      for (uint32_t i = 0; i < trace->tracks().size(); ++i)
        tracks += matcher.matches(trace->string(trace->tracks()[i].name));
      QCOMPARE(countOf(result, HitKind::Slice), slices);
      QCOMPARE(countOf(result, HitKind::Instant), instants);
      QCOMPARE(countOf(result, HitKind::Track) + countOf(result, HitKind::Counter), tracks);
      QVERIFY(std::ranges::is_sorted(result.hits, comesBefore));
    }
    QVERIFY(resultOf(*trace, plain("wait")).hits.size() > 50);
  }

  void anArgumentIsFoundByTheWordsThatTheWindowShowsAndANumberAsAWhole() {
    TraceBuilder builder;
    SliceInput slice;
    slice.track = builder.addTrack(TrackKind::Warp, "warp 0", {}, 0, 0);
    slice.name = builder.intern("wait");
    slice.duration = Picoseconds(10);
    for (const int64_t instance : {7, 70, 17}) {
      const std::vector<Arg> args{Arg::ofInt(builder.intern("instance"), instance)};
      slice.args = builder.addArgs(args);
      slice.begin = Picoseconds(instance * 100);
      builder.addSlice(slice);
    }
    const Trace trace = std::move(builder).finish();
    const auto hits = [&trace](const char *text) {
      return resultOf(trace, plain(text)).hits.size();
    };
    QCOMPARE(hits("iteration=7"), size_t{1});
    QCOMPARE(hits("Iteration=70"), size_t{1});
    QCOMPARE(hits("instance=7"), size_t{1});
    QCOMPARE(hits("iteration="), size_t{3});
    QCOMPARE(hits("iteration=8"), size_t{0});
    QCOMPARE(resultOf(trace, TextMatcher::make({"iteration=7", true}).value()).hits.size(),
             size_t{2}); // an expression decides itself
  }

  void hitsAreKeptOnChosenTracksOnly() {
    const auto trace = makeGpuTrace();
    SearchResult result = resultOf(*trace, plain("wait"));
    const WarpTracks warps(*trace);
    const TrackId first = trackOfHit(*trace, result, result.hits.front(), warps);
    std::vector<bool> tracks(trace->tracks().size(), false);
    tracks[first.value] = true;
    const auto wanted = std::ranges::count_if(result.hits, [&](const SearchHit &hit) {
      return trackOfHit(*trace, result, hit, warps) == first;
    });
    QVERIFY(static_cast<size_t>(wanted) < result.hits.size());
    keepHitsOn(*trace, tracks, result);
    QCOMPARE(result.hits.size(), static_cast<size_t>(wanted));
  }

  void slicesAndInstantsOfOneNameAreFoundInTheOrderOfTheirTimes() {
    TraceBuilder builder;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.name = builder.intern("warp 0");
    const TrackId track = builder.addTrack(warp);
    SliceInput slice;
    slice.track = track;
    slice.name = builder.intern("wait");
    slice.begin = Picoseconds(1000);
    slice.duration = Picoseconds(1000);
    builder.addSlice(slice);
    for (const int64_t time : {500, 3000}) {
      Instant instant;
      instant.track = track;
      instant.name = builder.intern("arrive wait");
      instant.time = Picoseconds(time);
      builder.addInstant(instant);
    }
    const Trace trace = std::move(builder).finish();
    const std::vector<SearchHit> expected = {{500, 0, HitKind::Instant, HitReason::Name},
                                             {1000, 0, HitKind::Slice, HitReason::Name},
                                             {3000, 1, HitKind::Instant, HitReason::Name}};
    QVERIFY(resultOf(trace, plain("WAIT")).hits == expected);
    const SearchResult ofTrack = resultOf(trace, plain("warp"));
    QVERIFY((ofTrack.hits == std::vector<SearchHit>{{500, 0, HitKind::Track, HitReason::Name}}));
    QVERIFY(ofTrack.slices.isEmpty() && ofTrack.tracks.test(0));
  }

  void accessesAreFoundByOperationAndBufferAndHaveTheirWarp() {
    const auto trace =
        makeTransposeTrace({TransposeKind::Naive, TransposeKind::Padded}, {.side = 64, .sms = 2});
    const WarpTracks warps(*trace);
    const auto &launches = trace->launches();
    for (const std::string text : {"Y", "store", ".mlir"}) {
      const TextMatcher matcher = plain(text);
      const SearchResult result = resultOf(*trace, matcher);
      uint64_t expected = 0;
      for (const Launch &launch : launches) {
        const memory::AccessTable &table = launch.accesses->table;
        for (uint64_t i = 0; i < table.size(); ++i) {
          const memory::Access access = table[i];
          const memory::AccessSite &site = table.sites()[access.site];
          const uint32_t buffer =
              launch.accesses->buffers.find(site.space, table.firstAddress(access));
          expected += matcher.matches(memory::siteText(site)) || matcher.matches(site.location) ||
                      (buffer != memory::BufferMap::kNone &&
                       matcher.matches(launch.accesses->buffers.buffers()[buffer].name));
        }
      }
      QVERIFY(expected > 0);
      QCOMPARE(countOf(result, HitKind::Access), expected);
    }
    const SearchResult stores = resultOf(*trace, plain("store"));
    std::set<uint32_t> foundLaunches;
    for (const SearchHit &hit : stores.hits) {
      if (hit.kind != HitKind::Access)
        continue;
      const AccessPlace place = accessOf(stores, hit);
      foundLaunches.insert(place.launch.value);
      const memory::AccessTable &table = launches[place.launch.value].accesses->table;
      QCOMPARE(table[place.access].time.value, hit.beginPs);
      const TrackId track = trackOfHit(*trace, stores, hit, warps);
      QVERIFY(track.isValid());
      QCOMPARE(trace->track(track).launch, place.launch);
      const auto run = std::ranges::find_if(table.warps(), [&](const memory::WarpRun &warp) {
        return warp.begin <= place.access && place.access < warp.end;
      });
      QCOMPARE(trace->track(track).number, int64_t{run->warp});
      QCOMPARE(trace->track(trace->track(track).parent).number, int64_t{run->cta});
      QVERIFY(nameOfHit(*trace, stores, hit, namesOf(*trace)).find("store") != std::string::npos);
    }
    QCOMPARE(foundLaunches.size(), size_t(2));
  }

  void stoppedSearchHasNoResult() {
    const auto trace = makeGpuTrace();
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!searchTrace(*trace, plain("wait"), namesOf(*trace), stop.get_token()));
  }

  void emptyTraceHasNoHits() {
    TraceBuilder builder;
    const Trace trace = std::move(builder).finish();
    QVERIFY(resultOf(trace, plain("a")).hits.empty());
  }

  void aPartThatIsSwitchedOffFindsNothing() {
    const auto trace = makeTransposeTrace({TransposeKind::Naive});
    const std::array<SearchPart, 3> kOne = {SearchPart::Slices, SearchPart::Tracks,
                                            SearchPart::Accesses};
    const SearchResult all = searchTrace(*trace, plain("a"), namesOf(*trace)).value();
    uint64_t sum = 0;
    for (const SearchPart part : kOne) {
      SearchParts only;
      only.set(static_cast<size_t>(part));
      const SearchResult found = searchTrace(*trace, plain("a"), namesOf(*trace), {}, only).value();
      const SearchResult others =
          searchTrace(*trace, plain("a"), namesOf(*trace), {}, ~only).value();
      sum += found.hits.size();
      QVERIFY(found.hits.size() + others.hits.size() >= all.hits.size());
      for (const SearchHit &hit : found.hits)
        QCOMPARE(hit.kind, part == SearchPart::Slices   ? HitKind::Slice
                           : part == SearchPart::Tracks ? HitKind::Track
                                                        : HitKind::Access);
    }
    QVERIFY(sum > 0 && sum <= all.hits.size());
    QVERIFY(searchTrace(*trace, plain("a"), namesOf(*trace), {}, {}).value().hits.empty());
  }

  void argumentsAloneFindEventsByTheirArguments() {
    TraceBuilder build;
    const TrackId track = build.addTrack(TrackKind::Warp, "stage", TrackId(), 0, 0);
    const std::array<Arg, 1> args = {Arg::ofInt(build.intern("stage"), 1)};
    const ArgSetId set = build.addArgs(args);
    for (const char *name : {"stage", "load"}) {
      SliceInput slice;
      slice.track = track;
      slice.name = build.intern(name);
      slice.begin = Picoseconds(name[0]);
      slice.duration = Picoseconds(1);
      slice.args = name[0] == 'l' ? set : ArgSetId();
      build.addSlice(slice);
    }
    const Trace trace = std::move(build).finish();
    const auto count = [&](std::initializer_list<SearchPart> parts) {
      SearchParts chosen;
      for (const SearchPart part : parts)
        chosen.set(static_cast<size_t>(part));
      return searchTrace(trace, plain("stage"), namesOf(trace), {}, chosen).value().hits.size();
    };
    QCOMPARE(count({SearchPart::Slices}), size_t{1});
    QCOMPARE(count({SearchPart::Arguments}), size_t{1});
    QCOMPARE(count({SearchPart::Slices, SearchPart::Arguments}), size_t{2});
    QCOMPARE(count({SearchPart::Tracks}), size_t{1});
    QCOMPARE(count({SearchPart::Counters, SearchPart::Instants}), size_t{0});
  }
};

QTEST_GUILESS_MAIN(TraceSearchTest)
#include "trace_search_test.moc"
