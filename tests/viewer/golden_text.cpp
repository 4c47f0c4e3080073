// SPDX-License-Identifier: Apache-2.0
// Golden texts of the viewer's tests.
#include "tests/viewer/golden_text.h"

#include <QDir>
#include <QFile>
#include <QtTest>

namespace pstudio::test {
namespace {

QString firstDifference(const QString &expected, const QString &actual) {
  const QStringList a = expected.split(QLatin1Char('\n'));
  const QStringList b = actual.split(QLatin1Char('\n'));
  for (qsizetype i = 0; i < std::max(a.size(), b.size()); ++i)
    if (a.value(i) != b.value(i))
      return QStringLiteral("line %1\n  expected: %2\n  actual:   %3")
          .arg(i + 1)
          .arg(a.value(i), b.value(i));
  return {};
}

bool write(const QString &path, const QByteArray &text) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

} // namespace

void compareWithGolden(const char *name, const std::string &text) {
  const QByteArray actual = QByteArray::fromStdString(text);
  const QString path =
      QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/viewer/golden/") + QLatin1String(name);
  if (qEnvironmentVariableIsSet("PSTUDIO_UPDATE_GOLDENS")) {
    QVERIFY2(write(path, actual), qPrintable(path));
    return;
  }
  QFile file(path);
  QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path + QStringLiteral(" is missing")));
  const QByteArray expected = file.readAll();
  if (expected == actual)
    return;
  const QString kept = QStringLiteral(PSTUDIO_BINARY_DIR "/tests/viewer/") + QLatin1String(name);
  write(kept, actual);
  QFAIL(qPrintable(QString::fromLatin1(name) + QStringLiteral(", ") +
                   firstDifference(QString::fromUtf8(expected), QString::fromUtf8(actual)) +
                   QStringLiteral("\n  actual text: ") + kept));
}

} // namespace pstudio::test
