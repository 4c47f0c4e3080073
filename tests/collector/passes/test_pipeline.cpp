// SPDX-License-Identifier: Apache-2.0
// Results of the instrumentation pipeline for a kernel, and its errors.
#include <QtTest/QTest>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/pipeline/pipeline.h"

using namespace pstudio;

namespace {

constexpr const char *kKernel = R"mlir(
gpu.module @m {
  gpu.func @k(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    proton.record start "loop"
    %copy = proton.allocate_event "copy" : i32
    scf.for %i = %c0 to %n step %c1 {
      proton.record start "step"
      proton.event start %copy key %i : i32
      proton.event end %copy key %i : i32
      proton.record end "step"
    }
    proton.record end "loop"
    gpu.return
  }
  gpu.func @plain(%n: index) kernel {
    gpu.return
  }
}
)mlir";

/// A module after the instrumentation pipeline, and the first error of the pipeline.
struct Compiled {
  Compiled(const char *text, const InstrumentOptions &options, bool lowerToCpu) {
    mlir::DialectRegistry registry;
    registry.insert<mlir::arith::ArithDialect, mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect,
                    mlir::memref::MemRefDialect, mlir::scf::SCFDialect, proton::ProtonDialect,
                    proton_gpu::ProtonGPUDialect>();
    context.appendDialectRegistry(registry);
    mlir::ScopedDiagnosticHandler handler(&context, [this](mlir::Diagnostic &diagnostic) {
      if (firstError.empty())
        firstError = diagnostic.str();
    });
    const mlir::ParserConfig config(&context);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, config, "kernel.mlir");
    mlir::PassManager passes(&context);
    buildInstrumentPipeline(passes, options);
    if (lowerToCpu)
      buildProtonGpuToCpuPipeline(passes);
    ok = module && mlir::succeeded(passes.run(*module));
  }

  mlir::gpu::GPUFuncOp function(llvm::StringRef name) {
    mlir::gpu::GPUFuncOp found;
    module->walk([&](mlir::gpu::GPUFuncOp candidate) {
      if (candidate.getName() == name)
        found = candidate;
    });
    return found;
  }

  /// Number of remaining operations of the Proton dialects.
  int countProtonOperations() {
    int count = 0;
    module->walk([&](mlir::Operation *op) {
      const llvm::StringRef dialect = op->getName().getDialectNamespace();
      count += dialect == "proton" || dialect == "proton_gpu";
    });
    return count;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string firstError;
  bool ok = false;
};

InstrumentOptions optionsFor(uint32_t threads) {
  InstrumentOptions options;
  options.block = {threads, 1, 1};
  return options;
}

