// SPDX-License-Identifier: Apache-2.0
// A launch with waves of 64 lanes, from record buffers as an AMD GPU leaves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/launch_decoder.h"

namespace pstudio::test {

inline constexpr uint32_t kWaveCtas = 3;
inline constexpr uint32_t kWavesPerCta = 4;
/// Lanes that record the scope "part", by wave: both halves, the upper one, one lane, the lower
/// one.
inline constexpr uint64_t kWaveParts[kWavesPerCta] = {0x8000000180000001, 0xffffffff00000000,
                                                      uint64_t{1} << 63, 0x00000000ffffffff};

/// The blocks of CTAs of 256 threads. Each wave records "tile", with "part" in it by some of its
/// lanes, and a value of lane 40; of granularity Thread each of the 256 lanes records "tile".
std::vector<std::byte> makeWaveBlocks(record::Granularity granularity);

/// The launch to decode them with; `blocks` must outlive it.
record::LaunchCapture waveCapture(const std::vector<std::byte> &blocks);

} // namespace pstudio::test
