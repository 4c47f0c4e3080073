// SPDX-License-Identifier: Apache-2.0
// LLVM IR converted to the dialects and back: without instrumentation the code is unchanged, and
// the PTX is equal to the byte.
#include <algorithm>

#include <QtTest>

#include "collector/codegen/nvidia/emit_ptx.h"
#include "collector/codegen/to_nvidia/instrumented_text.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/text/kernel_marks.h"
#ifndef Q_MOC_RUN // moc cannot parse these headers
#include "tests/support/verify_result.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#endif

using namespace pstudio;

namespace {

struct Source {
  std::string name, text;
};

std::string readAll(const QString &path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The input files of the tests, and those of Triton if the shared data exists.
std::vector<Source> sources() {
  std::vector<Source> all{
      {"two_kernels.ll", readAll(QStringLiteral(PSTUDIO_SOURCE_DIR
                                                "/tests/collector/foreign/inputs/two_kernels.ll"))},
      {"constructs.ll", readAll(QStringLiteral(PSTUDIO_SOURCE_DIR
                                               "/tests/collector/foreign/inputs/constructs.ll"))}};
  const QDir folder(QStringLiteral(PSTUDIO_SHARED_DATA "/triton-3.6-h200"));
  for (const QFileInfo &info : folder.entryInfoList({QStringLiteral("*.llir")}))
    all.push_back({info.fileName().toStdString(), readAll(info.filePath())});
  return all;
}

InstrumentOptions optionsFor(std::string_view mode) {
  InstrumentOptions options;
  options.mode = *InstrumentationMode::parse(mode);
  options.block = {128, 1, 1};
  options.sharedBytesFree = 16 * 1024;
  options.counterBytesPerUnit = kNvidiaCounterBytesPerUnit;
  return options;
}

nvidia::CompileOptions compileOptions() {
  nvidia::CompileOptions options;
  options.architecture = *nvidia::architectureNamed("sm_90a");
  options.block = {128, 1, 1};
  return options;
}

/// Converts the source to the dialects, instruments it, and converts it back.
Result<nvidia::LoweredIr> lowered(const Source &source, std::string_view mode) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source.text, source.name));
  PSTUDIO_TRY(module.instrument(module.kernels().front(), optionsFor(mode)));
  return nvidia::lowerKernel(module, module.kernels().front(), compileOptions());
}

std::vector<std::string> kernelsOf(llvm::Module &module) {
  std::vector<std::string> names;
  for (const llvm::Function *kernel : foreign::kernelsOf(module))
    names.push_back(kernel->getName().str());
  return names;
}

Result<nvidia::PtxKernel> ptxOf(llvm::Module &module) {
  return nvidia::emitPtx(module, kernelsOf(module), compileOptions().architecture);
}

bool isMarkerCall(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName().contains("proton_");
}

/// The two modules have different contexts, so the test compares lines, not location objects.
unsigned lineOf(const llvm::Instruction &instruction) {
  return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
}

/// A function without debug information has locations in the text of its file, for messages only.
bool hasSameLine(const llvm::Instruction &a, const llvm::Instruction &b) {
  return a.getFunction()->getSubprogram() == nullptr || lineOf(a) == lineOf(b);
}

/// Whether `b` is the call `a` of a recording function: the context follows the arguments.
bool handsContextOver(const llvm::CallInst &a, const llvm::CallInst &b) {
  const llvm::Function *callee = a.getCalledFunction(), *made = b.getCalledFunction();
  return callee && made && !callee->isDeclaration() && callee->getName() == made->getName() &&
         callee->arg_size() < made->arg_size() && a.arg_size() == callee->arg_size() &&
         b.arg_size() == made->arg_size() && a.getCallingConv() == b.getCallingConv() &&
         hasSameLine(a, b);
}

bool isSame(const llvm::Instruction &a, const llvm::Instruction &b) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&a);
  const auto *other = llvm::dyn_cast<llvm::CallInst>(&b);
  if (call && other && call->isInlineAsm() != other->isInlineAsm())
    return false;
  if (call && other && handsContextOver(*call, *other))
    return true;
  if (call && other && call->getCalledFunction() && other->getCalledFunction() &&
      call->getCalledFunction()->getName() != other->getCalledFunction()->getName())
    return false;
  return a.getOpcode() == b.getOpcode() && a.getNumOperands() == b.getNumOperands() &&
         a.hasSameSubclassOptionalData(&b) && hasSameLine(a, b);
}

/// Number of instructions of `function` that are missing in `instrumented`, in order, except
/// markers.
size_t missingIn(const llvm::Function &function, const llvm::Function &instrumented) {
  size_t missing = 0;
  auto at = llvm::inst_begin(instrumented);
  const auto end = llvm::inst_end(instrumented);
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (isMarkerCall(instruction))
      continue;
    auto found = at;
    while (found != end && !isSame(instruction, *found))
      ++found;
    if (found == end)
      ++missing;
    else
      at = std::next(found);
  }
  return missing;
}

