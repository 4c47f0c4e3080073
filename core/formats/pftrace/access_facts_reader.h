// SPDX-License-Identifier: Apache-2.0
// Reads an AccessFacts message (access_fields.h) of an untrusted file.
#pragma once

#include <protozero/data_view.hpp>

#include "core/access/launch_accesses.h"
#include "core/formats/pftrace/access_decoder.h"

namespace pstudio {

/// Facts of a file about the accesses of a launch, without the accesses.
struct AccessFacts {
  memory::LaunchAccesses accesses; ///< its table has the valid sites, and no access
  SiteNumbers sites;
  memory::RecordedShare share;
  uint64_t accessCount = 0; ///< number of accesses that the file announces
  uint64_t badSites = 0;    ///< rejected: accesses of 0 bytes or 2^32, of no known kind
  uint64_t badCounts = 0;   ///< rejected: of no site or bin that is known, out of order, impossible
  uint64_t badBuffers = 0;  ///< rejected, as BufferMap::make() does
  bool isModelBad = false;  ///< invalid; the default model replaces it
  bool isShareBad = false;  ///< the sampled part is out of range; 1 replaces it
};

/// Throws protozero::exception. O(bytes).
AccessFacts readAccessFacts(protozero::data_view message);

} // namespace pstudio
