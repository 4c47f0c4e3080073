// SPDX-License-Identifier: Apache-2.0
// Compares text with a golden file; PSTUDIO_UPDATE_GOLDENS=1 writes the file instead.
#pragma once

#include <string>

#include <QString>

namespace pstudio::test {

/// Compares `actual` with the file `path`, which is relative to the source tree. Returns an empty
/// string if they are equal, else the first line that differs. A missing file is a difference, too.
/// Stores the actual text of a difference below the build folder. If PSTUDIO_UPDATE_GOLDENS is set,
/// writes the file instead.
QString differenceFromGolden(const QString &path, const std::string &actual);

} // namespace pstudio::test
