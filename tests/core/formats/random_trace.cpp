// SPDX-License-Identifier: Apache-2.0
#include "tests/core/formats/random_trace.h"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"
#include "tests/core/access/random_launch_accesses.h"

namespace pstudio::test {
namespace {

class Generator {
public:
  explicit Generator(uint64_t seed) : m_random(seed) {}

  Trace run() {
    addInfo();
    addTables();
    for (uint64_t count = 1 + below(12), i = 0; i < count; ++i)
      addTrack();
    for (uint64_t count = below(200), i = 0; i < count; ++i)
      addEvent();
    addFlows();
    for (uint64_t count = chance(60) ? 0 : below(6), i = 0; i < count; ++i)
      m_builder.addSource("/k/" + std::to_string(below(9)) + ".py",
                          std::make_shared<const std::string>(
                              std::string("\xff\0 line\n", below(9)) + randomText()));
    return std::move(m_builder).finish();
  }

private:
  uint64_t below(uint64_t limit) { return m_random() % limit; }
  bool chance(uint64_t percent) { return below(100) < percent; }

  std::string randomText() {
    static const char *const kTexts[] = {"",        "load",        "mma \"q\"",
                                         "naïve ✓", "cycle_begin", "a.b[0]",
                                         "flags",   "new\nline",   "long name with blanks"};
    if (chance(20))
      return "text " + std::to_string(below(40));
    return kTexts[below(std::size(kTexts))];
  }
  StringId text() { return m_builder.intern(randomText()); }
  StringId textOrNone() { return chance(30) ? StringId() : text(); }

  double randomDouble() {
    static const double kSpecial[] = {0.0,
                                      -0.0,
                                      1e300,
                                      -1.5,
                                      std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(),
                                      std::numeric_limits<double>::denorm_min()};
    return chance(40) ? kSpecial[below(std::size(kSpecial))]
                      : static_cast<double>(m_random()) / 1e9;
  }

  void addInfo() {
    m_builder.info() = {
        randomText(), randomText(), chance(50) ? "2026-11-21T05:00:00Z" : "",
        Nanoseconds(chance(30) ? 0 : static_cast<int64_t>(below(2'000'000'000'000'000'000)))};
    for (uint64_t count = below(4), i = 0; i < count; ++i)
      m_builder.addNote({static_cast<Note::Severity>(below(3)), randomText(),
                         randomText() + std::to_string(i), 1 + below(1000)});
  }

  void addTables() {
    for (uint64_t count = below(10), i = 0; i < count; ++i)
      m_argSets.push_back(addArgs());
    for (uint64_t count = below(3), i = 0; i < count; ++i)
      m_builder.addClock({Cycles(static_cast<int64_t>(m_random())),
                          Picoseconds(static_cast<int64_t>(below(1000))),
                          0.001 + static_cast<double>(below(5'000'000)) / 1000.0,
                          static_cast<double>(below(100)), static_cast<TimeBase>(below(3))});
    for (uint64_t count = below(3), i = 0; i < count; ++i)
      addLaunch();
  }

  void addLaunch() {
    Launch launch;
    launch.kernel = textOrNone();
    launch.target = textOrNone();
    for (int d = 0; d < 3; ++d) {
      launch.grid[d] = static_cast<uint32_t>(below(5));
      launch.block[d] = static_cast<uint32_t>(m_random());
    }
    launch.dynamicSharedBytes = m_random();
    launch.timeBase = static_cast<TimeBase>(below(3));
    launch.recordsWritten = m_random();
    launch.recordsDropped = below(10);
    launch.recordsUnmatched = below(10);
    if (chance(50)) {
      const auto low = static_cast<double>(below(100)) / 8.0;
      launch.recordingCost = RecordingCost{randomCost(), low, low + randomCost(), randomCost()};
      launch.isCostSubtracted = chance(50);
    }
    launch.args = argSet();
    if (chance(40))
      launch.accesses = std::make_shared<const memory::LaunchAccesses>(
          randomAccesses(m_random, {.mostCtas = 2, .mostWarps = 2, .mostAccesses = 6}));
    m_launches.push_back(m_builder.addLaunch(launch));
  }

  double randomCost() { return static_cast<double>(below(4000)) / 7.0; }

  ArgSetId addArgs() {
    std::vector<Arg> args;
    for (uint64_t count = 1 + below(4), i = 0; i < count; ++i) {
      const StringId key = text();
      switch (below(6)) {
      case 0:
        args.push_back(Arg::ofInt(key, static_cast<int64_t>(m_random())));
        break;
      case 1:
        args.push_back(Arg::ofUint(key, m_random()));
        break;
      case 2:
        args.push_back(Arg::ofDouble(key, randomDouble()));
        break;
      case 3:
        args.push_back(Arg::ofBool(key, chance(50)));
        break;
      case 4:
        args.push_back(Arg::ofString(key, text()));
        break;
      default:
        args.push_back(Arg::ofPointer(key, m_random()));
      }
    }
    return m_builder.addArgs(args);
  }
  ArgSetId argSet() {
    return m_argSets.empty() || chance(40) ? ArgSetId() : m_argSets[below(m_argSets.size())];
  }

