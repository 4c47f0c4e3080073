// SPDX-License-Identifier: Apache-2.0
// Accesses of different runs of one kernel, in a form that can be compared: by buffer, not by
// address.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/access/launch_accesses.h"

namespace pstudio::test {

/// One access of a warp as text: "CTA 3 warp 1: load global 4 bytes: 0 A+64, 1 A+68, ...". An
/// address that is in no buffer is "?+" and the number. Sorted.
std::vector<std::string> accessTexts(const memory::AccessTable &table,
                                     const memory::BufferMap &buffers);

/// The first few differences, for a message; empty if both are equal.
std::string differences(const std::vector<std::string> &have, const std::vector<std::string> &want);

/// The same of the accesses of two runs, each by its own buffers.
std::string differences(const memory::LaunchAccesses &have, const memory::AccessTable &want,
                        const memory::BufferMap &wantedBuffers);

} // namespace pstudio::test
