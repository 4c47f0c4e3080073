// SPDX-License-Identifier: Apache-2.0
// The helper process of the back end: kept, replaced, and given up.
#include <QtTest>

#include <sys/eventfd.h>

#include "collector/attach/host/backend.h"
#include "tests/support/test_data.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

/// Files of one order in a folder of its own.
struct Job {
  Job() {
    for (const char *name : {"k.llir", "k.llir.json", "k.json"}) {
      QFile file(folder.filePath(name));
      static_cast<void>(file.open(QIODevice::WriteOnly));
      file.write(name);
    }
  }
  BackendOrder order() const { return {path("k.llir"), path("k.json"), path("k.cubin"), "k"}; }
  std::string path(const char *name) const { return folder.filePath(name).toStdString(); }
  Backend::Settings settings(const std::string &behaviour) const {
    Environment environment = Environment::ofThisProcess();
    environment.set("PSTUDIO_FAKE_BACKEND", behaviour);
    environment.set("LD_PRELOAD", "/nonexistent/library.so");
    environment.set("PSTUDIO_ATTACH", "/nonexistent/socket");
    return {.package = test::testData("tests/collector/attach/host/python").toStdString(),
            .raw = folder.path().toStdString(),
            .environment = environment};
  }
  QTemporaryDir folder;
};

} // namespace

class BackendTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void ordersAreAnsweredOneAfterTheOther() {
    const Job job;
    Backend backend({PSTUDIO_TEST_PYTHON, {}}, job.settings(""));
    for (int i = 0; i < 3; ++i) {
      const auto made = backend.make(job.order());
      QVERIFY2(made, made ? "" : made.error().toString().c_str());
      QCOMPARE(*made, std::string("Triton 0.0"));
      QVERIFY(QFile::remove(job.folder.filePath("k.cubin")));
    }
  }

  void silentHelperIsEnded() {
    const Job job;
    Backend::Settings settings = job.settings("is silent");
    settings.silence = std::chrono::milliseconds(300);
    Backend backend({PSTUDIO_TEST_PYTHON, {}}, settings);
    const auto made = backend.make(job.order());
    QVERIFY(!made);
    QVERIFY(made.error().message.find("did not answer") != std::string::npos);
  }

  void endOfTheProgramEndsAnOrder() {
    const Job job;
    Backend::Settings settings = job.settings("is silent");
    const Descriptor cancel(::eventfd(1, EFD_CLOEXEC));
    settings.cancel = cancel.get();
    Backend backend({PSTUDIO_TEST_PYTHON, {}}, settings);
    const auto made = backend.make(job.order());
    QVERIFY(!made);
    QCOMPARE(int(made.error().code), int(ErrorCode::Cancelled));
  }

  void deadHelperIsReplacedByTheNextOrder() {
    const Job job;
    Backend backend({PSTUDIO_TEST_PYTHON, {}}, job.settings("dies"));
    for (int i = 0; i < 2; ++i) {
      const auto made = backend.make(job.order());
      QVERIFY(!made);
      QVERIFY(made.error().message.find("the back end ended") != std::string::npos);
    }
  }

  void missingInterpreterIsAnError() {
    const Job job;
    Backend backend({"/nonexistent/python", {}}, job.settings(""));
    const auto made = backend.make(job.order());
    QVERIFY(!made);
    QCOMPARE(int(made.error().code), int(ErrorCode::Io));
  }

  void wordsOfTheHelperAreTheError() {
    const Job job;
    Backend backend({PSTUDIO_TEST_PYTHON, {}}, job.settings("rejects"));
    const auto made = backend.make(job.order());
    QVERIFY(!made);
    QCOMPARE(made.error().message, std::string("ptxas: no such instruction"));
  }
};

QTEST_GUILESS_MAIN(BackendTest)
#include "backend_test.moc"
