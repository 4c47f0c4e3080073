// SPDX-License-Identifier: Apache-2.0
// Lengths of slices as the statistics panel shows them.
#pragma once

#include <QString>

#include "core/statistics/statistics_text.h"

namespace pstudio {

/// Three significant digits of a time, "1.20 us"; whole cycles, "1,204 cyc"; a dash for none.
QString lengthText(std::optional<double> length, statistics::LengthUnit unit);

/// All digits: "1,204.5 ns", "1,204 cycles".
QString exactLengthText(std::optional<double> length, statistics::LengthUnit unit);

} // namespace pstudio
