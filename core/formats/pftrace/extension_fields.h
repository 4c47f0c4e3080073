// SPDX-License-Identifier: Apache-2.0
// Field numbers of our own message inside Perfetto packets: content of a Trace for which Perfetto
// has no field.
#pragma once

#include "core/formats/pftrace/perfetto_fields.h"

/// FORMAT.md beside this file describes each message. Numbers are never reused; a reader skips
/// unknown fields.
namespace pstudio::extension {

using perfetto::Field;

/// The field of TracePacket that carries Packet. Perfetto assigns numbers below 2000, ours still
/// takes a tag of two bytes; Perfetto's own tools skip it without a warning because it is not in
/// TrackEvent.
constexpr Field kPacketExtension = 2040;

/// Version of these messages. A reader accepts equal and lower ones and notes higher ones. A file
/// has the lowest version that describes all of its content.
constexpr uint32_t kVersion = 3;
constexpr uint32_t kVersionWithoutSources = 2;
constexpr uint32_t kVersionWithoutAccesses = 1;

namespace packet {
constexpr Field kRemainderPs = 1; ///< picoseconds to add to the packet's whole nanoseconds, 1..999
constexpr Field kSliceFlags = 2;  ///< SliceFlag bits
constexpr Field kArgSet =
    3; ///< number of the argument set that the annotations of this event spell out
constexpr Field kFile = 4;  ///< File, in the first packet
constexpr Field kTrack = 5; ///< Track, beside a TrackDescriptor
/// Where the parent lies on another Perfetto track: it is the slice that began this many begin
/// events earlier in the file. Absent: the innermost open slice of the Perfetto track, if any.
constexpr Field kParentDistance = 6;
constexpr Field kAccesses = 7; ///< Accesses; such a packet holds nothing else
constexpr Field kSource = 8;   ///< Source; likewise
constexpr Field kReview = 9;   ///< Review, in a packet of its own before all others
/// Number of packets after this one that are of the file from which the trace was read, as they
/// were there.
constexpr Field kForeignPackets = 10;
} // namespace packet

namespace file {
constexpr Field kVersion = 1;
constexpr Field kTitle = 2;
constexpr Field kProducer = 3;
constexpr Field kDate = 4;
constexpr Field kOriginNs = 5;
constexpr Field kClocks = 6;
constexpr Field kLaunches = 7;
constexpr Field kNotes = 8;
constexpr Field kFlowIds = 9;
constexpr Field kSliceCount = 10; ///< slices in the file; a file with fewer is incomplete
} // namespace file

namespace review {
constexpr Field kNotes = 1;
constexpr Field kViews = 2;
constexpr Field kLast = 3; ///< a view without a name
} // namespace review

namespace source {
constexpr Field kPath = 1; ///< repeated: files with this text
constexpr Field kText = 2; ///< any bytes
} // namespace source

namespace clock_line {
constexpr Field kCycleOrigin = 1;
constexpr Field kOriginPs = 2;
constexpr Field kPicosecondsPerCycle = 3;
constexpr Field kUncertaintyPs = 4;
constexpr Field kBase = 5;
} // namespace clock_line

namespace launch {
constexpr Field kKernel = 1;
constexpr Field kTarget = 2;
constexpr Field kGrid = 3;
constexpr Field kBlock = 4;
constexpr Field kDynamicSharedBytes = 5;
constexpr Field kTimeBase = 6;
constexpr Field kRecordsWritten = 7;
constexpr Field kRecordsDropped = 8;
constexpr Field kRecordsUnmatched = 9;
constexpr Field kArgs = 10;
constexpr Field kRecordingCost = 11;
constexpr Field kIsCostSubtracted = 12;
constexpr Field kAccessFacts = 13; ///< AccessFacts; absent: no accesses were to be recorded
} // namespace launch

namespace recording_cost {
constexpr Field kRecord = 1;
constexpr Field kRecordLow = 2;
constexpr Field kRecordHigh = 3;
constexpr Field kEmptyWait = 4;
} // namespace recording_cost

namespace note {
constexpr Field kSeverity = 1;
constexpr Field kCode = 2;
constexpr Field kMessage = 3;
constexpr Field kCount = 4;
} // namespace note

namespace track {
constexpr Field kKind = 1;
constexpr Field kNumber = 2;
constexpr Field kUnit = 3;
constexpr Field kClock = 4;  ///< 1 + index into File.clocks
constexpr Field kLaunch = 5; ///< 1 + index into File.launches
constexpr Field kArgs = 6;
constexpr Field kPartOf = 7; ///< uuid of the track that this Perfetto track shows a further row of
/// The times of the track's slices are those of its clock for their cycles; there are no
/// remainders.
constexpr Field kTimesFromCycles = 8;
} // namespace track

namespace arg_set {
constexpr Field kNumber = 1;
constexpr Field kAnnotations =
    2; ///< DebugAnnotation with its name spelled out; only where the number first occurs
} // namespace arg_set

/// Interning ids of debug annotations that the writer adds for users who open the file in Perfetto.
/// They are reserved before any name of the trace, so an argument that happens to have the same
/// name gets another id.
constexpr uint64_t kCycleBeginIid = 1; ///< "cycle_begin": the exact raw counter
constexpr uint64_t kCycleEndIid = 2;   ///< "cycle_end"
constexpr uint64_t kFlagsIid = 3;      ///< "flags": kSliceFlags in words
constexpr uint64_t kFirstFreeIid = 4;

} // namespace pstudio::extension
