// SPDX-License-Identifier: Apache-2.0
// Names of arguments that other code than the inspector reads, too.
#pragma once

#include <string_view>

namespace pstudio {

/// Of an asynchronous operation: the number of the warp track that recorded its end, where that is
/// not the one that recorded its start.
inline constexpr std::string_view kEndedByUnitArg = "ended by unit";

/// Of a slice with kSliceLengthUnknown: kLengthUnknownText.
inline constexpr std::string_view kLengthArg = "length";
inline constexpr std::string_view kLengthUnknownText =
    "unknown: the clock wrapped an unknown number of times";

/// Of a slice that was recorded in a called function: the calls from the kernel inwards (see
/// call_path.h).
inline constexpr std::string_view kCallPathArg = "call path";

/// Of a launch: the part that recorded ("warps 0,4-7; every 16th iteration"). The rest has no
/// records, which does not mean that it was idle. Absent where everything recorded.
inline constexpr std::string_view kSampledArg = "sampled";

/// Of a launch, once for each auto mode: "3 of 21 access instructions (mode memory)" of the kernel
/// that the mode does not record. Absent where it records all of them.
inline constexpr std::string_view kNotCoveredArg = "not covered";
/// End of this text about the mode "barriers", after "2 of 5": it omits barriers of a warp unless
/// its option adds them.
inline constexpr std::string_view kWarpBarriersNotCovered =
    " barriers, those of warps (mode barriers, add warp_barriers=record)";

/// Of a launch of which records were dropped: part of the time of its recorded warps that the kept
/// records cover, 0 to 1. Absent where it is not known.
inline constexpr std::string_view kCoveredPartArg = "records.coveredPart";

/// Of a launch: shared memory of a CTA, static and dynamic, without its records [bytes], the most
/// that the device gives one [bytes], and registers of a thread.
inline constexpr std::string_view kSharedMemoryArg = "shared memory";
inline constexpr std::string_view kSharedLimitArg = "shared memory limit";
inline constexpr std::string_view kRegistersArg = "registers";

// --- Asynchronous operations -------------------------------------------------------------------
// Slices of the categories below have the arguments after the categories. Flows go from an
// operation in flight, and from an arrival, to each wait that saw it complete. Of a named barrier
// only the last arrival, which released the others, has flows; it may be the slice of a wait
// itself.

/// Slice on the unit's track: from before the first to after the last issuing instruction.
inline constexpr std::string_view kAsyncIssueCategory = "async.issue";
/// Slice with kSliceAsync: from its issue to the earliest exit of a wait for it; kSliceNoEnd if
/// nothing waited.
inline constexpr std::string_view kAsyncFlightCategory = "async.flight";
/// Slice on the unit's track: from the entry to the exit of a wait.
inline constexpr std::string_view kAsyncWaitCategory = "async.wait";
/// Instant on the unit's track: an arrival at a barrier, which waits for nothing.
inline constexpr std::string_view kAsyncArriveCategory = "async.arrive";
/// Instant on the unit's track: a group was closed.
inline constexpr std::string_view kAsyncCommitCategory = "async.commit";
/// Instant on the unit's track: a barrier was initialised.
inline constexpr std::string_view kAsyncInitCategory = "async.init";

/// String: "cp.async", "bulk group", "wgmma", "mbarrier", "barrier", "vmcnt", "lgkmcnt", "expcnt",
/// "vscnt", "tcgen05.ld", "tcgen05.st".
inline constexpr std::string_view kAsyncQueueArg = "queue";
/// Of an issue on an mbarrier, and its operation in flight: kAsyncMatrixText for matrix operations.
/// Absent for copies.
inline constexpr std::string_view kAsyncOperationsArg = "operations";
inline constexpr std::string_view kAsyncMatrixText = "matrix";
/// Number of the operation in its stream, from 0: groups of a unit, or phases of all slots of a
/// barrier in order of issue. Of a wait: of the newest operation that it observes. It identifies
/// iterations. Where older records were dropped, it counts from the oldest kept one; absent where
/// it cannot be determined.
inline constexpr std::string_view kAsyncInstanceArg = "instance";
/// Number of the slot of a barrier, of a named one its own, or instance modulo the groups that may
/// be under way at once.
inline constexpr std::string_view kAsyncStageArg = "stage";
/// Number of the barrier's phase, from 0; where older records were dropped only its parity is true.
inline constexpr std::string_view kAsyncPhaseArg = "phase";
/// Of a wait: groups that it leaves under way.
inline constexpr std::string_view kAsyncPendingArg = "pending";
/// The pairing of an operation with its wait. Absent where it is certain, else in words: "inferred"
/// (the pair is that which parities and times allow, as records were dropped), "issue not
/// recorded", "wait not recorded", "never waited for", "free at first use", "nothing to wait for",
/// "never left", "order not certain". See AsyncPairing (core/queues/paired_queues.h).
inline constexpr std::string_view kAsyncPairingArg = "pairing";

} // namespace pstudio
