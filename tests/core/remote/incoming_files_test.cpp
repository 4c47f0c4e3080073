// SPDX-License-Identifier: Apache-2.0
// Files that arrive: only below their folder, only whole, only as many as allowed.
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>

#include "core/base/deflate.h"
#include "core/base/file_bytes.h"
#include "core/remote/incoming_files.h"

using namespace pstudio;

namespace {

uint32_t crcOf(const std::string &text) {
  return crc32Of(std::as_bytes(std::span(text.data(), text.size())));
}

QByteArray contentOf(const std::filesystem::path &path) {
  const auto bytes = FileBytes::read(path);
  return bytes ? QByteArray(reinterpret_cast<const char *>(bytes->bytes().data()),
                            qsizetype(bytes->bytes().size()))
               : QByteArray("unreadable");
}

} // namespace

class IncomingFilesTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path folder() const { return m_folder->path().toStdString(); }

private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void filesArriveInTheirFolders() {
    IncomingFiles files(folder(), {});
    QVERIFY(files.take(FileMessage{1, "home/me/k.mlir", 6, 0}));
    QVERIFY(files.take(FileMessage{0, "home/me/A.npy", 0, 0}));
    QVERIFY(files.take(ChunkMessage{1, 0, "mod"}));
    QVERIFY(files.take(ChunkMessage{0, 0, "data"}));
    QVERIFY(files.take(ChunkMessage{1, 3, "ule"}));
    QVERIFY(files.take(FileEndMessage{1, 6, crcOf("module")}));
    QCOMPARE(files.bytesTaken(), uint64_t{10});
    QVERIFY(files.find("home/me/k.mlir")->isComplete);
    QVERIFY(!files.find("home/me/A.npy")->isComplete);
    QCOMPARE(contentOf(folder() / "home/me/k.mlir"), QByteArray("module"));
  }

  void noNameLeadsOutOfTheFolder_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"", "/etc/passwd", "..", "../x", "a/../../x", "a/..", ".", "a/./b",
                             "a//b", "a/", "new\nline", "bell\a"})
      QTest::newRow(qPrintable(QString("'%1'").arg(name))) << QByteArray(name);
    QTest::newRow("null") << QByteArray("a\0b", 3);
    QTest::newRow("long name") << QByteArray(256, 'x');
    QTest::newRow("long path") << QByteArray("abc/").repeated(1024) + "x";
  }
  void noNameLeadsOutOfTheFolder() {
    QFETCH(QByteArray, name);
    QVERIFY(!isSafeFileName(name.toStdString()));
    IncomingFiles files(folder(), {});
    const auto taken = files.take(FileMessage{0, name.toStdString(), 1, 0});
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, ErrorCode::InvalidInput);
    QVERIFY(QDir(m_folder->path()).isEmpty());
  }

  void usualNamesAreFine() {
    for (const char *name : {"a", "a/b.npy", "..a", "a..", "with blank/ü", "...", "-x"})
      QVERIFY2(isSafeFileName(name), name);
  }

  void aLinkIsNotFollowed() {
    QTemporaryDir elsewhere;
    QVERIFY(QFile::link(elsewhere.filePath("target"), m_folder->filePath("link")));
    IncomingFiles files(folder(), {});
    QVERIFY(!files.take(FileMessage{0, "link", 1, 0}));
    QVERIFY(QDir(elsewhere.path()).isEmpty());
  }

  void limitsHold() {
    IncomingFiles few(folder(), {1, 100});
    QVERIFY(few.take(FileMessage{0, "a", 0, 0}));
    const auto second = few.take(FileMessage{1, "b", 0, 0});
    QVERIFY(!second && second.error().message.find("too many") != std::string::npos);
    IncomingFiles small(folder(), {9, 100});
    const auto announced = small.take(FileMessage{0, "c", 101, 0});
    QVERIFY(!announced &&
            announced.error().message.find("limit of a run is 100") != std::string::npos);
    QVERIFY(small.take(FileMessage{1, "d", 10, 0})); // and then more comes than was said
    QVERIFY(small.take(ChunkMessage{1, 0, std::string(100, 'x')}));
    const auto more = small.take(ChunkMessage{1, 100, "y"});
    QVERIFY(!more);
    QCOMPARE(more.error().code, ErrorCode::InvalidInput);
  }

  void whatDoesNotFitTogetherIsRejected() {
    IncomingFiles files(folder(), {});
    QVERIFY(!files.take(ChunkMessage{0, 0, "x"}));
    QVERIFY(files.take(FileMessage{0, "a", 3, 0}));
    QVERIFY(!files.take(FileMessage{0, "b", 3, 0}));
    QVERIFY(!files.take(FileMessage{1, "a", 3, 0})); // a second file of the name
    QVERIFY(!files.take(ChunkMessage{0, 1, "x"}));
    QVERIFY(files.take(ChunkMessage{0, 0, "abc"}));
    QVERIFY(!files.take(FileEndMessage{0, 4, crcOf("abc")}));
    QVERIFY(!files.take(FileEndMessage{0, 3, crcOf("abd")}));
    QVERIFY(files.take(FileEndMessage{0, 3, crcOf("abc")}));
    QVERIFY(!files.take(FileEndMessage{0, 3, crcOf("abc")}));
    QVERIFY(!files.take(ChunkMessage{0, 3, "d"}));
  }

  void aFullDiskIsSaidWithWhatToDo() {
    // The nearest thing to a full disk that needs no rights: files may grow no further.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit tight = before;
    tight.rlim_cur = 4096;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
    IncomingFiles files(folder(), {});
    QVERIFY(files.take(FileMessage{0, "a", 0, 0}));
    const auto taken = files.take(ChunkMessage{0, 0, std::string(8192, 'x')});
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!taken);
    QCOMPARE(taken.error().code, ErrorCode::Io);
    QVERIFY2(taken.error().hint.find("make room in " + folder().string()) == 0,
             taken.error().hint.c_str());
  }
};

QTEST_GUILESS_MAIN(IncomingFilesTest)
#include "incoming_files_test.moc"
