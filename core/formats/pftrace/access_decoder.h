// SPDX-License-Identifier: Apache-2.0
// Reads an Accesses message (access_fields.h) of an untrusted file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/access/access_table.h"

namespace pstudio {

/// The content of one message.
struct AccessPart {
  memory::AccessColumns columns;
  std::vector<memory::WarpRun> runs; ///< places in `columns`
};

/// By the number of a site in the file: its number in the table, or kNoSite if it was rejected.
using SiteNumbers = std::vector<uint32_t>;
inline constexpr uint32_t kNoSite = UINT32_MAX;

/// The launch that the message names: 1 + its index in the file; 0 if none. Throws
/// protozero::exception.
uint64_t launchOfAccesses(protozero::data_view message);

/// Accesses of unknown sites and without lanes are left out. Returns none if the columns are
/// inconsistent: then none of their values can be trusted. `shift` is added to every time [ps].
/// O(bytes). [thread: any]
std::optional<AccessPart> decodeAccesses(protozero::data_view message, const SiteNumbers &sites,
                                         int64_t shift);

} // namespace pstudio
