// SPDX-License-Identifier: Apache-2.0
// Field numbers of the Perfetto messages that we write or read.
#pragma once

#include <cstdint>

/// Numbers from Perfetto's protos/perfetto/trace/**.proto (checked August 2026, after v58). One
/// namespace per message; only fields that this project uses are listed. All are stable: Perfetto
/// never reuses a number.
namespace pstudio::perfetto {

/// Field type, so that the headers of protozero stay out of this one.
using Field = uint32_t;

namespace trace {
constexpr Field kPacket = 1;
}

namespace packet {
constexpr Field kClockSnapshot = 6;
constexpr Field kTimestamp = 8;
constexpr Field kSequenceId = 10;
constexpr Field kTrackEvent = 11;
constexpr Field kInternedData = 12;
constexpr Field kSequenceFlags = 13;
constexpr Field kIncrementalStateCleared = 41; ///< deprecated spelling of the flag
constexpr Field kPreviousPacketDropped = 42;
constexpr Field kProcessDescriptor = 43; ///< deprecated: per sequence
constexpr Field kThreadDescriptor = 44;  ///< deprecated: per sequence
constexpr Field kCompressedPackets = 50;
constexpr Field kTimestampClockId = 58;
constexpr Field kDefaults = 59;
constexpr Field kTrackDescriptor = 60;
constexpr Field kFirstPacketOnSequence = 87;
constexpr Field kZstdCompressedPackets = 133;
} // namespace packet

/// Bits of packet::kSequenceFlags.
constexpr uint32_t kIncrementalStateClearedFlag = 1;
constexpr uint32_t kNeedsIncrementalStateFlag = 2;

namespace packet_defaults {
constexpr Field kTrackEventDefaults = 11;
constexpr Field kTimestampClockId = 58;
} // namespace packet_defaults

namespace track_event {
constexpr Field kTimestampDeltaUs = 1;
constexpr Field kThreadTimeDeltaUs = 2;
constexpr Field kCategoryIids = 3;
constexpr Field kDebugAnnotations = 4;
constexpr Field kLegacyEvent = 6;
constexpr Field kThreadInstructionDelta = 8;
constexpr Field kType = 9;
constexpr Field kNameIid = 10;
constexpr Field kTrackUuid = 11;
constexpr Field kExtraCounterValues = 12;
constexpr Field kTimestampAbsoluteUs = 16;
constexpr Field kThreadTimeAbsoluteUs = 17;
constexpr Field kThreadInstructionAbsolute = 20;
constexpr Field kCategories = 22;
constexpr Field kName = 23;
constexpr Field kCounterValue = 30;
constexpr Field kExtraCounterTrackUuids = 31;
constexpr Field kFlowIdsOld = 36;
constexpr Field kTerminatingFlowIdsOld = 42;
constexpr Field kDoubleCounterValue = 44;
constexpr Field kExtraDoubleCounterTrackUuids = 45;
constexpr Field kExtraDoubleCounterValues = 46;
constexpr Field kFlowIds = 47;
constexpr Field kTerminatingFlowIds = 48;
} // namespace track_event

/// Values of track_event::kType.
enum class EventType : uint32_t {
  Unspecified = 0,
  SliceBegin = 1,
  SliceEnd = 2,
  Instant = 3,
  Counter = 4
};

namespace legacy_event {
constexpr Field kNameIid = 1;
constexpr Field kPhase = 2;
constexpr Field kDurationUs = 3;
constexpr Field kThreadDurationUs = 4;
constexpr Field kUnscopedId = 6;
constexpr Field kIdScope = 7;
constexpr Field kBindId = 8;
constexpr Field kLocalId = 10;
constexpr Field kGlobalId = 11;
constexpr Field kBindToEnclosing = 12;
constexpr Field kFlowDirection = 13;
constexpr Field kInstantScope = 14;
constexpr Field kPidOverride = 18;
constexpr Field kTidOverride = 19;
} // namespace legacy_event

namespace track_descriptor {
constexpr Field kUuid = 1;
constexpr Field kName = 2;
constexpr Field kProcess = 3;
constexpr Field kThread = 4;
constexpr Field kParentUuid = 5;
constexpr Field kCounter = 8;
constexpr Field kStaticName = 10;
constexpr Field kChildOrdering = 11;
constexpr Field kSiblingOrderRank = 12;
constexpr Field kAtraceName = 13;
constexpr Field kDescription = 14;
constexpr Field kSiblingMergeBehavior = 15;
constexpr Field kSiblingMergeKeyInt = 17;
constexpr uint32_t kChildOrderingByName = 1, kChildOrderingExplicit = 3;
constexpr uint32_t kSiblingMergeByKey = 3;
} // namespace track_descriptor

namespace process_descriptor {
constexpr Field kPid = 1, kName = 6;
constexpr Field kSortIndex = 3;
constexpr Field kLabels = 8;
} // namespace process_descriptor

namespace thread_descriptor {
constexpr Field kPid = 1, kTid = 2;
constexpr Field kSortIndex = 3;
constexpr Field kName = 5;
constexpr Field kReferenceTimestampUs = 6;
constexpr Field kReferenceThreadTimeUs = 7;
} // namespace thread_descriptor

namespace counter_descriptor {
constexpr Field kType = 1;
constexpr Field kUnit = 3;
constexpr Field kUnitMultiplier = 4;
constexpr Field kIsIncremental = 5;
constexpr Field kUnitName = 6;
constexpr uint32_t kUnitTimeNs = 1;
constexpr uint32_t kUnitCount = 2;
constexpr uint32_t kUnitSizeBytes = 3;
} // namespace counter_descriptor

namespace interned_data {
constexpr Field kEventCategories = 1;
constexpr Field kEventNames = 2;
constexpr Field kDebugAnnotationNames = 3;
constexpr Field kDebugAnnotationStringValues = 29;
/// Every entry of the four tables above has these two.
constexpr Field kEntryIid = 1;
constexpr Field kEntryText = 2;
} // namespace interned_data

namespace debug_annotation {
constexpr Field kNameIid = 1;
constexpr Field kBoolValue = 2;
constexpr Field kUintValue = 3;
constexpr Field kIntValue = 4;
constexpr Field kDoubleValue = 5;
constexpr Field kStringValue = 6;
constexpr Field kPointerValue = 7;
constexpr Field kNestedValue = 8;
constexpr Field kLegacyJsonValue = 9;
constexpr Field kName = 10;
constexpr Field kDictEntries = 11;
constexpr Field kArrayValues = 12;
constexpr Field kStringValueIid = 17;
} // namespace debug_annotation

/// DebugAnnotation.NestedValue, the older way to nest.
namespace nested_value {
constexpr Field kDictKeys = 2;
constexpr Field kDictValues = 3;
constexpr Field kArrayValues = 4;
constexpr Field kIntValue = 5;
constexpr Field kDoubleValue = 6;
constexpr Field kBoolValue = 7;
constexpr Field kStringValue = 8;
} // namespace nested_value

namespace clock_snapshot {
constexpr Field kClocks = 1;
constexpr Field kPrimaryTraceClock = 2;
} // namespace clock_snapshot

namespace clock {
constexpr Field kId = 1;
constexpr Field kTimestamp = 2;
constexpr Field kIsIncremental = 3;
constexpr Field kUnitMultiplierNs = 4;
} // namespace clock

/// Clock ids: below 64 built in, 64..127 belong to one sequence, above to the whole trace.
constexpr uint32_t kClockMonotonic = 3;
constexpr uint32_t kClockBootTime = 6;
constexpr uint32_t kFirstSequenceClock = 64;
constexpr uint32_t kFirstGlobalClock = 128;

} // namespace pstudio::perfetto
