// SPDX-License-Identifier: Apache-2.0
// CUPTI is found, rejected or used, and its records are read, on a stub that needs no GPU. Also
// tests the messages of the installed library if there is no driver.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

#include "collector/activity/cupti/activity_session.h"
#include "collector/activity/cupti/counter_host.h"
#include "tests/collector/activity/stub_cupti/stub_cupti.h"

using namespace pstudio;
using namespace pstudio::cupti;
using namespace pstudio::test;

namespace {

Environment environmentOf(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char *name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

Result<std::unique_ptr<ActivitySession>> beginSession(const RecordedKinds &kinds = {}) {
  PSTUDIO_TRY_ASSIGN(auto library,
                     Library::open(environmentOf({{"PSTUDIO_CUPTI", pathOfStubCupti()}})));
  return ActivitySession::begin(std::move(library), kinds);
}

template <class T> QString textOf(const Result<T> &result) {
  return result ? QStringLiteral("no error") : QString::fromStdString(result.error().toString());
}

constexpr uint32_t kLaunchKernel = 307;
constexpr uint32_t kStreamQuery = 125;

} // namespace

class CuptiSessionTest : public QObject {
  Q_OBJECT

private:
  StubCupti *m_stub = nullptr;

private Q_SLOTS:
  void init() { m_stub = &freshStubCupti(); }

  void theVariableStandsForAllOtherPlaces() {
    const auto candidates = libraryCandidates(
        environmentOf({{"PSTUDIO_CUPTI", "/opt/libcupti.so.12"}, {"CUDA_HOME", "/opt/cuda"}}));
    QCOMPARE(candidates, std::vector<std::string>{"/opt/libcupti.so.12"});
  }

  void aToolkitIsFoundBelowItsHome() {
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath("extras/CUPTI/lib64"));
    const QString file = home.filePath("extras/CUPTI/lib64/libcupti.so.12");
    QVERIFY(QFile::copy(QString::fromStdString(pathOfStubCupti()), file));
    const auto candidates =
        libraryCandidates(environmentOf({{"CUDA_HOME", home.path().toStdString()}}));
    QVERIFY(std::ranges::find(candidates, file.toStdString()) != candidates.end());
    QCOMPARE(candidates.front(), std::string("libcupti.so.13")); // the search of the loader
  }

  void aMissingLibrarySaysWhatWasTried() {
    const auto library = Library::open(environmentOf({{"PSTUDIO_CUPTI", "/none/libcupti.so"}}));
    QVERIFY(!library);
    QVERIFY2(textOf(library).contains("not installed (tried /none/libcupti.so)"),
             qPrintable(textOf(library)));
    QVERIFY(textOf(library).contains("PSTUDIO_CUPTI"));
  }

  void aLibraryThatLacksFunctionsIsRejectedByTheirNames() {
    const auto library = Library::open(environmentOf({{"PSTUDIO_CUPTI", pathOfIncompleteCupti()}}));
    QVERIFY2(textOf(library).contains("lacks cuptiSubscribe"), qPrintable(textOf(library)));
  }

  void versionsWhoseRecordsAreUnknownAreRejected_data() {
    QTest::addColumn<uint32_t>("version");
    QTest::addColumn<QString>("said");
    QTest::newRow("11.8") << 18u << "CUPTI 11.8 is too old";
    QTest::newRow("ancient") << 5u << "of an unknown version (5) is too old";
    QTest::newRow("12.0") << 19u << "no error";
    QTest::newRow("12.9") << 28u << "no error";
    QTest::newRow("13.0") << 130001u << "no error";
    QTest::newRow("13.2") << 130200u << "no error";
    QTest::newRow("14.0") << 140000u << "CUPTI 14.0 is newer than this program";
  }
  void versionsWhoseRecordsAreUnknownAreRejected() {
    QFETCH(uint32_t, version);
    QFETCH(QString, said);
    m_stub->version = version;
    const auto library = Library::open(environmentOf({{"PSTUDIO_CUPTI", pathOfStubCupti()}}));
    QVERIFY2(textOf(library).contains(said), qPrintable(textOf(library)));
  }

  void versionsAreNamedLikeTheirToolkits() {
    QCOMPARE(versionText(22), std::string("12.4"));
    QCOMPARE(versionText(130000), std::string("13.0"));
    QCOMPARE(versionText(130001), std::string("13.0 Update 1"));
  }

