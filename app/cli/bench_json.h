// SPDX-License-Identifier: Apache-2.0
// The benchmark's report for machines.
#pragma once

#include <string>

#include "collector/bench.h"

namespace pstudio::cli {

/// {"format": 1, "environment": {name: text}, "sections": [{"name", "title", "seconds", "failure"
/// (null or text), "tables": [{"title", "columns": [{"name", "unit"}], "rows": [[cell]], "notes"}],
/// "targets": [{"what", "limit", "unit", "measured" (null or number), "met" (null or bool),
/// "missing"}]}]}. A cell is null, a number or a text.
std::string reportJson(const bench::Report &report);

} // namespace pstudio::cli
