// SPDX-License-Identifier: Apache-2.0
// The starts of kernels in ranks as text, CSV and JSON.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/statistics/rank_lateness.h"

namespace pstudio::statistics {

/// "3 of 8 ranks recorded", "2 ranks recorded", "2 processes recorded" without ranks; empty for a
/// trace of one process.
std::string rankCountText(const RankCount &count);

// `kernel`: only rows of this kernel; empty: of all.

/// A heading and a table of the rows; "within the uncertainty" as a dash. Without rows a line
/// states it; empty for a trace of one process.
std::string rankText(const Trace &trace, std::string_view kernel = {});
/// RFC 4180, with a line of column names; unknown values are empty.
std::string rankCsv(const Trace &trace, std::string_view kernel = {});
/// {"recorded": 3, "of": 8, "rows": [...]}; unknown values are null.
nlohmann::ordered_json rankJson(const Trace &trace, std::string_view kernel = {});

} // namespace pstudio::statistics
