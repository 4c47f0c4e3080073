// SPDX-License-Identifier: Apache-2.0
// One function for each class of tests, and what they share.
#pragma once

#include <QtTest>

#include "collector/collector.h"

namespace pstudio::test {

/// Runs a class with the arguments of Qt Test, the program's name first: the number of failures.
using RunTestClass = int (*)(const QStringList &arguments);

int runMemoryModeGpuTest(const QStringList &arguments);
int runTritonMemoryGpuTest(const QStringList &arguments);
int runGeneratedGpuTest(const QStringList &arguments);
int runCalibrateGpuTest(const QStringList &arguments);

/// Compiles and runs a specification in a mode on its target, without the cache of kernels.
Result<RunOutcome> runInMode(RunSpec spec, const std::string &mode);

} // namespace pstudio::test
