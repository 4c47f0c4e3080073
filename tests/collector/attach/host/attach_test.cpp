// SPDX-License-Identifier: Apache-2.0
// A whole attached program: what is recorded, what is reported, and how it ends.
#include <QtTest>

#include "core/base/file_bytes.h"
#include "core/calltree/hatchet_reader.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "tests/collector/attach/host/attach_run.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using pstudio::test::AttachRun;

namespace {

Result<Trace> traceOf(const AttachRun &run, const QString &name) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(run.out(name).toStdString()));
  return readPftrace(bytes.bytes(), "trace");
}

QByteArray contentOf(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString noteTexts(const AttachRun &run) {
  QStringList texts;
  for (const QJsonObject &note : run.reported("note"))
    texts << note["text"].toString();
  return texts.join('\n');
}

QStringList launchTracks(const Trace &trace) {
  QStringList names;
  for (const Track &track : trace.tracks())
    if (track.kind == TrackKind::Launch)
      names << QString::fromStdString(std::string(trace.string(track.name)));
  return names;
}

} // namespace

class AttachTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void cleanup() {
    qunsetenv("PSTUDIO_FAKE_BACKEND");
    qunsetenv("TRITON_PTXAS_PATH");
    qunsetenv("CUDA_HOME");
    qputenv("PSTUDIO_CACHE_DIR", "");
  }

  void chosenLaunchesBecomeOneTrace() {
    AttachRun run;
    run.rule("softmax*", "functions", "2-3");
    const auto outcome = run.run(
        run.softmax() + QStringList{"launch=0,6", "launch=0,6", "launch=0,6", "launch=0,6"});
    QVERIFY2(outcome, outcome ? "" : outcome.error().toString().c_str());
    QCOMPARE(outcome->exitCode, 0);
    QCOMPARE(run.traces().size(), 1);
    QVERIFY(run.traces()[0].startsWith("fake-attached-program."));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QCOMPARE(recorded.size(), 2);
    QCOMPARE(recorded[0]["launch"].toInt(), 2);
    QCOMPARE(recorded[1]["launch"].toInt(), 3);
    QCOMPARE(recorded[0]["registers"].toInt(), 40);
    QCOMPARE(recorded[0]["back_end"].toString(), "Triton 0.0");
    QCOMPARE(run.reported("rejected").size(), 0);
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    QCOMPARE(trace->launches().size(), size_t{2});
    QCOMPARE(launchTracks(*trace), QStringList({"launch 2", "launch 3"})); // as --launch counts
    QCOMPARE(trace->sliceCount(), size_t{2 * 6 * 4});
    QVERIFY(!QFileInfo::exists(run.out("raw")));
    QVERIFY(!QFileInfo::exists(run.out("socket")));
  }

  void traceContainsTheCodeOfItsKernels() {
    AttachRun run;
    AttachRun::write(run.file("ptx"), ".visible .entry softmax_k()\n");
    run.rule("softmax*", "functions", "2");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    std::vector<std::string> texts;
    for (const SourceFile &file : trace->sources())
      if (file.path.ends_with(".ptx") || file.path.ends_with(".llir"))
        texts.push_back(*file.text);
    QFile code(run.file("llir"));
    QVERIFY(code.open(QIODevice::ReadOnly));
    QCOMPARE(texts, (std::vector<std::string>{code.readAll().toStdString(),
                                              ".visible .entry softmax_k()\n"}));
  }

  void twinOfAllLaunchesIsMadeOnce() {
    AttachRun run;
    run.rule("softmax*", "functions", "every=1");
    run.request.settings.keepsRaw = true;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "launch=0,3", "launch=0,4"}));
    QCOMPARE(run.reported("recorded").size(), 3);
    QCOMPARE(QDir(run.out("raw")).entryList({"twin-*.cubin"}).size(), 1);
  }

  void unlaunchedVersionsOfAKernelAreNotAllCompiled() {
    AttachRun run;
    run.request.settings.keepsRaw = true;
    QStringList steps = run.softmax();
    for (int i = 1; i < 12; ++i) { // as an autotuner does
      const QString folder = run.path("cache/version" + QString::number(i));
      QDir().mkpath(folder);
      for (const char *name : {"llir", "json"})
        QVERIFY(QFile::copy(run.file(name), folder + "/softmax_k." + name));
      AttachRun::write(folder + "/softmax_k.cubin", "version " + QByteArray::number(i));
      steps << "kernel=" + QString::number(i) + ",softmax_k," + folder + "/softmax_k.cubin";
    }
    QVERIFY(run.run(steps + QStringList{"launch=11,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    QCOMPARE(run.reported("kernel").size(), 1);
    QCOMPARE(run.reported("kernel")[0]["versions"].toInt(), 12);
    QVERIFY(QDir(run.out("raw")).entryList({"twin-*.cubin"}).size() <= 5);
  }

  void eachLaunchHasTheModeOfItsRule() {
    AttachRun run;
    run.rule("softmax*", "functions", "1");
    run.addRule("softmax_?", "functions,loops", "2");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2", "launch=0,2", "launch=0,2"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QCOMPARE(recorded.size(), 2);
    QCOMPARE(recorded[0]["mode"].toString(), "functions:buffer_type=global");
    QCOMPARE(recorded[1]["mode"].toString(), "functions,loops:buffer_type=global");
  }

  void eachProcessHasATrace() {
    AttachRun run;
    QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    steps[0] = "hello=3";
    steps.push_front("fork");
    QVERIFY(run.run(steps));
    QCOMPARE(run.traces().size(), 2);
    QVERIFY(run.traces()[0].endsWith(".rank3.pftrace"));
    QCOMPARE(run.reported("recorded").size(), 2);
  }

  void processesAreOnOneAxisInTheMergedTrace() {
    AttachRun run;
    QStringList steps =
        run.softmax() + QStringList{"launch=0,4", "launch=0,4", "activity=softmax_k"};
    steps[0] = "hello=3";
    steps.push_front("fork");
    QVERIFY(run.run(steps));
    QCOMPARE(run.traces().size(), 2);
    const auto merged = traceOf(run, "merged.pftrace");
    QVERIFY(merged);
    QCOMPARE(merged->children(TrackId()).size(), size_t{2});
    for (const TrackId group : merged->children(TrackId()))
      QVERIFY(merged->string(merged->track(group).name).starts_with("rank 3 · "));
    size_t slices = 0;
    for (const QString &name : run.traces())
      slices += traceOf(run, name)->sliceCount();
    QCOMPARE(merged->sliceCount(), slices);
    QVERIFY(contentOf(run.out("report.txt")).contains("merged trace  merged.pftrace"));
  }

  void codeIsFoundWhereTheProgramSaysItIs() {
    AttachRun run;
    qputenv("TRITON_CACHE_DIR", "/nonexistent");
    QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    steps.insert(2, "source=0," + run.file("cubin") + "," + run.file("json"));
    QVERIFY(run.run(steps));
    QCOMPARE(run.reported("recorded").size(), 1);
  }

  void scopesInsideKernelsAreReportedAndInCachesOfTheirOwn() {
    AttachRun run;
    QByteArray code = contentOf(test::testData("tests/collector/foreign/inputs/scoped_add.llir"));
    AttachRun::write(run.file("llir"), code.replace("@add(", "@softmax_k("));
    qputenv("PSTUDIO_CACHE_DIR", QFile::encodeName(run.path("kept")));
    run.request.settings.recordsKernelScopes = true;
    run.request.settings.keepsRaw = true;
    QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    steps.insert(2, "source=0," + run.file("cubin") + "," + run.file("json"));
    for (const char *variable : {"PSTUDIO_ATTACH_SCOPES", "TRITON_INSTRUMENTATION_MODE",
                                 "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR"})
      steps << QStringLiteral("environment=%1,%2").arg(variable, run.path(variable));
    QVERIFY(run.run(steps));
    QCOMPARE(run.reported("recorded").size(), 1);
    QVERIFY(
        noteTexts(run).contains("softmax_k launch 1: the launch was recorded; its original was"));
    const QString folder = run.request.settings.usesCache ? run.path("kept") : run.out("raw");
    QCOMPARE(contentOf(run.path("PSTUDIO_ATTACH_SCOPES")), "proton-studio-scopes");
    QCOMPARE(contentOf(run.path("TRITON_INSTRUMENTATION_MODE")), "proton-studio-scopes");
    QCOMPARE(contentOf(run.path("TRITON_CACHE_DIR")), folder.toUtf8() + "/marked/triton");
    QCOMPARE(contentOf(run.path("TORCHINDUCTOR_CACHE_DIR")), folder.toUtf8() + "/marked/inductor");
    QVERIFY(contentOf(run.out("raw/twin-0.llir.json")).contains("load $ step"));
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    QVERIFY(traceToText(*trace).find("code.scopeMarks=\"the original was compiled with marks\"") !=
            std::string::npos);
  }

  void aModeOfTheUserStays() {
    AttachRun run;
    qputenv("TRITON_INSTRUMENTATION_MODE", "consan");
    run.request.settings.recordsKernelScopes = true;
    const QString file = run.path("mode");
    QVERIFY(run.run({"hello", "environment=TRITON_INSTRUMENTATION_MODE," + file}));
    qunsetenv("TRITON_INSTRUMENTATION_MODE");
    QCOMPARE(contentOf(file), "consan");
  }

  void fileThatIsNotTheRunningCodeIsNotTaken() {
    AttachRun run;
    AttachRun::write(run.path("other.cubin"), "not the original");
    QStringList steps = run.softmax() + QStringList{"launch=0,2"};
    steps.insert(2, "source=0," + run.path("other.cubin") + ",");
    QVERIFY(run.run(steps));
    QCOMPARE(run.rejection(), "code.changed");
    QCOMPARE(run.traces().size(), 0);
  }

  void reasonsOfMissingRecordsAreReported_data() {
    QTest::addColumn<QStringList>("steps");
    QTest::addColumn<QString>("code");
    QTest::newRow("never launched") << QStringList{} << "launch.none";
    QTest::newRow("autotuning") << QStringList{"autotuning=0"} << "autotune";
    QTest::newRow("captured") << QStringList{"captured=0"} << "captured";
    QTest::newRow("other block") << QStringList{"launch=0,2,64"} << "code.changed";
    QTest::newRow("records cut off") << QStringList{"launch=0,2", "cut=5000"} << "records.damaged";
    QTest::newRow("header cut off") << QStringList{"launch=0,2", "cut=30"} << "records.damaged";
    QTest::newRow("unknown state") << QStringList{"launch=0,2", "state=77"} << "records.damaged";
    QTest::newRow("killed early") << QStringList{"launch=0,2", "state=0"} << "records.lost";
    QTest::newRow("kernel failed") << QStringList{"launch=0,2", "state=2"} << "fault";
  }
  void reasonsOfMissingRecordsAreReported() {
    QFETCH(QStringList, steps);
    QFETCH(QString, code);
    AttachRun run;
    const auto outcome = run.run(run.softmax() + steps);
    QVERIFY(outcome);
    QCOMPARE(run.rejection(), code);
    QCOMPARE(run.traces().size(), 0);
    QVERIFY(run.text().contains("not instrumented  "));
    QVERIFY(outcome->summary.find("not instrumented") != std::string::npos);
  }

  void kernelsWithoutUsableCodeAreReported_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("code");
    QTest::newRow("no LLVM IR") << "llir" << QByteArray() << "functions"
                                << "code.none";
    QTest::newRow("broken LLVM IR") << "llir" << QByteArray("define nonsense") << "functions"
                                    << "code.rejected";
    QTest::newRow("own variable") << "llir"
                                  << QByteArray("@n = internal addrspace(1) global i32 0\n"
                                                "define void @f() {\n"
                                                "  store i32 1, ptr addrspace(1) @n\n}\n")
                                  << "functions"
                                  << "code.variable";
    QTest::newRow("nothing to record") << "" << QByteArray() << "matrix"
                                       << "nothing.recorded";
  }
  void kernelsWithoutUsableCodeAreReported() {
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, mode);
    QFETCH(QString, code);
    AttachRun run;
    run.rule("softmax*", mode.toStdString());
    if (!file.isEmpty())
      QFile::remove(run.file(file));
    if (!content.isEmpty())
      AttachRun::write(run.file(file), content);
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), code);
    QVERIFY(!run.reported("rejected")[0]["action"].toString().isEmpty());
  }

  void kernelsWithoutPtxHaveTheirReason_data() {
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("code");
    QTest::newRow("machine code") << "no_ptx.fatbin"
                                  << "add"
                                  << "code.machine";
    QTest::newRow("other source") << "other_source.fatbin"
                                  << "add"
                                  << "code.architecture";
    QTest::newRow("linked") << "launches.fatbin"
                            << "child"
                            << "code.linked";
    QTest::newRow("launches") << "launches.fatbin"
                              << "parent"
                              << "code.launches";
    QTest::newRow("variable") << "calls.fatbin"
                              << "indirect"
                              << "code.variable";
    QTest::newRow("not there") << "none.fatbin"
                               << "add"
                               << "code.none";
    QTest::newRow("no image") << "make.sh"
                              << "add"
                              << "code.format";
    QTest::newRow("changed") << "several.fatbin,wrong"
                             << "add"
                             << "code.none";
  }
  void kernelsWithoutPtxHaveTheirReason() {
    QFETCH(QString, image);
    QFETCH(QString, kernel);
    QFETCH(QString, code);
    AttachRun run;
    run.rule(kernel.toStdString(), "functions");
    const QStringList steps{"hello", "image=" + test::testData("tests/core/image/images/") + image,
                            "kernel=0," + kernel + ",", "launch=0,2"};
    QVERIFY(run.run(steps));
    QCOMPARE(run.rejection(), code);
    run.request.isListing = true;
    run.request.rules = {};
    const auto outcome = run.run(steps);
    QVERIFY(outcome);
    QCOMPARE(run.reported("kernel")[0]["code"].toString(), code);
    QCOMPARE(run.reported("kernel")[0]["instrumentable"].toBool(true), false);
  }

  void kernelsOfXlaAreRecordedFromThePtxThatItWrote_data() {
    QTest::addColumn<QByteArray>("instruction");
    QTest::addColumn<QString>("code");
    // Only the first is the code that runs.
    QTest::newRow("proven") << QByteArray("add.f32") << "";
    QTest::newRow("by name") << QByteArray("sub.f32") << "code.recorded";
  }
  void kernelsOfXlaAreRecordedFromThePtxThatItWrote() {
    QFETCH(QByteArray, instruction);
    QFETCH(QString, code);
    AttachRun run;
    const QString images = test::testData("tests/core/image/images/");
    const QString assembler = run.path("cuda/bin/ptxas"), dumps = run.path("dumps");
    QVERIFY(QDir().mkpath(dumps) && QDir().mkpath(run.path("cuda/bin")));
    AttachRun::write(dumps + "/module_7.jit_f.1.ptx",
                     contentOf(images + "kernels.ptx").replace("add.f32", instruction));
    // Of a twin the table stands for its cubin.
    AttachRun::write(assembler,
                     "#!/bin/sh\nfor name; do file=$option; option=$output; output=$name; done\n"
                     "test -e \"$file.json\" && exec cp \"$file.json\" \"$output\"\n"
                     "grep -q sub.f32 \"$file\" && exit 1\ncp '" +
                         QFile::encodeName(images) + "kernels.cubin' \"$output\"\n");
    QFile(assembler).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("CUDA_HOME", QFile::encodeName(run.path("cuda")));
    run.rule("add", "functions");
    QVERIFY(run.run(
        {"hello", "image=" + images + "kernels.cubin," + dumps, "kernel=0,add,", "launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    QStringList codes;
    for (const QJsonObject &note : run.reported("note"))
      codes << note["code"].toString();
    QCOMPARE(codes.contains("code.recorded"), code == "code.recorded");
    QVERIFY2(noteTexts(run).contains("XLA_FLAGS was extended by --xla_dump_to=" + dumps),
             qPrintable(noteTexts(run)));
  }

  void backEndThatFailsCostsItsKernel_data() {
    QTest::addColumn<QByteArray>("behaviour");
    QTest::addColumn<QString>("words");
    QTest::newRow("rejects") << QByteArray("rejects") << "no such instruction";
    QTest::newRow("dies") << QByteArray("dies") << "the back end ended";
    QTest::newRow("talks") << QByteArray("talks") << "importing ...";
  }
  void backEndThatFailsCostsItsKernel() {
    QFETCH(QByteArray, behaviour);
    QFETCH(QString, words);
    qputenv("PSTUDIO_FAKE_BACKEND", behaviour);
    qputenv("TRITON_PTXAS_PATH", "/bin/false");
    AttachRun run;
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,2", "exit=5"});
    QVERIFY(outcome);
    QCOMPARE(outcome->exitCode, 5);
    QCOMPARE(run.rejection(), "twin.failed");
    const QString reason = run.reported("rejected")[0]["reason"].toString();
    QVERIFY2(reason.contains(words), qPrintable(reason));
    QVERIFY2(reason.contains("/bin/false"), qPrintable(reason));
  }

  void assemblerTakesTheBackEndsPlace() {
    qputenv("PSTUDIO_FAKE_BACKEND", "rejects");
    AttachRun run;
    const QString assembler = run.path("ptxas");
    AttachRun::write(assembler,
                     "#!/bin/sh\ntest \"$2\" = --gpu-name=sm_90a && cp \"$3.json\" \"$5\"\n");
    QFile(assembler).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("TRITON_PTXAS_PATH", QFile::encodeName(assembler));
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    QCOMPARE(run.reported("recorded")[0]["back_end"].toString(), assembler);
  }

  void largeGridsRecordSomeOfTheirCtas() {
    AttachRun run;
    run.rule("softmax*", "functions:slots=64");
    run.request.settings.mostRecordBytes = 40'000;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,1000"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QCOMPARE(recorded.size(), 1);
    QCOMPARE(recorded[0]["ctas"].toInt(), 1000);
    const int sampled = recorded[0]["recorded_ctas"].toInt();
    QVERIFY2(sampled >= 8 && sampled < 20, qPrintable(QString::number(sampled)));
    QVERIFY(run.text().contains("of 1,000 CTAs"));
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    QCOMPARE(trace->sliceCount(), size_t(sampled) * 4);
  }

  void memoryForNotEvenOneCtaIsReported() {
    AttachRun run;
    run.request.settings.mostRecordBytes = 1000;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), "memory.limit");
  }

  void nameThatMatchesNothingGetsTheNearestOne() {
    AttachRun run;
    run.rule("sofmax_k", "functions");
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,2"});
    QVERIFY(outcome);
    QVERIFY2(noteTexts(run).contains("did you mean softmax_k?"), qPrintable(noteTexts(run)));
    QVERIFY(run.text().contains("not chosen  1 kernel, 1 launch"));
  }

  void listingTriesEveryKernelAndRecordsNone() {
    AttachRun run;
    run.request.isListing = true;
    run.request.output.clear();
    run.request.rules.clear();
    const auto outcome =
        run.run(run.softmax() + QStringList{"kernel=1,_Z4gemmPf,", "launch=0,2", "launch=1,2",
                                            "launch=1,2", "autotuning=0"});
    QVERIFY(outcome);
    const QStringList lines =
        QString::fromStdString(outcome->listing).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[0].startsWith("--- kernels of "));
    QCOMPARE(lines[2].split(' ', Qt::SkipEmptyParts).mid(0, 4),
             QStringList({"gemm", "2", "0", "0"}));
    QVERIFY(lines[2].endsWith("no (1)"));
    QVERIFY(lines[4].startsWith("(1) "));
    QCOMPARE(lines[3].split(' ', Qt::SkipEmptyParts),
             QStringList({"softmax_k", "1", "1", "0", "0", "-", "-", "yes"}));
    QVERIFY(!QFileInfo::exists(run.path("out")));
  }

  void listingWithAFolderWritesTheReport() {
    AttachRun run;
    run.request.isListing = true;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.reported("kernel").size(), 1);
    QCOMPARE(run.reported("kernel")[0]["instrumentable"].toBool(), true);
    QCOMPARE(run.reported("rejected").size(), 0);
  }

  void keptTwinsAreNotMadeAgain() {
    AttachRun run;
    qputenv("PSTUDIO_CACHE_DIR", QFile::encodeName(run.path("kept")));
    run.request.settings.usesCache = true;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    qputenv("PSTUDIO_FAKE_BACKEND", "rejects");
    qputenv("TRITON_PTXAS_PATH", "/bin/false");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.reported("recorded").size(), 1);
    QCOMPARE(run.reported("recorded")[0]["back_end"].toString(), "Triton 0.0");
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    QCOMPARE(trace->sliceCount(), size_t{2 * 4});
    run.request.settings.usesCache = false;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), "twin.failed");
  }

  void twinOfAnotherModeOrCodeIsNotTheKeptOne() {
    AttachRun run;
    qputenv("PSTUDIO_CACHE_DIR", QFile::encodeName(run.path("kept")));
    run.request.settings.usesCache = true;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    qputenv("PSTUDIO_FAKE_BACKEND", "rejects");
    qputenv("TRITON_PTXAS_PATH", "/bin/false");
    run.rule("softmax*", "functions,loops");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), "twin.failed");
    run.rule("softmax*", "functions");
    AttachRun::write(run.file("json"), R"({"triton_version": "9.9"})");
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,2"}));
    QCOMPARE(run.rejection(), "twin.failed");
  }

  void activityIsInTheTraceTheTreeAndTheReport() {
    AttachRun run;
    run.rule("softmax*", "functions", "2");
    QVERIFY(run.run(run.softmax() +
                    QStringList{"launch=0,4", "launch=0,4", "launch=0,4", "activity=softmax_k"}));
    const QList<QJsonObject> recorded = run.reported("recorded");
    QCOMPARE(recorded.size(), 1);
    QCOMPARE(recorded[0]["twin_time_ns"].toInt(), 6000);
    QCOMPARE(recorded[0]["original_time_ns"].toInt(), 7000);
    const QList<QJsonObject> kernels = run.reported("kernel");
    QCOMPARE(kernels.size(), 2);
    QCOMPARE(kernels[0]["gpu_time_ns"].toInt(), 5000 + 6000 + 7000);
    QCOMPARE(kernels[0]["gpu_launches"].toInt(), 3);
    QCOMPARE(kernels[1]["kernel"].toString(), "inside_a_library");
    QCOMPARE(kernels[1]["code"].toString(), "kernel.unseen");
    QVERIFY(!kernels[1].contains("launches")); // unknown
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    for (const Note &note : trace->notes())
      QVERIFY2(!note.code.starts_with("activity."), note.code.c_str());
    QCOMPARE(trace->flows().size(), size_t{3});
    QCOMPARE(trace->sliceCount(), size_t{4 * 4 + 3 + 4});
    const QStringList trees = QDir(run.out()).entryList({"*.hatchet"});
    QCOMPARE(trees.size(), 1);
    const auto tree = calltree::readHatchetFile(run.out(trees[0]).toStdString());
    QVERIFY(tree);
    QStringList names;
    for (calltree::NodeId id = 0; id < tree->tree.nodes().size(); ++id)
      names << QString::fromStdString(std::string(tree->tree.name(id)));
    QCOMPARE(names.mid(0, 3), QStringList({"ROOT", "train", "softmax_k"}));
    QCOMPARE(names.size(), 5); // the scope inside the kernel, and the kernel of no launch
  }

  void recordsAreWithinTheirKernelOnTheAxis() {
    AttachRun run;
    QVERIFY(run.run(run.softmax() + QStringList{"launch=0,4", "activity=softmax_k"}));
    const auto trace = traceOf(run, run.traces()[0]);
    QVERIFY(trace);
    TimeRange kernel, records;
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const Slice slice = trace->slice(SliceId(i));
      const TrackKind kind = trace->track(slice.track).kind;
      if (trace->string(slice.name) == "softmax_k" && kind == TrackKind::Async)
        kernel = slice.time;
      else if (kind == TrackKind::Warp)
        records = records.isEmpty() ? slice.time
                                    : TimeRange{std::min(records.begin, slice.time.begin),
                                                std::max(records.end, slice.time.end)};
    }
    QVERIFY(kernel.begin < records.begin && records.end < kernel.end);
  }

  void activitiesMatchedByTheirOrderAreNamedInTheReport() {
    AttachRun run;
    run.rule("nothing", "functions");
    QVERIFY(run.run(run.softmax() +
                    QStringList{"launch=0,4", "launch=0,4", "activity=softmax_k,unlinked"}));
    QFile report(QString::fromStdString((run.request.output / "report.txt").string()));
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(report.readAll());
    QVERIFY2(text.contains("2 activities name no launch and were matched with the launches of the "
                           "same kernel by their order"),
             qPrintable(text));
  }

  void processWithoutRecordsHasATrace() {
    AttachRun run;
    run.rule("nothing", "functions");
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,4", "activity=softmax_k"});
    QVERIFY(outcome);
    QCOMPARE(run.traces().size(), 1);
    QCOMPARE(run.reported("recorded").size(), 0);
    QCOMPARE(traceOf(run, run.traces()[0])->sliceCount(), size_t{3});
  }

  void listingHasTimesAndNoTrace() {
    AttachRun run;
    run.request.isListing = true;
    const auto outcome = run.run(run.softmax() + QStringList{"launch=0,4", "activity=softmax_k"});
    QVERIFY(outcome);
    QVERIFY2(QString::fromStdString(outcome->listing).contains("90.9 %"), outcome->listing.c_str());
    QCOMPARE(run.traces().size(), 0);
    QCOMPARE(run.reported("kernel")[0]["gpu_time_ns"].toInt(), 5000);
  }

  void eachChosenLaunchThatNeverCameIsReported() {
    AttachRun run;
    run.rule("softmax*", "functions", "10-12");
    QStringList steps = run.softmax();
    for (int i = 0; i < 11; ++i)
      steps << "launch=0,2";
    QVERIFY(run.run(steps));
    QCOMPARE(run.reported("recorded").size(), 2);
    QCOMPARE(run.rejection(), "launch.none");
    QCOMPARE(run.reported("rejected")[0]["launch"].toInt(), 12);
  }
};

QTEST_GUILESS_MAIN(AttachTest)
#include "attach_test.moc"
