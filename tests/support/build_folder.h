// SPDX-License-Identifier: Apache-2.0
// Where the programs lie that were built with a test.
#pragma once

#include <QFileInfo>
#include <QString>

namespace pstudio::test {

/// The build folder of the running test, without a slash at its end. Every test lies in its folder
/// "tests"; asked of the system and not compiled in, so that all presets compile the same text.
inline QString buildFolder() {
  const QFileInfo program(QFileInfo(QStringLiteral("/proc/self/exe")).canonicalFilePath());
  return QFileInfo(program.path()).path();
}

} // namespace pstudio::test