Error errorOf(const std::string &text) {
  const auto module = KernelModule::parse(text, "k.ll");
  return module ? Error{} : module.error();
}

std::string kernelCalling(const std::string &declaration, const std::string &call) {
  return "target triple = \"nvptx64-nvidia-cuda\"\n" + declaration +
         "\ndefine ptx_kernel void @k(ptr %p) {\n  " + call + "\n  ret void\n}\n";
}

} // namespace

class ForeignModuleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void withoutInstrumentationThePtxIsTheSameToTheByte() {
    for (const Source &source : sources()) {
      const auto original = foreign::ForeignModule::read(source.text, source.name);
      QVERIFY2(original, original ? "" : original.error().toString().c_str());
      const auto plain = llvm::CloneModule(original->llvmModule());
      // Without instrumentation, markers are not calls: removes them.
      for (llvm::Function &function : *plain)
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(function)))
          if (isMarkerCall(instruction)) {
            instruction.replaceAllUsesWith(llvm::PoisonValue::get(instruction.getType()));
            instruction.eraseFromParent();
          }
      const auto back = lowered(source, "none");
      QVERIFY2(back, back ? "" : back.error().toString().c_str());
      const auto given = ptxOf(*plain), made = ptxOf(*back->module);
      QVERIFY2(given, given ? "" : given.error().toString().c_str());
      QVERIFY2(made, made ? "" : made.error().toString().c_str());
      QVERIFY2(made->text == given->text, source.name.c_str());
    }
  }

  void instrumentationLeavesEveryInstructionOfTheFileAsItWas() {
    for (const Source &source : sources())
      for (const std::string_view mode : {"default", "functions", "loops,barriers,memory,matrix",
                                          "functions:buffer_type=shared"}) {
        const auto original = foreign::ForeignModule::read(source.text, source.name);
        QVERIFY(original);
        const auto back = lowered(source, mode);
        QVERIFY2(back, back ? "" : back.error().toString().c_str());
        for (const llvm::Function &function : original->llvmModule()) {
          if (function.isDeclaration())
            continue;
          const llvm::Function *made = back->module->getFunction(function.getName());
          QVERIFY(made);
          const size_t missing = missingIn(function, *made);
          QVERIFY2(missing == 0, (source.name + " " + std::string(mode) + ": " +
                                  std::to_string(missing) + " are not as they were")
                                     .c_str());
        }
      }
  }

  void assemblerTakesWhatComesOutAndNoIntrinsicIsLeft() {
    const auto ptxas = nvidia::findPtxas();
    for (const Source &source : sources())
      for (const std::string_view mode : {"none", "default", "functions", "barriers"}) {
        const auto back = lowered(source, mode);
        QVERIFY2(back, back ? "" : back.error().toString().c_str());
        const auto ptx = ptxOf(*back->module);
        QVERIFY2(ptx, ptx ? "" : ptx.error().toString().c_str());
        QVERIFY(ptx->text.find("llvm.nvvm") == std::string::npos);
        if (!ptxas)
          continue;
        const auto report = nvidia::assemble(*ptxas, *ptx);
        QVERIFY2(report, report ? "" : report.error().toString().c_str());
      }
  }

  void sameInputGivesTheSameOutput() {
    const Source source = sources().front();
    const auto text = [&] {
      auto module = KernelModule::parse(source.text, source.name);
      return module && module->instrument("reduce", optionsFor("default"))
                 ? nvidia::instrumentedIr(*module, "reduce", compileOptions()).value_or("")
                 : std::string();
    };
    const std::string first = text();
    QVERIFY(!first.empty());
    for (int i = 0; i < 5; ++i)
      QCOMPARE(text(), first);
  }

  void instrumentedTextIsReadAgain() {
    for (const Source &source : sources()) {
      auto module = KernelModule::parse(source.text, source.name);
      QVERIFY(module);
      const std::string kernel = module->kernels().front();
      const std::vector<foreign::LlChange> changes = module->foreign()->changes();
      QVERIFY(module->instrument(kernel, optionsFor("functions")));
      const auto text = nvidia::instrumentedIr(*module, kernel, compileOptions());
      QVERIFY(text);
      const auto again = foreign::ForeignModule::read(*text, "again.ll");
      QVERIFY2(again, again ? "" : again.error().toString().c_str());
      // The text has only those constructs of newer LLVM versions that its source had.
      for (const foreign::LlChange &change : again->changes())
        QVERIFY2(std::ranges::count(changes, change.what, &foreign::LlChange::what) == 1,
                 change.what.c_str());
    }
  }

  void nameThatIsNotConstantIsRejectedAtItsCall() {
    const Error error = errorOf(kernelCalling("declare void @proton_scope_start(ptr)",
                                              "call void @proton_scope_start(ptr %p)"));
    QCOMPARE(error.message,
             std::string("the name given to proton_scope_start is not a constant string"));
    QCOMPARE(error.where, std::string("k.ll:4:3"));
    QVERIFY(!error.hint.empty());
  }

  void markerOfAnotherSignatureIsRejectedWithTheRightOne() {
    const Error error = errorOf(kernelCalling("declare void @_Z18proton_event_startif(i32, float)",
                                              "call void @_Z18proton_event_startif(i32 0, float "
                                              "0.0)"));
    QCOMPARE(error.where, std::string("k.ll:4:3"));
    QVERIFY2(error.hint.find("void proton_event_start(int event, long long key)") !=
                 std::string::npos,
             error.hint.c_str());
  }

  void markersAreKnownByTheirCxxNames() {
    const auto module =
        KernelModule::parse(kernelCalling("@s = constant [2 x i8] c\"s\\00\"\n"
                                          "declare void @_Z18proton_scope_startPKc(ptr)\n"
                                          "declare void @_Z16proton_scope_endPKc(ptr)",
                                          "call void @_Z18proton_scope_startPKc(ptr @s)\n"
                                          "  call void @_Z16proton_scope_endPKc(ptr @s)"),
                            "k.ll");
    QVERIFY2(module, module ? "" : module.error().toString().c_str());
    auto instrumented = KernelModule::parse(module->foreign()->text(), "k.ll");
    QVERIFY(instrumented);
    const auto kernel = instrumented->instrument("k", optionsFor("default"));
    QVERIFY2(kernel, kernel ? "" : kernel.error().toString().c_str());
    QCOMPARE(kernel->operations.operations.size(), size_t(1));
    QCOMPARE(kernel->operations.operations[0].name, std::string("s"));
    QCOMPARE(kernel->operations.operations[0].location, std::string("k.ll:6:3"));
  }

  /// The compiler of the instrumented LLVM IR may support it; Proton Studio's own code generator
  /// does not.
  void unknownIntrinsicStaysACall() {
    const auto module = KernelModule::parse(kernelCalling("declare void @llvm.nvvm.tcgen05.fence()",
                                                          "call void @llvm.nvvm.tcgen05.fence()"),
                                            "k.ll");
    VERIFY_RESULT(module);
    QVERIFY(module->foreign()->text().find("call void @llvm.nvvm.tcgen05.fence()") !=
            std::string::npos);
  }

  void kernelThatOtherCodeCallsIsRejected() {
    const Error error = errorOf("define ptx_kernel void @k() {\n  ret void\n}\n"
                                "define ptx_kernel void @l() {\n  call void @k()\n  ret void\n}\n");
    QVERIFY2(error.message.find("kernel k is called") != std::string::npos, error.message.c_str());
  }

  void blockOfTheFileIsRead() {
    const auto module = KernelModule::parse("define ptx_kernel void @k() #0 {\n  ret void\n}\n"
                                            "attributes #0 = { \"nvvm.reqntid\"=\"16,8\" }\n",
                                            "k.ll");
    QVERIFY2(module, module ? "" : module.error().toString().c_str());
    const auto signature = module->signature("k");
    VERIFY_RESULT(signature);
    QVERIFY(requiredBlock(signature->launchRules) == (std::array<uint32_t, 3>{16, 8, 1}));
    QCOMPARE(signature->launchRules.size(), size_t{1});
    QVERIFY(signature->dynamicShared.empty());
  }

  void clusterAndSharedMemoryOfTheLaunchAreRead() {
    const char *source = R"(
@mine = external addrspace(3) global [0 x i8], align 16
@other = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k(ptr %p) #0 {
  store ptr addrspacecast (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @mine, i64 8) to ptr), ptr %p
  ret void
}
define ptx_kernel void @l(ptr %p) {
  store ptr addrspacecast (ptr addrspace(3) @other to ptr), ptr %p
  ret void
}
attributes #0 = { "nvvm.cluster_dim"="4,2" }
)";
    const auto module = KernelModule::parse(source, "k.ll");
    VERIFY_RESULT(module);
    const auto signature = module->signature("k");
    VERIFY_RESULT(signature);
    QCOMPARE(signature->launchRules.size(), size_t{1});
    QVERIFY(signature->launchRules[0].field == LaunchRule::Field::Cluster);
    QVERIFY((signature->launchRules[0].extents == std::array<int64_t, 3>{4, 2, 1}));
    QCOMPARE(signature->dynamicShared, std::string("mine"));
  }
};

QTEST_GUILESS_MAIN(ForeignModuleTest)
#include "foreign_module_test.moc"
