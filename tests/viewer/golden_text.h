// SPDX-License-Identifier: Apache-2.0
// Compares text with a file of tests/viewer/golden; PSTUDIO_UPDATE_GOLDENS=1 writes the file
// instead.
#pragma once

#include <string>

namespace pstudio::test {

/// Fails the running test with the first differing line; a missing file is a failure too. On
/// failure the actual text is written below the build folder.
void compareWithGolden(const char *file, const std::string &actual);

} // namespace pstudio::test
