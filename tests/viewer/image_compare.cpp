// SPDX-License-Identifier: Apache-2.0
// Baselines of the screenshot tests.
#include "tests/viewer/image_compare.h"

#include <QDir>
#include <QWidget>
#include <QtTest>

#include "tests/support/build_folder.h"

namespace pstudio::test {
namespace {

bool differs(QRgb a, QRgb b, int channel) {
  return std::abs(qRed(a) - qRed(b)) > channel || std::abs(qGreen(a) - qGreen(b)) > channel ||
         std::abs(qBlue(a) - qBlue(b)) > channel;
}

/// The expected picture, pale, with every differing pixel in red.
QImage diffOf(const QImage &expected, const QImage &actual, const ImageTolerance &tolerance) {
  QImage diff = expected;
  for (int y = 0; y < diff.height(); ++y)
    for (int x = 0; x < diff.width(); ++x) {
      const bool isWrong = !actual.valid(x, y) ||
                           differs(expected.pixel(x, y), actual.pixel(x, y), tolerance.channel);
      const int grey = 192 + qGray(expected.pixel(x, y)) / 4;
      diff.setPixel(x, y, isWrong ? qRgb(220, 0, 0) : qRgb(grey, grey, grey));
    }
  return diff;
}

} // namespace

double differingShare(const QImage &a, const QImage &b, const ImageTolerance &tolerance) {
  if (a.size() != b.size())
    return 1;
  int64_t wrong = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      wrong += differs(a.pixel(x, y), b.pixel(x, y), tolerance.channel);
  return static_cast<double>(wrong) / (static_cast<double>(a.width()) * a.height());
}

void compareWithBaseline(const QString &name, const QImage &picture,
                         const ImageTolerance &tolerance) {
  const QString path = QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/viewer/baseline/%1.png").arg(name);
  const QImage actual = picture.convertToFormat(QImage::Format_RGB32);
  if (qEnvironmentVariableIsSet("PSTUDIO_UPDATE_GOLDENS")) {
    QDir().mkpath(QFileInfo(path).path());
    QVERIFY2(actual.save(path), qPrintable(path));
    return;
  }
  const QImage expected = QImage(path).convertToFormat(QImage::Format_RGB32);
  QVERIFY2(!expected.isNull(), qPrintable(path + QStringLiteral(" is missing")));
  const double share = differingShare(expected, actual, tolerance);
  if (share <= tolerance.share)
    return;
  const QString kept = (buildFolder() + QStringLiteral("/tests/viewer/%1-")).arg(name);
  QDir().mkpath(QFileInfo(kept).path());
  actual.save(kept + QStringLiteral("actual.png"));
  expected.save(kept + QStringLiteral("expected.png"));
  diffOf(expected, actual, tolerance).save(kept + QStringLiteral("diff.png"));
  QFAIL(qPrintable(QStringLiteral("%1: %2 % of the pixels differ; see %3{actual,expected,diff}.png")
                       .arg(name)
                       .arg(100 * share, 0, 'f', 3)
                       .arg(kept)));
}

void compareAtTwiceTheScale(const QString &name, QWidget &widget) {
  const QRect part = widget.rect().intersected({0, 0, 320, 160});
  QImage picture(part.size() * 2, QImage::Format_RGB32);
  picture.setDevicePixelRatio(2);
  picture.fill(widget.palette().color(QPalette::Window));
  widget.render(&picture, {}, part);
  compareWithBaseline(name + QStringLiteral("-x2"), picture);
}

} // namespace pstudio::test
