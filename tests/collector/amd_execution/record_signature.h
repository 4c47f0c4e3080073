// SPDX-License-Identifier: Apache-2.0
// The records of a trace without times, to compare targets.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "core/trace/trace.h"

namespace pstudio::test {

/// CTA and warp -> the slices of each row in order: name and flags, one line a row. Slices of
/// asynchronous operations are sorted by name, because their rows depend on times.
using RecordSignature = std::map<std::pair<int64_t, int64_t>, std::string>;

/// `comparedFlags`: the SliceFlag bits in the texts.
RecordSignature signatureOf(const Trace &trace, uint8_t comparedFlags = 0xff);

/// The same for warps of 64 lanes, from warps of 32 lanes: of two warps the one whose text is
/// longer, because it passed through more slices; the first if both are equally long.
RecordSignature widened(const RecordSignature &narrow);

/// The first difference: "CTA 1 warp 2: ... but ..."; empty if there is none.
std::string differenceOf(const RecordSignature &found, const RecordSignature &expected);

} // namespace pstudio::test
