// SPDX-License-Identifier: Apache-2.0
// Cutting names that are too long so that different names stay different.
#pragma once

#include <QFontMetrics>
#include <QString>

#include <functional>

namespace pstudio {

/// `text` in at most `width` pixels: cut in the middle, else at the beginning, else at the end,
/// whichever is the first that none of the other names looks like when cut in the same way. If all
/// look like another one, the cut keeps the first place where `text` differs from them.
/// \param others  visits the names beside it; `text` itself may be among them.
/// O(number of others); none is visited if `text` fits.
QString
elidedDistinctly(const QFontMetrics &metrics, const QString &text, int width,
                 const std::function<void(const std::function<void(const QString &)> &)> &others);

} // namespace pstudio
