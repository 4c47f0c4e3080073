// SPDX-License-Identifier: Apache-2.0
// The whole chain but the GPU: server, preloaded library, a program over a driver without a GPU.
#include <algorithm>

#include <QScopeGuard>
#include <QtTest>

#include "core/base/file_bytes.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/source/source_texts.h"
#include "tests/collector/attach/host/attach_run.h"
#include "tests/collector/attach/shim/attached_run.h"

using namespace pstudio;
using pstudio::test::AttachRun;

namespace {

/// The code of the fake driver's kernel, as Triton would keep it.
constexpr const char *kCode = R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @add(ptr addrspace(1) %0, i64 %1) #0 {
  %3 = load i64, ptr addrspace(1) %0, align 8
  %4 = add i64 %3, %1
  store i64 %4, ptr addrspace(1) %0, align 8
  ret void
}
attributes #0 = { "nvvm.reqntid"="128" }
)";

/// The same, with a barrier in a loop whose trip count is an argument.
constexpr const char *kLoop = R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @add(ptr addrspace(1) %0, i64 %1) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i64, ptr addrspace(1) %0, i64 %i
  store i64 %i, ptr addrspace(1) %place, align 8
  call void @llvm.nvvm.barrier0()
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %1
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare void @llvm.nvvm.barrier0()
attributes #0 = { "nvvm.reqntid"="128" }
)";

/// The same, with a loop that reads a flag.
constexpr const char *kSpin = R"(target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @add(ptr addrspace(1) %0, i64 %1) #0 {
entry:
  br label %loop
loop:
  %flag = load volatile i64, ptr addrspace(1) %0, align 8
  %wait = icmp eq i64 %flag, 0
  br i1 %wait, label %loop, label %done
done:
  ret void
}
attributes #0 = { "nvvm.reqntid"="128" }
)";

/// PTX that the fake driver loads, too: of its comment it takes the kernels.
constexpr const char *kPtx = R"(.version 8.0
.target sm_90
.address_size 64
/*
kernel add parameters=2 registers=32
*/
.visible .entry add(.param .u64 add_param_0, .param .u64 add_param_1)
{
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [add_param_0];
  ld.param.u64 %rd2, [add_param_1];
  ld.global.u64 %rd3, [%rd1];
  add.s64 %rd3, %rd3, %rd2;
  st.global.u64 [%rd1], %rd3;
  ret;
}
)";

/// The same with a variable of the module.
constexpr const char *kCounter = R"(.version 8.0
.target sm_90
.address_size 64
/*
variable count 8
kernel add parameters=2 count=1
*/
.global .align 8 .u64 count;
.visible .entry add(.param .u64 add_param_0, .param .u64 add_param_1)
{
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [add_param_0];
  ld.param.u64 %rd2, [add_param_1];
  atom.global.add.u64 %rd3, [count], %rd2;
  st.global.u64 [%rd1], %rd3;
  ret;
}
)";

/// A run of the program with the kernel `add` in a cache.
class ChainRun : public AttachRun {
public:
  ChainRun() {
    qputenv("LD_LIBRARY_PATH", QFile::encodeName(test::attachFolder() + "/driver"));
    qputenv("TRITON_CACHE_DIR", QFile::encodeName(path("chain")));
    QDir().mkpath(path("chain/A"));
    write(cubin(), QByteArray::fromStdString(test::plainImage()));
    write(path("chain/A/add.llir"), kCode);
    write(path("chain/A/add.json"), "{}");
    setTwin({});
    qputenv("PSTUDIO_FAKE_BACKEND", "copies " + QFile::encodeName(path("twin.cubin")));
    places.preload = test::shimPath().toStdString();
    rule("add", "functions", "2");
  }
  void offerCupti() const {
    qputenv("LD_LIBRARY_PATH",
            QFile::encodeName(test::attachFolder() + "/driver:" + test::attachFolder() + "/cupti"));
  }
  void setCode(const char *code) const { write(path("chain/A/add.llir"), code); }
  /// Values of the instrumented kernel for the fake driver.
  void setTwin(const std::string &values, const std::string &variables = {}) const {
    write(path("twin.cubin"),
          QByteArray::fromStdString(
              test::fakeImage(variables + "kernel add parameters=3 registers=40 " + values + "\n",
                              attach::ImageKind::Cubin)));
  }
  QString cubin() const { return path("chain/A/add.cubin"); }