class TestPipeline : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void operationsAndSizesAreReadBackAfterAllPasses_data() {
    QTest::addColumn<bool>("lowerToCpu");
    QTest::newRow("before lowering") << false;
    QTest::newRow("after lowering") << true;
  }

  void operationsAndSizesAreReadBackAfterAllPasses() {
    QFETCH(bool, lowerToCpu);
    Compiled compiled(kKernel, optionsFor(130), lowerToCpu);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    const auto kernel = instrumentedKernel(*compiled.module, "k");
    QVERIFY(kernel.has_value());
    QCOMPARE(kernel->unitCount, 5u); // 130 threads: four complete warps and one of two lanes
    QCOMPARE(kernel->slotsPerUnit, 1024u);
    const std::vector<record::Operation> expected = {
        {record::OperationKind::Scope, "loop", OperationId(), "kernel.mlir:6:5"},
        {record::OperationKind::Event, "copy", OperationId(0), "kernel.mlir:7:13"},
        {record::OperationKind::Scope, "step", OperationId(0), "kernel.mlir:9:7"}};
    QVERIFY(kernel->operations.operations == expected);
  }

  void instrumentedKernelTakesTheProfileBufferLast() {
    Compiled compiled(kKernel, optionsFor(32), true);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    mlir::gpu::GPUFuncOp kernel = compiled.function("k");
    QCOMPARE(kernel.getNumArguments(), 2u);
    QVERIFY(kernel.getArgAttr(1, proton_gpu::kProfileBufferAttribute) != nullptr);
    QVERIFY(mlir::isa<mlir::LLVM::LLVMPointerType>(kernel.getArgument(1).getType()));
    QCOMPARE(compiled.countProtonOperations(), 0);
  }

  void kernelWithoutRecordsStaysAsItIs() {
    Compiled compiled(kKernel, optionsFor(32), true);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    const auto kernel = instrumentedKernel(*compiled.module, "plain");
    QVERIFY(kernel.has_value());
    QCOMPARE(kernel->unitCount, 0u);
    QVERIFY(kernel->operations.operations.empty());
    QCOMPARE(compiled.function("plain").getNumArguments(), 1u);
  }

  void modeNoneErasesRecordsAndAddsNothing() {
    InstrumentOptions options = optionsFor(32);
    options.mode.enabled = false;
    Compiled compiled(kKernel, options, true);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    QCOMPARE(compiled.countProtonOperations(), 0);
    QCOMPARE(compiled.function("k").getNumArguments(), 1u);
    QCOMPARE(instrumentedKernel(*compiled.module, "k")->unitCount, 0u);
  }

  void slotsOfTheModeAreTheCapacity() {
    InstrumentOptions options = optionsFor(64);
    options.mode.slotsPerUnit = 16;
    Compiled compiled(kKernel, options, true);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    QCOMPARE(instrumentedKernel(*compiled.module, "k")->slotsPerUnit, 16u);
  }

  void sharedSegmentsTakeWhatIsFree() {
    InstrumentOptions options = optionsFor(64);
    options.mode.bufferType = InstrumentationMode::BufferType::Shared;
    options.sharedBytesFree = 1500; // two warps: 93 slots each, 64 is the power of two
    Compiled compiled(kKernel, options, true);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    QCOMPARE(instrumentedKernel(*compiled.module, "k")->slotsPerUnit, 64u);
    QCOMPARE(compiled.function("k").getNumWorkgroupAttributions(), 1u);
  }

  void sharedSegmentsThatDoNotFitFailWithTheFigures() {
    InstrumentOptions options = optionsFor(64);
    options.mode.bufferType = InstrumentationMode::BufferType::Shared;
    options.sharedBytesFree = 100;
    Compiled compiled(kKernel, options, true);
    QVERIFY(!compiled.ok);
    QCOMPARE(
        QString::fromStdString(compiled.firstError),
        QStringLiteral(
            "'proton_gpu.segment_alloc' op needs 256 bytes of shared memory (2 warps, 16 slots "
            "each), but 100 are free: use fewer slots or the mode buffer_type=global"));
  }

  void countersOfTheTargetAreLeftFree() {
    InstrumentOptions options = optionsFor(64);
    options.mode.bufferType = InstrumentationMode::BufferType::Shared;
    options.sharedBytesFree = 1024; // two warps: 64 slots each without the counters
    options.counterBytesPerUnit = kNvidiaCounterBytesPerUnit;
    Compiled compiled(kKernel, options, false);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    QCOMPARE(instrumentedKernel(*compiled.module, "k")->slotsPerUnit, 32u);
  }

  void strategyOfTheModeIsThatOfTheSegment() {
    InstrumentOptions options = optionsFor(32);
    options.mode.strategy = InstrumentationMode::Strategy::First;
    Compiled compiled(kKernel, options, false);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    int segments = 0;
    compiled.module->walk([&](proton_gpu::SegmentAllocOp segment) {
      ++segments;
      QCOMPARE(segment.getStrategy(), proton_gpu::Strategy::First);
    });
    QCOMPARE(segments, 1);
  }

  void nvidiaPipelineLeavesNothingOfOurDialects() {
    Compiled compiled(kKernel, optionsFor(128), false);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    mlir::PassManager passes(&compiled.context);
    buildProtonGpuToNvidiaPipeline(passes, {{128, 1, 1}, RecordLanes::All});
    QVERIFY(mlir::succeeded(passes.run(*compiled.module)));
    QCOMPARE(compiled.countProtonOperations(), 0);
    QCOMPARE(instrumentedKernel(*compiled.module, "k")->unitCount, 4u);
    // One inline PTX per record: four of scopes, two of events.
    int clocks = 0;
    compiled.module->walk(
        [&](mlir::LLVM::InlineAsmOp op) { clocks += op.getAsmString().contains("%clock;"); });
    QCOMPARE(clocks, 6);
  }

  void unknownFunctionIsInvalidInput() {
    Compiled compiled(kKernel, optionsFor(32), false);
    QVERIFY2(compiled.ok, compiled.firstError.c_str());
    const auto kernel = instrumentedKernel(*compiled.module, "nothing");
    QVERIFY(!kernel.has_value());
    QCOMPARE(kernel.error().code, ErrorCode::InvalidInput);
    QCOMPARE(QString::fromStdString(kernel.error().message),
             QStringLiteral("the module has no gpu.func named 'nothing'"));
  }
};

} // namespace

QTEST_GUILESS_MAIN(TestPipeline)
#include "test_pipeline.moc"
