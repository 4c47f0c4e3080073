// SPDX-License-Identifier: Apache-2.0
// Output paths: regular files are written by a rename; all others are written directly and never
// replaced.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include "core/base/file_bytes.h"
#include "core/base/output_file.h"
#include "tests/support/fifo_reader.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

QByteArray bytesOf(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

void put(const QString &path, const QByteArray &bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

} // namespace

class OutputFileTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  std::filesystem::path place(const QString &name) const { return path(name).toStdString(); }
  QStringList names() const {
    return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
  }

  void aRegularFileAppearsOnlyWhenItIsComplete() {
    put(path("a"), "old");
    {
      Result<OutputFile> file = OutputFile::open(place("a"));
      VERIFY_RESULT(file);
      VERIFY_RESULT(file->write("half"));
      QCOMPARE(bytesOf(path("a")), QByteArray("old"));
      QCOMPARE(names().size(), 2);
    }
    QCOMPARE(names(), QStringList{"a"});
    VERIFY_RESULT(writeOutput(place("a"), "new"));
    QCOMPARE(bytesOf(path("a")), QByteArray("new"));
    QCOMPARE(names(), QStringList{"a"});
  }

  void aTextIsReadAsItWasWritten() {
    const std::string text("two\nlines \0 and a null", 22);
    VERIFY_RESULT(writeOutput(place("a"), text));
    const Result<std::string> read = FileBytes::readText(place("a"));
    VERIFY_RESULT(read);
    QCOMPARE(*read, text);
    QVERIFY(!FileBytes::readText(place("a"), text.size() - 1));
    QVERIFY(!FileBytes::readText(place("missing")));
  }

  void aSymbolicLinkStaysAndItsTargetIsWritten_data() {
    QTest::addColumn<QString>("link");
    QTest::addColumn<bool>("isTargetThere");
    QTest::newRow("relative") << "target" << true;
    QTest::newRow("in another folder") << "sub/../sub/target" << true;
    QTest::newRow("absolute") << "/" << true;
    QTest::newRow("to nothing yet") << "target" << false;
    QTest::newRow("over a second link") << "second" << true;
  }
  void aSymbolicLinkStaysAndItsTargetIsWritten() {
    QFETCH(QString, link);
    QFETCH(bool, isTargetThere);
    QVERIFY(QDir(m_folder->path()).mkdir("sub"));
    const QString target = path(link.startsWith("sub") ? "sub/target" : "target");
    if (isTargetThere)
      put(target, "old");
    QVERIFY(::symlink("target", qPrintable(path("second"))) == 0);
    QVERIFY(::symlink(qPrintable(link == "/" ? target : link), qPrintable(path("link"))) == 0);
    VERIFY_RESULT(writeOutput(place("link"), "new"));
    QVERIFY(std::filesystem::is_symlink(place("link")));
    QCOMPARE(bytesOf(target), QByteArray("new"));
  }

  void aReplacedFileKeepsItsPermissions() {
    put(path("private"), "old");
    QVERIFY(::chmod(qPrintable(path("private")), 0600) == 0);
    VERIFY_RESULT(writeOutput(place("private"), "new"));
    put(path("made"), "newer");
    VERIFY_RESULT(moveToOutput(place("made"), place("private")));
    QCOMPARE(bytesOf(path("private")), QByteArray("newer"));
    struct stat status {};
    QVERIFY(::stat(qPrintable(path("private")), &status) == 0);
    QCOMPARE(status.st_mode & 07777, mode_t{0600});
  }

  void aNameMayBeAsLongAsAFileNameCanBe() {
    for (const int length : {245, 255}) {
      const QString name(length, 'x');
      VERIFY_RESULT(writeOutput(place(name), "new"));
      QCOMPARE(bytesOf(path(name)), QByteArray("new"));
    }
    QCOMPARE(names().size(), 2);
  }

  void linksThatLeadNowhereAreReported() {
    QVERIFY(::symlink("b", qPrintable(path("a"))) == 0);
    QVERIFY(::symlink("a", qPrintable(path("b"))) == 0);
    const Result<void> looped = writeOutput(place("a"), "x");
    QVERIFY(!looped && looped.error().code == ErrorCode::Io);
    QVERIFY(::symlink(".", qPrintable(path("folder"))) == 0);
    const Result<void> folder = writeOutput(place("folder"), "x");
    QVERIFY(!folder && folder.error().message.find("it names a folder") != std::string::npos);
    QCOMPARE(names(), (QStringList{"a", "b", "folder"}));
  }

  void aLinkOfAnotherUserInASharedFolderIsNotFollowed() {
    put(path("target"), "old");
    QVERIFY(QDir(m_folder->path()).mkdir("shared"));
    QVERIFY(::chmod(qPrintable(path("shared")), 01777) == 0);
    QVERIFY(::symlink("../target", qPrintable(path("shared/link"))) == 0);
    VERIFY_RESULT(writeOutput(place("shared/link"), "own"));
    QCOMPARE(bytesOf(path("target")), QByteArray("own"));
    const uid_t other = ::geteuid() + 1;
    if (::lchown(qPrintable(path("shared/link")), other, gid_t(-1)) != 0)
      QSKIP("only root can give a link to another user");
    const Result<void> written = writeOutput(place("shared/link"), "stolen");
    QVERIFY(!written && written.error().message.find("another user") != std::string::npos);
    QCOMPARE(bytesOf(path("target")), QByteArray("own"));
  }

  void aFifoGetsTheBytesAndStays_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("by its name") << "fifo";
    QTest::newRow("by a link") << "link";
  }
  void aFifoGetsTheBytesAndStays() {
    QFETCH(QString, name);
    test::FifoReader reader(path("fifo"));
    QVERIFY(reader.isMade);
    QVERIFY(::symlink("fifo", qPrintable(path("link"))) == 0);
    const std::string bytes(300'000, 'x'); // exceeds the capacity of a pipe
    VERIFY_RESULT(writeOutput(place(name), bytes));
    QCOMPARE(reader.take().size(), qsizetype(bytes.size()));
    QVERIFY(reader.isThere());
    QCOMPARE(names(), (QStringList{"fifo", "link"}));
    QVERIFY(!mayHaveSiblings(place(name)));
  }

  void aFifoWithoutReaderIsAnErrorWhereNobodyMayWait() {
    QVERIFY(::mkfifo(qPrintable(path("fifo")), 0600) == 0);
    const Result<OutputFile> file = OutputFile::open(place("fifo"), FifoReader::Required);
    QVERIFY(!file);
    QVERIFY(file.error().message.find("no program reads from it") != std::string::npos);
  }

  void aReaderThatGoesAwayIsAnErrorAndNoSignal() {
    QVERIFY(::mkfifo(qPrintable(path("fifo")), 0600) == 0);
    const int reader = ::open(qPrintable(path("fifo")), O_RDONLY | O_NONBLOCK);
    Result<OutputFile> file = OutputFile::open(place("fifo"));
    VERIFY_RESULT(file);
    ::close(reader);
    const Result<void> written = file->write("x"); // a signal would end the test
    QVERIFY(!written && written.error().message.find("Broken pipe") != std::string::npos);
    sigset_t pending;
    ::sigpending(&pending);
    QCOMPARE(::sigismember(&pending, SIGPIPE), 0);
  }

  void aTerminalGetsTheBytes() {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
      QSKIP("this system gives no pseudo-terminal");
    char name[128];
    QVERIFY(::ptsname_r(terminal, name, sizeof name) == 0);
    const int other = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC); // reading needs it: else EIO
    termios settings{};
    QVERIFY(::tcgetattr(other, &settings) == 0);
    ::cfmakeraw(&settings);
    QVERIFY(::tcsetattr(other, TCSANOW, &settings) == 0);
    QVERIFY(::symlink(name, qPrintable(path("link"))) == 0);
    VERIFY_RESULT(writeOutput(place("link"), "text\n"));
    char got[16];
    QCOMPARE(::read(terminal, got, sizeof got), ssize_t{5});
    QCOMPARE(QByteArray(got, 5), QByteArray("text\n"));
    QCOMPARE(names(), QStringList{"link"});
    ::close(other);
    ::close(terminal);
  }

  void aDeviceStaysADevice() {
    // The test uses its own device node: a defect must not replace that of the machine.
    if (::mknod(qPrintable(path("null")), S_IFCHR | 0666, makedev(1, 3)) != 0)
      QSKIP("only root can make a device node, and not on every file system");
    const int probe = ::open(qPrintable(path("null")), O_WRONLY | O_CLOEXEC);
    if (probe < 0)
      QSKIP("devices cannot be used on the file system of temporary files");
    ::close(probe);
    QVERIFY(::symlink("null", qPrintable(path("link"))) == 0);
    for (const char *name : {"null", "link"})
      VERIFY_RESULT(writeOutput(place(name), "gone"));
    put(path("file"), "moved");
    VERIFY_RESULT(moveToOutput(place("file"), place("null")));
    struct stat status {};
    QVERIFY(::lstat(qPrintable(path("null")), &status) == 0 && S_ISCHR(status.st_mode));
    QCOMPARE(names(), (QStringList{"link", "null"}));
  }

  void aDescriptorIsWrittenWhereItStands() {
    put(path("log"), "first ");
    const int log = ::open(qPrintable(path("log")), O_WRONLY | O_APPEND | O_CLOEXEC);
    QVERIFY(log >= 0);
    for (const char *folder : {"/dev/fd/", "/proc/self/fd/"})
      VERIFY_RESULT(writeOutput(folder + std::to_string(log), "more "));
    ::close(log);
    QCOMPARE(bytesOf(path("log")), QByteArray("first more more "));
    const Result<void> closed = writeOutput("/dev/fd/" + std::to_string(log), "x");
    QVERIFY(!closed && closed.error().message.find("Bad file descriptor") != std::string::npos);
  }

  void standardOutputHasManyNames() {
    for (const char *name : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
      QVERIFY2(isStandardOutput(name), name);
    QVERIFY(::symlink("/dev/stdout", qPrintable(path("link"))) == 0);
    QVERIFY(isStandardOutput(place("link")));
    for (const char *name : {"", "./-", "/dev/stderr", "/dev/null", "-.pftrace"})
      QVERIFY2(!isStandardOutput(name), name);
  }

  void aFinishedFileReplacesOnlyRegularFiles() {
    put(path("made"), "bytes");
    put(path("target"), "old");
    QVERIFY(::symlink("target", qPrintable(path("link"))) == 0);
    VERIFY_RESULT(moveToOutput(place("made"), place("link")));
    QCOMPARE(bytesOf(path("target")), QByteArray("bytes"));
    QCOMPARE(names(), (QStringList{"link", "target"}));
    test::FifoReader reader(path("fifo"));
    VERIFY_RESULT(moveToOutput(place("target"), place("fifo")));
    QCOMPARE(reader.take(), QByteArray("bytes"));
    QVERIFY(reader.isThere());
  }
};

QTEST_GUILESS_MAIN(OutputFileTest)
#include "output_file_test.moc"
