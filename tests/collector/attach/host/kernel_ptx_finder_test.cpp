// SPDX-License-Identifier: Apache-2.0
// An image is read once for all of its kernels, as long as its text is within the limit.
#include <QtTest>

#include <thread>

#include "collector/attach/host/kernel_ptx.h"
#include "collector/attach/protocol/image_hash.h"
#include "tests/core/image/image_file.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

constexpr const char *kOther = "_Z5scaleIfEvPT_S0_";

/// A file with one image, which can be removed.
class ImageOnDisk {
public:
  explicit ImageOnDisk(const std::string &name) {
    const std::string bytes = image::imageFile(name);
    if (m_folder.isValid() && m_file.open(QIODevice::WriteOnly))
      m_file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    m_file.close();
    const size_t size = std::min<size_t>(bytes.size(), kCheckedBytes);
    m_place.file = m_file.fileName().toStdString();
    m_place.bytes = bytes.size();
    m_place.check = imageCheck(std::string_view(bytes).substr(0, size),
                               std::string_view(bytes).substr(bytes.size() - size));
  }

  void remove() { m_file.remove(); }
  KernelImage kernel(const char *name) const {
    KernelImage image;
    image.name = name;
    image.architecture = "sm_90";
    image.place = m_place;
    return image;
  }

private:
  QTemporaryDir m_folder;
  QFile m_file{m_folder.filePath("image")};
  ImagePlace m_place;
};

QString found(KernelPtxFinder &finder, const KernelImage &kernel) {
  const FoundPtx answer = finder.find(kernel);
  return answer.ptx ? "PTX" : QString::fromStdString(answer.problem.code);
}

} // namespace

class KernelPtxFinderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void anImageIsReadOnceForAllItsKernels() {
    KernelPtxFinder finder;
    ImageOnDisk image("sm_90a_speed.fatbin");
    const FoundPtx first = finder.find(image.kernel("add"));
    QVERIFY(first.ptx && first.ptx->text.find(".entry add(") != std::string::npos);
    image.remove();
    const FoundPtx second = finder.find(image.kernel(kOther));
    QVERIFY(second.ptx && second.ptx->text.find(".entry _Z5scaleIfEvPT_S0_(") != std::string::npos);
    QCOMPARE(finder.find(image.kernel("add")).ptx->text, first.ptx->text);
    QCOMPARE(found(finder, image.kernel("missing")), "code.none");
  }

  void otherBytesAtOnePlaceAreAnotherImage() {
    KernelPtxFinder finder;
    ImageOnDisk image("sm_90a_speed.fatbin");
    KernelImage changed = image.kernel("add");
    ++changed.place->check;
    QCOMPARE(found(finder, image.kernel("add")), "PTX");
    QCOMPARE(found(finder, changed), "code.none");
    KernelImage olderDevice = image.kernel("add");
    olderDevice.architecture = "sm_80";
    QCOMPARE(found(finder, olderDevice), "code.none");
    QCOMPARE(found(finder, image.kernel("add")), "PTX");
  }

  void anImageThatAppearsLaterIsRead() {
    KernelPtxFinder finder;
    ImageOnDisk image("sm_90a_speed.fatbin");
    const QString file = QString::fromStdString(image.kernel("add").place->file.string());
    QVERIFY(QFile::rename(file, file + ".away"));
    QCOMPARE(found(finder, image.kernel("add")), "code.none");
    QVERIFY(QFile::rename(file + ".away", file));
    QCOMPARE(found(finder, image.kernel("add")), "PTX");
  }

  void theImageThatWasUsedLeastRecentlyIsDropped() {
    ImageOnDisk one("sm_90a_speed.fatbin"), two("sm_90a_size.fatbin"), three("kernels.ptx");
    KernelPtxFinder finder(textBytes("sm_90a_speed.fatbin") + textBytes("sm_90a_size.fatbin") +
                           textBytes("kernels.ptx") - 1);
    for (ImageOnDisk *image : {&one, &two, &one, &three})
      QCOMPARE(found(finder, image->kernel("add")), "PTX");
    for (ImageOnDisk *image : {&one, &two, &three})
      image->remove();
    QCOMPARE(found(finder, one.kernel("add")), "PTX");
    QCOMPARE(found(finder, two.kernel("add")), "code.none");
    QCOMPARE(found(finder, three.kernel("add")), "PTX");
  }

  void anImageBeyondTheLimitDoesNotStay() {
    KernelPtxFinder finder(1);
    ImageOnDisk image("sm_90a_speed.fatbin");
    QCOMPARE(found(finder, image.kernel("add")), "PTX");
    image.remove();
    QCOMPARE(found(finder, image.kernel(kOther)), "code.none");
  }

  void threadsShareAnImage() {
    KernelPtxFinder finder;
    ImageOnDisk image("sm_90a_speed.fatbin");
    std::array<QString, 8> answers;
    {
      std::vector<std::jthread> threads;
      for (size_t i = 0; i < answers.size(); ++i)
        threads.emplace_back(
            [&, i] { answers[i] = found(finder, image.kernel(i % 2 == 0 ? "add" : kOther)); });
    }
    for (const QString &answer : answers)
      QCOMPARE(answer, "PTX");
  }

private:
  static uint64_t textBytes(const std::string &name) {
    const std::string bytes = image::imageFile(name);
    return image::DeviceCode(*image::readImage(image::bytesOf(bytes)), image::Architecture{90})
        .textBytes();
  }
};

QTEST_GUILESS_MAIN(KernelPtxFinderTest)
#include "kernel_ptx_finder_test.moc"
