// SPDX-License-Identifier: Apache-2.0
// Compares text with a golden file; PSTUDIO_UPDATE_GOLDENS=1 writes the file instead.
#pragma once

#include <string>

#include <QString>

namespace pstudio::test {

/// What differs between the file `path`, which is relative to the source tree, and `actual`: empty
/// if nothing does, else the first differing line; a missing file is a difference too. The actual
/// text of a difference is kept below the build folder. With PSTUDIO_UPDATE_GOLDENS in the
/// environment the file is written instead.
QString differenceFromGolden(const QString &path, const std::string &actual);

} // namespace pstudio::test