  void anotherToolInTheProcessKeepsItsPlace() {
    m_stub->failing["cuptiSubscribe"] = 39;
    const auto session = beginSession();
    QVERIFY2(textOf(session).contains("CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39)"),
             qPrintable(textOf(session)));
    QVERIFY2(textOf(session).contains("another tool"), qPrintable(textOf(session)));
    // The session has not registered its own buffers.
    QVERIFY(std::ranges::find(m_stub->calls, "cuptiActivityRegisterCallbacks") ==
            m_stub->calls.end());
    m_stub->failing.clear();
    verifyNothingIsTaken();
  }

  void aSecondSessionIsRejectedWhileOneRecords() {
    const auto first = beginSession();
    QVERIFY2(first.has_value(), qPrintable(textOf(first)));
    QVERIFY(!beginSession());
  }

  void kernelsThatCannotBeRecordedEndTheSession() {
    m_stub->failing["cuptiActivityEnable 10"] = 33;
    const auto session = beginSession();
    QVERIFY2(textOf(session).contains("virtual GPUs"), qPrintable(textOf(session)));
    verifyNothingIsTaken();
  }

  void otherKindsThatCannotBeRecordedAreComplainedAbout() {
    m_stub->failing["cuptiActivityEnable 4"] = 14;
    const auto session = beginSession();
    QVERIFY2(session.has_value(), qPrintable(textOf(session)));
    QCOMPARE((*session)->complaints().size(), size_t{1});
    QVERIFY((*session)->complaints()[0].starts_with("calls of the driver are not recorded"));
    QCOMPARE(m_stub->enabled, (std::set<uint32_t>{1, 2, 10}));
  }

  void onlyWhatIsAskedForIsSwitchedOnAndAllOfItOffAgain() {
    {
      const auto session = beginSession({false, true, false});
      QVERIFY(session.has_value());
      QCOMPARE(m_stub->enabled, (std::set<uint32_t>{2, 10}));
      QVERIFY(m_stub->silencedCalls.empty());
    }
    QVERIFY(m_stub->enabled.empty());
    QVERIFY(std::ranges::find(m_stub->calls, "cuptiUnsubscribe") != m_stub->calls.end());
  }

  void recordsOfEveryKindAreReadInAnyOrder() {
    const auto session = beginSession();
    QVERIFY(session.has_value());
    QVERIFY(m_stub->clock == &ActivitySession::now);
    QVERIFY(m_stub->silencedCalls.contains(kStreamQuery));
    m_stub->recordsPerBuffer = 2;
    m_stub->records = {copyRecord({900, 950, 8}, 4096, 2),
                       kernelRecord({300, 400, 5}, "softmax", {4, 1, 1}, {128, 1, 1}),
                       callRecord({100, 110, 5}, kLaunchKernel),
                       memsetRecord({200, 220, 4}, 64, 7),
                       callRecord({120, 130, 6}, 9999),
                       kernelRecord({500, 600, 6}, nullptr)};
    const activity::ActivityLog log = (*session)->collect(false);
    QCOMPARE(log.kernels.size(), size_t{2});
    QCOMPARE(log.kernels[0].name, std::string("softmax"));
    QCOMPARE(log.kernels[0].time.beginNs, 300);
    QCOMPARE(log.kernels[0].time.endNs, 400);
    QCOMPARE(log.kernels[0].correlation, 5u);
    QCOMPARE(log.kernels[0].grid, (std::array<uint32_t, 3>{4, 1, 1}));
    QCOMPARE(log.kernels[0].block, (std::array<uint32_t, 3>{128, 1, 1}));
    QCOMPARE(log.kernels[0].registersPerThread, 40u);
    QCOMPARE(log.kernels[0].staticSharedBytes, uint64_t{1024});
    QCOMPARE(log.kernels[1].name, std::string("unnamed kernel"));
    QCOMPARE(log.copies.at(0).direction, std::string("device to host"));
    QCOMPARE(log.copies[0].from, std::string("pinned"));
    QCOMPARE(log.copies[0].bytes, uint64_t{4096});
    QVERIFY(log.copies[0].isAsync);
    QCOMPARE(log.memsets.at(0).value, 7u);
    QCOMPARE(log.calls.at(0).name, std::string("cuLaunchKernel"));
    QCOMPARE(log.calls[0].thread, 11u);
    QCOMPARE(log.calls.at(1).name, std::string("driver call 9999"));
    QCOMPARE((*session)->collect(false).kernels.size(), size_t{0});
  }

