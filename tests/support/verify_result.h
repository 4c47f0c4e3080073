// SPDX-License-Identifier: Apache-2.0
// QVERIFY of Qt Test for a Result: a failure prints the error.
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

/// Similar to PSTUDIO_TRY_ASSIGN: declares `target` from the value, or fails the test function with
/// the error's text.
#define PSTUDIO_VERIFY_ASSIGN(target, ...)                                                         \
  PSTUDIO_VERIFY_ASSIGN_NAMED(PSTUDIO_CONCAT(verified, __LINE__), target, __VA_ARGS__)
#define PSTUDIO_VERIFY_ASSIGN_NAMED(result, target, ...)                                           \
  auto result = (__VA_ARGS__);                                                                     \
  QVERIFY2(result, result ? "" : qPrintable(::pstudio::test::textOf(result.error())));             \
  target = std::move(*result)
