// SPDX-License-Identifier: Apache-2.0
// Location of the programs that were built with a test.
#pragma once

#include <QFileInfo>
#include <QString>

namespace pstudio::test {

/// The build folder of the running test, without a slash at its end. Every test is in its folder
/// "tests". The path is determined at run time, so that all presets compile the same text.
inline QString buildFolder() {
  const QFileInfo program(QFileInfo(QStringLiteral("/proc/self/exe")).canonicalFilePath());
  return QFileInfo(program.path()).path();
}

} // namespace pstudio::test
