// SPDX-License-Identifier: Apache-2.0
#include "tests/support/golden_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include "tests/support/build_folder.h"

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

QString differenceFromGolden(const QString &path, const std::string &text) {
  const QByteArray actual = QByteArray::fromStdString(text);
  const QString golden = QStringLiteral(PSTUDIO_SOURCE_DIR "/") + path;
  if (qEnvironmentVariableIsSet("PSTUDIO_UPDATE_GOLDENS"))
    return write(golden, actual) ? QString() : golden + QStringLiteral(" cannot be written");
  QFile file(golden);
  if (!file.open(QIODevice::ReadOnly))
    return golden + QStringLiteral(" is missing");
  const QByteArray expected = file.readAll();
  if (expected == actual)
    return {};
  const QString kept = buildFolder() + "/" + path;
  write(kept, actual);
  return path + QStringLiteral(", ") +
         firstDifference(QString::fromUtf8(expected), QString::fromUtf8(actual)) +
         QStringLiteral("\n  actual text: ") + kept;
}

} // namespace pstudio::test
