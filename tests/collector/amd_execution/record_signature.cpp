// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/amd_execution/record_signature.h"

#include <algorithm>
#include <vector>

namespace pstudio::test {
namespace {

/// The number of the nearest track of `kind` from `id` to the root; -1 if there is none.
int64_t numberAbove(const Trace &trace, TrackId id, TrackKind kind) {
  while (id.isValid()) {
    const Track &track = trace.track(id);
    if (track.kind == kind)
      return track.number;
    id = track.parent;
  }
  return -1;
}

} // namespace

RecordSignature signatureOf(const Trace &trace, uint8_t comparedFlags) {
  RecordSignature signature;
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track &track = trace.tracks()[i];
    if (track.rowCount == 0)
      continue;
    std::string &text = signature[{numberAbove(trace, TrackId(i), TrackKind::Cta),
                                   numberAbove(trace, TrackId(i), TrackKind::Warp)}];
    std::vector<std::string> unordered;
    for (uint32_t r = 0; r < track.rowCount; ++r) {
      const Row &row = trace.row(RowId(track.firstRow.value + r));
      for (uint32_t s = 0; s < row.sliceCount; ++s) {
        const Slice slice = trace.slice(SliceId(row.firstSlice.value + s));
        // A flush is where the buffer of the target is full.
        if (trace.string(slice.name) == "profile flush")
          continue;
        const std::string part = std::string(trace.string(slice.name)) + "/" +
                                 std::to_string(slice.flags & comparedFlags) + " ";
        if (track.kind == TrackKind::Async)
          unordered.push_back(part);
        else
          text += part;
      }
      if (!text.empty() && text.back() != '\n')
        text += "\n";
    }
    std::ranges::sort(unordered);
    for (const std::string &part : unordered)
      text += part;
  }
  return signature;
}

RecordSignature widened(const RecordSignature &narrow) {
  RecordSignature wide;
  for (const auto &[place, text] : narrow) {
    std::string &kept = wide[{place.first, place.second < 0 ? -1 : place.second / 2}];
    if (text.size() > kept.size())
      kept = text;
  }
  return wide;
}

std::string differenceOf(const RecordSignature &found, const RecordSignature &expected) {
  for (const auto &[place, text] : expected) {
    const auto other = found.find(place);
    if (other != found.end() && other->second == text)
      continue;
    const std::string where =
        "CTA " + std::to_string(place.first) + " warp " + std::to_string(place.second) + ": ";
    if (other == found.end())
      return where + "nothing";
    const auto at =
        static_cast<size_t>(std::ranges::mismatch(other->second, text).in2 - text.begin());
    const size_t begin = at < 40 ? 0 : at - 40;
    return where + "at " + std::to_string(at) + " of " + std::to_string(other->second.size()) +
           " and " + std::to_string(text.size()) + ":\n" + other->second.substr(begin, 160) +
           "\nbut expected:\n" + text.substr(begin, 160);
  }
  return found.size() > expected.size() ? "warps that are not expected" : "";
}

} // namespace pstudio::test
