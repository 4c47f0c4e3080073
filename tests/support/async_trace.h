// SPDX-License-Identifier: Apache-2.0
// Traces with asynchronous operations as the decoder writes them, step by step.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio::test {

/// Arguments of a step; what is negative or empty is left out.
struct AsyncStepArgs {
  std::string queue;
  int64_t instance = -1;
  int64_t stage = -1;
  std::string pairing = {};
  int64_t operation = -1;
  std::string source = {};
  int64_t endedBy = -1;
};

/// Builds one launch, in cycles of one clock. [not thread-safe]
class AsyncTrace {
public:
  static constexpr double kPicosecondsPerCycle = 500;

  /// Names what is added next: of a launch argument such as "empty wait wgmma".
  void setLaunchNumber(std::string_view name, double value);
  Launch &launch();
  TraceBuilder &builder() { return m_builder; }

  /// Each CTA on an SM of its own.
  uint32_t addCta();
  /// A warp of a CTA; gives its number in this builder.
  uint32_t addWarp(uint32_t cta);

  BuilderSlice issue(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                     const AsyncStepArgs &args);
  /// An operation in flight, on a track of its name below the warp.
  BuilderSlice flight(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                      const AsyncStepArgs &args, uint8_t flags = kSliceAsync);
  BuilderSlice wait(uint32_t warp, std::string_view name, int64_t enter, int64_t exit,
                    const AsyncStepArgs &args, uint8_t flags = 0);
  BuilderInstant arrive(uint32_t warp, std::string_view name, int64_t at,
                        const AsyncStepArgs &args);
  BuilderSlice scope(uint32_t warp, std::string_view name, int64_t begin, int64_t end);
  /// An event as the kernel's author marks it.
  BuilderSlice manual(uint32_t warp, std::string_view name, int64_t begin, int64_t end,
                      const AsyncStepArgs &args, uint8_t flags = kSliceAsync);
  void link(BuilderSlice from, BuilderSlice wait);
  void link(BuilderInstant arrival, BuilderSlice wait);

  /// Whether slices get their cycles; set before adding any.
  bool hasCycles = true;

  Trace finish() &&;

private:
  TrackId addTrack(TrackKind kind, std::string_view name, TrackId parent, int64_t number);
  BuilderSlice addSlice(TrackId track, std::string_view name, std::string_view category,
                        int64_t begin, int64_t end, ArgSetId args, uint8_t flags);
  ArgSetId argsOf(const AsyncStepArgs &args);
  TrackId flightTrack(uint32_t warp, std::string_view name);

  TraceBuilder m_builder;
  LaunchId m_launch;
  ClockId m_clock;
  TrackId m_launchTrack;
  std::vector<TrackId> m_ctas;
  std::vector<TrackId> m_warps;
  std::map<std::pair<uint32_t, std::string>, TrackId> m_flightTracks;
  std::map<std::string, ArgSetId> m_args;
  std::vector<Arg> m_launchArgs;
  uint64_t m_flows = 0;
};

/// Adds a warp with so many copies whose waits were dropped: rings that keep their oldest records
/// have the issues and not the waits.
void addCopiesWithoutWaits(AsyncTrace &trace, int64_t count);

} // namespace pstudio::test
