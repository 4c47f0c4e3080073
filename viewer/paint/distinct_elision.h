// SPDX-License-Identifier: Apache-2.0
// Cutting names that are too long so that different names stay different.
#pragma once

#include <QFontMetrics>
#include <QString>

#include <functional>

namespace pstudio {

/// `text` in at most `width` pixels: cut in the middle, else at the beginning, else at the end: the
/// first cut that differs from the same cut of all other names. If no cut does, the result keeps
/// the part around the place where `text` begins to differ from the most similar name.
/// \param others  visits the names beside it; `text` itself may be among them. O(number of others);
/// none is visited if `text` fits.
QString
elidedDistinctly(const QFontMetrics &metrics, const QString &text, int width,
                 const std::function<void(const std::function<void(const QString &)> &)> &others);

} // namespace pstudio
