// SPDX-License-Identifier: Apache-2.0
// Reads an AccessFacts message (access_fields.h), which nobody vouches for.
#pragma once

#include <protozero/data_view.hpp>

#include "core/access/launch_accesses.h"
#include "core/formats/pftrace/access_decoder.h"

namespace pstudio {

/// What a file says of a launch's accesses, beside the accesses.
struct AccessFacts {
  memory::LaunchAccesses accesses; ///< its table has the sites that are sound, and no access
  SiteNumbers sites;
  memory::RecordedShare share;
  uint64_t accessCount = 0; ///< that the file says to hold
  uint64_t badSites = 0;    ///< rejected: accesses of 0 bytes or 2^32, of no known kind
  uint64_t badCounts = 0;   ///< rejected: of no site or bin that is known, out of order, impossible
  uint64_t badBuffers = 0;  ///< rejected, as BufferMap::make() does
  bool isModelBad = false;  ///< the usual one stands for it
  bool isShareBad = false;  ///< the sampled part is not a part; 1 stands for it
};

/// Throws protozero::exception. O(bytes).
AccessFacts readAccessFacts(protozero::data_view message);

} // namespace pstudio
