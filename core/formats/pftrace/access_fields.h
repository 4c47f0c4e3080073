// SPDX-License-Identifier: Apache-2.0
// Field numbers of the messages that hold a launch's memory accesses.
#pragma once

#include "core/formats/pftrace/perfetto_fields.h"

/// FORMAT.md beside this file describes each message; extension_fields.h says where they stand. The
/// messages of a model, a site and a buffer are lists of fields in core/access.
namespace pstudio::extension {

using perfetto::Field;

/// Of Launch: everything but the accesses.
namespace access_facts {
constexpr Field kAccesses = 1; ///< how many follow in Accesses messages
constexpr Field kDropped = 2;
constexpr Field kWithoutLanes = 3;
constexpr Field kSampledPart = 4; ///< double; absent: 1
constexpr Field kModel = 5;
constexpr Field kSites = 6;
constexpr Field kBuffers = 7;
constexpr Field kCounts = 8; ///< packed, 5 numbers each
constexpr Field kJoined = 9;
} // namespace access_facts

/// Of Packet: some accesses, as columns. Nothing in it refers to another such message.
namespace accesses {
constexpr Field kLaunch = 1; ///< 1 + index into File.launches
constexpr Field kRuns = 2;
constexpr Field kKinds = 3;
constexpr Field kKindOf = 4;
constexpr Field kTimes = 5;
constexpr Field kBases = 6;
constexpr Field kLanes = 7;
} // namespace accesses

/// A reader rejects more in one Accesses message; the writer stays far below.
constexpr uint64_t kMaxAccesses = uint64_t{1} << 20;
constexpr uint64_t kMaxRuns = uint64_t{1} << 18;

} // namespace pstudio::extension