  void addTrack() {
    Track track;
    track.kind = static_cast<TrackKind>(below(10));
    track.name = textOrNone();
    if (!m_tracks.empty() && chance(60))
      track.parent = m_tracks[below(m_tracks.size())];
    track.number = chance(30) ? -1 : static_cast<int64_t>(chance(10) ? m_random() : below(4));
    track.unit = chance(40) ? m_builder.intern(chance(50) ? "bytes" : "furlongs") : StringId();
    if (chance(50) && !m_launches.empty())
      track.launch = m_launches[below(m_launches.size())];
    track.args = argSet();
    m_tracks.push_back(m_builder.addTrack(track, static_cast<int64_t>(below(3))));
  }

  Picoseconds time() { return Picoseconds(static_cast<int64_t>(below(20'000)) - 5'000); }

  void addEvent() {
    const TrackId track = m_tracks[below(m_tracks.size())];
    if (chance(15)) {
      m_builder.addSample(track, {time(), randomDouble()});
    } else if (chance(15)) {
      m_builder.addInstant({track, textOrNone(), textOrNone(), time(), argSet()});
      ++m_instantCount;
    } else {
      addSlice(track);
    }
  }

  void addSlice(TrackId track) {
    SliceInput slice;
    slice.track = track;
    slice.name = textOrNone();
    slice.category = textOrNone();
    slice.begin = time();
    slice.duration =
        Picoseconds(chance(15) ? 0 : static_cast<int64_t>(below(chance(50) ? 300 : 6000)));
    if (chance(50)) {
      slice.beginCycles = static_cast<int64_t>(m_random() >> 8) - (int64_t{1} << 55);
      slice.cycleDuration = static_cast<int64_t>(below(100'000));
    }
    slice.args = argSet();
    slice.flags = static_cast<uint8_t>(chance(70) ? 0 : below(32) & ~uint64_t{kSliceCrossing});
    // A known parent that coincides with its child at one instant: only the parent field
    // distinguishes them.
    if (chance(10)) {
      const BuilderSlice parent = m_builder.addSlice(slice);
      slice.parent = parent;
      slice.begin = m_builder.beginOf(parent);
      slice.duration = Picoseconds(0);
    }
    m_builder.addSlice(slice);
  }

  void addFlows() {
    const uint64_t slices = m_builder.sliceCount();
    for (uint64_t count = below(20), i = 0; i < count; ++i) {
      const auto end = [&](EventRef::Kind &kind) {
        const bool isInstant = m_instantCount > 0 && (slices == 0 || chance(30));
        kind = isInstant ? EventRef::Kind::Instant : EventRef::Kind::Slice;
        return static_cast<uint32_t>(below(isInstant ? m_instantCount : slices));
      };
      if (m_instantCount + slices == 0)
        return;
      EventRef::Kind fromKind{}, toKind{};
      const uint32_t from = end(fromKind), to = end(toKind);
      m_builder.addFlow(below(5), fromKind, from, toKind, to);
    }
  }

  std::mt19937_64 m_random;
  TraceBuilder m_builder;
  std::vector<ArgSetId> m_argSets;
  std::vector<LaunchId> m_launches;
  std::vector<TrackId> m_tracks;
  uint64_t m_instantCount = 0;
};

/// Compares two traces and stores the first difference.
class Comparison {
public:
  Comparison(const Trace &a, const Trace &b) : m_a(a), m_b(b) {}

  std::string run() {
    check(traceToText(m_a) == traceToText(m_b), "text form");
    check(m_a.info() == m_b.info(), "info");
    check(m_a.timeRange() == m_b.timeRange(), "time range");
    check(std::ranges::equal(m_a.clocks(), m_b.clocks()), "clocks");
    check(std::ranges::equal(m_a.notes(), m_b.notes()), "notes");
    check(std::ranges::equal(m_a.sources(), m_b.sources()), "sources");
    compareLaunches();
    compareTracks();
    compareSlices();
    comparePoints();
    compareFlows();
    return m_difference;
  }

private:
  void check(bool isEqual, const std::string &what) {
    if (!isEqual && m_difference.empty())
      m_difference = what;
  }
  bool same(StringId a, StringId b) const { return m_a.string(a) == m_b.string(b); }
  /// Equal content and equal sharing: an argument set of one trace always corresponds to the same
  /// set of the other.
  bool same(ArgSetId a, ArgSetId b) {
    if (a.isValid() != b.isValid())
      return false;
    if (!a.isValid())
      return true;
    const auto [found, isNew] = m_argSets.try_emplace(a.value, b.value);
    if (!isNew)
      return found->second == b.value;
    return std::ranges::equal(m_a.args(a), m_b.args(b), [&](const Arg &x, const Arg &y) {
      const bool isText = x.type == ArgType::String;
      return same(x.key, y.key) && x.type == y.type &&
             (isText ? same(x.stringValue, y.stringValue) : x.uintValue == y.uintValue);
    });
  }

  void compareLaunches() {
    check(m_a.launches().size() == m_b.launches().size(), "number of launches");
    for (size_t i = 0; i < m_a.launches().size() && m_difference.empty(); ++i) {
      const Launch &a = m_a.launches()[i], &b = m_b.launches()[i];
      check(same(a.kernel, b.kernel) && same(a.target, b.target) && a.grid == b.grid &&
                a.block == b.block && a.dynamicSharedBytes == b.dynamicSharedBytes &&
                a.timeBase == b.timeBase && a.recordsWritten == b.recordsWritten &&
                a.recordsDropped == b.recordsDropped && a.recordsUnmatched == b.recordsUnmatched &&
                same(a.args, b.args),
            "launch " + std::to_string(i));
      check((a.accesses == nullptr) == (b.accesses == nullptr), "accesses of one launch only");
      if (a.accesses && b.accesses)
        check(difference(*a.accesses, *b.accesses).empty(),
              "accesses of launch " + std::to_string(i) + ": " +
                  difference(*a.accesses, *b.accesses));
    }
  }

  void compareTracks() {
    check(m_a.tracks().size() == m_b.tracks().size(), "number of tracks");
    check(m_a.rows().size() == m_b.rows().size(), "number of rows");
    check(std::ranges::equal(m_a.children(TrackId()), m_b.children(TrackId())), "roots");
    for (uint32_t i = 0; i < m_a.tracks().size() && m_difference.empty(); ++i) {
      const Track &a = m_a.tracks()[i], &b = m_b.tracks()[i];
      check(a.kind == b.kind && same(a.name, b.name) && a.parent == b.parent &&
                a.number == b.number && a.unit.isValid() == b.unit.isValid() &&
                same(a.unit, b.unit) && a.clock == b.clock && a.launch == b.launch &&
                same(a.args, b.args) && a.firstRow == b.firstRow && a.rowCount == b.rowCount &&
                a.instantCount == b.instantCount && a.sampleCount == b.sampleCount,
            "track " + std::to_string(i));
      check(std::ranges::equal(m_a.children(TrackId(i)), m_b.children(TrackId(i))),
            "children of track " + std::to_string(i));
    }
  }

  void compareSlices() {
    check(m_a.sliceCount() == m_b.sliceCount(), "number of slices");
    check(std::ranges::equal(m_a.sliceBeginCycles(), m_b.sliceBeginCycles()), "begin cycles");
    for (uint32_t i = 0; i < m_a.sliceCount() && m_difference.empty(); ++i) {
      const Slice a = m_a.slice(SliceId(i)), b = m_b.slice(SliceId(i));
      check(a.row == b.row && a.track == b.track && a.name.isValid() == b.name.isValid() &&
                same(a.name, b.name) && a.category.isValid() == b.category.isValid() &&
                same(a.category, b.category) && a.time == b.time && a.hasCycles == b.hasCycles &&
                a.beginCycles == b.beginCycles && a.endCycles == b.endCycles &&
                a.parent == b.parent && a.flags == b.flags && same(a.args, b.args),
            "slice " + std::to_string(i));
    }
  }

  void comparePoints() {
    check(m_a.instants().size() == m_b.instants().size(), "number of instants");
    for (size_t i = 0; i < m_a.instants().size() && m_difference.empty(); ++i) {
      const Instant &a = m_a.instants()[i], &b = m_b.instants()[i];
      check(a.track == b.track && same(a.name, b.name) &&
                a.category.isValid() == b.category.isValid() && same(a.category, b.category) &&
                a.time == b.time && same(a.args, b.args),
            "instant " + std::to_string(i));
    }
    check(std::ranges::equal(m_a.samples(), m_b.samples(),
                             [](const Sample &a, const Sample &b) {
                               return a.time == b.time && std::bit_cast<uint64_t>(a.value) ==
                                                              std::bit_cast<uint64_t>(b.value);
                             }),
          "samples");
  }

  void compareFlows() {
    check(std::ranges::equal(m_a.flows(), m_b.flows(),
                             [](const Flow &a, const Flow &b) {
                               return a.from == b.from && a.to == b.to && a.id == b.id;
                             }),
          "flows");
  }

  const Trace &m_a, &m_b;
  std::map<uint32_t, uint32_t> m_argSets;
  std::string m_difference;
};

} // namespace

Trace randomTrace(uint64_t seed) {
  return Generator(seed).run();
}
std::string difference(const Trace &a, const Trace &b) {
  return Comparison(a, b).run();
}

} // namespace pstudio::test
