// SPDX-License-Identifier: Apache-2.0
// Valid kernels that LLVM 19 has no code for: each command ends with an error that names the
// operation and its place, and leaves no file.
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli/collect_process.h"

namespace {

const QString kProgram = PSTUDIO_PROTON_COLLECT;

/// Line 10 has an instruction without PTX.
constexpr const char *kNoCode = R"(target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.canonicalize.f32(float)
define void @k(ptr addrspace(1) %R) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr float, ptr addrspace(1) %R, i32 %t

  %x = load float, ptr addrspace(1) %p
  %y = call float @llvm.canonicalize.f32(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
)";

/// MLIR 19 crashes while it converts line 5.
constexpr const char *kCrash = R"(gpu.module @m {
  gpu.func @k(%R: memref<16x16xf16>) kernel {
    %c0 = arith.constant 0 : index
    %a = gpu.subgroup_mma_load_matrix %R[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    %b = gpu.subgroup_mma_elementwise subf %a, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %b, %R[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
)";

} // namespace

class UncompilableKernelTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyCommandNamesTheOperationAndItsPlace_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("operation");
    QTest::newRow("instruction") << "no_code.ll" << kNoCode << "f32"
                                 << "[64]"
                                 << "no_code.ll:10:3"
                                 << "llvm.canonicalize.f32";
    QTest::newRow("operation") << "crash.mlir" << kCrash << "f16"
                               << "[16, 16]"
                               << "crash.mlir:5:10"
                               << "gpu.subgroup_mma_elementwise";
  }
  void everyCommandNamesTheOperationAndItsPlace() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, dtype);
    QFETCH(QString, shape);
    QFETCH(QString, place);
    QFETCH(QString, operation);
    const QTemporaryDir folder;
    write(folder.filePath(file), text);
    write(folder.filePath("k.json"),
          QString(R"({"kernel": {"file": "%1", "function": "k"}, "grid": [1], "block": [32],
              "arguments": [{"name": "R", "buffer": {"dtype": "%2", "shape": %3}}]})")
              .arg(file, dtype, shape));
    const QStringList before = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden);
    const QList<QStringList> commands{{"run", folder.filePath("k.json"), "--target", "cuda:sm_90a",
                                       "--emit", "ptx", "-o", folder.filePath("out")},
                                      {"instrument", folder.filePath(file), "--emit", "ptx",
                                       "--block", "32", "--mode", "memory", "-o",
                                       folder.filePath("out")}};
    for (const QStringList &command : commands) {
      const Finished done = runToEnd(kProgram, command);
      QCOMPARE(done.status, QProcess::NormalExit);
      QCOMPARE(done.exitCode, 1);
      QVERIFY2(done.err.startsWith("error: "), qPrintable(done.err));
      QVERIFY2(done.err.contains(place), qPrintable(done.err));
      QVERIFY2(done.err.contains(operation), qPrintable(done.err));
      QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden), before);
    }
  }

private:
  static void write(const QString &path, const QString &text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
  }
};

QTEST_GUILESS_MAIN(UncompilableKernelTest)
#include "uncompilable_kernel_test.moc"
