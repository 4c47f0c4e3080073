// SPDX-License-Identifier: Apache-2.0
// Field numbers of the messages that hold a launch's memory accesses.
#pragma once

#include "core/formats/pftrace/perfetto_fields.h"

/// FORMAT.md beside this file describes each message; extension_fields.h says where they stand.
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
} // namespace access_facts

namespace memory_model {
constexpr Field kLineBytes = 1;
constexpr Field kSectorBytes = 2;
constexpr Field kBanks = 3;
constexpr Field kBankBytes = 4;
constexpr Field kPhaseBytes = 5;
constexpr Field kMaxLaneBytes = 6;
constexpr Field kAtomicsOneByOne = 7;
constexpr Field kPhaseRules = 8; ///< those of a width that is not 0
} // namespace memory_model

namespace phase_rule {
constexpr Field kBytes = 1;
constexpr Field kOfLoads = 2;
constexpr Field kBanks = 3;
constexpr Field kMasks = 4; ///< a byte each
} // namespace phase_rule

namespace access_site {
constexpr Field kKind = 1;
constexpr Field kSpace = 2;
constexpr Field kBytesPerLane = 3;
constexpr Field kName = 4;
constexpr Field kLocation = 5;
constexpr Field kBins = 6; ///< this and what follows: of sites that are counted
constexpr Field kShift = 7;
constexpr Field kCountedBuffer = 8;
constexpr Field kStart = 9;
} // namespace access_site

namespace buffer {
constexpr Field kName = 1;
constexpr Field kSpace = 2;
constexpr Field kBase = 3;
constexpr Field kDtype = 4;
constexpr Field kElementBytes = 5;
constexpr Field kShape = 6;
} // namespace buffer

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

/// A reader refuses more in one Accesses message; the writer stays far below.
constexpr uint64_t kMostAccesses = uint64_t{1} << 20;
constexpr uint64_t kMostRuns = uint64_t{1} << 18;

} // namespace pstudio::extension
