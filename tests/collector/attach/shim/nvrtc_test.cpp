// SPDX-License-Identifier: Apache-2.0
// Machine code that NVRTC made in the program: the PTX of it reaches the server.
#include <QFile>
#include <QTest>

#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/fake_driver/fake_image.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

constexpr const char *kSource = "kernel add parameters=2 registers=32\n";

VictimOutcome compiled(AttachedRun &attached, const QString &way, const QStringList &options) {
  attached.setVariable(QStringLiteral("FAKE_NVRTC"), attachFolder());
  attached.setVariable(QStringLiteral("LD_LIBRARY_PATH"),
                       attachFolder() + QStringLiteral("/driver:") + attachFolder() +
                           QStringLiteral("/nvrtc-13"));
  const QString program = way == QLatin1String("linked") ? QStringLiteral("linked_compiling_victim")
                                                         : QStringLiteral("compiling_victim");
  return attached.run(program, QStringList{way, QString::fromLatin1(kSource)} + options);
}

std::string bytesAt(const ImageSeen &image) {
  QFile file(QString::fromStdString(image.file));
  return file.open(QIODevice::ReadOnly)
             ? file.readAll().toStdString().substr(image.offset, image.bytes)
             : std::string();
}

} // namespace

class ShimNvrtcTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void ptxOfACubinIsSentOnceWithTheOptions_data();
  void ptxOfACubinIsSentOnceWithTheOptions();
  void aProgramWithoutPtxHasNoImage();
  void aSecondCompilerOfTheProcessIsLeftAlone();
  void withoutAServerTheCompilerIsAlone();
};

void ShimNvrtcTest::ptxOfACubinIsSentOnceWithTheOptions_data() {
  QTest::addColumn<QString>("way");
  QTest::newRow("found by dlsym") << QStringLiteral("found");
  QTest::newRow("linked") << QStringLiteral("linked");
}

void ShimNvrtcTest::ptxOfACubinIsSentOnceWithTheOptions() {
  QFETCH(const QString, way);
  AttachedRun attached;
  const VictimOutcome outcome = compiled(attached, way, {"-arch=sm_90", "--maxrregcount=32"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(outcome.exitCode, 0);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.undecoded, 0);
  QCOMPARE(received.images.size(), size_t(1)); // of two modules
  QCOMPARE(int(received.images[0].kind), int(ImageKind::CompiledPtx));
  QCOMPARE(bytesAt(received.images[0]), fakePtx(kSource));
  QVERIFY(received.images[0].options ==
          (std::vector<std::string>{"-arch=sm_90", "--maxrregcount=32"}));
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(int(received.seen[0].image), int(ImageKind::Cubin));
  QCOMPARE(received.seen[0].codeImage, received.images[0].image);
}

void ShimNvrtcTest::aProgramWithoutPtxHasNoImage() {
  AttachedRun attached;
  const VictimOutcome outcome = compiled(attached, QStringLiteral("found"), {"-dlto"});
  QCOMPARE(outcome.exitCode, 0);
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.images.size(), size_t(0));
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(received.seen[0].codeImage, kNoImage);
}

// Its programs are invalid in the first one.
void ShimNvrtcTest::aSecondCompilerOfTheProcessIsLeftAlone() {
  AttachedRun attached;
  const VictimOutcome outcome = compiled(attached, QStringLiteral("second"), {"-arch=sm_90"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(attached.received().images.size(), size_t(0));
  QCOMPARE(attached.received().seen.size(), size_t(1));
}

void ShimNvrtcTest::withoutAServerTheCompilerIsAlone() {
  AttachedRun attached;
  attached.setVariable(QStringLiteral("FAKE_NVRTC"), attachFolder());
  const VictimOutcome outcome = attached.runWithout(
      QStringLiteral("compiling_victim"), {"found", QString::fromLatin1(kSource), "-arch=sm_90"});
  QCOMPARE(outcome.output, QString());
  QCOMPARE(outcome.exitCode, 0);
  QCOMPARE(attached.received().seen.size(), size_t(0));
}

QTEST_GUILESS_MAIN(ShimNvrtcTest)
#include "nvrtc_test.moc"
