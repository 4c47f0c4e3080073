// SPDX-License-Identifier: Apache-2.0
// Turns a time-ordered stream of begins, ends, instants and samples into slices with parents and
// arrows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/formats/import/arg_set_cache.h"
#include "core/formats/import/open_names.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// An action at one moment on one track.
struct TrackAction {
  enum class Kind : uint8_t {
    Begin,
    End,
    Complete,
    Instant,
    Sample,
    FlowAtEnclosing, ///< its flow marks belong to the slice of its stack that contains it
    FlowAtNext,      ///< they belong to the next slice of its stack that begins
  };
  int64_t timestamp = 0; ///< whole part [ns, absolute]
  union {
    double sample = 0.0; ///< of Sample
    int64_t durationPs;  ///< of Complete
  };
  TrackId track;
  uint32_t stack = 0; ///< begins and ends with the same number form one stack; small numbers, as
                      ///< they index a vector
  StringId name;
  StringId category;
  ArgSetId args;
  uint32_t firstFlow = 0; ///< into the flow marks
  uint16_t flowCount = 0;
  uint16_t remainderPs = 0;
  Kind kind = Kind::Begin;
  uint8_t flags = 0; ///< SliceFlag bits
};

/// An event takes part in a flow.
struct FlowMark {
  enum class Role : uint8_t {
    Step,        ///< starts the flow or continues it
    Termination, ///< continues and ends it
    Source,      ///< starts the flow anew
    Target,      ///< an end of it; further ones may follow from the same source
    ArrowSource, ///< in our files: where arrow `id` starts
    ArrowTarget, ///< in our files: where arrow `id` ends
  };
  uint64_t id = 0;
  Role role = Role::Step;
};

/// Facts about a slice that its action does not contain.
struct ExactSlice {
  int64_t beginCycles = Trace::kNoCycles;
  int64_t cycleDuration = 0;
  uint32_t parentDistance = 0; ///< 0: as nested
  /// A begin outside of all open slices has no parent: there are no complete slices on the track,
  /// which might contain it.
  bool isParentKnown = false;
  std::optional<Picoseconds> end; ///< where it ends; overrides its end event
};

/// An arrow of one of our own files, to be completed by its two ends.
struct Arrow {
  uint64_t id = 0;
  EventRef from, to;
  bool hasFrom = false, hasTo = false;
};

/// Applies actions to a builder. Per stack they must come in order of time. [not thread-safe]
class EventApplier {
public:
  EventApplier(TraceBuilder &builder, ArgSetCache &argSets)
      : m_builder(builder), m_argSets(argSets) {}

  /// The absolute time of trace time 0. Set before the first action.
  void setOrigin(Nanoseconds origin) { m_origin = origin; }
  /// Announces the arrows of our own file, in their order; marks name them by position, counted
  /// from 1.
  void addArrows(std::span<const uint64_t> ids);

  /// A begin lies in the innermost slice that is open on its stack, complete ones included. An end
  /// with a name closes the innermost open slice of that name, one without a name the innermost of
  /// all; slices in it that are still open cross it and move out of it. Returns what a begin, a
  /// complete slice or an instant became, or which slice an end closed; nothing otherwise or if it
  /// was left out.
  std::optional<EventRef> apply(const TrackAction &action, std::span<const FlowMark> flows,
                                const ExactSlice &exact = {});
  /// Gives slices that never ended their drawn length, adds the arrows, and notes what was left
  /// out. Call last.
  void finish();

private:
  struct OpenSlice {
    BuilderSlice slice;
    int64_t cycleDuration = 0;
    uint8_t flags = 0;
    std::optional<Picoseconds> end; ///< from the file's exact data, or of a complete slice
    bool isComplete = false;
    bool isParentKnown = false;
  };
  struct StackState {
    int64_t last = INT64_MIN;           ///< [ps]
    OpenNames open;                     ///< an end event may close all but complete ones
    std::vector<OpenSlice> slices;      ///< by their numbers in `open`
    std::vector<FlowMark> waitingFlows; ///< of FlowAtNext

    void add(uint32_t number, const OpenSlice &slice) {
      slices.resize(std::max<size_t>(slices.size(), number + size_t{1}));
      slices[number] = slice;
    }
    const OpenSlice &innermost() const { return slices[open.innermost()]; }
    /// The slice around another one; null for the outermost.
    const OpenSlice *around(uint32_t number) const {
      const uint32_t outer = open.outer(number);
      return outer == OpenNames::kNone ? nullptr : &slices[outer];
    }
  };

  StackState &stateOf(uint32_t stack);
  bool toTraceTime(const TrackAction &action, Picoseconds &time);
  SliceInput inputOf(const TrackAction &action, Picoseconds time, const ExactSlice &exact) const;
  EventRef begin(const TrackAction &action, StackState &state, Picoseconds time,
                 const ExactSlice &exact);
  std::optional<EventRef> end(const TrackAction &action, StackState &state, Picoseconds time);
  EventRef complete(const TrackAction &action, StackState &state, Picoseconds time,
                    const ExactSlice &exact);
  static void removeEnded(StackState &state, Picoseconds time);
  void pushComplete(StackState &state, const OpenSlice &slice, Picoseconds begin);
  uint32_t closedBy(StringId name, const OpenNames &open) const;
  void separateCrossing(StackState &state, uint32_t closed, Picoseconds end);
  void leaveEnded(StackState &state, uint32_t at, Picoseconds end);
  void moveOut(OpenSlice &slice, const OpenSlice *parent);
  void addFlowMarks(EventRef at, std::span<const FlowMark> flows);
  void addWaitingFlows(StackState &state, EventRef slice);
  std::optional<EventRef> enclosingSlice(StackState &state, Picoseconds time);

  TraceBuilder &m_builder;
  ArgSetCache &m_argSets;
  Nanoseconds m_origin;
  std::vector<StackState> m_states; // by TrackAction::stack
  std::vector<Arrow> m_arrows;
  size_t m_arrowBase = 0; ///< arrows of earlier files in a concatenation
  std::unordered_map<uint64_t, EventRef> m_flowSteps; // last event of each flow in progress
  uint64_t m_outOfRange = 0;
  uint64_t m_backInTime = 0;
  uint64_t m_endsWithoutBegin = 0;
  uint64_t m_beginsWithoutEnd = 0;
  uint64_t m_openArrows = 0;
};

} // namespace pstudio
