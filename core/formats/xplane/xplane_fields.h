// SPDX-License-Identifier: Apache-2.0
// Field numbers of the messages of an XSpace.
#pragma once

#include <cstdint>

/// Numbers from xplane.proto of openxla/xla (checked November 2026). One namespace per message.
namespace pstudio::xplane {

namespace space {
constexpr uint32_t kPlanes = 1;
constexpr uint32_t kErrors = 2;
constexpr uint32_t kWarnings = 3;
} // namespace space

namespace plane {
constexpr uint32_t kId = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kLines = 3;
constexpr uint32_t kEventMetadata = 4;
constexpr uint32_t kStatMetadata = 5;
constexpr uint32_t kStats = 6;
} // namespace plane

/// An entry of the two maps of a plane.
namespace map_entry {
constexpr uint32_t kKey = 1;
constexpr uint32_t kValue = 2;
} // namespace map_entry

namespace line {
constexpr uint32_t kId = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kTimestampNs = 3;
constexpr uint32_t kEvents = 4;
constexpr uint32_t kDisplayId = 10;
constexpr uint32_t kDisplayName = 11;
} // namespace line

namespace event {
constexpr uint32_t kMetadataId = 1;
constexpr uint32_t kOffsetPs = 2;
constexpr uint32_t kDurationPs = 3;
constexpr uint32_t kStats = 4;
constexpr uint32_t kOccurrences = 5;
} // namespace event

namespace event_metadata {
constexpr uint32_t kName = 2;
constexpr uint32_t kMetadata = 3;
constexpr uint32_t kDisplayName = 4;
constexpr uint32_t kStats = 5;
} // namespace event_metadata

namespace stat {
constexpr uint32_t kMetadataId = 1;
constexpr uint32_t kDouble = 2;
constexpr uint32_t kUint64 = 3;
constexpr uint32_t kInt64 = 4;
constexpr uint32_t kText = 5;
constexpr uint32_t kBytes = 6;
constexpr uint32_t kReference = 7;
constexpr uint32_t kCompressedText = 8;
} // namespace stat

namespace stat_metadata {
constexpr uint32_t kName = 2;
} // namespace stat_metadata

} // namespace pstudio::xplane
