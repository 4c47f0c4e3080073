// SPDX-License-Identifier: Apache-2.0
// Modules for GPUs hold one compile's kernels and nothing of others.
#include <QtTest>

#include "collector/codegen/stages/device_module.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace pstudio;

namespace {

constexpr const char *kTwoKernels = R"(
@table = internal global [4 x float] zeroinitializer
define float @shared(float %x) noinline {
  ret float %x
}
define float @of_other(float %x) noinline {
  %y = load float, ptr @table
  ret float %y
}
define void @chosen(ptr %p) {
  %x = load float, ptr %p
  %y = call float @shared(float %x)
  store float %y, ptr %p
  ret void
}
define void @other(ptr %p) {
  %x = load float, ptr %p
  %y = call float @of_other(float %x)
  %z = call float @shared(float %y)
  store float %z, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @other, !"kernel", i32 1}
!1 = !{ptr @chosen, !"kernel", i32 1}
!2 = !{ptr @other, !"maxntidx", i32 32}
)";

QStringList functionsOf(const llvm::Module &module) {
  QStringList names;
  for (const llvm::Function &function : module)
    names << QString::fromStdString(function.getName().str());
  return names;
}

} // namespace

class DeviceModuleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  /// With other kernels in the module some 2 % of the compiles printed a function as an entry.
  void nothingOfOtherKernelsReachesTheOptimiser() {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(kTwoKernels, error, context);
    QVERIFY2(module != nullptr, error.getMessage().str().c_str());
    keepOnly(*module, {"chosen"});
    QCOMPARE(functionsOf(*module), QStringList({"shared", "chosen"}));
    QVERIFY(module->getNamedGlobal("table") == nullptr);
    const llvm::NamedMDNode *annotations = module->getNamedMetadata("nvvm.annotations");
    QVERIFY(annotations != nullptr);
    QCOMPARE(annotations->getNumOperands(), 1u);
  }

  void aKernelThatTheChosenOneCallsIsNoKernel() {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    const auto module = llvm::parseAssemblyString(
        R"(
define void @called(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}
define void @chosen(ptr %p) {
  call void @called(ptr %p)
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @called, !"kernel", i32 1}
!1 = !{ptr @chosen, !"kernel", i32 1}
)",
        error, context);
    QVERIFY2(module != nullptr, error.getMessage().str().c_str());
    keepOnly(*module, {"chosen"});
    QCOMPARE(functionsOf(*module), QStringList({"called", "chosen"}));
    QCOMPARE(module->getNamedMetadata("nvvm.annotations")->getNumOperands(), 1u);
  }
};

QTEST_GUILESS_MAIN(DeviceModuleTest)
#include "device_module_test.moc"
