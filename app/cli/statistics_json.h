// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace as JSON.
#pragma once

#include <string>

#include "core/statistics/statistics.h"

namespace pstudio::cli {

/// One object: the area, then a list of rows; unknown values are null.
std::string statisticsToJson(const Trace &trace, const statistics::StatisticsTable &table);

} // namespace pstudio::cli
