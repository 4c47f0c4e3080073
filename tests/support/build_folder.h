// SPDX-License-Identifier: Apache-2.0
// Location of the programs that were built with a test.
#pragma once

#include <QFileInfo>
#include <QString>

#include "core/process/program_path.h"

namespace pstudio::test {

/// The build folder of the running test, without a slash at its end. Every test is in its folder
/// "tests". The path is determined at run time, so that all presets compile the same text. Correct
/// also for a test that the dynamic linker starts (`ld-linux-x86-64.so.2 TEST`).
inline QString buildFolder() {
  const QFileInfo program(QString::fromStdString(runningProgram().string()));
  return QFileInfo(program.path()).path();
}

} // namespace pstudio::test