  /// The image is PTX text; a program stands in for ptxas and keeps its words and its input.
  void setPtx(const char *code = kPtx) {
    write(cubin(), code);
    write(path("ptxas"), "#!/bin/sh\nfor word; do\n  case $word in *.ptx) cp \"$word\" '" +
                             QFile::encodeName(path("input")) +
                             "';; esac\n  last=$word\ndone\necho \"$*\" > '" +
                             QFile::encodeName(path("words")) + "'\ncp '" +
                             QFile::encodeName(path("twin.cubin")) + "' \"$last\"\n");
    QFile(path("ptxas")).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("TRITON_PTXAS_PATH", QFile::encodeName(path("ptxas")));
  }

  Result<attach::AttachOutcome> runVictim(const QStringList &commands) {
    request.command = {(test::attachFolder() + "/victim").toStdString()};
    for (const QString &word : QStringList{"v2", "open", "interpreter", PSTUDIO_TEST_PYTHON,
                                           "module", "m", cubin(), "function", "f", "m", "add"} +
                                   commands)
      request.command.push_back(word.toStdString());
    return attach::attach(request, places);
  }
};

} // namespace

class AttachChainTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void cleanupTestCase() {
    qunsetenv("LD_LIBRARY_PATH");
    qunsetenv("PSTUDIO_FAKE_BACKEND");
  }

  void chosenLaunchOfPtxRunsTheTwin() {
    ChainRun run;
    run.setPtx();
    const auto cleanup = qScopeGuard([] { qunsetenv("TRITON_PTXAS_PATH"); });
    const auto outcome =
        run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000", "exit", "3"});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["launch"].toInt(), 2);
    QCOMPARE(recorded[0]["back_end"].toString(), run.path("ptxas"));
    QFile words(run.path("words"));
    QVERIFY(words.open(QIODevice::ReadOnly));
    const QByteArray line = words.readAll();
    QVERIFY2(line.startsWith("--gpu-name=sm_90 --entry=add ") && line.contains(".ptx -o "),
             line.data());
    // The trace has the text under the name that lines of the PTX have.
    const auto bytes = FileBytes::read(run.out(run.traces().value(0)).toStdString());
    QVERIFY(bytes);
    auto trace = readPftrace(bytes->bytes(), "trace");
    QVERIFY(trace);
    const auto text = SourceTexts(std::make_shared<const Trace>(*std::move(trace))).find("add.ptx");
    QVERIFY(text && text->text->find(".entry add") != std::string::npos);
  }

  void twinOfPtxChangesTheVariableOfTheOriginal() {
    ChainRun run;
    run.setPtx(kCounter);
    run.setTwin("cell=1", "variable pstudio_address_of_count 8\n");
    const auto cleanup = qScopeGuard([] { qunsetenv("TRITON_PTXAS_PATH"); });
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    QVERIFY2(run.reported("recorded").size() == 1, qPrintable(run.text()));
    QCOMPARE(run.reported("rejected").size(), 0);
    QFile input(run.path("input"));
    QVERIFY(input.open(QIODevice::ReadOnly));
    const QByteArray text = input.readAll();
    QVERIFY2(text.contains("ld.const.u64") && text.contains("[pstudio_address_of_count]") &&
                 !text.contains("[count]"),
             text.data());
  }

  void listingOfPtxTriesItsKernels_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("plain") << QByteArray(kPtx);
    QTest::newRow("variable") << QByteArray(kCounter);
  }
  void listingOfPtxTriesItsKernels() {
    QFETCH(QByteArray, code);
    ChainRun run;
    run.setPtx(code);
    const auto cleanup = qScopeGuard([] { qunsetenv("TRITON_PTXAS_PATH"); });
    run.request.isListing = true;
    run.request.rules = {};
    QVERIFY(run.runVictim({"launch", "f", "3", "plain"}));
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 1);
    QVERIFY2(kernels[0]["instrumentable"].toBool(), qPrintable(run.text()));
  }

  void chosenLaunchRunsTheTwin() {
    ChainRun run;
    const auto outcome =
        run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000", "exit", "3"});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QCOMPARE(outcome->exitCode, 3);
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["kernel"].toString(), "add");
    QCOMPARE(recorded[0]["launch"].toInt(), 2);
    QCOMPARE(recorded[0]["ctas"].toInt(), 8);
    QCOMPARE(recorded[0]["registers"].toInt(), 40);
    QCOMPARE(recorded[0]["original_registers"].toInt(), 32);
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 1);
    QCOMPARE(kernels[0]["launches"].toInt(), 3);
    QCOMPARE(kernels[0]["recorded"].toInt(), 1);
    const auto bytes = FileBytes::read(run.out(run.traces().value(0)).toStdString());
    QVERIFY(bytes);
    const auto trace = readPftrace(bytes->bytes(), "trace");
    QVERIFY(trace);
    QCOMPARE(trace->launches().size(), size_t{1});
  }

  void blockOfOlderVersionsIsThatOfTheMetadata() {
    ChainRun run;
    AttachRun::write(run.path("chain/A/add.llir"),
                     QByteArray(kCode).replace("\"nvvm.reqntid\"=\"128\"", "nounwind"));
    AttachRun::write(run.path("chain/A/add.json"), R"({"num_warps": 4})");
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    QVERIFY2(run.reported("recorded").size() == 1, qPrintable(run.text()));
  }

  void sourceThatTheProgramNamesIsTaken() {
    ChainRun run;
    qputenv("TRITON_CACHE_DIR", "/nonexistent");
    QVERIFY(run.runVictim(
        {"source", "f", run.cubin(), "launch", "f", "3", "plain", "sync", "flush", "10000"}));
    QVERIFY2(run.reported("recorded").size() == 1, qPrintable(run.text()));
  }

  void segmentsOfAKernelWithUnknownLoopsTakeTheMemoryThatIsAllowed() {
    ChainRun run;
    run.setCode(kLoop);
    run.rule("add", "functions,barriers", "2");
    run.request.settings.mostRecordBytes = uint64_t{8} << 20; // of 8 CTAs of 4 warps: 256 KiB each
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["slots_per_unit"].toInt(), 16384); // the next power of two is too large
  }

  void segmentsLeaveRoomForOtherChosenLaunches() {
    ChainRun run;
    run.setCode(kLoop);
    run.rule("add", "functions,barriers", "1-2");
    run.request.settings.mostRecordBytes = uint64_t{8} << 20;
    QVERIFY(run.runVictim({"launch", "f", "2", "plain", "sync", "flush", "10000"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 2, qPrintable(run.text()));
    QCOMPARE(recorded[0]["slots_per_unit"].toInt(), 8192);
  }

  void segmentsLeaveMemoryToTheProgram() {
    ChainRun run;
    run.setCode(kLoop);
    run.rule("add", "functions,barriers", "2");
    qputenv("FAKE_FREE_MEMORY", QByteArray::number(4 << 20)); // a quarter of it: 32 KiB a warp
    const auto reset = qScopeGuard([] { qunsetenv("FAKE_FREE_MEMORY"); });
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["slots_per_unit"].toInt(), 2048);
  }

  void launchOfAKernelThatMayWaitIsRejectedWithThePlace() {
    ChainRun run;
    run.setCode(kSpin);
    run.setTwin("ctas=1");
    run.rule("add", "functions,loops", "2");
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    QCOMPARE(run.rejection(), "cooperative");
    const QString reason = run.reported("rejected")[0]["reason"].toString();
    QVERIFY2(reason.contains("a loop ends by a load from global memory; 8 CTAs, 32 run at once "
                             "without records and 4 with them"),
             qPrintable(reason));
  }

  void lowerResidencyOfAKernelThatNeverWaitsIsInReportAndTrace() {
    ChainRun run;
    run.setCode(kLoop);
    run.setTwin("ctas=1");
    run.rule("add", "functions,loops", "2");
    QVERIFY(run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QVERIFY2(recorded.size() == 1, qPrintable(run.text()));
    QCOMPARE(recorded[0]["resident_ctas"].toInt(), 4);
    QCOMPARE(recorded[0]["original_resident_ctas"].toInt(), 32);
    QCOMPARE(run.reported("rejected").size(), 0);
    QVERIFY2(run.text().contains("32 run at once without records and 4 with them"),
             qPrintable(run.text()));
    const auto bytes = FileBytes::read(run.out(run.traces().value(0)).toStdString());
    QVERIFY(bytes);
    const auto trace = readPftrace(bytes->bytes(), "trace");
    QVERIFY(trace);
    QVERIFY(std::ranges::any_of(
        trace->notes(), [](const Note &note) { return note.code == "attach.fewer-resident"; }));
  }

  void listingCountsLaunchesAndMakesNoTwin() {
    ChainRun run;
    run.request.isListing = true;
    const auto outcome = run.runVictim({"launch", "f", "3", "plain", "autotune", "1", "launch", "f",
                                        "2", "plain", "autotune", "0", "sync"});
    QVERIFY(outcome);
    QCOMPARE(run.reported("recorded").size(), 0);
    const QString last = QString::fromStdString(outcome->listing).section('\n', 2, 2);
    const QStringList words = last.split(' ', Qt::SkipEmptyParts);
    QCOMPARE(words.mid(0, 4), QStringList({"add", "3", "2", "0"}));
    QCOMPARE(words.last(), QString("yes"));
  }

  void theTreeOfASessionIsThatOfItsFile() {
    ChainRun run;
    run.offerCupti();
    run.rule("add", "functions", "3");
    const QString all = run.path("all"), first = run.path("first"), second = run.path("second"),
                  none = run.path("none");
    const auto outcome = run.runVictim(
        {"launch",   "f",      "1",       "plain", "session", "7",    "1",       "scope",
         "step",     "launch", "f",       "2",     "plain",   "sync", "tree",    "7",
         "0",        first,    "advance", "7",     "launch",  "f",    "1",       "plain",
         "endscope", "sync",   "tree",    "7",     "1",       second, "session", "7",
         "3",        "launch", "f",       "1",     "plain",   "sync", "tree",    "7",
         "-1",       all,      "tree",    "8",     "-1",      none});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    const auto bytes = [](const QString &path) {
      QFile file(path);
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray whole = bytes(all);
    QVERIFY2(whole.contains("\"clock_rate\"") && whole.contains("\"time (ns)\"") &&
                 whole.contains("\"count\": 3"),
             whole.constData());
    QCOMPARE(whole, bytes(run.out("profile.hatchet")));
    QVERIFY2(bytes(first).contains("\"count\": 2"), bytes(first).constData());
    QVERIFY2(bytes(second).contains("\"count\": 1"), bytes(second).constData());
    QVERIFY2(bytes(none).contains("ROOT") && !bytes(none).contains("add"), bytes(none).constData());
  }

  void aClearedSessionContainsLaterLaunchesOnly() {
    ChainRun run;
    run.request.rules.clear();
    QVERIFY(
        run.runVictim({"session", "7", "1", "launch", "f",    "4",       "plain", "clear", "7", "0",
                       "launch",  "f", "2", "plain",  "sync", "advance", "7",     "clear", "7", "0",
                       "launch",  "f", "1", "plain",  "sync"}));
    QFile tree(run.out("profile.hatchet"));
    QVERIFY(tree.open(QIODevice::ReadOnly));
    const QByteArray text = tree.readAll();
    QVERIFY2(text.contains("\"count\": 1"), text.constData());
  }

  void rangesOfNvtxCountWithAScopeAsRange() {
    ChainRun run;
    run.offerCupti();
    run.request.settings.range = "scope=step";
    run.rule("add", "functions", "1");
    QVERIFY(run.runVictim({"launch", "f", "2", "plain", "push", "step", "launch", "f", "1", "plain",
                           "pop", "launch", "f", "1", "plain", "sync"}));
    QVERIFY2(run.text().contains("1 launches, 0 autotuning, 0 captured, 1 recorded, 3 outside"),
             qPrintable(run.text()));
    const QStringList trees = QDir(run.out()).entryList({"*.hatchet"});
    QCOMPARE(trees.size(), 1);
    QFile tree(run.out(trees.first()));
    QVERIFY(tree.open(QIODevice::ReadOnly));
    const QByteArray text = tree.readAll(); // the library is no other tool: the activity is there
    QVERIFY2(text.contains("\"step\"") && text.contains("\"time (ns)\": 1000"), text.constData());
  }

  void anotherToolForNvtxIsALineOfTheReport() {
    ChainRun run;
    run.request.settings.range = "scope=step";
    qputenv("NVTX_INJECTION64_PATH", "/tool.so");
    const auto outcome = run.runVictim({"scope", "step", "launch", "f", "1", "plain", "sync"});
    qunsetenv("NVTX_INJECTION64_PATH");
    QVERIFY(outcome);
    QVERIFY2(run.text().contains("note  the program: ranges of NVTX do not count"),
             qPrintable(run.text()));
  }

  void launchWithoutATwinRunsTheOriginal() {
    ChainRun run;
    qputenv("PSTUDIO_FAKE_BACKEND", "rejects");
    qputenv("TRITON_PTXAS_PATH", "/bin/false");
    const auto outcome = run.runVictim({"launch", "f", "3", "plain", "sync", "exit", "3"});
    qunsetenv("TRITON_PTXAS_PATH");
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 3);
    QCOMPARE(run.rejection(), "twin.failed");
  }

  void programThatIsKilledIsReported() {
    ChainRun run;
    const auto outcome =
        run.runVictim({"launch", "f", "3", "plain", "sync", "flush", "10000", "kill"});
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 137);
    QVERIFY2(run.reported("recorded").size() == 1, qPrintable(run.text()));
    QVERIFY(run.text().contains("did not end in the usual way"));
  }
};

QTEST_GUILESS_MAIN(AttachChainTest)
#include "attach_chain_test.moc"
