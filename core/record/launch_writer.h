// SPDX-License-Identifier: Apache-2.0
// Adds the records of one launch to a trace, CTA by CTA, whatever buffer format they came from.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/clocks/clock_map.h"
#include "core/record/access_writer.h"
#include "core/record/cta_matcher.h"
#include "core/record/operation_args.h"
#include "core/record/operation_table.h"
#include "core/record/queue_writer.h"
#include "core/record/recording_units.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Place and name of a CTA.
struct CtaPlace {
  uint32_t hardwareId = 0;
  uint64_t linearId = 0;
  std::string name; ///< "CTA 5 (1, 1, 0)"
  Granularity granularity = Granularity::Warp;
  uint32_t warps = 0;             ///< of a CTA; 0 if unknown
  std::optional<ClockLine> clock; ///< its own, where the SM has none
};

/// Names and index of a launch.
struct LaunchNames {
  std::string kernel;
  std::string target;
  uint32_t index = 0;             ///< within the kernel
  std::string_view callSite = {}; ///< "file:line:column" of the host code, or empty
};

/// "launch 2", or with a call site "launch 2 at program.mlir:12".
std::string launchName(uint32_t index, std::string_view callSite);
/// "CTA 5 (1, 1, 0)".
std::string ctaName(uint64_t linearId, const std::array<uint32_t, 3> &coordinates);

/// Makes the tracks Kernel > Launch > SM > CTA > unit > event operation or value, the slices, the
/// samples and the instants of one launch. The Kernel track is shared by the launches of a kernel.
/// [not thread-safe]
class LaunchWriter {
public:
  /// `trace` and `operations` must outlive the writer. Names in `launch` are set from `names`.
  LaunchWriter(TraceBuilder &trace, const OperationTable &operations, const LaunchNames &names,
               Launch launch);

  /// Sets the clock of an SM. Required before addCta() of a CTA of this SM without a clock of its
  /// own.
  void setClock(uint32_t hardwareId, const ClockLine &line);
  /// The clock values of CTAs are times [ns], and setClock() sets lines for them. Slices then have
  /// no cycles, and the cost of recording cannot be subtracted. Required before setClock().
  void setTimeOnly();
  /// Adds all records of the CTA; its memory accesses to `accesses`, unless it is null.
  /// O(scopes, events, values and addresses).
  void addCta(const CtaPlace &place, const MatchedCta &cta, AccessWriter *accesses = nullptr);
  /// Sets the memory accesses of all CTAs; may be null.
  void setAccesses(std::shared_ptr<const memory::LaunchAccesses> accesses);
  /// Stores the counts of the launch and notes what was unmatched, ambiguous or unknown.
  /// `launch` has the counts of records written and dropped; unmatched ones are the writer's.
  void finish(uint64_t recordsWritten, uint64_t recordsDropped, ArgSetId args);

private:
  struct Clock {
    ClockLine line;
    ClockId id;
  };

  TrackId kernelTrack(StringId name);
  TrackId smTrack(uint32_t hardwareId, ClockId clock);
  Clock clockOf(const CtaPlace &place);
  TrackId addTrack(TrackKind kind, std::string_view name, TrackId parent, int64_t number,
                   ClockId clock, int64_t rank);
  void addScopes(TrackId track, std::span<const MatchedScope> scopes);
  BuilderSlice addScope(TrackId track, uint32_t index, const MatchedScope &scope,
                        BuilderSlice parent);
  void addValues(TrackId unit, std::span<const Record> records);
  TrackId counterTrack(TrackId unit, const Record &record);
  void addGaps(TrackId track, std::span<const MatchedGap> gaps);
  void addEvents(const MatchedCta &cta);
  void addFlights(const MatchedCta &cta);
  void fillTimes(SliceInput &slice, int64_t begin, int64_t end) const;

  TraceBuilder &m_trace;
  OperationArgs m_args;
  LaunchId m_launch;
  TrackId m_launchTrack;
  QueueWriter m_queues;
  std::map<uint32_t, Clock> m_clocks;
  std::map<uint32_t, TrackId> m_smTracks;
  Clock m_clock; // of the current CTA
  std::vector<TrackId> m_unitTracks;
  std::vector<TrackId> m_eventTracks;  // of the current operation, by unit
  std::vector<BuilderSlice> m_added;   // by index of the matched scope
  std::vector<uint32_t> m_chain;       // scopes to add, innermost first
  std::vector<BuilderSlice> m_flights; // of the current CTA
  std::map<std::pair<uint16_t, uint32_t>, TrackId> m_flightTracks; // by operation and unit
  /// Counters of the current unit, by name and unit of the number.
  std::map<std::pair<uint32_t, uint32_t>, TrackId> m_counters;
  StringId m_scopeCategory;
  StringId m_profileCategory; // scopes of work of the profile itself
  StringId m_eventCategory;
  bool m_isTimeOnly = false;
  uint64_t m_unmatched = 0;
  uint64_t m_ambiguous = 0;
  uint64_t m_unknownOperations = 0;
  uint64_t m_roundedValues = 0;
  uint64_t m_valuesOfOtherLanes = 0;
};

} // namespace pstudio::record
