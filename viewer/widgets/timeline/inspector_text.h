// SPDX-License-Identifier: Apache-2.0
// Values of the inspector as text: a dash for each unknown one.
#pragma once

#include <QString>

#include <array>
#include <optional>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio::inspector_text {

inline QString unknown() {
  return QString::fromUtf8(kUnknownText);
}

inline QString numberText(const std::optional<int64_t> &number) {
  return number ? toQString(formatCount(*number)) : unknown();
}

/// "2.91 ms (2,905,291 ns)": exact, after the short form where that has another unit.
inline QString lengthText(Picoseconds length) {
  const QString exact = toQString(formatExact(length)), brief = toQString(formatShort(length));
  const auto unitOf = [](const QString &text) { return text.section(QLatin1Char(' '), -1); };
  return unitOf(exact) == unitOf(brief) ? exact : QStringLiteral("%1 (%2)").arg(brief, exact);
}

/// "8 x 8 x 1", or the dash.
inline QString extentsOrDash(const std::array<uint32_t, 3> &extents) {
  return extents[0] == 0 ? unknown() : toQString(extentsText(extents));
}

} // namespace pstudio::inspector_text
