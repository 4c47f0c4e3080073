// SPDX-License-Identifier: Apache-2.0
// Files and programs that a test needs, in the source tree or beside a test that has travelled to
// another machine (packaging/make-bundle.sh --with-tests).
#pragma once

#include "tests/support/build_folder.h"

#include <QString>

namespace pstudio::test {

/// "resources/kernels/softmax.json" as a path: below the folder in the environment variable
/// PSTUDIO_TEST_DATA, or else below the source tree that the test was built from.
inline QString testData(const QString &name) {
  return qEnvironmentVariable("PSTUDIO_TEST_DATA", QStringLiteral(PSTUDIO_SOURCE_DIR)) + '/' + name;
}

/// proton-collect: the environment variable PSTUDIO_COLLECT, or else that of the build folder.
inline QString collectProgram() {
  return qEnvironmentVariable("PSTUDIO_COLLECT", buildFolder() + "/bin/proton-collect");
}

} // namespace pstudio::test
