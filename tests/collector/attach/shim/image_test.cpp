// SPDX-License-Identifier: Apache-2.0
// Images that the program loads and that may contain PTX: what the server learns of them.
#include <QDir>
#include <QFile>
#include <QTest>

#include "collector/attach/protocol/image_hash.h"
#include "tests/collector/attach/shim/attached_run.h"
#include "tests/collector/attach/shim/fake_driver/fake_image.h"

using namespace pstudio::attach;
using namespace pstudio::test;

namespace {

constexpr const char *kKernels = "kernel add parameters=2 registers=32\n";

std::string fileBytes(const std::string &path) {
  QFile file(QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The bytes that a message names.
std::string bytesOf(const ImageSeen &image) {
  const std::string file = fileBytes(image.file);
  return image.offset < file.size() ? file.substr(image.offset, image.bytes) : std::string();
}

uint64_t checkOf(const std::string &bytes) {
  const size_t size = std::min<size_t>(bytes.size(), kCheckedBytes);
  return imageCheck(std::string_view(bytes).substr(0, size),
                    std::string_view(bytes).substr(bytes.size() - size));
}

QStringList copiesIn(const AttachedRun &attached) {
  return QDir(attached.folder()).entryList({"[0-9]*.image"});
}

QStringList launched(const QString &module) {
  return {"function", "f" + module, module, "add", "launch", "f" + module, "1", "plain"};
}

} // namespace

class ShimImageTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void imagesInMemoryAreCopiedOnce_data();
  void imagesInMemoryAreCopiedOnce();
  void imagesInAMappedFileAreNamedByTheirPlace();
  void imagesInDeletedFilesAreCopied();
  void filesAreNamedByTheirPath_data();
  void filesAreNamedByTheirPath();
  void wrappersStandForTheirContainer();
  void unloadedImagesStayReadable();
  void damagedImagesAreLeftOut();
  void machineCodeIsNotSent();
  void machineCodeIsSentWhereXlaWritesPtx_data();
  void machineCodeIsSentWhereXlaWritesPtx();
  void imagesWithoutALaunchAreNotSent();
  void aFullDiskIsReportedOnce();
};

void ShimImageTest::imagesInMemoryAreCopiedOnce_data() {
  QTest::addColumn<int>("kind");
  QTest::newRow("PTX") << int(ImageKind::Ptx);
  QTest::newRow("fat binary") << int(ImageKind::FatBinary);
}

void ShimImageTest::imagesInMemoryAreCopiedOnce() {
  QFETCH(const int, kind);
  // Longer than the bytes that the check covers, and than a piece of a copy.
  const std::string bytes = fakeImage(kKernels + std::string(100000, ' '), ImageKind(kind));
  AttachedRun attached;
  const QString image = attached.image("image", bytes);
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "open", "module", "m", image, "library", "l", image,
                                         "load", "cuModuleLoadDataEx", "n", image} +
                                 launched("m") + launched("n"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.undecoded, 0);
  QCOMPARE(received.images.size(), size_t(1));
  QCOMPARE(int(received.images[0].kind), kind);
  QCOMPARE(bytesOf(received.images[0]), bytes);
  QCOMPARE(received.images[0].check, checkOf(bytes));
  QCOMPARE(copiesIn(attached).size(), 1);
  QCOMPARE(received.seen.size(), size_t(1)); // one kernel, by two handles
  QCOMPARE(received.seen[0].codeImage, received.images[0].image);
  QVERIFY(received.order ==
          (std::vector<MessageType>{MessageType::Hello, MessageType::DeviceSeen,
                                    MessageType::ImageSeen, MessageType::KernelSeen}));
}

void ShimImageTest::imagesInAMappedFileAreNamedByTheirPlace() {
  const std::string bytes = fakeFatBinary(kKernels + std::string(10000, ' '));
  AttachedRun attached;
  const QString file = attached.image("program", std::string(5000, 'x') + bytes + "more");
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "open", "mapped", "m", file, "5000", "mapped", "n",
                                         file, "5000"} +
                                 launched("m"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(received.images.size(), size_t(1));
  QCOMPARE(QString::fromStdString(received.images[0].file), file);
  QCOMPARE(received.images[0].offset, uint64_t(5000));
  QCOMPARE(bytesOf(received.images[0]), bytes);
  QCOMPARE(received.images[0].check, checkOf(bytes));
  QCOMPARE(copiesIn(attached), QStringList());
}

void ShimImageTest::imagesInDeletedFilesAreCopied() {
  const std::string bytes = fakePtx(kKernels);
  AttachedRun attached;
  const QString image = attached.image("image", bytes);
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "open", "deleted", "m", image, "0"} + launched("m"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.images.size(), size_t(1));
  QCOMPARE(bytesOf(received.images[0]), bytes);
  QCOMPARE(copiesIn(attached).size(), 1);
}

void ShimImageTest::filesAreNamedByTheirPath_data() {
  QTest::addColumn<QString>("function");
  QTest::newRow("module") << "cuModuleLoad";
  QTest::newRow("library") << "cuLibraryLoadFromFile";
}

void ShimImageTest::filesAreNamedByTheirPath() {
  QFETCH(const QString, function);
  const std::string bytes = fakeFatBinary(kKernels);
  AttachedRun attached;
  const QString image = attached.image("image", bytes);
  QStringList words{"v2", "open", "load", function, "m", image, "load", function, "n", image};
  if (function == "cuModuleLoad")
    words += launched("m") + launched("n");
  else
    words += QStringList{"kernel", "f", "m", "add", "launch", "f", "1", "plain"};
  QCOMPARE(attached.run("victim", words).output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.images.size(), size_t(1));
  QCOMPARE(QString::fromStdString(received.images[0].file), image);
  QCOMPARE(received.images[0].check, checkOf(bytes));
  QCOMPARE(received.seen.size(), size_t(1));
  QCOMPARE(copiesIn(attached), QStringList());
}

