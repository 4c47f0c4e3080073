// SPDX-License-Identifier: Apache-2.0
// Golden texts of the viewer's tests.
#include "tests/viewer/golden_text.h"

#include <QtTest>

#include "tests/support/golden_file.h"

namespace pstudio::test {

void compareWithGolden(const char *name, const std::string &text) {
  const QString difference =
      differenceFromGolden(QStringLiteral("tests/viewer/golden/") + QLatin1String(name), text);
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

} // namespace pstudio::test
