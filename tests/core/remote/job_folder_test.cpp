// SPDX-License-Identifier: Apache-2.0
// The folder of a run from another machine goes with the run, whatever becomes of its worker.
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>

#include <sys/stat.h>

#include "core/remote/job_folder.h"

using namespace pstudio;
namespace fs = std::filesystem;

class JobFolderTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_temporary;
  fs::path parent() const { return m_temporary.path().toStdString(); }
  static void makeOld(const fs::path &folder) {
    fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::minutes(2));
  }

private Q_SLOTS:
  void initTestCase() { qputenv("TMPDIR", m_temporary.path().toLocal8Bit()); }

  void itIsForItsUserAloneAndGoesWithAllThatIsInIt() {
    fs::path path;
    {
      const auto folder = JobFolder::make();
      QVERIFY(folder);
      path = folder->path();
      QCOMPARE(path.parent_path(), parent());
      struct stat status {};
      QCOMPARE(::stat(path.c_str(), &status), 0);
      QCOMPARE(int(status.st_mode & 0777), 0700);
      QVERIFY(fs::is_directory(folder->results()));
      fs::create_directories(folder->files() / "home/me");
    }
    QVERIFY(!fs::exists(path));
  }

  void theNextWorkerRemovesWhatAKilledOneLeft() {
    const fs::path abandoned = parent() / "proton-worker-killed";
    fs::create_directories(abandoned / "in/home");
    makeOld(abandoned);
    const fs::path young = parent() / "proton-worker-young"; // perhaps not locked yet
    fs::create_directories(young);
    const fs::path other = parent() / "other-old";
    fs::create_directories(other);
    makeOld(other);
    const auto inUse = JobFolder::make();
    QVERIFY(inUse);
    makeOld(inUse->path());
    const auto next = JobFolder::make();
    QVERIFY(next);
    QVERIFY(!fs::exists(abandoned));
    QVERIFY(fs::exists(young));
    QVERIFY(fs::exists(other));
    QVERIFY(fs::exists(inUse->path()));
  }

  void aPlaceThatCannotBeWrittenIsSaid() {
    qputenv("TMPDIR", "/proc");
    const auto folder = JobFolder::make();
    qputenv("TMPDIR", m_temporary.path().toLocal8Bit());
    QVERIFY(!folder);
    QVERIFY(folder.error().hint.find("TMPDIR") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(JobFolderTest)
#include "job_folder_test.moc"