void ShimImageTest::wrappersStandForTheirContainer() {
  const std::string bytes = fakeFatBinary(kKernels);
  AttachedRun attached;
  const QString image = attached.image("image", bytes + "bytes of the program");
  const VictimOutcome outcome = attached.run(
      "victim",
      QStringList{"v2", "open", "load", "cuModuleLoadFatBinary", "m", image} + launched("m"));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().images.size(), size_t(1));
  QCOMPARE(bytesOf(attached.received().images[0]), bytes);
}

void ShimImageTest::unloadedImagesStayReadable() {
  const std::string first = fakePtx(kKernels), second = fakePtx(std::string(kKernels) + " ");
  AttachedRun attached;
  const VictimOutcome outcome = attached.run(
      "victim", QStringList{"v2", "open", "module", "m", attached.image("first", first)} +
                    launched("m") +
                    QStringList{"unload", "m", "module", "n", attached.image("second", second)} +
                    launched("n"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.images.size(), size_t(2));
  QCOMPARE(bytesOf(received.images[0]), first);
  QCOMPARE(bytesOf(received.images[1]), second);
  QCOMPARE(received.seen.size(), size_t(2));
  QCOMPARE(received.seen[1].codeImage, 1u);
}

void ShimImageTest::damagedImagesAreLeftOut() {
  // The driver reads as far as it must; the stated size exceeds the memory.
  for (const uint64_t size : {uint64_t(1) << 40, uint64_t(1) << 31}) {
    AttachedRun attached;
    const VictimOutcome outcome =
        attached.run("victim", QStringList{"v2", "open", "module", "m",
                                           attached.image("i", fakeFatBinary(kKernels, size))} +
                                   launched("m"));
    QCOMPARE(outcome.output, QString());
    const ReceivedMessages &received = attached.received();
    QCOMPARE(received.images.size(), size_t(0));
    QCOMPARE(received.seen.size(), size_t(1));
    QCOMPARE(received.seen[0].codeImage, kNoImage);
    QCOMPARE(received.noticeLines(), std::string());
  }
}

void ShimImageTest::machineCodeIsNotSent() {
  AttachedRun attached;
  const VictimOutcome outcome = attached.run(
      "victim", QStringList{"v2", "open", "module", "m", attached.image("plain", plainImage())} +
                    launched("m"));
  QCOMPARE(outcome.output, QString());
  QCOMPARE(attached.received().images.size(), size_t(0));
  QCOMPARE(copiesIn(attached), QStringList());
}

void ShimImageTest::machineCodeIsSentWhereXlaWritesPtx_data() {
  QTest::addColumn<QString>("flags");
  QTest::newRow("folder of attach") << "--xla_dump_to=/raw/xla-7";
  QTest::newRow("folder of the program") << "";
}

// Code that was loaded before has no PTX.
void ShimImageTest::machineCodeIsSentWhereXlaWritesPtx() {
  QFETCH(const QString, flags);
  const std::string bytes = fakeCubin(kKernels);
  AttachedRun attached;
  const QString image = attached.image("cubin", bytes),
                before = attached.image("before", plainImage());
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "open", "module", "b", before, "dump", flags,
                                         "module", "m", image, "module", "n", image} +
                                 launched("b") + launched("m") + launched("n"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.undecoded, 0);
  QCOMPARE(received.images.size(), size_t(1));
  QCOMPARE(int(received.images[0].kind), int(ImageKind::Cubin));
  QCOMPARE(bytesOf(received.images[0]), bytes);
  std::vector<std::string> options{"/raw/xla-7"};
  if (!flags.isEmpty())
    options.push_back(flags.toStdString());
  QVERIFY(received.images[0].options == options);
  QCOMPARE(received.seen.size(), size_t(2));
  QCOMPARE(received.seen[0].codeImage, kNoImage);
  QCOMPARE(received.seen[1].codeImage, received.images[0].image);
  QVERIFY(!received.seen[1].imageHash.empty());
}

void ShimImageTest::imagesWithoutALaunchAreNotSent() {
  AttachedRun attached;
  const QString image = attached.image("image", fakePtx(kKernels));
  QCOMPARE(attached.run("victim", {"v2", "open", "module", "m", image, "function", "f", "m", "add"})
               .output,
           QString());
  QCOMPARE(attached.received().images.size(), size_t(0));
}

void ShimImageTest::aFullDiskIsReportedOnce() {
  AttachedRun attached;
  const QString first = attached.image("first", fakePtx(kKernels + std::string(5000, ' '))),
                second = attached.image("second", fakePtx(kKernels + std::string(6000, ' ')));
  // The first image creates the files of the process; the limit then leaves room for no copy.
  const QString small = attached.image("small", fakePtx(kKernels));
  const VictimOutcome outcome =
      attached.run("victim", QStringList{"v2", "open", "module", "s", small, "filelimit", "4500",
                                         "module", "m", first, "module", "n", second} +
                                 launched("m") + launched("n"));
  QCOMPARE(outcome.output, QString());
  const ReceivedMessages &received = attached.received();
  QCOMPARE(received.noticeLines(), std::string("disk.full: an image of code\n"));
  QCOMPARE(received.images.size(), size_t(0));
}

QTEST_GUILESS_MAIN(ShimImageTest)
#include "image_test.moc"
