// SPDX-License-Identifier: Apache-2.0
// Queries that answer common questions about a kernel.
#pragma once

#include <span>
#include <string_view>

namespace pstudio::query {

/// A query with the question that it answers.
struct QueryExample {
  std::string_view title; ///< "Longest wait of each warp"
  std::string_view needs; ///< what a trace must contain for rows
  std::string_view sql;
};

/// Those that the window and the guide offer.
std::span<const QueryExample> queryExamples();

} // namespace pstudio::query
