// SPDX-License-Identifier: Apache-2.0
// The one place where UTF-8 text of the core becomes Qt's.
#pragma once

#include <QString>

#include <string_view>

namespace pstudio {

/// UTF-8 to Qt. Bytes that are not UTF-8 become U+FFFD.
inline QString toQString(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace pstudio
