// SPDX-License-Identifier: Apache-2.0
#include "tests/support/async_trace.h"

#include "core/trace/arg_names.h"

namespace pstudio::test {

Launch &AsyncTrace::launch() {
  if (!m_launch.isValid()) {
    Launch launch;
    launch.kernel = m_builder.intern("pipeline");
    m_launch = m_builder.addLaunch(launch);
    m_clock = m_builder.addClock({Cycles(0), Picoseconds(0), kPicosecondsPerCycle, 0});
    m_launchTrack = addTrack(TrackKind::Launch, "launch 0", TrackId(), 0);
  }
  return m_builder.launchAt(m_launch);
}

void AsyncTrace::setLaunchNumber(std::string_view name, double value) {
  m_launchArgs.push_back(Arg::ofDouble(m_builder.intern(name), value));
}

TrackId AsyncTrace::addTrack(TrackKind kind, std::string_view name, TrackId parent,
                             int64_t number) {
  Track track;
  track.kind = kind;
  track.name = m_builder.intern(name);
  track.parent = parent;
  track.number = number;
  track.clock = m_clock;
  track.launch = m_launch;
  return m_builder.addTrack(track);
}

uint32_t AsyncTrace::addCta() {
  launch();
  const auto number = static_cast<int64_t>(m_ctas.size());
  const TrackId sm = addTrack(TrackKind::Sm, "SM " + std::to_string(number), m_launchTrack, number);
  m_ctas.push_back(addTrack(TrackKind::Cta, "CTA " + std::to_string(number), sm, number));
  return static_cast<uint32_t>(number);
}

uint32_t AsyncTrace::addWarp(uint32_t cta) {
  const auto number = static_cast<int64_t>(m_warps.size());
  m_warps.push_back(
      addTrack(TrackKind::Warp, "warp " + std::to_string(number), m_ctas[cta], number));
  return static_cast<uint32_t>(number);
}

ArgSetId AsyncTrace::argsOf(const AsyncStepArgs &args) {
  const std::string key = args.queue + "|" + std::to_string(args.instance) + "|" +
                          std::to_string(args.stage) + "|" + args.pairing + "|" +
                          std::to_string(args.operation) + "|" + args.source + "|" +
                          std::to_string(args.endedBy);
  const auto [found, isNew] = m_args.try_emplace(key);
  if (!isNew)
    return found->second;
  std::vector<Arg> list;
  const auto addNumber = [&](std::string_view name, int64_t value) {
    if (value >= 0)
      list.push_back(Arg::ofUint(m_builder.intern(name), static_cast<uint64_t>(value)));
  };
  const auto addText = [&](std::string_view name, std::string_view value) {
    if (!value.empty())
      list.push_back(Arg::ofString(m_builder.intern(name), m_builder.intern(value)));
  };
  addNumber("operation", args.operation);
  addText("source", args.source);
  addText(kAsyncQueueArg, args.queue);
  addNumber(kAsyncInstanceArg, args.instance);
  addNumber(kAsyncStageArg, args.stage);
  addText(kAsyncPairingArg, args.pairing);
  addNumber(kEndedByUnitArg, args.endedBy);
  return found->second = m_builder.addArgs(list);
}

BuilderSlice AsyncTrace::addSlice(TrackId track, std::string_view name, std::string_view category,
                                  int64_t begin, int64_t end, ArgSetId args, uint8_t flags) {
  const ClockLine line{Cycles(0), Picoseconds(0), kPicosecondsPerCycle, 0};
  SliceInput slice;
  slice.track = track;
  slice.name = m_builder.intern(name);
  slice.category = m_builder.intern(category);
  slice.begin = line.toTime(Cycles(begin));
  slice.duration = line.toTime(Cycles(end)) - slice.begin;
  if (hasCycles) {
    slice.beginCycles = begin;
    slice.cycleDuration = end - begin;
  }
  slice.args = args;
  slice.flags = flags;
  return m_builder.addSlice(slice);
}

BuilderSlice AsyncTrace::issue(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                               const AsyncStepArgs &args) {
  return addSlice(m_warps[warp], name, kAsyncIssueCategory, begin, end, argsOf(args), 0);
}

TrackId AsyncTrace::flightTrack(uint32_t warp, std::string_view name) {
  const auto [found, isNew] = m_flightTracks.try_emplace({warp, std::string(name)});
  if (isNew)
    found->second = addTrack(TrackKind::Async, name, m_warps[warp], -1);
  return found->second;
}

BuilderSlice AsyncTrace::flight(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                                const AsyncStepArgs &args, uint8_t flags) {
  return addSlice(flightTrack(warp, name), name, kAsyncFlightCategory, begin, end, argsOf(args),
                  flags);
}

BuilderSlice AsyncTrace::wait(uint32_t warp, std::string_view name, int64_t enter, int64_t exit,
                              const AsyncStepArgs &args, uint8_t flags) {
  return addSlice(m_warps[warp], name, kAsyncWaitCategory, enter, exit, argsOf(args), flags);
}

BuilderInstant AsyncTrace::arrive(uint32_t warp, std::string_view name, int64_t at,
                                  const AsyncStepArgs &args) {
  Instant instant;
  instant.track = m_warps[warp];
  instant.name = m_builder.intern(name);
  instant.category = m_builder.intern(kAsyncArriveCategory);
  instant.time = ClockLine{Cycles(0), Picoseconds(0), kPicosecondsPerCycle, 0}.toTime(Cycles(at));
  instant.args = argsOf(args);
  return m_builder.addInstant(instant);
}

BuilderSlice AsyncTrace::scope(uint32_t warp, std::string_view name, int64_t begin, int64_t end) {
  return addSlice(m_warps[warp], name, "scope", begin, end, ArgSetId(), 0);
}

BuilderSlice AsyncTrace::manual(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                                const AsyncStepArgs &args, uint8_t flags) {
  return addSlice(flightTrack(warp, name), name, "async", begin, end, argsOf(args), flags);
}

void AsyncTrace::link(BuilderSlice from, BuilderSlice wait) {
  m_builder.addFlow(++m_flows, from, wait);
}

void AsyncTrace::link(BuilderInstant arrival, BuilderSlice wait) {
  m_builder.addFlow(++m_flows, EventRef::Kind::Instant, arrival.value, EventRef::Kind::Slice,
                    wait.value);
}

Trace AsyncTrace::finish() && {
  if (!m_launchArgs.empty())
    launch().args = m_builder.addArgs(m_launchArgs);
  return std::move(m_builder).finish();
}

void addCopiesWithoutWaits(AsyncTrace &trace, int64_t count) {
  const uint32_t warp = trace.addWarp(trace.addCta());
  for (int64_t i = 0; i < count; ++i) {
    AsyncStepArgs args{"cp.async", i, 0};
    trace.issue(warp, "copy", i * 100, i * 100 + 10, args);
    args.pairing = "wait not recorded";
    trace.flight(warp, "copy", i * 100, i * 100 + 80, args, kSliceAsync | kSliceNoEnd);
  }
}

} // namespace pstudio::test
