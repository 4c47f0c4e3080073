// SPDX-License-Identifier: Apache-2.0
// The pass report of a compile: order, texts, times, statistics, limits.
#include <QTest>

#include "collector/codegen/to_cpu/compile_kernel.h"
#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "core/run/pass_report_builder.h"
#include "core/source/code_places.h"
#include "tests/collector/kernel_runner.h"

namespace pstudio {
namespace {

const char *const kBody = R"(
  %t = gpu.thread_id x
  %z = arith.constant 0 : index
  %unused = arith.addi %t, %t : index
  proton.record start "work"
  %v = memref.load %a[%t] : memref<32xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %a[%t] : memref<32xf32>
  proton.record end "work"
)";

Result<KernelModule> kernelModule(const char *body = kBody) {
  return KernelModule::parse(test::kernelSource("%a: memref<32xf32>", body), "test.mlir");
}

InstrumentOptions options() {
  InstrumentOptions options;
  options.block = {32, 1, 1};
  return options;
}

/// The report of a compile for the CPU target.
PassReport compileForCpu(KernelModule module, PassReportBuilder builder = PassReportBuilder()) {
  module.recordPasses(&builder);
  bool isDone = module.instrument("k", options()).has_value();
  auto lowered = cpu::lowerKernel(module, "k");
  isDone = isDone && lowered && std::move(*lowered).compile();
  return isDone ? builder.report() : PassReport();
}

const PassRun *findPass(const PassReport &report, std::string_view name) {
  for (const PassStage &stage : report.stages)
    for (const PassRun &pass : stage.passes)
      if (pass.name == name)
        return &pass;
  return nullptr;
}

std::vector<std::string> namesOf(const PassStage &stage) {
  std::vector<std::string> names;
  for (const PassRun &pass : stage.passes)
    names.push_back(pass.name);
  return names;
}

bool has(const PassReport &report, std::optional<IrTextId> text, std::string_view piece) {
  return text && report.text(text)->find(piece) != std::string::npos;
}

class PassRecordingTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void thePassesOfACompileComeInTheOrderInWhichTheyRan() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module));
    QCOMPARE(report.stages.size(), size_t{4});
    QCOMPARE(report.stages[0].name, std::string("instrument"));
    const std::vector<std::string> names = namesOf(report.stages[0]);
    const std::vector<std::string> expected = {"canonicalize", "proton-assign-operations",
                                               "convert-proton-scopes-to-proton-gpu",
                                               "proton-gpu-allocate-scratch"};
    auto from = names.begin();
    for (const std::string &name : expected) {
      from = std::find(from, names.end(), name);
      QVERIFY2(from != names.end(), name.c_str());
    }
    QCOMPARE(report.stages[0].passes[0].scope, std::string("builtin.module"));
    QCOMPARE(report.stages[0].passes.back().scope, std::string("gpu.module @m"));
    QCOMPARE(report.stages[2].language, IrLanguage::Llvm);
    QVERIFY(report.stages[3].passes.size() > 20);
    QVERIFY(report.recordingTime > Nanoseconds(0));
    for (const PassStage &stage : report.stages)
      QVERIFY(timeOf(stage) > Nanoseconds(0));
  }

  void aPassShowsItsIrBeforeAndAfter() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module));
    const PassRun *convert = findPass(report, "convert-proton-scopes-to-proton-gpu");
    QVERIFY(convert && convert->changed && !convert->failed);
    QVERIFY(has(report, convert->before, "proton.record start \"work\""));
    QVERIFY(!has(report, convert->after, "proton.record "));
    QVERIFY(has(report, convert->after, "proton_gpu.store scope_start 0"));
    const PassRun *context = findPass(report, "proton-gpu-insert-context");
    QVERIFY(context && QString::fromStdString(context->options).contains("buffer-type=global"));
    const PassRun *simplify = findPass(report, "instsimplify");
    QVERIFY(simplify && has(report, simplify->before, "define "));
  }

  void linesOfMlirAndLlvmIrHaveTheirSourceLines() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module));
    int loads = 0, sums = 0, llvmSums = 0;
    for (IrTextId id = 0; id < report.texts.size(); ++id) {
      const CodePlaces places = report.placesOf(id);
      const QStringList lines = QString::fromStdString(*report.texts[id]).split('\n');
      for (size_t i = 0; i < places.lines.size(); ++i) {
        const QString line = lines.value(static_cast<qsizetype>(i));
        const uint32_t source = places.lines[i].line;
        const bool isLoad = line.contains(QLatin1String("memref.load"));
        const bool isLlvmSum = line.contains(QLatin1String(" = fadd "));
        const bool isSum = isLlvmSum || line.contains(QLatin1String("arith.addf")) ||
                           line.contains(QLatin1String("llvm.fadd"));
        if (isLoad)
          QCOMPARE(source, 8u);
        if (isSum)
          QCOMPARE(source, 9u);
        if (line.contains(QLatin1String("memref.store")))
          QCOMPARE(source, 10u);
        loads += isLoad;
        sums += isSum;
        llvmSums += isLlvmSum;
        if (source != 0)
          QVERIFY(isSameFile(places.files[places.lines[i].file], "test.mlir"));
      }
    }
    QVERIFY(loads > 3 && sums > loads && llvmSums > 3);
  }

  void whatAPassLeftIsWhatTheNextOneFound() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module));
    for (size_t at = 0; at < 2; ++at) // of one stage over one operation
      for (size_t i = 1; i < report.stages[at].passes.size(); ++i) {
        const PassRun &pass = report.stages[at].passes[i], &last = report.stages[at].passes[i - 1];
        if (pass.scope == last.scope)
          QCOMPARE(pass.before, last.after);
      }
    for (const PassStage &stage : report.stages)
      for (const PassRun &pass : stage.passes)
        QVERIFY2(pass.changed == (pass.before != pass.after), pass.name.c_str());
  }

  void statisticsSayWhatBecameOfWhat() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module));
    const PassRun *convert = findPass(report, "convert-proton-scopes-to-proton-gpu");
    QVERIFY(convert);
    const auto holds = [&](const PassStatistic &row) {
      return std::ranges::find(convert->statistics, row) != convert->statistics.end();
    };
    QVERIFY(holds({"proton.record", 2, 0}));
    QVERIFY(holds({"proton_gpu.store", 0, 2}));
    const PassRun *context = findPass(report, "proton-gpu-insert-context");
    QVERIFY(context);
    const PassStatistic segments{"proton_gpu.segment_alloc", 0, 1};
    QVERIFY(std::ranges::find(context->statistics, segments) != context->statistics.end());
  }

  void theNvidiaLoweringEndsWithItsPtx() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    PassReportBuilder builder;
    module->recordPasses(&builder);
    QVERIFY(module->instrument("k", options()).has_value());
    nvidia::CompileOptions compile;
    compile.architecture = nvidia::architectureNamed("sm_80").value();
    compile.block = {32, 1, 1};
    const auto code = nvidia::compileKernel(*module, "k", compile);
    QVERIFY(code.has_value());
    const PassStage &last = builder.report().stages.back();
    QCOMPARE(last.language, IrLanguage::Ptx);
    QCOMPARE(*builder.report().text(last.passes[0].after), code->text);
  }

  void recordingChangesNothingInTheCode() {
    std::string texts[2];
    for (const bool isRecorded : {false, true}) {
      auto module = kernelModule();
      QVERIFY(module.has_value());
      PassReportBuilder builder;
      module->recordPasses(isRecorded ? &builder : nullptr);
      QVERIFY(module->instrument("k", options()).has_value());
      nvidia::CompileOptions compile;
      compile.architecture = nvidia::architectureNamed("sm_90a").value();
      compile.block = {32, 1, 1};
      const auto code = nvidia::compileKernel(*module, "k", compile);
      QVERIFY(code.has_value());
      texts[isRecorded] = code->text;
    }
    QCOMPARE(texts[0], texts[1]);
  }

  void theSameCompileGivesTheSameReportButForTimes() {
    std::string texts[2];
    for (std::string &text : texts) {
      auto module = kernelModule();
      QVERIFY(module.has_value());
      PassReport report = compileForCpu(std::move(*module));
      report.recordingTime = Nanoseconds(0);
      for (PassStage &stage : report.stages)
        for (PassRun &pass : stage.passes)
          pass.time = Nanoseconds(0);
      text = passReportToJson(report);
    }
    QVERIFY(texts[0].size() > 1000);
    QCOMPARE(texts[0], texts[1]);
  }

  void aPassThatRejectsIsTheLastAndSaysSo() {
    auto module = kernelModule("  proton.record end \"never begun\"");
    QVERIFY(module.has_value());
    PassReportBuilder builder;
    module->recordPasses(&builder);
    QVERIFY(!module->instrument("k", options()).has_value());
    const PassRun &last = builder.report().stages.back().passes.back();
    QCOMPARE(last.name, std::string("proton-assign-operations"));
    QVERIFY(last.failed);
    QVERIFY(has(builder.report(), last.before, "never begun"));
  }

  void aFullReportCountsWhatItLeavesOutAndKeepsTheRest() {
    auto module = kernelModule();
    QVERIFY(module.has_value());
    const PassReport report = compileForCpu(std::move(*module), PassReportBuilder(4000));
    uint64_t bytes = 0;
    for (const auto &text : report.texts)
      bytes += text->size();
    QVERIFY(bytes > 0 && bytes <= 4000);
    QVERIFY(report.textsLeftOut > 0 && report.textBytesLeftOut > 4000);
    QCOMPARE(report.stages.size(), size_t{4});
    const PassRun *convert = findPass(report, "convert-proton-gpu-to-llvm");
    QVERIFY(convert && convert->changed && !convert->statistics.empty());
  }
};

} // namespace
} // namespace pstudio

QTEST_GUILESS_MAIN(pstudio::PassRecordingTest)
#include "pass_recording_test.moc"