  void whatCannotBeUsedIsCounted() {
    const auto session = beginSession();
    QVERIFY(session.has_value());
    m_stub->dropped = 12;
    m_stub->records = {
        kernelRecord({300, 0, 5}, "unfinished"), // has no end
        copyRecord({0, 0, 8}, 4096, 1),          // has no begin
        kernelRecord({400, 300, 6}, "backwards"), foreignRecord(),
        callRecord({100, 110, 5}, kStreamQuery),  kernelRecord({700, 800, 7}, "last")};
    m_stub->isCutShort = true;
    const activity::ActivityLog log = (*session)->collect(false);
    QCOMPARE(log.dropped, uint64_t{12});
    QCOMPARE(log.unfinished, uint64_t{3});
    QCOMPARE(log.unknownKinds, uint64_t{1});
    QCOMPARE(log.damaged, uint64_t{1});
    QVERIFY(log.kernels.empty() && log.calls.empty());
  }

  void aLibraryWithoutTheNewerFunctionsWorks() {
    m_stub->failing["cuptiActivityEnableDriverApi"] = 27; // the reader discards polling calls
    const auto session = beginSession();
    QVERIFY(session.has_value());
    m_stub->records = {callRecord({100, 110, 5}, kStreamQuery),
                       callRecord({120, 130, 6}, kLaunchKernel)};
    QCOMPARE((*session)->collect(false).calls.size(), size_t{1});
  }

  void theNumberOfTheLastLaunchComesFromItsCall() {
    const auto session = beginSession();
    QVERIFY(session.has_value());
    QCOMPARE((*session)->lastLaunch(), 0u);
    m_stub->launch(17);
    QCOMPARE((*session)->lastLaunch(), 17u);
  }

  void aLostDeviceIsNotWaitedFor() {
    const auto session = beginSession();
    QVERIFY(session.has_value());
    m_stub->records = {kernelRecord({300, 400, 5}, "softmax")};
    QVERIFY((*session)->collect(true).kernels.empty());
    QVERIFY(std::ranges::find(m_stub->calls, "cuptiActivityFlushAll") == m_stub->calls.end());
  }

  void aClockThatNobodyAdjustsGivesTheTimes() {
    const uint64_t first = ActivitySession::now();
    const uint64_t second = ActivitySession::now();
    QVERIFY(second >= first && second - first < 1'000'000'000u);
  }

  void theInstalledLibrarySaysWhyItCannotRecordWithoutADriver() {
    const auto library = Library::open(environmentOf({}));
    if (!library) {
      QVERIFY2(textOf(library).contains("libcupti.so.13"), qPrintable(textOf(library)));
      return;
    }
    if (dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
      QSKIP("this machine has a driver");
    QVERIFY(!versionText((*library)->version()).empty());
    const auto session = ActivitySession::begin(*library, {});
    QVERIFY(!session);
    QVERIFY2(textOf(session).contains("recording what the GPU does: cupti"),
             qPrintable(textOf(session)));
    verifyNothingIsTaken();
  }

  void theInstalledLibraryNamesTheCountersOfAChip() {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    QSKIP("the library opens its parts with RTLD_DEEPBIND, which the address sanitizer forbids");
#endif
#endif
    const auto library = Library::open(environmentOf({}));
    if (!library || (*library)->version() < 24)
      QSKIP("there is no CUPTI 12.6 or newer");
    const auto host = CounterHost::open(*library, "GH100");
    if (!host)
      QSKIP(qPrintable("its part for counters is missing: " + textOf(host)));
    const auto names = (*host)->names();
    QVERIFY2(names.has_value(), qPrintable(textOf(names)));
    QVERIFY(std::ranges::find(*names, "smsp__inst_executed") != names->end());
    QVERIFY2((*host)->check("sm__cycles_elapsed.avg"),
             qPrintable(textOf((*host)->check("sm__cycles_elapsed.avg"))));
    QVERIFY2(textOf((*host)->check("sm__cycles_elapsd.avg")).contains("did you mean"),
             qPrintable(textOf((*host)->check("sm__cycles_elapsd.avg"))));
    QVERIFY(!(*host)->check("sm__cycles_elapsed.average"));
    const auto configuration = (*host)->configure({"sm__cycles_elapsed.avg"});
    QVERIFY2(configuration.has_value(), qPrintable(textOf(configuration)));
    QVERIFY(configuration->passes >= 1 && !configuration->image.empty());
    const auto unknown = CounterHost::open(*library, "GH10");
    QVERIFY2(textOf(unknown).contains("did you mean 'GH100'?"), qPrintable(textOf(unknown)));
  }

private:
  /// A session that fails to begin has no side effects: the next session begins.
  static void verifyNothingIsTaken() {
    freshStubCupti();
    const auto next = beginSession();
    QVERIFY2(next.has_value(), qPrintable(textOf(next)));
  }
};

QTEST_GUILESS_MAIN(CuptiSessionTest)
#include "cupti_session_test.moc"
