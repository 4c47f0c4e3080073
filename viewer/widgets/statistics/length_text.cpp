// SPDX-License-Identifier: Apache-2.0
// Lengths of slices as the statistics panel shows them.
#include "viewer/widgets/statistics/length_text.h"

#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {

QString lengthText(std::optional<double> length, statistics::LengthUnit unit) {
  if (!length)
    return toQString(kUnknownText);
  if (unit == statistics::LengthUnit::Cycles)
    return toQString(formatCycleCost(*length)) + QLatin1String(" cyc");
  return toQString(*length == 0 ? formatZero() : formatShort(Picoseconds(std::llround(*length))));
}

QString exactLengthText(std::optional<double> length, statistics::LengthUnit unit) {
  if (!length)
    return toQString(kUnknownText);
  return toQString(unit == statistics::LengthUnit::Cycles
                       ? formatCycles(Cycles(std::llround(*length)))
                       : formatExact(Picoseconds(std::llround(*length))));
}

} // namespace pstudio
