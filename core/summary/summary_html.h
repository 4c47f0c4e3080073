// SPDX-License-Identifier: Apache-2.0
// Summaries as a table in HTML.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/summary/summary.h"

namespace pstudio::summary {

/// Text of an unknown value: a dash.
inline constexpr std::string_view kUnknownValue = "\u2013";

/// The names of the lines of all summaries, each once: in the order of the first that has it, the
/// coverage last. The texts live as long as the summaries.
std::vector<std::string_view> lineNames(std::span<const Summary> summaries);

/// A heading and a column group for each summary: name once, value and detail of each. Lines with
/// equal names are in one row. An empty title leaves the subject, for a document that has the
/// title. \param headings  of the summaries, such as "Baseline (A)"; may be empty.
/// \param hasAnchors  the document has elements with the ids of nameOf(Topic), to which values
/// link. O(lines).
std::string summaryHtml(std::span<const Summary> summaries, std::span<const std::string> headings,
                        bool hasAnchors);

} // namespace pstudio::summary
