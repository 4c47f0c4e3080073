// SPDX-License-Identifier: Apache-2.0
// From a capture in host memory to a file, timed stage by stage.
#pragma once

#include <filesystem>

#include "collector/bench.h"
#include "core/record/launch_decoder.h"
#include "core/trace/trace.h"

namespace pstudio::bench {

/// The kernel of a capture: a loop of kScopesPerTurn scopes on each warp.
inline constexpr uint32_t kScopesPerTurn = 5;
inline constexpr uint32_t kCaptureCtas = 1024;
inline constexpr uint32_t kCaptureWarps = 4; ///< of a CTA
inline constexpr uint32_t kCaptureSlots = 4096;

/// Turns of the loop for about `slices` slices. InvalidInput if there would be none, or more than
/// the slots hold.
Result<uint32_t> turnsFor(uint64_t slices);

/// Decodes a launch on its own. `origin` must be near its times.
Result<Trace> decodeAlone(const record::LaunchCapture &capture, Nanoseconds origin);

/// The begin of the first CTA, as the origin of a trace. `blocks` holds at least one block.
Nanoseconds beginOfFirstCta(std::span<const std::byte> blocks);

/// Decodes, finishes and saves `capture`, which must give exactly `slices` slices without losing a
/// record; reads the file again and compares. Adds the tables and targets of the section.
/// WrongResult if anything differs; otherwise errors of the decoder and the file.
Result<void> measureDecodeAndSave(const Request &request, const record::LaunchCapture &capture,
                                  uint64_t slices, Section &section);

} // namespace pstudio::bench
