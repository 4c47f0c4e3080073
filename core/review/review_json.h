// SPDX-License-Identifier: Apache-2.0
// A review as JSON: the file beside a trace that is not ours to write.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/review/review.h"

namespace pstudio::review {

/// {"format": "proton-studio-notes", "version": 1, "notes": [..], "views": [..], "last": {..}},
/// indented. O(size).
std::string reviewToJson(const Review &review);

/// Reads what reviewToJson() writes. Damaged notes and views are skipped and counted; fields of
/// later versions are ignored. InvalidFormat or InvalidInput if the text is no such document.
/// O(size).
Result<ReadReview> parseReview(std::string_view text);

/// One view on a line, for settings; parsing fails on anything else.
std::string viewToJson(const View &view);
Result<View> parseView(std::string_view text);

/// The file beside `trace`: "b.json" has "b.json.notes".
std::filesystem::path notesFileOf(const std::filesystem::path &trace);

} // namespace pstudio::review
