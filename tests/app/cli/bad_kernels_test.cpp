// SPDX-License-Identifier: Apache-2.0
// The real proton-collect and kernels that are wrong: each gives a message that says what and
// where, and no file.
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

#include "core/formats/trace_file/trace_file.h"
#include "tests/app/cli/collect_process.h"
#include "tests/app/cli/drained_chunks.h"
#include "tests/support/trace_text.h"
#include "tests/support/verify_result.h"

namespace {

/// A kernel that stores 1.0 to C[thread] after `body`, which may use %thread.
QString kernelWith(const QString &body) {
  return QString(R"(gpu.module @kernels {
  gpu.func @kernel(%C: memref<64xf32>) kernel {
    %thread = gpu.thread_id x
    %one = arith.constant 1.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %true = arith.constant true
%1    memref.store %one, %C[%thread] : memref<64xf32>
    gpu.return
  }
}
)")
      .arg(body);
}

/// The store keeps the compiler from dropping a loop that does nothing.
const char *const kEndless = "    scf.while : () -> () { scf.condition(%true) } do {\n"
                             "      memref.store %one, %C[%thread] : memref<64xf32>\n"
                             "      scf.yield\n"
                             "    }\n";

} // namespace

class BadKernelsTest : public QObject {
  Q_OBJECT

private:
  const QString m_program = PSTUDIO_PROTON_COLLECT;
  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString &name) const { return m_folder->filePath(name); }
  QStringList arguments(const QString &kernel, const QString &specMore = {},
                        const QString &function = "kernel", int elements = 64) const {
    std::ofstream(path("kernel.mlir").toStdString()) << kernel.toStdString();
    std::ofstream(path("spec.json").toStdString())
        << QString(
               R"({"kernel": {"file": "kernel.mlir", "function": "%1"}, "grid": [1], "block": [64],
                       "arguments": [{"name": "C", "buffer": {"dtype": "f32", "shape": [%2]}}]%3})")
               .arg(function)
               .arg(elements)
               .arg(specMore)
               .toStdString();
    return {"run", path("spec.json"), "-o", path("out.pftrace"), "--progress=json"};
  }
  QStringList leftFiles() const {
    QStringList files =
        QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    files.removeAll("kernel.mlir");
    files.removeAll("spec.json");
    return files;
  }
  static QJsonObject lastLine(const Finished &done) {
    const QList<QJsonObject> lines = jsonLines(done.out);
    return lines.isEmpty() ? QJsonObject() : lines.last();
  }
  void expectFailure(const QStringList &arguments, const char *code, const QStringList &said,
                     const QStringList &kept = {}) const {
    const Finished done = runToEnd(m_program, arguments);
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(lastLine(done)["code"].toString(), QString(code));
    for (const QString &text : said)
      QVERIFY2(done.err.contains(text), qPrintable(text + " is not in: " + done.err));
    QCOMPARE(leftFiles(), kept);
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
  }

  void theKernelOfTheseTestsIsGood() {
    const Finished done = runToEnd(m_program, arguments(kernelWith("")));
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QCOMPARE(leftFiles(), QStringList{"out.pftrace"});
  }

  void irThatDoesNotParseIsLocated() {
    expectFailure(arguments("gpu.module @m {\n  gpu.fun @kernel() kernel { gpu.return }\n}\n"),
                  "compile-failed", {"kernel.mlir:2:3"});
  }

  void aValueDefinedTwiceIsLocatedWhateverUsesIt() {
    // MLIR's parser, when it fails, releases values that operations outside of their region still
    // use: with enough of them the heap is damaged so that the process ends.
    QString uses, values;
    for (int i = 0; i < 50; ++i)
      uses += QString("%use%1 = arith.addi %v%2, %v%3 : index\n").arg(i).arg(2 * i).arg(2 * i + 1);
    for (int i = 0; i < 100; ++i)
      values += QString("    %v%1 = arith.addi %thread, %c1 : index\n").arg(i);
    expectFailure(arguments(uses + kernelWith(values + "    %one = arith.constant 2.0 : f32\n")),
                  "compile-failed",
                  {"kernel.mlir:159:5", "redefinition of SSA value '%one'", "kernel.mlir:54:5"});
  }

  void aValueThatOnlyTheRegionOfItsUserDefinesIsLocated() {
    expectFailure(arguments(kernelWith(
                      "    %s = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %zero) -> (f32) {\n"
                      "      %zero = arith.constant 0.0 : f32\n"
                      "      %b = arith.addf %a, %one : f32\n"
                      "      scf.yield %b : f32\n"
                      "    }\n")),
                  "compile-failed",
                  {"kernel.mlir:9:58", "use of value '%zero'", "kernel.mlir:10:7"});
    expectFailure(arguments(kernelWith("    scf.if %isFirst {\n"
                                       "      %isFirst = arith.cmpi eq, %thread, %c0 : index\n"
                                       "    }\n")),
                  "compile-failed", {"kernel.mlir:9:12", "use of value '%isFirst'"});
  }

  void anUnknownDialectIsAnsweredWithThoseThatThereAre_data() {
    QTest::addColumn<QString>("operation");
    QTest::newRow("in its own form") << "    spirv.Return\n";
    QTest::newRow("in the generic form") << "    \"spirv.Return\"() : () -> ()\n";
  }
  void anUnknownDialectIsAnsweredWithThoseThatThereAre() {
    QFETCH(QString, operation);
    const QStringList run = arguments(kernelWith(operation));
    expectFailure(run, "compile-failed", {"kernel.mlir:9:", "affine, ", "func, gpu, "});
    const Finished done = runToEnd(m_program, run);
    for (const char *text : {"Registered dialects", "allow-unregistered-dialect"})
      QVERIFY2(!done.err.contains(text), qPrintable(done.err));
  }

  void instrumentSaysWhatARunSpecificationIsFor() {
    arguments(kernelWith(""));
    const Finished done =
        runToEnd(m_program, {"instrument", path("spec.json"), "-o", path("out.ll")});
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("a run specification is no file of kernels"), qPrintable(done.err));
    QCOMPARE(leftFiles(), QStringList());
  }

  void aPatternThatMatchesNoFunctionIsReported() {
    const Finished done = runToEnd(m_program, arguments(kernelWith("")) +
                                                  QStringList{"--mode", "functions:include=kernl"});
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    QVERIFY2(done.out.contains("include=kernl matches no function: there are kernel"),
             qPrintable(done.out));
    const auto trace = pstudio::readTraceFile(path("out.pftrace").toStdString());
    VERIFY_RESULT(trace);
    const auto hasNote = [&](const char *code, const char *text) {
      return std::ranges::any_of(trace->notes(), [&](const pstudio::Note &note) {
        return note.code == code && note.message.find(text) != std::string::npos;
      });
    };
    QVERIFY(hasNote("compile.warning", "include=kernl matches no function"));
    QVERIFY(hasNote("run.no-records", "include= and exclude= choose"));
  }

  void namesThatAreNoUtf8AreEscapedInEveryOutput() {
    const QString quoted = "x\\\\xFF\\\\xFEy"; // x\xFF\xFEy, as JSON and texts of traces write it
    QStringList run = arguments(kernelWith("    proton.record start \"x\\FF\\FEy\"\n"
                                           "    proton.record end \"x\\FF\\FEy\"\n"));
    run << "--keep-capture" << path("out.pscapture");
    const Finished done = runToEnd(m_program, run);
    QVERIFY2(done.exitCode == 0, qPrintable(done.err));
    for (const char *name : {"out.pftrace", "out.pscapture"}) {
      const auto trace = pstudio::readTraceFile(path(name).toStdString());
      VERIFY_RESULT(trace);
      QVERIFY2(pstudio::traceToText(*trace).find(quoted.toStdString()) != std::string::npos, name);
    }
    const Finished table = runToEnd(m_program, {"instrument", path("kernel.mlir"), "--block", "64",
                                                "-o", path("out.ll"), "--table"});
    QVERIFY2(table.exitCode == 0, qPrintable(table.err));
    QVERIFY2(table.out.contains(quoted), qPrintable(table.out));
  }

  void irThatDoesNotVerifyIsLocated() {
    expectFailure(arguments(kernelWith("    proton.record start \"a\"\n")), "compile-failed",
                  {"kernel.mlir:9:5"});
  }

  void anUnknownFunctionIsNamed() {
    expectFailure(arguments(kernelWith(""), {}, "kernell"), "invalid-input", {"kernell"});
  }

  void aBufferThatIsTooSmallIsNamed() {
    expectFailure(arguments(kernelWith(""), {}, "kernel", 63), "invalid-input", {"C"});
  }

  void aStoreOutOfBoundsIsLocated() {
    expectFailure(arguments(kernelWith("    %far = arith.addi %thread, %c2 : index\n"
                                       "    memref.store %one, %C[%far] : memref<64xf32>\n")),
                  "run-failed", {"kernel.mlir:10:5", "C"});
  }

  void aDivergentBarrierIsReported() {
    // The branches differ, so that no compiler makes one barrier of the two.
    expectFailure(arguments(kernelWith("    %first = arith.cmpi eq, %thread, %c0 : index\n"
                                       "    scf.if %first {\n"
                                       "      gpu.barrier\n"
                                       "      memref.store %one, %C[%c1] : memref<64xf32>\n"
                                       "    } else {\n"
                                       "      memref.store %one, %C[%c2] : memref<64xf32>\n"
                                       "      gpu.barrier\n"
                                       "    }\n")),
                  "run-failed", {"divergent barrier", "kernel.mlir:11:7"});
  }

  void anEndlessKernelMeetsItsTimeLimit() {
    expectFailure(arguments(kernelWith(kEndless), ", \"time_limit_s\": 0.3"), "run-failed",
                  {"time limit"});
  }

  void aWrongResultFailsTheRun() {
    expectFailure(arguments(kernelWith(""), R"(, "checks": [{"output": "C", "max_error": 0.25,
                    "reference": {"operation": "softmax_rows", "inputs": ["C"]}}])"),
                  "wrong-result", {"C"});
  }

  void anUnknownTargetIsRejected() {
    expectFailure(arguments(kernelWith("")) + QStringList{"--target", "abacus"}, "unsupported",
                  {"abacus"});
  }

  void aKernelOnFileFailsAsItPromises_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("said");
    QTest::addColumn<QStringList>("kept"); // what was recorded before the failure
    const QStringList partial{"out.partial.pftrace"};
    QTest::newRow("illegal_address")
        << "run-failed" << QStringList{"illegal_address.mlir:17:5", "C[274877906944]"} << partial;
    QTest::newRow("endless") << "run-failed" << QStringList{"time limit", "endless.mlir"}
                             << partial;
    QTest::newRow("too_much_shared")
        << "invalid-input" << QStringList{"needs 262144 bytes of shared memory"} << QStringList();
    QTest::newRow("wrong_result") << "wrong-result" << QStringList{"C[77]", "1 element is wrong"}
                                  << QStringList{"out.wrong.pftrace"};
  }
  void aKernelOnFileFailsAsItPromises() {
    QFETCH(QString, code);
    QFETCH(QStringList, said);
    QFETCH(QStringList, kept);
    const QString spec =
        QString(PSTUDIO_SOURCE_DIR "/tests/collector/kernels/%1.json").arg(QTest::currentDataTag());
    expectFailure({"run", spec, "-o", path("out.pftrace"), "--progress=json"}, qPrintable(code),
                  said, kept);
  }

  void anEndlessKernelCanBeStopped() {
    QProcess process;
    process.start(m_program, arguments(kernelWith(kEndless)));
    QByteArray text;
    QVERIFY2(waitForOutput(process, "\"name\":\"launch\"", text), text.constData());
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QElapsedTimer timer;
    timer.start();
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QCOMPARE(lastLine(done)["code"].toString(), QString("cancelled"));
    QVERIFY2(timer.elapsed() < 4000, "the worker had to be killed");
    QCOMPARE(leftFiles(), QStringList());
  }

  void aKilledWorkerLeavesNoFile() {
    QProcess process;
    process.start(m_program, arguments(kernelWith(kEndless)));
    QByteArray text;
    QVERIFY2(waitForOutput(process, "\"name\":\"launch\"", text), text.constData());
    for (pid_t worker : childrenOf(process.processId()))
      ::kill(worker, SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("stage launch: the worker process was killed"),
             qPrintable(done.err));
    QCOMPARE(leftFiles(), QStringList());
  }

  void aWorkerKilledWhileItDrainsLeavesWhatHadArrived() {
    QProcess process;
    process.start(m_program,
                  {"run", PSTUDIO_SOURCE_DIR "/tests/collector/kernels/stream_stalls.json", "-o",
                   path("out.pftrace"), "--mode", "default:strategy=stream:slots=16",
                   "--time-limit", "60", "--progress=json"});
    // Halves of 8 slots, 4 of each but the first say what the handover before took: two warps'
    // 200 records fill 49 exactly.
    QVERIFY(waitForDrainedChunks(m_folder->path(), 2, 49));
    for (pid_t worker : childrenOf(process.processId()))
      ::kill(worker, SIGKILL);
    const Finished done = finish(process);
    QCOMPARE(done.exitCode, 1);
    QVERIFY2(done.err.contains("out.partial.pftrace"), qPrintable(done.err));
    QCOMPARE(leftFiles(), QStringList{"out.partial.pftrace"});
    const auto trace = pstudio::readTraceFile(path("out.partial.pftrace").toStdString());
    QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
    const auto names = trace->sliceNames();
    const auto steps = std::ranges::count_if(
        names, [&](pstudio::StringId name) { return trace->string(name) == "step"; });
    QCOMPARE(steps, std::ptrdiff_t{200}); // of two warps
    QVERIFY(std::ranges::any_of(
        trace->notes(), [](const pstudio::Note &note) { return note.code == "run.worker-died"; }));
  }
};

QTEST_GUILESS_MAIN(BadKernelsTest)
#include "bad_kernels_test.moc"
