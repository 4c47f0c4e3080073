// SPDX-License-Identifier: Apache-2.0
// The words and limits of an instrumentation mode's text, for what has to agree with them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pstudio {

/// "functions", ..., "none", "default". [thread: any]
std::span<const std::string_view> modeNames();
/// "annotations", "buffer_type", ..., in the order of the canonical text. [thread: any]
std::vector<std::string_view> modeOptionKeys();
/// The words that an option has as its value, of callbacks those of the points; empty for options
/// with other values, and for keys that are not known. [thread: any]
std::span<const std::string_view> wordsOfModeOption(std::string_view key);

/// Fewest slots of a segment, and of one whose halves are handed over (strategies flush, stream).
inline constexpr uint32_t kMinModeSlots = 4;
inline constexpr uint32_t kMinDoubleBufferedModeSlots = 16;
inline constexpr uint32_t kMaxModeSlots = 1u << 24;
inline constexpr uint32_t kMaxModeEvery = 1u << 30;

} // namespace pstudio
