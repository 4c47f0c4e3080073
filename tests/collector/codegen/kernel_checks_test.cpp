// SPDX-License-Identifier: Apache-2.0
// Kernels whose file states something about the launch, launches a kernel, takes parameters that a
// specification cannot give, or allocates memory that no target has.
#include <QtTest>

#include "collector/codegen/kernel_module.h"

using namespace pstudio;

namespace {

std::string mlirKernel(std::string_view attributes) {
  return "gpu.module @m {\n  gpu.func @k(%R: memref<64xi32>) kernel attributes {" +
         std::string(attributes) + "} {\n    gpu.return\n  }\n}\n";
}

std::string llKernel(std::string_view annotations, std::string_view attributes = {}) {
  return "target triple = \"nvptx64-nvidia-cuda\"\ndefine void @k(ptr %R) " +
         std::string(attributes) +
         "{\n  ret void\n}\n!nvvm.annotations = !{!0, !1}\n!0 = !{ptr @k, !\"kernel\", i32 1}\n"
         "!1 = !{ptr @k, " +
         std::string(annotations) + "}\n";
}

/// The message of parsing the kernel and checking a launch of 1 CTA of 64 threads.
QString launchOutcome(const std::string &text, const char *name) {
  const auto module = KernelModule::parse(text, name);
  if (!module)
    return QString::fromStdString(module.error().toString());
  const auto required = module->requirements("k");
  if (!required)
    return QString::fromStdString(required.error().toString());
  const auto checked = checkLaunchRules("k", required->launchRules,
                                        {{{64, 1, 1}}, {{1, 1, 1}}, {{1, 1, 1}}},
                                        "specification gives", name);
  return checked ? QString() : QString::fromStdString(checked.error().toString());
}

QString parseOutcome(const std::string &text) {
  const auto module = KernelModule::parse(text, "k.mlir");
  return module ? QString() : QString::fromStdString(module.error().toString());
}

/// The message of instrumenting a kernel with this body for nothing.
QString instrumentOutcome(std::string_view body) {
  auto module =
      KernelModule::parse("gpu.module @m {\n  gpu.func @k(%R: memref<64xi32>) kernel {\n    " +
                              std::string(body) + "\n    gpu.return\n  }\n}\n",
                          "k.mlir");
  if (!module)
    return QString::fromStdString(module.error().toString());
  InstrumentOptions options;
  options.mode = InstrumentationMode::parse("none").value();
  const auto done = module->instrument("k", options);
  return done ? QString() : QString::fromStdString(done.error().toString());
}

#define VERIFY_CONTAINS(text, part) QVERIFY2((text).contains(part), qPrintable(text))

} // namespace

class KernelChecksTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void attributesOfTheLaunchAreChecked_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("message"); // empty: the launch follows the attribute
    const auto mlir = [](const char *attributes, const char *message) {
      QTest::newRow(attributes) << QString::fromStdString(mlirKernel(attributes))
                                << QString("k.mlir") << QString(message);
    };
    mlir("known_block_size = array<i32: 64, 1, 1>", "");
    mlir("known_block_size = array<i32: 32, 1, 1>", "32 x 1 x 1 (known_block_size)");
    mlir("known_block_size = array<i32: 0, 1, 1>", "known_block_size with 0 x 1 x 1");
    mlir("known_grid_size = array<i32: 7, 1, 1>", "7 x 1 x 1 (known_grid_size)");
    mlir("nvvm.reqntid = array<i32: 32>", "32 x 1 x 1 (nvvm.reqntid)");
    mlir("nvvm.maxntid = array<i32: 32, 1, 1>", "nvvm.maxntid 32 x 1 x 1");
    mlir("nvvm.maxntid = array<i32: 32, 2, 1>", "");
    mlir("nvvm.cluster_dim = array<i32: 2, 1, 1>", "2 x 1 x 1 (nvvm.cluster_dim)");
    mlir("rocdl.reqd_work_group_size = array<i32: 32, 1, 1>",
         "32 x 1 x 1 (rocdl.reqd_work_group_size)");
    mlir("rocdl.flat_work_group_size = \"128,256\"", "at least 128 threads");
    mlir("nvvm.minctasm = 2 : i32", "");
    const auto ll = [](const char *name, const std::string &text, const char *message) {
      QTest::newRow(name) << QString::fromStdString(text) << QString("k.ll") << QString(message);
    };
    ll("reqntidx", llKernel("!\"reqntidx\", i32 32"), "32 x 1 x 1 (nvvm.reqntid)");
    ll("maxntidx", llKernel("!\"maxntidx\", i32 32"), "nvvm.maxntid 32 x 1 x 1");
    ll("maxntidx and y", llKernel("!\"maxntidx\", i32 32, !\"maxntidy\", i32 2"), "");
    ll("cluster_dim_x", llKernel("!\"cluster_dim_x\", i32 2"), "2 x 1 x 1 (nvvm.cluster_dim)");
    ll("attribute maxntid", llKernel("!\"align\", i32 8", "\"nvvm.maxntid\"=\"32\" "),
       "nvvm.maxntid 32 x 1 x 1");
    ll("attribute reqntid", llKernel("!\"align\", i32 8", "\"nvvm.reqntid\"=\"64,1,1\" "), "");
    ll("flat work group",
       llKernel("!\"align\", i32 8", "\"amdgpu-flat-work-group-size\"=\"1,32\" "),
       "at most 32 threads");
  }
  void attributesOfTheLaunchAreChecked() {
    QFETCH(const QString, text);
    QFETCH(const QString, file);
    QFETCH(const QString, message);
    const QString got = launchOutcome(text.toStdString(), file.toUtf8().constData());
    if (message.isEmpty())
      QCOMPARE(got, QString());
    VERIFY_CONTAINS(got, message);
  }

  void aKernelThatLaunchesAKernelIsRejectedAtTheLaunch_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("launch_func of a kernel") << R"(gpu.module @m {
  gpu.func @inner() kernel { gpu.return }
  gpu.func @k() kernel {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@inner blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.return
  }
})";
    QTest::newRow("launch in a launch") << R"(func.func @main() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %f = %c1) threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {
    scf.if %m {
      gpu.launch blocks(%a2, %b2, %c2) in (%d2 = %c1, %e2 = %c1, %f2 = %c1) threads(%g2, %h2, %i2) in (%j2 = %c1, %k2 = %c1, %l2 = %c1) {
        gpu.terminator
      }
    }
    gpu.terminator
  }
  return
})";
    QTest::newRow("launch in a called function") << R"(func.func @inner() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %f = %c1) threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {
    gpu.terminator
  }
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %f = %c1) threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {
    func.call @inner() : () -> ()
    gpu.terminator
  }
  return
})";
  }
  void aKernelThatLaunchesAKernelIsRejectedAtTheLaunch() {
    QFETCH(QString, text);
    text.replace("scf.if %m", "%m = arith.constant true\n    scf.if %m");
    const QString got = parseOutcome(text.toStdString());
    VERIFY_CONTAINS(got, "a kernel cannot launch a kernel");
    VERIFY_CONTAINS(got, "k.mlir:");
  }

  void hostCodeMayLaunchAgain() {
    QCOMPARE(parseOutcome(R"(module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @again() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  func.func @main() {
    func.call @again() : () -> ()
    func.call @again() : () -> ()
    return
  }
})"),
             QString());
  }

  void memoryThatNoTargetHasIsRejectedByName_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("message"); // empty: allowed
    const auto row = [](const char *body, const char *message) {
      QTest::newRow(body) << QString(body) << QString(message);
    };
    row("%p = memref.alloca() : memref<8xi32>", "");
    row("%p = memref.alloca() : memref<8xi32, 5>", "");
    row("%p = memref.alloca() : memref<8xi32, #gpu.address_space<private>>", "");
    row("%p = memref.alloca() : memref<8xi32, #gpu.address_space<workgroup>>", "");
    row("%p = memref.alloca() : memref<8xi32, 3>", "");
    row("%p = memref.alloca() : memref<8xi32, 1>",
        "memref.alloca of memref<8xi32, 1> in a kernel: it has to be in private or in workgroup "
        "memory");
    row("%p = memref.alloca() : memref<8xi32, #gpu.address_space<global>>",
        "it has to be in private or in workgroup memory");
    row("%p = memref.alloc() : memref<8xi32, 3>", "workgroup memory has no heap");
  }
  void memoryThatNoTargetHasIsRejectedByName() {
    QFETCH(const QString, body);
    QFETCH(const QString, message);
    const QString got = instrumentOutcome(body.toStdString());
    if (message.isEmpty())
      QCOMPARE(got, QString());
    VERIFY_CONTAINS(got, message);
  }

  void workgroupArraysOfBothSpellingsOfTheSpaceHaveOneFrame() {
    QCOMPARE(instrumentOutcome(R"(
    %c0 = arith.constant 0 : index
    %v = memref.load %R[%c0] : memref<64xi32>
    %p = memref.alloca() : memref<8xi32, 3>
    %q = memref.alloca() : memref<8xi32, #gpu.address_space<workgroup>>
    memref.store %v, %p[%c0] : memref<8xi32, 3>
    memref.store %v, %q[%c0] : memref<8xi32, #gpu.address_space<workgroup>>)"),
             QString());
  }

  void parametersWithoutAValueInASpecificationAreRejectedByName_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *type, const char *message) {
      QTest::newRow(type) << QString(type) << QString(message);
    };
    row("!llvm.struct<(i32, f32)>", "(%X) of type !llvm.struct<(i32, f32)> is a struct");
    row("memref<?xi32>", "(%X) of type memref<?xi32> has a shape that is unknown");
    row("memref<*xi32>", "is a memref without a rank");
    row("vector<4xi32>", "is a vector");
    row("complex<f32>", "is a complex number");
    row("tensor<4xi32>", "is a tensor");
  }
  void parametersWithoutAValueInASpecificationAreRejectedByName() {
    QFETCH(const QString, type);
    QFETCH(const QString, message);
    const auto module = KernelModule::parse("gpu.module @m {\n  gpu.func @k(%X: " +
                                                type.toStdString() +
                                                ") kernel { gpu.return }\n}\n",
                                            "k.mlir");
    QVERIFY2(module, module ? "" : module.error().toString().c_str());
    const auto signature = module->signature("k");
    QVERIFY(!signature);
    const QString got = QString::fromStdString(signature.error().toString());
    VERIFY_CONTAINS(got, "parameter 0");
    VERIFY_CONTAINS(got, message);
  }
};

QTEST_GUILESS_MAIN(KernelChecksTest)
#include "kernel_checks_test.moc"
