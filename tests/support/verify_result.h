// SPDX-License-Identifier: Apache-2.0
// Qt Test's QVERIFY for a Result: a failure shows the error.
#pragma once

#include <QString>
#include <QtTest>

#include "core/base/result.h"

namespace pstudio::test {

/// "where: message (hint)".
inline QString textOf(const Error &error) {
  return QString::fromStdString(error.toString());
}

} // namespace pstudio::test

/// Fails the test function with the error's text unless `expression`, a Result, has a value.
#define VERIFY_RESULT(expression)                                                                  \
  do {                                                                                             \
    const auto &verified = (expression);                                                           \
    QVERIFY2(verified, verified ? "" : qPrintable(::pstudio::test::textOf(verified.error())));     \
  } while (false)
