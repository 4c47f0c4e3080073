// SPDX-License-Identifier: Apache-2.0
// The processors that a suite compiles its kernels for.
#pragma once

#include <QtTest>

namespace pstudio::test {

/// Rows of the column "processor" (cpu::CompileOptions): this machine with all it has, and what
/// every x86-64 and what those since about 2013 have. Only the first on other architectures.
inline void addProcessors() {
  QTest::addColumn<QString>("processor");
  QTest::newRow("this machine") << QString();
#if defined(__x86_64__)
  QTest::newRow("x86-64") << QString("x86-64");
  QTest::newRow("x86-64-v3") << QString("x86-64-v3");
#endif
}

/// Whether this machine runs code for `processor`.
inline bool isRunnable(const QString &processor) {
#if defined(__x86_64__)
  return processor != "x86-64-v3" ||
         (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
          __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"));
#else
  return processor.isEmpty();
#endif
}

} // namespace pstudio::test

/// Leaves the test function, with the reason, where this machine does not run code for `processor`.
#define SKIP_UNLESS_RUNNABLE(processor)                                                            \
  do {                                                                                             \
    if (!::pstudio::test::isRunnable(processor))                                                   \
      QSKIP("this machine does not run code for x86-64-v3");                                       \
  } while (false)
